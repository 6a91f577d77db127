//! One process at a time reads files, changes them and writes them again.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long a process waits for another. What is done in a turn takes moments; a process that takes longer
/// hangs, and nobody shall hang with it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it looks.
const PAUSE: Duration = Duration::from_millis(10);

/// The turn of this process, until it is dropped.
#[derive(Debug)]
pub struct FileTurn {
    /// Closing it lets go of the lock.
    _lock: File,
}

impl FileTurn {
    /// Waits for the turn, of which a lock file tells; `None` if it does not come, or files cannot be
    /// locked here. The lock file stays.
    #[must_use]
    pub fn take(lock: &Path) -> Option<Self> {
        Self::take_within(lock, PATIENCE)
    }

    fn take_within(lock: &Path, patience: Duration) -> Option<Self> {
        // Opening a pipe waits for its other end.
        if fs::metadata(lock).is_ok_and(|there| !there.is_file()) {
            return None;
        }
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let file = options.open(lock).ok()?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Some(Self { _lock: file }),
                Err(TryLockError::WouldBlock) if begun.elapsed() < patience => {
                    thread::sleep(PAUSE);
                }
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn turns_come_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("some.lock");
        let turn = FileTurn::take(&lock).unwrap();
        let (tell, told) = channel();
        // While another has it, it does not come.
        assert!(FileTurn::take_within(&lock, Duration::ZERO).is_none());
        let next = thread::spawn(move || {
            let turn = FileTurn::take_within(&lock, Duration::MAX);
            tell.send(()).unwrap();
            assert!(turn.is_some());
        });
        drop(turn);
        told.recv().unwrap();
        next.join().unwrap();
    }
}
