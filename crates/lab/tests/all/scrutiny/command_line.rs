//! What must hold of the answer to any command line of the headless program, for fuzzing.

use std::{fs, path::PathBuf};

use clap::{Args as _, Command, FromArgMatches as _, Subcommand as _};
use shieldwall_content::ContentPlaces;
use shieldwall_lab::{
    ContentArgs, HeadlessCommand, JournalArgs, run_check, run_rules, run_schema, run_test,
};
use tempfile::TempDir;

/// Between the arguments, a line each, and the contents of the file that they are about.
const BETWEEN: &str = "\n--\n";

thread_local! {
    /// Threads do not share it.
    static FOLDER: TempDir = tempfile::tempdir().unwrap();
    static COMMAND: Command = HeadlessCommand::augment_subcommands(ContentArgs::augment_args(
        Command::new("shieldwall-headless").subcommand_required(true),
    ));
}

/// Reads contents as arguments and a file. What was asked for is done if it only reads and is soon done,
/// with that file in place of those that were named.
///
/// # Panics
/// If an answer is not as it must be.
pub(crate) fn scrutinise_command_line(bytes: &[u8], places: &ContentPlaces) {
    let text = String::from_utf8_lossy(bytes);
    let (arguments, contents) = text.split_once(BETWEEN).unwrap_or((&text, ""));
    let words = std::iter::once("shieldwall-headless").chain(arguments.split('\n'));
    let matches = match COMMAND.with(|command| command.clone().try_get_matches_from(words)) {
        Ok(matches) => matches,
        Err(error) => {
            assert!(matches!(error.exit_code(), 0 | 2));
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let command = HeadlessCommand::from_arg_matches(&matches).unwrap();
    assert_eq!(matches.subcommand_name(), Some(command.name()));
    let content = ContentArgs::from_arg_matches(&matches).unwrap();
    match command {
        HeadlessCommand::Check(mut args) => {
            args.paths = files(contents);
            let report = run_check(&args, Ok(places.clone()));
            assert_eq!(report.sound, report.text.contains("no errors"));
            // Folders that are not there are told of, and nothing else.
            let _ = content.places();
        }
        HeadlessCommand::Test(mut args) => {
            args.paths = files(contents)[..1].to_vec();
            args.junit = None;
            args.journal = JournalArgs::default();
            let report = run_test(&args, places).unwrap();
            assert!(!report.text.is_empty());
            if args.json {
                is_json(&report.text);
            }
        }
        HeadlessCommand::Rules(args) => match run_rules(&args, places) {
            Ok(report) if args.json => is_json(&report.text),
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        },
        HeadlessCommand::Schema(args) if args.out.is_none() => {
            is_json(&run_schema(&args).unwrap());
        }
        // They play for as long as they are told, or write.
        _ => {}
    }
}

/// A case, a level and a unit with the same contents.
fn files(contents: &str) -> Vec<PathBuf> {
    FOLDER.with(|folder| {
        [
            "tests/cases/case.toml",
            "levels/level.toml",
            "assets/units/unit.toml",
        ]
        .map(|name| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, contents).unwrap();
            file
        })
        .to_vec()
    })
}

fn is_json(text: &str) {
    let read: Result<serde_json::Value, _> = serde_json::from_str(text);
    assert!(read.is_ok(), "{text}");
}
