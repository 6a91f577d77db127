//! Whatever the settings file holds, the game begins with settings and loses nothing.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;

use proptest::{collection, prelude::*};

use super::{
    Settings,
    store::{read, to_text},
};

#[path = "../../crates/content/tests/fixture/mutation.rs"]
mod mutation;

use mutation::{mutation, piece};

/// Reads contents as the settings file.
fn begin_with(bytes: &[u8]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    fs::write(&file, bytes).unwrap();
    let loaded = read(Some(folder.path()));
    prop_assert_eq!(
        &loaded.settings,
        &loaded.settings.clone().within_limits(),
        "beyond its limits"
    );
    prop_assert_eq!(&fs::read(&file).unwrap(), bytes, "written over");
    let Some(problem) = loaded.problem else {
        return Ok(());
    };
    prop_assert_eq!(&loaded.settings, &Settings::default());
    prop_assert_eq!(
        fs::read(folder.path().join("settings.toml.broken")).unwrap(),
        bytes
    );
    prop_assert!(
        problem.len() < 2000,
        "too long to be read: {}",
        problem.len()
    );
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(());
    };
    // file:line:column: what is wrong
    let place = problem.split_once("settings.toml:").map(|(_, rest)| rest);
    let mut place = place
        .unwrap_or_default()
        .split(':')
        .map(str::parse::<usize>);
    let (line, column) = (place.next(), place.next());
    let lines = text.matches('\n').count() + 1;
    prop_assert!(
        matches!(line, Some(Ok(line)) if (1..=lines).contains(&line)),
        "{}",
        problem
    );
    prop_assert!(
        matches!(column, Some(Ok(column)) if column >= 1),
        "{}",
        problem
    );
    Ok(())
}

proptest! {
    #[test]
    fn random_bytes(bytes in collection::vec(any::<u8>(), 0..400)) {
        begin_with(&bytes)?;
    }

    #[test]
    fn random_pieces(pieces in collection::vec(piece(), 0..60)) {
        begin_with(pieces.concat().as_bytes())?;
    }

    #[test]
    fn good_settings_spoilt(mutations in collection::vec(mutation(), 1..5)) {
        let good = to_text(&Settings::default()).unwrap().into_bytes();
        begin_with(&mutations.iter().fold(good, |bytes, mutation| mutation.apply(bytes)))?;
    }
}
