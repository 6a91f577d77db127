//! The autosave of the battle that is being fought.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Autosaves, hold::Hold, housekeeping, naming};
use crate::{
    FileTurn,
    record::{BattleRecord, GrowingRecord, RecordedChoice},
};

/// The autosave of a battle that is being fought: nobody else writes, renames or deletes it.
#[derive(Debug)]
pub struct RunningAutosave {
    file: GrowingRecord,
    _hold: Hold,
    /// Damaged autosaves that were set aside when this one began.
    set_aside: Vec<PathBuf>,
}

impl Autosaves {
    /// Begins a file with all of a record, then sees to those of before: what is damaged is set
    /// aside, what holds nothing more than the new one goes, and of more than [`Self::KEPT`] the
    /// oldest that was fought to its end, or else the oldest. What living windows write is left alone.
    ///
    /// # Errors
    /// If the folder cannot be made or the file not written.
    pub fn begin(&self, record: &BattleRecord) -> io::Result<RunningAutosave> {
        fs::create_dir_all(&self.folder)?;
        // Without it names are unique all the same, but nothing is cleared away.
        let turn = FileTurn::take(&naming::folder_lock(&self.folder));
        let (hold, path) = self.new_name()?;
        let file = GrowingRecord::begin(&path, record)?;
        let set_aside = match &turn {
            Some(_) => housekeeping::clear_up(&self.folder, record),
            None => Vec::new(),
        };
        Ok(RunningAutosave {
            file,
            _hold: hold,
            set_aside,
        })
    }

    /// A name that no file has, and its lock.
    fn new_name(&self) -> io::Result<(Hold, PathBuf)> {
        let mut last = 0;
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.path();
            let number = naming::autosave_number(&file).or_else(|| naming::lock_number(&file));
            last = last.max(number.unwrap_or(0));
        }
        loop {
            last = last
                .checked_add(1)
                .ok_or_else(|| io::Error::other("all numbers of autosaves are taken"))?;
            let path = naming::autosave(&self.folder, last);
            let Some(lock) = naming::lock_of(&path) else {
                return Err(io::Error::other("an autosave has no lock"));
            };
            if let Some(hold) = Hold::take(&lock)?
                && !path.exists()
            {
                return Ok((hold, path));
            }
        }
    }
}

impl RunningAutosave {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Damaged autosaves that were set aside when this one began, under their new names.
    #[must_use]
    pub fn set_aside(&self) -> &[PathBuf] {
        &self.set_aside
    }

    /// Adds a choice.
    ///
    /// # Errors
    /// If it cannot be written, or the file is no longer as it was left.
    pub fn add(&mut self, choice: &RecordedChoice) -> io::Result<()> {
        self.file.add(choice)
    }

    /// Says that only the first so many choices still count.
    ///
    /// # Errors
    /// If it cannot be written, or the file is no longer as it was left.
    pub fn undo(&mut self, keep: usize) -> io::Result<()> {
        self.file.undo(keep)
    }

    /// Says that the battle goes no further.
    ///
    /// # Errors
    /// If it cannot be written, or the file is no longer as it was left.
    pub fn close(&mut self, record: &BattleRecord) -> io::Result<()> {
        self.file.close(record)
    }
}
