//! Folders of a mod that nobody looks into: most often one of the known ones, misspelt or misplaced.

use std::path::{Path, PathBuf};

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Severity},
        suggestion::{self, list},
    },
    files::folder_walk::MAX_ENTRIES,
};

/// The folders of a mod; schemas are for the author's editor.
const TOP: [&str; 4] = ["assets", "levels", "tests", "schemas"];
/// The folders of content in `assets`.
const ASSETS: [&str; 7] = [
    "items", "units", "terrain", "lessons", "art", "sounds", "rules",
];
/// The folders of what proves rules, and of positions to be solved.
const TESTS: [&str; 3] = ["cases", "positions", "proofs"];

/// Warnings about the folders of a mod that are not read.
pub(crate) fn strays(folder: &Path) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (inner, known) in [("", &TOP[..]), ("assets", &ASSETS), ("tests", &TESTS)] {
        let inner = folder.join(inner);
        for (name, path) in folders(&inner) {
            if known.contains(&name.as_str()) {
                continue;
            }
            let inside = ASSETS
                .contains(&name.as_str())
                .then(|| format!("assets/{name}"));
            let meant = inside
                .or_else(|| {
                    ["cases", "positions"]
                        .contains(&name.as_str())
                        .then(|| format!("tests/{name}"))
                })
                .or_else(|| suggestion::nearest(&name, known.iter().copied()).map(str::to_owned));
            let help = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!(
                    "folders that are read here: {}",
                    list(known.iter().copied())
                ),
            };
            let mut stray = Diagnostic::about_file(path, "this folder is not read").with_help(help);
            stray.severity = Severity::Warning;
            found.push(stray);
        }
    }
    found
}

/// The folders in a folder by name, without hidden ones.
fn folders(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let mut found: Vec<(String, PathBuf)> = entries
        .flatten()
        .take(MAX_ENTRIES)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            )
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    found.sort();
    found
}
