//! The `replay` command: plays a recorded battle again and tells what happened.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use shieldwall_battle::{Battle, CombatantId, SideId, narration};
use shieldwall_content::{ContentPlaces, printable::printable};

use crate::{
    JournalArgs, LabError,
    content_args::read_content,
    error::at,
    output_file::refuse_to_replace,
    record::{Replayed, read_record_file, replay},
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
    if let Some(journals) = journals {
        journals.append(battle.journal())?;
        journals.finish()?;
    }
    let text = if args.json {
        battle.journal().to_json_lines()
    } else {
        log(battle)
    };
    Ok(ReplayReport {
        text: text.trim_end_matches('\n').to_owned(),
        faults: faults(args, &replayed),
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

/// Everything that happened, a line for each thing worth one, with its round before it.
fn log(battle: &Battle) -> String {
    let mut text = String::new();
    let name = |who: CombatantId| narration::name_of(battle.world(), who);
    let side = |side: SideId| battle.setup().level.sides[side.index()].name.clone();
    let zone = |zone| battle.setup().level.zones.name(zone).to_owned();
    for entry in battle.journal().entries() {
        if let Some(line) = narration::line(&entry.event, name, side, zone) {
            // Names are those of the file.
            let _ = writeln!(text, "{:>3}  {}", entry.round, printable(&line));
        }
    }
    text
}
