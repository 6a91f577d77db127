//! `--journal`: the journals of battles as JSON lines, one battle after the other.
//!
//! Every battle begins with a line `battle_began`, which names the version of the format. What the
//! lines say is documented in `docs/journal.md` and in `schemas/journal.json`.

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use clap::{Args, ValueEnum};
use shieldwall_battle::{Journal, SideId};
use shieldwall_content::{Level, whole_file::WholeFile};

use crate::LabError;

/// How many battles a worker may be ahead of the one whose turn it is, so that the journals that
/// wait stay few.
const AHEAD: u64 = 64;

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
        let whole = WholeFile::begin(file).map_err(|error| LabError::file(file, &error))?;
        let sink = Sink::File(BufWriter::new(whole));
        Ok(Some(JournalOutput::new(sink, file.clone(), seen_by)))
    }
}

/// Where journals are written, in the order of their battles, whoever finishes first.
///
/// A file is put in its place by [`Self::finish`]; until then what was there before stays.
pub struct JournalOutput {
    /// As messages call it.
    file: PathBuf,
    seen_by: Option<SideId>,
    state: Mutex<State>,
    /// Told when the turn has passed to another battle.
    moved_on: Condvar,
}

struct State {
    sink: Sink,
    /// The battle whose turn it is.
    next: u64,
    /// Journals whose turn has not come.
    waiting: BTreeMap<u64, String>,
    /// Whether a worker has stopped, so that the battle whose turn it is may never come.
    stopped: bool,
    /// Whether whoever reads wants no more.
    closed: bool,
    /// Why writing failed.
    failure: Option<String>,
}

enum Sink {
    Stream(BufWriter<Box<dyn Write + Send>>),
    File(BufWriter<WholeFile>),
}

/// One worker's access to a [`JournalOutput`]. Once it is dropped, others no longer wait for the
/// battles that this worker would have played.
pub struct JournalPen<'o>(&'o JournalOutput);

impl JournalOutput {
    fn new(sink: Sink, file: PathBuf, seen_by: Option<SideId>) -> Self {
        Self {
            file,
            seen_by,
            state: Mutex::new(State {
                sink,
                next: 0,
                waiting: BTreeMap::new(),
                stopped: false,
                closed: false,
                failure: None,
            }),
            moved_on: Condvar::new(),
        }
    }

    /// Writes to a stream; that nobody reads it to its end is no error.
    #[must_use]
    pub fn to_stream(stream: impl Write + Send + 'static, seen_by: Option<SideId>) -> Self {
        let sink = Sink::Stream(BufWriter::new(Box::new(stream)));
        Self::new(sink, PathBuf::from("standard output"), seen_by)
    }

    /// Says with which number battles begin; 0 unless it is said.
    pub fn begin_with(&self, number: u64) {
        self.state().next = number;
    }

    /// Access for one worker that plays battles by number.
    #[must_use]
    pub const fn pen(&self) -> JournalPen<'_> {
        JournalPen(self)
    }

    /// Writes the journal of the next battle, for commands that play one after the other.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&self, journal: &Journal) -> Result<(), LabError> {
        let text = self.text_of(journal);
        let mut state = self.state();
        state.take(&text);
        state.next += 1;
        self.state_of(&state)
    }

    /// Writes what still waits, in the order of battles, and puts a file in its place.
    ///
    /// # Errors
    /// If something could not be written; what the file held before is then still there.
    pub fn finish(self) -> Result<(), LabError> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for text in std::mem::take(&mut state.waiting).into_values() {
            state.take(&text);
        }
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

    /// The lines of a journal that are to be written.
    fn text_of(&self, journal: &Journal) -> String {
        let mut text = String::new();
        for entry in journal.seen_by(self.seen_by) {
            text.push_str(&entry.to_json());
            text.push('\n');
        }
        text
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

impl JournalPen<'_> {
    /// Hands in the journal of a battle. It is written when its turn has come; a worker that is far
    /// ahead of the others waits here.
    ///
    /// # Errors
    /// If journals cannot be written.
    pub fn put(&self, number: u64, journal: &Journal) -> Result<(), LabError> {
        let text = self.0.text_of(journal);
        let mut state = self.0.state();
        while number >= state.next.saturating_add(AHEAD) && state.holds_back() {
            let woken = self.0.moved_on.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(number, text);
        while let Some(text) = {
            let next = state.next;
            state.waiting.remove(&next)
        } {
            state.take(&text);
            state.next += 1;
        }
        self.0.moved_on.notify_all();
        self.0.state_of(&state)
    }
}

impl Drop for JournalPen<'_> {
    fn drop(&mut self) {
        self.0.state().stopped = true;
        self.0.moved_on.notify_all();
    }
}

impl State {
    /// Whether it makes sense to wait for battles that come before.
    const fn holds_back(&self) -> bool {
        !self.stopped && !self.closed && self.failure.is_none()
    }

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

    impl Page {
        /// The levels of the battles, in the order in which they were written.
        fn levels(&self) -> Vec<u64> {
            let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            text.lines()
                .filter_map(|line| {
                    let entry: serde_json::Value = serde_json::from_str(line).unwrap();
                    entry["level"].as_str()?.parse().ok()
                })
                .collect()
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
    fn battles_are_written_in_order_whoever_finishes_first() {
        let page = Page::default();
        let output = JournalOutput::to_stream(page.clone(), None);
        let pens = [output.pen(), output.pen()];
        for number in [1, 3, 0, 2, 5, 4] {
            pens[number as usize % 2]
                .put(number, &journal(number))
                .unwrap();
        }
        output.state().flush();
        assert_eq!(page.levels(), [0, 1, 2, 3, 4, 5]);
        drop(pens);
        output.finish().unwrap();
        assert_eq!(page.levels(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_worker_that_is_far_ahead_waits_until_it_is_not() {
        let page = Page::default();
        let output = JournalOutput::to_stream(page.clone(), None);
        std::thread::scope(|scope| {
            // This one is blocked at battle AHEAD until the other has played battle 0.
            let ahead = scope.spawn(|| {
                let pen = output.pen();
                for number in 1..AHEAD * 4 {
                    pen.put(number, &journal(number)).unwrap();
                    assert!(output.state().waiting.len() as u64 <= AHEAD);
                }
            });
            while output.state().waiting.len() as u64 != AHEAD - 1 {
                std::thread::yield_now();
            }
            assert!(!ahead.is_finished());
            output.pen().put(0, &journal(0)).unwrap();
        });
        output.finish().unwrap();
        assert!(page.levels().into_iter().eq(0..AHEAD * 4));
    }

    #[test]
    fn nobody_waits_for_a_worker_that_has_stopped() {
        let page = Page::default();
        let output = JournalOutput::to_stream(page.clone(), None);
        drop(output.pen());
        let pen = output.pen();
        for number in [AHEAD * 3, AHEAD, AHEAD * 2] {
            pen.put(number, &journal(number)).unwrap();
        }
        drop(pen);
        output.finish().unwrap();
        assert_eq!(page.levels(), [AHEAD, AHEAD * 2, AHEAD * 3]);
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
        std::fs::write(&file, "old").unwrap();
        let output = args(&file).open().unwrap().unwrap();
        output.append(&journal(0)).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        output.finish().unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            journal(0).to_json_lines()
        );
    }
}
