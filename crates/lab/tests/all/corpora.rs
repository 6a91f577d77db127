//! What fuzzing has found is looked at in every run of the tests, with the code that the fuzz targets run.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use crate::fuzz_targets::TARGETS;

/// What is in a folder; nothing if it is not there.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_input_of_the_corpora_has_an_answer() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut known = BTreeSet::new();
    for (name, target) in TARGETS {
        let mut inputs = inside(&fuzz.join("corpus").join(name));
        assert!(!inputs.is_empty(), "there is no corpus of {name}");
        inputs.extend(inside(&fuzz.join("regressions").join(name)));
        for input in inputs {
            let bytes = fs::read(&input).unwrap();
            assert!(
                catch_unwind(|| target(&bytes)).is_ok(),
                "{}",
                input.display()
            );
        }
        known.insert(name.to_owned());
    }
    for folder in ["corpus", "regressions"] {
        for folder in inside(&fuzz.join(folder)) {
            let name = folder.file_name().unwrap().to_str().unwrap();
            assert!(known.contains(name), "{name} is no target");
        }
    }
}
