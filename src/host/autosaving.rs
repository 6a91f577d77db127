//! The autosave: every choice is on the disk before anything comes of it.
//!
//! The simulation thread writes, so that no frame waits for the disk; what has been written is in the
//! hands of the operating system and outlives the game.

use std::{io, path::PathBuf};

use shieldwall_lab::record::{BattleRecord, GrowingRecord, RecordedChoice};

use super::earlier_autosaves::make_room;

/// The file that follows a battle. After a failure it tries again with the next choice.
#[derive(Debug, Default)]
pub(super) struct Autosave {
    path: Option<PathBuf>,
    file: Option<GrowingRecord>,
    /// Whether the failure that lasts has been told.
    told: bool,
}

impl Autosave {
    /// An autosave in a file; without one nothing is kept.
    pub(super) fn new(path: Option<PathBuf>) -> Self {
        Self {
            path,
            file: None,
            told: false,
        }
    }

    /// Begins the file with what has been chosen so far; another battle that was left unfinished
    /// stays beside it. Returns what went wrong, once.
    pub(super) fn begin(&mut self, record: &BattleRecord) -> Option<String> {
        let path = self.path.clone()?;
        self.file = None;
        let begun = make_room(&path, record)
            .and_then(|()| GrowingRecord::begin(&path, record))
            .map(|file| self.file = Some(file));
        self.tell(begun)
    }

    /// Adds the last choice of a record. Returns what went wrong, once.
    pub(super) fn add(&mut self, choice: &RecordedChoice, record: &BattleRecord) -> Option<String> {
        self.write(record, |file| file.add(choice))
    }

    /// Takes choices back: only those of the record still count. Returns what went wrong, once.
    pub(super) fn take_back(&mut self, record: &BattleRecord) -> Option<String> {
        self.write(record, |file| file.take_back(record.choices.len()))
    }

    /// The battle is over. Returns what went wrong, once.
    pub(super) fn close(&mut self, record: &BattleRecord) -> Option<String> {
        self.write(record, |file| file.close(record))
    }

    fn write(
        &mut self,
        record: &BattleRecord,
        write: impl FnOnce(&mut GrowingRecord) -> io::Result<()>,
    ) -> Option<String> {
        let Some(file) = &mut self.file else {
            return self.begin(record);
        };
        let written = write(file);
        if written.is_err() {
            // A line may be there by half: the next time all is written anew.
            self.file = None;
        }
        self.tell(written)
    }

    fn tell(&mut self, written: io::Result<()>) -> Option<String> {
        match written {
            Ok(()) => {
                self.told = false;
                None
            }
            Err(_) if self.told => None,
            Err(error) => {
                self.told = true;
                let path = self.path.as_deref().unwrap_or(std::path::Path::new(""));
                Some(format!(
                    "The battle is not being saved: {}: {error}. The game tries again with the next choice.",
                    path.display()
                ))
            }
        }
    }
}
