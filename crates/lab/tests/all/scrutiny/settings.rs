//! What must hold of the answer to any settings file, for property tests and for fuzzing.

use std::{fmt::Debug, fs, path::Path};

use shieldwall_lab::settings_file::{FileSettings, KnownSettings, read_settings, settings_text};
use tempfile::TempDir;

const FILE: &str = "settings.toml";
const BROKEN: &str = "settings.toml.broken";

/// Reads contents as the settings file, and writes over it from two windows, of which one sets one
/// thing and the other another.
///
/// # Panics
/// If an answer is not as it must be.
pub(crate) fn scrutinise_settings<S>(bytes: &[u8], one: impl Fn(&mut S), other: impl Fn(&mut S))
where
    S: FileSettings + Clone + Debug + PartialEq,
{
    thread_local! {
        /// Threads do not share it.
        static FOLDER: TempDir = tempfile::tempdir().unwrap();
    }
    FOLDER.with(|folder| {
        let folder = folder.path();
        let (file, broken) = (folder.join(FILE), folder.join(BROKEN));
        let _ = fs::remove_file(&broken);
        fs::write(&file, bytes).unwrap();
        let found = read_settings::<S>(Some(folder));
        assert_eq!(
            found.settings,
            found.settings.clone().within_limits(),
            "beyond its limits"
        );
        assert_eq!(fs::read(&file).unwrap(), bytes, "written over");
        if let Some(problem) = &found.problem {
            look_at_problem(problem, bytes);
        }
        let text = settings_text(&found.settings).unwrap();
        assert_eq!(toml::from_str::<S>(&text).as_ref(), Ok(&found.settings));
        let spoilt = found.problem.is_some();
        let kept = || !spoilt || fs::read(&broken).unwrap() == bytes;
        assert!(kept(), "not copied aside");

        // Two windows began with what is in the file.
        let windows = [(); 2].map(|()| KnownSettings::of(&found.settings));
        let (mut first, mut second) = (found.settings.clone(), found.settings.clone());
        one(&mut first);
        other(&mut second);
        windows[0].write(&file, &first).unwrap();
        windows[1].write(&file, &second).unwrap();
        let mut both = found.settings.clone();
        one(&mut both);
        other(&mut both);
        assert_eq!(now::<S>(folder), both, "what another window set is lost");
        assert!(kept(), "the copy is lost");

        // One window began before these were its contents.
        let _ = fs::remove_file(&broken);
        fs::write(&file, bytes).unwrap();
        KnownSettings::of(&S::default())
            .write(&file, &{
                let mut changed = S::default();
                one(&mut changed);
                changed
            })
            .unwrap();
        let mut expected = found.settings;
        one(&mut expected);
        assert_eq!(now::<S>(folder), expected, "what came meanwhile is lost");
        assert!(kept(), "lost what came meanwhile");
    });
}

/// The settings in a folder, which must be good.
fn now<S: FileSettings>(folder: &Path) -> S {
    let found = read_settings::<S>(Some(folder));
    assert_eq!(found.problem, None);
    found.settings
}

/// A problem can be read, and has a place in the text.
fn look_at_problem(problem: &str, bytes: &[u8]) {
    assert!(
        problem.len() < 2000,
        "too long to be read: {}",
        problem.len()
    );
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    // file:line:column: what is wrong
    let place = problem.split_once("settings.toml:").map(|(_, rest)| rest);
    let mut place = place
        .unwrap_or_default()
        .split(':')
        .map(str::parse::<usize>);
    let (line, column) = (place.next(), place.next());
    let lines = text.matches('\n').count() + 1;
    assert!(
        matches!(line, Some(Ok(line)) if (1..=lines).contains(&line)),
        "{problem}"
    );
    assert!(
        matches!(column, Some(Ok(column)) if column >= 1),
        "{problem}"
    );
}
