//! `--journal`: the journals of battles as JSON lines, one battle after the other.
//!
//! Every battle begins with a line `battle_began`, which names the version of the format. What the
//! lines say is documented in `docs/journal.md` and in `schemas/journal.json`.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use clap::{Args, ValueEnum};
use shieldwall_battle::{Entry, Journal, Recount, SideId};
use shieldwall_content::{Level, whole_file::WholeFile};

use crate::{LabError, output_file::ResultKind};

/// Options of every command that plays battles without a window.
#[derive(Args, Clone, Debug, Default)]
pub struct JournalArgs {
    /// Write the journals of all battles into this file as JSON lines; `-` writes them to standard
    /// output, and the report to standard error
    #[arg(long, value_name = "FILE|-")]
    pub journal: Option<PathBuf>,
    /// Leave out of the journals what this side may not see
    #[arg(long, value_name = "SIDE", requires = "journal")]
    pub seen_by: Option<JournalSide>,
}

/// Whose view of a battle is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JournalSide {
    /// Red's
    Red,
    /// Blue's
    Blue,
    /// Green's, where there is a third side
    Green,
    /// Yellow's, where there is a fourth side
    Yellow,
}

impl From<JournalSide> for SideId {
    fn from(side: JournalSide) -> Self {
        match side {
            JournalSide::Red => Self::RED,
            JournalSide::Blue => Self::BLUE,
            JournalSide::Green => Self::GREEN,
            JournalSide::Yellow => Self::YELLOW,
        }
    }
}

impl JournalArgs {
    /// The file that was named, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.journal.as_deref().filter(|_| !self.takes_stdout())
    }

    /// Whether journals take standard output, so that everything else must go elsewhere.
    #[must_use]
    pub fn takes_stdout(&self) -> bool {
        self.journal.as_deref() == Some(Path::new("-"))
    }

    /// Makes sure that a level has the side whose view was asked for.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) fn check_side(&self, level: &Level) -> Result<(), LabError> {
        match self.seen_by.map(SideId::from) {
            Some(side) if side.index() >= level.sides.len() => {
                Err(LabError::no_such_side(side, level))
            }
            _ => Ok(()),
        }
    }

    /// Opens what was asked for, before anything is played; `None` if nothing was.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(&self) -> Result<Option<JournalOutput>, LabError> {
        let Some(file) = &self.journal else {
            return Ok(None);
        };
        let seen_by = self.seen_by.map(SideId::from);
        if self.takes_stdout() {
            return Ok(Some(JournalOutput::to_stream(io::stdout(), seen_by)));
        }
        ResultKind::Journal.may_replace(file)?;
        let whole = WholeFile::begin(file).map_err(|error| LabError::file(file, &error))?;
        let sink = Sink::File(BufWriter::new(whole));
        Ok(Some(JournalOutput::new(sink, file.clone(), seen_by)))
    }
}

/// Where journals are written, one battle after the other.
///
/// A file is put in its place by [`Self::finish`]; until then what was there before stays.
pub struct JournalOutput {
    /// As messages call it.
    file: PathBuf,
    seen_by: Option<SideId>,
    state: Mutex<State>,
}

struct State {
    sink: Sink,
    /// Whether the one who reads wants no more.
    closed: bool,
    /// Why writing failed.
    failure: Option<String>,
}

enum Sink {
    Stream(BufWriter<Box<dyn Write + Send>>),
    File(BufWriter<WholeFile>),
}

impl JournalOutput {
    fn new(sink: Sink, file: PathBuf, seen_by: Option<SideId>) -> Self {
        Self {
            file,
            seen_by,
            state: Mutex::new(State {
                sink,
                closed: false,
                failure: None,
            }),
        }
    }

    /// Writes to a stream; that nobody reads it to its end is no error.
    #[must_use]
    pub fn to_stream(stream: impl Write + Send + 'static, seen_by: Option<SideId>) -> Self {
        let sink = Sink::Stream(BufWriter::new(Box::new(stream)));
        Self::new(sink, PathBuf::from("standard output"), seen_by)
    }

    /// Whose view is written; `None` for all.
    pub(crate) const fn seen_by(&self) -> Option<SideId> {
        self.seen_by
    }

