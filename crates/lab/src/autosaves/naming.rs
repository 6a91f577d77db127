//! Names of autosaves, of their locks and of damaged ones.

use std::path::{Path, PathBuf};

use crate::record::RECORD_EXTENSION;

/// What names of autosaves begin with.
const AUTOSAVE: &str = "autosave";
/// What names of damaged autosaves begin with.
const DAMAGED: &str = "damaged";
/// Extension of locks.
const LOCK_EXTENSION: &str = "lock";

/// The autosave with a number.
pub(super) fn autosave(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{AUTOSAVE}-{number}.{RECORD_EXTENSION}"))
}

/// The damaged autosave with a number.
pub(super) fn damaged(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{DAMAGED}-{number}.{RECORD_EXTENSION}"))
}

/// The lock that is held while an autosave is written; `None` for other files.
pub(super) fn lock_of(file: &Path) -> Option<PathBuf> {
    autosave_number(file).map(|_| file.with_extension(LOCK_EXTENSION))
}

/// The lock that is held while autosaves are numbered, cleared away and renamed.
pub(super) fn folder_lock(folder: &Path) -> PathBuf {
    folder.join(format!("{AUTOSAVE}s.{LOCK_EXTENSION}"))
}

/// The number of an autosave; `None` for other files. The one without a number is the oldest.
pub(super) fn autosave_number(file: &Path) -> Option<u64> {
    number(file, AUTOSAVE, RECORD_EXTENSION)
}

/// The number of the lock of an autosave; `None` for other files.
pub(super) fn lock_number(file: &Path) -> Option<u64> {
    number(file, AUTOSAVE, LOCK_EXTENSION)
}

/// The number of a damaged autosave; `None` for other files.
pub(super) fn damaged_number(file: &Path) -> Option<u64> {
    number(file, DAMAGED, RECORD_EXTENSION)
}

fn number(file: &Path, stem: &str, extension: &str) -> Option<u64> {
    let name = file.file_name()?.to_str()?;
    let rest = name
        .strip_suffix(extension)?
        .strip_suffix('.')?
        .strip_prefix(stem)?;
    if rest.is_empty() {
        return Some(0);
    }
    let digits = rest.strip_prefix('-')?;
    // Only as the game writes them, so that a number has one name.
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_the_game_gives_are_its_own() {
        for (name, expected) in [
            ("autosave.battle", Some(0)),
            ("autosave-1.battle", Some(1)),
            ("autosave-18446744073709551615.battle", Some(u64::MAX)),
            ("autosave-18446744073709551616.battle", None),
            ("autosave-01.battle", None),
            ("autosave-+1.battle", None),
            ("autosave-.battle", None),
            ("autosave-1 (copy).battle", None),
            ("autosave-1.lock", None),
            ("save-autosave-1.battle", None),
            ("damaged-1.battle", None),
        ] {
            assert_eq!(autosave_number(Path::new(name)), expected, "{name}");
        }
        let folder = Path::new("saves");
        let file = autosave(folder, 12);
        assert_eq!(autosave_number(&file), Some(12));
        let lock = lock_of(&file);
        assert_eq!(lock, Some(folder.join("autosave-12.lock")));
        assert_eq!(lock.as_deref().and_then(lock_number), Some(12));
        assert_eq!(damaged_number(&damaged(folder, 3)), Some(3));
        assert_eq!(lock_of(&damaged(folder, 3)), None);
        assert_eq!(lock_number(&folder_lock(folder)), None);
    }
}
