//! Whatever a content file holds, reading it ends with an answer and not with a panic.

#![expect(clippy::unwrap_used, reason = "tests")]

use crate::fixture;
use std::sync::OnceLock;

use crate::fixture::{
    Content, FIELD, FIGHTER, ITEMS, RULEBOOK, TERRAIN,
    mod_scrutiny::{scrutinise_manifest, scrutinise_switches},
    mutation::{Mutation, mutation, piece},
    scrutiny::{scrutinise, scrutinise_among},
};
use proptest::{collection, prelude::*, sample};
use shieldwall_content::{FileKind, check_paths_in};

fn any_file() -> impl Strategy<Value = &'static str> {
    sample::select(vec![ITEMS, TERRAIN, FIGHTER, FIELD, RULEBOOK])
}

/// The text of a file of the small good content.
fn good(file: &str) -> String {
    let mut texts = fixture::texts();
    texts.find(|(name, _)| *name == file).unwrap().1
}

fn spoilt(text: &str, mutations: &[Mutation]) -> Vec<u8> {
    let bytes = text.as_bytes().to_vec();
    mutations
        .iter()
        .fold(bytes, |bytes, mutation| mutation.apply(bytes))
}

/// The files that ship with the game.
fn shipped() -> &'static [(String, Vec<u8>)] {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let root = fixture::scrutiny::root();
        let folders = ["assets/items", "assets/terrain", "assets/units", "levels"];
        let mut files = Vec::new();
        for folder in folders {
            for entry in root.join(folder).read_dir().unwrap() {
                let path = entry.unwrap().path();
                let bytes = std::fs::read(&path).unwrap();
                files.push((path.to_str().unwrap().to_owned(), bytes));
            }
        }
        files.sort();
        files
    })
}

#[test]
fn the_files_that_are_spoilt_here_are_good() {
    for (file, text) in fixture::texts() {
        let found = scrutinise(file, text.as_bytes());
        assert!(found.is_empty(), "{found}");
    }
    let (file, bytes) = &shipped()[0];
    let all = shipped()
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone()));
    let found = scrutinise_among(all, file, bytes);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn files_of_one_enormous_value() {
    for (open, close) in [
        ("\"", "\""),
        ("[", "]"),
        ("{ ", " }"),
        ("[[", "]]"),
        ("", ""),
    ] {
        for piece in [
            "a", "é", "[1],", "a=1,", "1,", "0.", ".", "\\n", "\"\"", "a.b=1\n", "#",
        ] {
            let text = format!(
                "map = {open}{}{close}\n",
                piece.repeat((1 << 18) / piece.len())
            );
            scrutinise(FIELD, text.as_bytes());
        }
    }
}

proptest! {
    #[test]
    fn random_bytes(file in any_file(), bytes in collection::vec(any::<u8>(), 0..400)) {
        scrutinise(file, &bytes);
    }

    #[test]
    fn random_pieces(file in any_file(), pieces in collection::vec(piece(), 0..60)) {
        scrutinise(file, pieces.concat().as_bytes());
    }

    #[test]
    fn good_files_spoilt(
        file in any_file(),
        mutations in collection::vec(mutation(), 1..5),
    ) {
        scrutinise(file, &spoilt(&good(file), &mutations));
    }

    #[test]
    fn good_files_with_lines_mixed_up(file in any_file(), seed in any::<u64>()) {
        let text = good(file);
        let mut lines: Vec<&str> = text.lines().collect();
        let mut state = seed;
        for end in (1..lines.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            lines.swap(end, (state >> 33) as usize % (end + 1));
        }
        scrutinise(file, lines.join("\n").as_bytes());
    }
}

/// A manifest with everything in it.
const MANIFEST: &str = r#"id = "own"
name = "A mod"
version = "1.0.0"
description = "Adds something."
game = ">=0.0.1"
after = []
conflicts = ["another", "third"]
"#;

/// Switches as the game writes them.
const SWITCHES: &str = "# Switched off.\n\noff = [\"another\", \"third\"]\n";

#[test]
fn the_files_of_mods_that_are_spoilt_here_are_good() {
    scrutinise_manifest(MANIFEST.as_bytes());
    scrutinise_switches(SWITCHES.as_bytes());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mods.toml");
    std::fs::write(&file, SWITCHES).unwrap();
    let (switches, problems) = shieldwall_content::ModSwitches::read(Some(&file));
    assert!(problems.is_empty() && !switches.is_on("third") && switches.is_on("own"));
}

proptest! {
    #[test]
    fn mods_of_random_bytes(bytes in collection::vec(any::<u8>(), 0..300)) {
        scrutinise_manifest(&bytes);
        scrutinise_switches(&bytes);
    }

    #[test]
    fn mods_of_random_pieces(pieces in collection::vec(piece(), 0..40)) {
        scrutinise_manifest(pieces.concat().as_bytes());
        scrutinise_switches(pieces.concat().as_bytes());
    }

    #[test]
    fn good_files_of_mods_spoilt(mutations in collection::vec(mutation(), 1..4)) {
        scrutinise_manifest(&spoilt(MANIFEST, &mutations));
        scrutinise_switches(&spoilt(SWITCHES, &mutations));
    }
}

/// Fewer cases than usual, for what takes longer.
fn fewer(part: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: (usual.cases / part).max(1),
        ..usual
    }
}

proptest! {
    #![proptest_config(fewer(8))]

    #[test]
    fn shipped_files_spoilt(
        file in sample::select(shipped()),
        mutations in collection::vec(mutation(), 1..4),
    ) {
        let (name, bytes) = file;
        let text = std::str::from_utf8(&bytes).unwrap();
        let all = shipped().iter().map(|(name, bytes)| (name.as_str(), bytes.clone()));
        scrutinise_among(all, &name, &spoilt(text, &mutations));
    }

    #[test]
    fn the_disk_makes_no_difference(
        file in any_file(),
        mutations in collection::vec(mutation(), 1..3),
    ) {
        let content = Content::good();
        content.write(file, spoilt(&good(file), &mutations));
        let (library, diagnostics) = content.load();
        let checked = check_paths_in(&[content.root()], shieldwall_rulesets::content(), &[content.path(file)]);
        prop_assert!(checked.len() <= diagnostics.len());
        prop_assert_eq!(diagnostics.has_errors(), !library.broken.is_empty());
    }
}

#[test]
fn the_schemas_are_closed_and_describe_every_kind() {
    for kind in FileKind::ALL {
        let schema = kind.schema(shieldwall_rulesets::content());
        assert_eq!(schema["type"], "object", "{kind}");
        assert_eq!(schema["additionalProperties"], false, "{kind}");
        assert!(schema["title"].is_string(), "{kind}");
        let properties = schema["properties"].as_object().unwrap();
        for (key, property) in properties {
            assert!(property["description"].is_string(), "{kind}: {key}");
        }
    }
}
