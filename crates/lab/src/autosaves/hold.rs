//! The lock beside an autosave: the window that holds it plays the battle.
//!
//! A file of its own is locked, as on some systems nobody else can read a file that is locked. Locks
//! end with the process that holds them, so a killed window leaves none.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(super) struct Hold {
    /// Closing it lets go of the lock.
    _file: File,
    path: PathBuf,
}

impl Hold {
    /// Makes a lock and holds it; `None` if there is one of that name already.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(error),
        };
        // Others look at it for moments only. Where files cannot be locked, that it is there must
        // do: see `Standing::Unknown`.
        let _ = file.lock();
        Ok(Some(Self {
            _file: file,
            path: path.to_owned(),
        }))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // One that stays is cleared away by the next battle that begins.
        let _ = fs::remove_file(&self.path);
    }
}

/// How it stands with a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nobody holds it.
    Free,
    /// A living process holds it.
    Held,
    /// It cannot be told, as on systems of files without locks.
    Unknown,
}

/// How it stands with a lock.
pub(super) fn standing(lock: &Path) -> Standing {
    // Opening a pipe waits for its other end.
    if fs::metadata(lock).is_ok_and(|there| !there.is_file()) {
        return Standing::Unknown;
    }
    let file = match File::open(lock) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Standing::Free,
        Err(_) => return Standing::Unknown,
    };
    // Shared, so that two who look at the same time do not take each other for its holder.
    match file.try_lock_shared() {
        Ok(()) => Standing::Free,
        Err(TryLockError::WouldBlock) => Standing::Held,
        Err(TryLockError::Error(_)) => Standing::Unknown,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_lock_is_held_until_it_is_dropped_and_left_ones_are_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("autosave-1.lock");
        assert_eq!(standing(&path), Standing::Free);
        let hold = Hold::take(&path).unwrap().unwrap();
        assert_eq!(standing(&path), Standing::Held);
        assert!(Hold::take(&path).unwrap().is_none());
        drop(hold);
        assert_eq!(standing(&path), Standing::Free);
        assert!(!path.exists());
        // As a killed window leaves it.
        fs::write(&path, "").unwrap();
        assert_eq!(standing(&path), Standing::Free);
        assert!(Hold::take(&path).unwrap().is_none());
    }
}
