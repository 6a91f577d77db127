//! Writing records: saves as a whole, autosaves line by line.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use shieldwall_content::whole_file;

use super::{
    BattleRecord, Header, RecordKind, RecordedChoice,
    line::{CheckChain, Line},
};

/// Writes a record as a save: the file is there as a whole or not at all, and one that was there
/// before stays until then.
///
/// # Errors
/// If the folder cannot be made or the file not written.
pub fn save_record(path: &Path, record: &BattleRecord) -> io::Result<()> {
    whole_file::replace_in_new_folder(path, record.to_text().as_bytes())
}

/// A record file that grows with the battle. Every line is in the hands of the operating system
/// when a call returns, so that nothing is lost if the process is killed afterwards.
#[derive(Debug)]
pub struct GrowingRecord {
    file: File,
    path: PathBuf,
    chain: CheckChain,
    /// How many bytes have been written.
    length: u64,
}

impl GrowingRecord {
    /// Begins a file with all of a record; one that was there before is replaced.
    ///
    /// # Errors
    /// If the folder cannot be made or the file not written.
    pub fn begin(path: &Path, record: &BattleRecord) -> io::Result<Self> {
        let mut chain = CheckChain::default();
        let header = Header {
            kind: RecordKind::Autosave,
            ..record.header.clone()
        };
        let mut text = chain.write(&Line::Shieldwall(Box::new(header)));
        for choice in &record.choices {
            text.push_str(&chain.write(&Line::Choice(Box::new(choice.clone()))));
        }
        // The old file stays until the new one is whole.
        whole_file::replace_in_new_folder(path, text.as_bytes())?;
        Ok(Self {
            file: OpenOptions::new().append(true).open(path)?,
            path: path.to_owned(),
            chain,
            length: text.len() as u64,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a choice.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, choice: &RecordedChoice) -> io::Result<()> {
        self.append(&Line::Choice(Box::new(choice.clone())))
    }

    /// Says that only the first so many choices still count.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn undo(&mut self, keep: usize) -> io::Result<()> {
        self.append(&Line::Undo {
            keep: u32::try_from(keep).unwrap_or(u32::MAX),
        })
    }

    /// Says that the battle goes no further.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close(&mut self, record: &BattleRecord) -> io::Result<()> {
        self.append(&Line::End {
            choices: u32::try_from(record.choices.len()).unwrap_or(u32::MAX),
            journal: record.journal.clone().unwrap_or_default(),
        })
    }

    fn append(&mut self, line: &Line) -> io::Result<()> {
        // Somebody may have deleted, renamed or replaced it; what is written then would be lost.
        if fs::metadata(&self.path)?.len() != self.length {
            return Err(io::Error::other("another program has changed the file"));
        }
        let mut chain = self.chain.clone();
        let text = chain.write(line);
        // One call, so that a line is there as a whole or was never begun, as far as can be.
        self.file.write_all(text.as_bytes())?;
        self.chain = chain;
        self.length += text.len() as u64;
        Ok(())
    }
}
