//! What waits to be written to the disk, and writing it.
//!
//! Two locks: one for what waits, held only for moments, so that the frame thread never waits
//! for the disk; and one that lets only one writer write at a time. A writer takes what waits
//! after its turn has come, so that something older can never come after something newer.

use std::{
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What waits to be written. Only the latest matters.
#[derive(Debug)]
pub(super) struct Desk<T> {
    waiting: Mutex<Waiting<T>>,
    /// Held by the writer whose turn it is.
    turn: Mutex<()>,
}

#[derive(Debug)]
struct Waiting<T> {
    latest: Option<T>,
    /// Why the last writing failed.
    failure: Option<String>,
}

/// Nothing waits.
impl<T> Default for Desk<T> {
    fn default() -> Self {
        Self {
            waiting: Mutex::new(Waiting {
                latest: None,
                failure: None,
            }),
            turn: Mutex::default(),
        }
    }
}

impl<T> Desk<T> {
    /// Leaves something to be written, in place of what still waits.
    pub(super) fn put(&self, latest: T) {
        self.waiting().latest = Some(latest);
    }

    /// Why the last writing failed; `None` if it succeeded.
    pub(super) fn failure(&self) -> Option<String> {
        self.waiting().failure.clone()
    }

    /// Writes what waits, if anything. What could not be written waits again, unless something newer
    /// has come meanwhile.
    pub(super) fn write_waiting(&self, write: impl FnOnce(&T) -> io::Result<()>) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(latest) = self.waiting().latest.take() else {
            return;
        };
        let written = write(&latest);
        let mut waiting = self.waiting();
        match written {
            Ok(()) => waiting.failure = None,
            Err(error) => {
                waiting.failure = Some(error.to_string());
                waiting.latest.get_or_insert(latest);
            }
        }
    }

    /// A writer that panicked has left plain values behind, so its poison is of no account.
    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes what waits to a list in place of a disk.
    fn write_to(disk: &mut Vec<String>, desk: &Desk<String>) {
        desk.write_waiting(|text| {
            disk.push(text.clone());
            Ok(())
        });
    }

    #[test]
    fn a_text_can_be_left_while_another_is_being_written_and_comes_after_it() {
        let desk = Desk::default();
        let mut disk = Vec::new();
        desk.put("older".to_owned());
        desk.write_waiting(|text| {
            assert!(
                desk.waiting.try_lock().is_ok(),
                "the frame thread would wait"
            );
            assert!(desk.turn.try_lock().is_err(), "another could write as well");
            desk.put("newer".to_owned());
            disk.push(text.clone());
            Ok(())
        });
        write_to(&mut disk, &desk);
        write_to(&mut disk, &desk);
        assert_eq!(disk, ["older", "newer"]);
    }

    #[test]
    fn a_text_that_failed_waits_again_but_never_displaces_a_newer_one() {
        let full = || Err(io::Error::from(io::ErrorKind::StorageFull));
        let desk = Desk::default();
        let mut disk = Vec::new();
        desk.put("first".to_owned());
        desk.write_waiting(|_| full());
        assert!(desk.failure().is_some());
        desk.write_waiting(|_| {
            desk.put("second".to_owned());
            full()
        });
        write_to(&mut disk, &desk);
        assert_eq!((disk, desk.failure()), (vec!["second".to_owned()], None));
    }
}
