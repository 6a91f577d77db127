//! Autosaves: a file of its own for every battle that is being fought, and what stays of those before.
//!
//! Several windows may share a folder. Every battle has its own file, `autosave-N.battle`, and beside
//! it a lock, `autosave-N.lock`, which its window holds for as long as the battle goes on. The lock
//! ends with the process, however that ends. So what a living window writes can be told from what a
//! window has left behind: only the latter is gone on with, cleared away or renamed by others.
//!
//! A file that is damaged is never written over and never cleared away: it is set aside as
//! `damaged-N.battle` as soon as another battle begins.

mod hold;
mod housekeeping;
mod keeper;
mod naming;
mod running;

use std::path::{Path, PathBuf};

pub use keeper::AutosaveKeeper;
pub use running::RunningAutosave;

/// A folder with autosaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosaves {
    folder: PathBuf,
}

impl Autosaves {
    /// How many battles stay besides those that are being fought.
    pub const KEPT: usize = 9;

    /// The autosaves of a folder, which need not be there yet.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Whether a living window, this one or another, writes this file now.
#[must_use]
pub fn is_in_use(file: &Path) -> bool {
    naming::lock_of(file).is_some_and(|lock| hold::standing(&lock) == hold::Standing::Held)
}

/// The number of an autosave, which rises from battle to battle of its folder; `None` for other files.
#[must_use]
pub fn autosave_number(file: &Path) -> Option<u64> {
    naming::autosave_number(file)
}

/// Whether a file was set aside because it is damaged.
#[must_use]
pub fn is_set_aside(file: &Path) -> bool {
    naming::damaged_number(file).is_some()
}
