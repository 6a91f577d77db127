//! The mods in whose folders files lie: a file of a mod is read together with that mod.

use std::path::{Path, PathBuf};

use crate::{files::folder_walk::MAX_DEPTH, source::file_kind::MANIFEST};

/// The folder of the mod that a file or folder lies in, or is.
#[must_use]
pub fn mod_around(path: &Path) -> Option<PathBuf> {
    let full = path.canonicalize().ok()?;
    let found = full
        .ancestors()
        .take(MAX_DEPTH)
        .find(|folder| folder.join(MANIFEST).is_file())?;
    // As the path was given, if that leads there, so that messages say what was said.
    let given = path.ancestors().find(|above| {
        let above = if above.as_os_str().is_empty() {
            Path::new(".")
        } else {
            above
        };
        above.canonicalize().is_ok_and(|above| above == found)
    });
    Some(match given {
        Some(given) if given.as_os_str().is_empty() => PathBuf::from("."),
        Some(given) => given.to_owned(),
        None => found.to_owned(),
    })
}

/// The folders in a folder that are mods, by name.
pub(crate) fn mods_inside(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .take(crate::modding::mods::MAX_MODS)
        .map(|entry| entry.path())
        .filter(|inner| inner.join(MANIFEST).is_file())
        .collect();
    found.sort();
    found
}