    /// Writes the journal of the next battle.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&self, journal: &Journal) -> Result<(), LabError> {
        self.append_text(&text_of(journal, self.seen_by))
    }

    /// Writes the lines of the journal of the next battle.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn append_text(&self, text: &str) -> Result<(), LabError> {
        let mut state = self.state();
        state.take(text);
        self.state_of(&state)
    }

    /// Writes what still waits, and puts a file in its place.
    ///
    /// # Errors
    /// If something could not be written; what the file held before is then still there.
    pub fn finish(self) -> Result<(), LabError> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.flush();
        if let Some(reason) = state.failure {
            return Err(failed(&self.file, reason));
        }
        match state.sink {
            Sink::Stream(_) => Ok(()),
            Sink::File(buffer) => buffer
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(WholeFile::keep)
                .map_err(|error| LabError::file(&self.file, &error)),
        }
    }

    /// A worker that panicked has left whole journals behind, so its poison is of no account.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_of(&self, state: &State) -> Result<(), LabError> {
        match &state.failure {
            Some(reason) => Err(failed(&self.file, reason.clone())),
            None => Ok(()),
        }
    }
}

/// The lines of a journal that are to be written.
pub(crate) fn text_of(journal: &Journal, seen_by: Option<SideId>) -> String {
    if seen_by.is_none() {
        return journal.to_json_lines();
    }
    shown_lines(journal.seen_by(seen_by))
}

/// The entries that are shown of a battle as JSON lines, without gaps in their numbers.
pub(crate) fn shown_lines<'e>(shown: impl Iterator<Item = &'e Entry>) -> String {
    let mut recount = Recount::default();
    let mut text = String::new();
    for entry in shown {
        text.push_str(&recount.entry(entry).to_json());
        text.push('\n');
    }
    text
}

fn failed(file: &Path, reason: String) -> LabError {
    LabError::Unwritable {
        file: file.display().to_string(),
        reason,
    }
}

impl std::fmt::Debug for JournalOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JournalOutput")
            .field("file", &self.file)
            .field("seen_by", &self.seen_by)
            .finish_non_exhaustive()
    }
}

impl State {
    /// Writes a text, unless writing has ended.
    fn take(&mut self, text: &str) {
        if self.closed || self.failure.is_some() {
            return;
        }
        let written = match &mut self.sink {
            Sink::Stream(stream) => stream.write_all(text.as_bytes()),
            Sink::File(file) => file.write_all(text.as_bytes()),
        };
        self.judge(written);
    }

    fn flush(&mut self) {
        if self.closed || self.failure.is_some() {
            return;
        }
        let flushed = match &mut self.sink {
            Sink::Stream(stream) => stream.flush(),
            Sink::File(file) => file.flush(),
        };
        self.judge(flushed);
    }

    fn judge(&mut self, written: io::Result<()>) {
        match written {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => self.failure = Some(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::Arc;

    use shieldwall_battle::Event;

    use super::*;

    /// A stream whose contents can be looked at.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A stream that fails.
    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(self.0))
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::Error::from(self.0))
        }
    }

    /// The journal of a battle on a level named for its number.
    fn journal(number: u64) -> Journal {
        let mut journal = Journal::default();
        let began = Event::BattleBegan {
            format: Journal::FORMAT,
            ruleset: "percentile",
            level: number.to_string(),
            seed: number,
        };
        journal.write(began, &[]);
        journal.write_for(Event::RoundBegan, &[], Some(SideId::BLUE.into()));
        journal
    }

    #[test]
    fn a_side_does_not_get_what_it_may_not_see() {
        for (side, lines) in [(None, 2), (Some(SideId::BLUE), 2), (Some(SideId::RED), 1)] {
            let page = Page::default();
            let output = JournalOutput::to_stream(page.clone(), side);
            output.append(&journal(0)).unwrap();
            output.finish().unwrap();
            let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
            assert_eq!(text.lines().count(), lines);
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
        let closed = JournalOutput::to_stream(Broken(io::ErrorKind::BrokenPipe), None);
        closed.append(&journal(0)).unwrap();
        closed.finish().unwrap();
        let full = JournalOutput::to_stream(Broken(io::ErrorKind::StorageFull), None);
        full.append(&journal(0)).unwrap();
        assert!(matches!(full.finish(), Err(LabError::Unwritable { .. })));
    }

    #[test]
    fn a_file_is_checked_before_playing_and_replaced_only_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.jsonl");
        let args = |file: &Path| JournalArgs {
            journal: Some(file.to_owned()),
            seen_by: None,
        };
        assert!(args(&folder.path().join("none/x")).open().is_err());
        assert!(args(folder.path()).open().is_err());
        std::fs::write(&file, "[[choice]]").unwrap();
        assert!(args(&file).open().is_err(), "no journal");
        let old = "{\"number\":0}";
        std::fs::write(&file, old).unwrap();
        let output = args(&file).open().unwrap().unwrap();
        output.append(&journal(0)).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), old);
        output.finish().unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            journal(0).to_json_lines()
        );
    }
}
