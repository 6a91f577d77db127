//! The `replay` command: plays a recorded battle again and tells what happened.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use shieldwall_battle::{Battle, Entry, SideId, narration};
use shieldwall_content::{ContentPlaces, printable::printable};

use crate::{
    CommandOutput, JournalArgs, LabError,
    content_args::read_content,
    error::at,
    journal_output::shown_lines,
    output_file::refuse_to_replace,
    record::{RecordedCommander, Replayed, read_record_file, replay},
};

/// Play a recorded battle again and tell what happened.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// A save, an autosave or any other record of a battle
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the journal as JSON lines instead of a log in words
    #[arg(long)]
    pub json: bool,
    /// Of a battle that is not over, tell also what those who play it may not see yet
    #[arg(long, conflicts_with = "window")]
    pub all: bool,
    /// Watch it in the window: play, pause, step, back, rounds
    #[arg(long, conflicts_with_all = ["json", "journal"])]
    pub window: bool,
    /// Where the journal goes
    #[command(flatten)]
    pub journal: JournalArgs,
}

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayReport {
    /// The log or the journal, without a line break at its end.
    pub text: String,
    /// What does not hold, for standard error; empty if all is well.
    pub faults: String,
    /// Whether everything that was confirmed is there and the same.
    pub sound: bool,
    /// Whether the journal takes standard output, so that the text must go elsewhere.
    pub aside: bool,
}

impl From<ReplayReport> for CommandOutput {
    fn from(report: ReplayReport) -> Self {
        Self {
            notice: (!report.faults.is_empty()).then_some(report.faults),
            aside: report.aside,
            ..Self::judged(report.text, report.sound)
        }
    }
}

/// Plays a record again.
///
/// # Errors
/// If the record cannot be read, its battle cannot begin, or the journal cannot be written.
pub fn run_replay(args: &ReplayArgs, places: &ContentPlaces) -> Result<ReplayReport, LabError> {
    if args.window {
        return Err(LabError::NoWindow);
    }
    let in_file = |error| LabError::Record {
        file: args.file.clone(),
        error: Box::new(error),
    };
    if let Some(journal) = args.journal.file() {
        refuse_to_replace(&args.file, journal)?;
    }
    let read = read_record_file(&args.file).map_err(in_file)?;
    let journals = args.journal.open()?;
    let replayed = replay(&read, &read_content(places)?.library).map_err(in_file)?;
    let battle = replayed.course.battle();
    args.journal.check_side(&battle.setup().level)?;
    let told = told(&replayed, args.all);
    if let Some(journals) = journals {
        let side = journals.seen_by();
        let seen = told.iter().filter(|entry| entry.visible_to(side));
        let seen: Vec<&Entry> = seen.copied().collect();
        journals.append_text(&lines(&seen, battle))?;
        journals.finish()?;
    }
    let text = if args.json {
        lines(&told, battle)
    } else {
        log(battle, &told)
    };
    let mut faults = faults(args, &replayed);
    if told.len() < battle.journal().entries().len() {
        let file = args.file.display();
        let _ = write!(
            faults,
            "{}{file}: note: the battle is not over, so what its players may not see is left out; --all shows it",
            if faults.is_empty() { "" } else { "\n" },
        );
    }
    Ok(ReplayReport {
        text: text.trim_end_matches('\n').to_owned(),
        faults,
        sound: replayed.is_sound(),
        aside: args.journal.takes_stdout(),
    })
}

fn faults(args: &ReplayArgs, replayed: &Replayed) -> String {
    let mut text = String::new();
    for fault in &replayed.faults {
        let severity = if fault.is_note() { "note" } else { "error" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {severity}: {}",
            at(&args.file, fault.line()),
            printable(&fault.to_string())
        );
    }
    if !replayed.is_sound() {
        let _ = writeln!(text, "{}: {}", args.file.display(), replayed.extent());
    }
    text.trim_end_matches('\n').to_owned()
}

/// What is told of a battle: all of it if it is over or asked for, else what everybody may see who plays it. It
/// can be played on, so nobody may look here at what is hidden from them.
fn told(replayed: &Replayed, all: bool) -> Vec<&Entry> {
    let battle = replayed.course.battle();
    let over = battle.ending().is_some();
    let commanders = replayed.course.record().header.commanders();
    let persons: Vec<SideId> = SideId::first(commanders.len())
        .zip(&commanders)
        .filter(|(_, commander)| **commander == RecordedCommander::Human)
        .map(|(side, _)| side)
        .collect();
    let entries = battle.journal().entries().iter();
    let may_be_told = |entry: &&Entry| {
        let mut persons = persons.iter();
        all || over || persons.all(|person| entry.visible_to(Some(*person)))
    };
    entries.filter(may_be_told).collect()
}

/// Entries of a battle as JSON lines. Where some are left out, the numbers of the others have no gaps.
fn lines(entries: &[&Entry], battle: &Battle) -> String {
    if entries.len() == battle.journal().entries().len() {
        return battle.journal().to_json_lines();
    }
    shown_lines(entries.iter().copied())
}

/// What is told of what happened, a line for each thing worth one, with its round before it.
fn log(battle: &Battle, told: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in told {
        if let Some(line) = narration::line(&entry.event, battle.world()) {
            // Names are those of the file.
            let _ = writeln!(text, "{:>3}  {}", entry.round, printable(&line));
        }
    }
    text
}
