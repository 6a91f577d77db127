//! Follows a battle with an autosave, and knows whether it succeeds.

use std::{io, path::PathBuf};

use super::{Autosaves, RunningAutosave};
use crate::record::BattleRecord;

/// Follows a battle with an autosave. After a failure everything is written anew at the next chance.
#[derive(Debug)]
pub struct AutosaveKeeper {
    /// Where; `None` keeps nothing.
    autosaves: Option<Autosaves>,
    running: Option<RunningAutosave>,
    /// How many choices the file holds.
    written: usize,
    closed: bool,
    failure: Option<String>,
    set_aside: Vec<PathBuf>,
}

impl AutosaveKeeper {
    /// Keeps autosaves in a folder; without one nothing is kept.
    #[must_use]
    pub const fn new(autosaves: Option<Autosaves>) -> Self {
        Self {
            autosaves,
            running: None,
            written: 0,
            closed: false,
            failure: None,
            set_aside: Vec::new(),
        }
    }

    /// Has the first `choices` choices of a record in the file, and no others.
    pub fn follow(&mut self, record: &BattleRecord, choices: usize) {
        let choices = choices.min(record.choices.len());
        if self.running.is_some() && choices == self.written {
            return;
        }
        if self.closed {
            // Nothing may come after the closing line.
            self.running = None;
        }
        let followed = self.running.as_mut().map(|running| -> io::Result<()> {
            if choices < self.written {
                running.undo(choices)?;
                self.written = choices;
            }
            for choice in &record.choices[self.written..choices] {
                running.add(choice)?;
                self.written += 1;
            }
            Ok(())
        });
        self.judge(matches!(followed, Some(Ok(()))), record, choices, false);
    }

    /// Has all of a record in the file, and that the battle goes no further.
    pub fn close(&mut self, record: &BattleRecord) {
        self.follow(record, record.choices.len());
        if let Some(running) = self.running.as_mut().filter(|_| !self.closed) {
            let closed = running.close(record);
            self.closed = closed.is_ok();
            self.judge(closed.is_ok(), record, record.choices.len(), true);
        }
    }

    /// The file, while there is one.
    #[must_use]
    pub fn running(&self) -> Option<&RunningAutosave> {
        self.running.as_ref()
    }

    /// Whether the file says that the battle goes no further.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Why the battle is not being saved; `None` while it is.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Damaged autosaves that were set aside since this was last asked, under their new names.
    pub fn take_set_aside(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.set_aside)
    }

    /// Begins a file unless all is written, at first or after a failure, and notes how it stands.
    fn judge(&mut self, written: bool, record: &BattleRecord, choices: usize, close: bool) {
        if written {
            self.failure = None;
            return;
        }
        // A line may be there by half, or the file gone: all is written anew, into another one.
        self.running = None;
        self.written = 0;
        self.closed = false;
        let Some(autosaves) = &self.autosaves else {
            return;
        };
        let mut beginning = record.clone();
        beginning.choices.truncate(choices);
        let begun = autosaves.begin(&beginning).and_then(|mut running| {
            if close {
                running.close(record)?;
            }
            Ok(running)
        });
        match begun {
            Ok(running) => {
                self.set_aside.extend_from_slice(running.set_aside());
                self.running = Some(running);
                self.written = choices;
                self.closed = close;
                self.failure = None;
            }
            Err(error) => {
                self.failure = Some(format!("{}: {error}", autosaves.folder().display()));
            }
        }
    }
}
