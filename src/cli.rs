//! The command line.

mod asked_battle;
mod showing;

use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use bevy::app::AppExit;
use clap::{
    Args, CommandFactory, FromArgMatches, Parser,
    builder::{Resettable, StyledStr},
    error::ErrorKind,
};
use shieldwall_ai::{BrainKind, UnknownBrain};
use shieldwall_content::{ContentPlaces, WrongPlace};
use shieldwall_lab::{
    ContentArgs, HeadlessCommand,
    named_content::{self, unit_id},
    record::RecordedCommander,
};

use crate::{app, content::Content, display, launch::Launch};

use self::showing::Showing;

/// Exit code of a command that was not understood.
const USAGE: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  shieldwall
      Open the title screen.
  shieldwall --level reed-ford --red human --blue ai --seed 7
      Fight on a level against the computer, with the same dice each time.
  shieldwall --level walled-courtyard --red human --blue human
      Two people at one keyboard.
  shieldwall --level narrow-street --red ai --blue random --speed 4
      Watch the computer fight itself.
  shieldwall --level old-wood --option statement=skipped
      Fight with an option of the rules set.
  shieldwall check levels/my-level.toml
      Report every error of a level file.
  shieldwall sim --level reed-ford --battles 200 --seed 1 --json
      Play battles without a window and print who won.
  shieldwall balance --units swordsman,axeman,wolf --html balance.html
      Play every unit against every other; points and a heat map.

  shieldwall test tests/cases
      Run cases: battles with loaded dice that say what must come of them.

  shieldwall rules --search parry arrow
      Find rules; `rules PCT-039` shows one in full.

  shieldwall sim --level reed-ford --battles 1 --journal battle.jsonl
      Write everything that happens in a battle as JSON lines.
  shieldwall schema level
      Print the JSON Schema of level files.

  shieldwall replay my-battle.battle --window
      Watch a saved battle; without --window, read what happened.
  shieldwall replay my-battle.battle --window --speed 4 --size 1920x1080
      Watch it in less time, in a window of this size.

  shieldwall --mod my-mod --level my-level
      Fight on a level of a mod that is not installed.
  shieldwall mods disable my-mod
      Switch an installed mod off.

Commands need no display.";

/// Tactical grid combat under complete tabletop rule systems.
#[derive(Parser, Debug)]
#[command(name = "shieldwall", version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    window: WindowArgs,
    #[command(subcommand)]
    command: Option<HeadlessCommand>,
}

impl Cli {
    /// Reads a command line.
    fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = command_line().try_get_matches_from(words)?;
        let formatted = |error: clap::Error| error.format(&mut command_line());
        let mut cli = Self::from_arg_matches(&matches).map_err(formatted)?;
        if let Some(replay) = matches.subcommand_matches("replay") {
            let own = Showing::from_arg_matches(replay).map_err(formatted)?;
            cli.window.showing = own.or(cli.window.showing);
        }
        Ok(cli)
    }

    /// An option that the command has no use for, with why.
    fn out_of_place(&self) -> Option<String> {
        let command = self.command.as_ref()?;
        let name = command.name();
        let showing = self.window.showing.first_given();
        if self.window.level.is_none()
            && let HeadlessCommand::Replay(args) = command
        {
            let option = showing.filter(|_| !args.window)?;
            return Some(format!(
                "`{option}` is for the window; show the replay there with `--window`"
            ));
        }
        let level = self.window.level.is_some().then_some("--level");
        let option = level.or(showing)?;
        Some(format!(
            "`{option}` is for the window; `{name}` stands alone: see `shieldwall {name} --help`"
        ))
    }
}

/// All that can be said. How a replay is shown may stand behind `replay` too: the command is that of
/// the program without a window, which knows nothing of windows.
fn command_line() -> clap::Command {
    Cli::command().mut_subcommand("replay", |replay| {
        // Arguments bring the words on their struct along.
        let about: Resettable<StyledStr> = replay.get_about().cloned().into();
        Showing::augment_args(replay).about(about)
    })
}

/// What the window begins with.
#[derive(Args, Debug)]
struct WindowArgs {
    /// Go straight into a battle on this level, by its id
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Go straight into a lesson, by its id
    #[arg(long, value_name = "LESSON", conflicts_with = "level")]
    lesson: Option<String>,
    /// Ruleset to fight under
    #[arg(
        long,
        value_name = "RULESET",
        requires = "level",
        default_value_t = shieldwall_rulesets::all()[0].id().to_owned()
    )]
    ruleset: String,
    /// Who commands red: `human`, or the computer: `random`, `easy`, `normal` or `hard`. A bot, `bot:COMMAND`, plays
    /// without a window: see `sim` and `tournament`
    #[arg(long, value_name = "WHO", requires = "level", default_value = "human", value_parser = commander)]
    red: RecordedCommander,
    /// Who commands blue
    #[arg(long, value_name = "WHO", requires = "level", default_value_t = RecordedCommander::Brain(BrainKind::Normal), value_parser = commander)]
    blue: RecordedCommander,
    /// Who commands green, on levels with that many sides [default: normal]
    #[arg(long, value_name = "WHO", requires = "level", value_parser = commander)]
    green: Option<RecordedCommander>,
    /// Who commands yellow, on levels with that many sides [default: normal]
    #[arg(long, value_name = "WHO", requires = "level", value_parser = commander)]
    yellow: Option<RecordedCommander>,
    /// Units of red instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    red_units: Vec<String>,
    /// Units of blue instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    blue_units: Vec<String>,
    /// Units of green instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    green_units: Vec<String>,
    /// Units of yellow instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    yellow_units: Vec<String>,
    /// Seed of the dice; the same seed and the same choices give the same battle [default: random]
    #[arg(long, value_name = "N", requires = "level", value_parser = named_content::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Option of the ruleset; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "level", value_parser = rule_option)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    showing: Showing,
    /// Close the game once the battle is over and its aftermath has been shown for a moment
    #[arg(long, requires = "level")]
    quit_at_end: bool,
}

/// Who commands a side, by name: a person, or the computer as well as it is told to play.
fn commander(name: &str) -> Result<RecordedCommander, String> {
    match name.trim().to_lowercase().as_str() {
        // As it was called when the computer played only one way.
        "ai" => Ok(RecordedCommander::Brain(BrainKind::Normal)),
        "human" => Ok(RecordedCommander::Human),
        name => name
            .parse()
            .map_err(|error: UnknownBrain| format!("{error}; or `human`")),
    }
}

fn rule_option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "expected KEY=VALUE".to_owned())
}

/// How a command went wrong.
#[derive(Debug)]
enum Failure {
    /// It was not understood, or names something that does not exist.
    Usage(String),
    /// It could not be done.
    Work(String),
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no failure.
            let fine = matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            );
            // Nobody may be listening; there is nothing to be done about that.
            let _ = error.print();
            return if fine {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(USAGE)
            };
        }
    };
    if let Some(text) = cli.out_of_place() {
        return fail(Failure::Usage(text));
    }
    let places = cli.content.places();
    let done = match &cli.command {
        Some(HeadlessCommand::Replay(args)) if args.window => places
            .map_err(Failure::from)
            .and_then(|places| watch_replay(&args.file, places, cli.window.showing)),
        Some(command) => Ok(command.run(places)),
        None => places
            .map_err(Failure::from)
            .and_then(|places| open_window(&cli, places)),
    };
    done.unwrap_or_else(fail)
}

impl From<WrongPlace> for Failure {
    fn from(error: WrongPlace) -> Self {
        match error {
            WrongPlace::NoContent(_) => Self::Work(error.to_string()),
            WrongPlace::NoFolders(_) | WrongPlace::NotFolder(_) | WrongPlace::Missing(_) => {
                Self::Usage(error.to_string())
            }
        }
    }
}

/// Says what went wrong.
fn fail(failure: Failure) -> ExitCode {
    let (text, code) = match failure {
        Failure::Usage(text) => (text, ExitCode::from(USAGE)),
        Failure::Work(text) => (text, ExitCode::FAILURE),
    };
    // Nobody may be listening; there is nothing to be done about that.
    let _ = writeln!(io::stderr(), "error: {text}");
    code
}

/// Shows a recorded battle in the window, as far as it holds.
fn watch_replay(file: &Path, places: ContentPlaces, showing: Showing) -> Result<ExitCode, Failure> {
    let content = Content::of(&places);
    let loaded = crate::saves::load_now(file, &content, true).map_err(Failure::Work)?;
    for fault in &loaded.faults {
        // Nobody may be listening; there is nothing to be done about that.
        let _ = writeln!(io::stderr(), "{}: {fault}", file.display());
    }
    if !loaded.faults.is_empty() {
        let _ = writeln!(io::stderr(), "{}: {}", file.display(), loaded.extent);
    }
    show(Launch {
        places,
        battle: Some(loaded.plan),
        content: Some(content),
        ..showing.launch()
    })
}

/// Checks what can be checked without a window, then opens it.
fn open_window(cli: &Cli, places: ContentPlaces) -> Result<ExitCode, Failure> {
    let mut launch = Launch {
        places,
        quit_at_end: cli.window.quit_at_end,
        ..cli.window.showing.launch()
    };
    if let Some(level) = &cli.window.level {
        let content = Content::of(&launch.places);
        launch.battle = Some(asked_battle::plan(&cli.window, level, &content.library)?);
        launch.content = Some(content);
    }
    if let Some(lesson) = &cli.window.lesson {
        let content = Content::of(&launch.places);
        launch.battle = Some(asked_battle::lesson(lesson, &content.library)?);
        launch.content = Some(content);
    }
    show(launch)
}

/// Opens the window, or says what can be done without one.
fn show(launch: Launch) -> Result<ExitCode, Failure> {
    let without = |reason: String| {
        Failure::Work(format!(
            "the window cannot be opened: {reason}\n\
             These commands need no display: {}; see `shieldwall --help`.",
            HeadlessCommand::names()
        ))
    };
    if let Some(reason) = display::missing() {
        return Err(without(reason));
    }
    match app::run(launch).map_err(without)? {
        AppExit::Success => Ok(ExitCode::SUCCESS),
        AppExit::Error(code) => Ok(ExitCode::from(code.get())),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::path::PathBuf;

    use super::{showing::Speed, *};

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn who_commands_is_named() {
        assert_eq!(
            commander(" Easy"),
            Ok(RecordedCommander::Brain(BrainKind::Easy))
        );
        let error = commander("humen").unwrap_err();
        assert!(
            error.contains("easy") && error.contains("`human`"),
            "{error}"
        );
    }

    #[test]
    fn a_battle_can_be_asked_for() {
        let cli = parse("shieldwall --level reed-ford --red ai --blue random --seed 5 --speed 4 --size 1920x1080 --option a=b --quit-at-end").unwrap();
        assert_eq!(cli.window.level.as_deref(), Some("reed-ford"));
        assert_eq!(
            (cli.window.red, cli.window.blue),
            (
                RecordedCommander::Brain(BrainKind::Normal),
                RecordedCommander::Brain(BrainKind::Random)
            )
        );
        assert_eq!(cli.window.showing.speed, Some(Speed::Quadruple));
        assert_eq!(cli.window.showing.size, Some((1920, 1080)));
        assert_eq!(cli.window.options, [("a".to_owned(), "b".to_owned())]);
        assert!(cli.window.quit_at_end);
        assert_eq!(
            parse("shieldwall --level x --blue standard")
                .unwrap()
                .window
                .blue,
            RecordedCommander::Brain(BrainKind::Normal)
        );
        let more = parse("shieldwall --level x --green human --yellow-units archer,wolf").unwrap();
        assert_eq!(
            (more.window.green, more.window.yellow),
            (Some(RecordedCommander::Human), None)
        );
        assert_eq!(more.window.yellow_units, ["archer", "wolf"]);
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "shieldwall --red ai",
            "shieldwall --level",
            "shieldwall --level x --red dragon",
            "shieldwall --level x --seed -1",
            "shieldwall --size 12",
            "shieldwall --size 1x1",
            "shieldwall --size 1280x720 --fullscreen",
            "shieldwall --level x --option statements",
            "shieldwall levels/x.toml",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn what_is_no_seed_is_said_plainly() {
        for line in [
            "shieldwall --level x --seed -3",
            "shieldwall sim --level x --seed -3",
        ] {
            let text = parse(line).unwrap_err().to_string();
            assert!(text.contains("a whole number from 0"), "{line}: {text}");
        }
    }

    #[test]
    fn content_and_mods_may_be_named_before_and_after_a_command() {
        for line in [
            "shieldwall --content a --mod b --mod c check",
            "shieldwall check --content a --mod b --mod c",
        ] {
            let content = parse(line).unwrap().content;
            assert_eq!(content.content, [PathBuf::from("a")]);
            assert_eq!(content.mods, [PathBuf::from("b"), PathBuf::from("c")]);
        }
    }

    #[test]
    fn how_a_replay_is_shown_may_stand_before_and_after_it() {
        for line in [
            "shieldwall --speed 4 replay x.battle --window --size 1920x1080",
            "shieldwall replay x.battle --window --size 1920x1080 --speed 4",
        ] {
            let cli = parse(line).unwrap();
            let showing = cli.window.showing;
            assert_eq!(showing.speed, Some(Speed::Quadruple), "{line}");
            assert_eq!(showing.size, Some((1920, 1080)), "{line}");
            assert_eq!(cli.out_of_place(), None, "{line}");
        }
        let own = parse("shieldwall --fullscreen replay x.battle --window --size 1920x1080");
        assert!(!own.unwrap().window.showing.fullscreen);
    }

    #[test]
    fn what_a_command_has_no_use_for_is_named() {
        let refused = |line: &str| parse(line).unwrap().out_of_place().unwrap();
        assert!(refused("shieldwall --level x check").contains("`--level`"));
        assert!(refused("shieldwall --speed 1 check").contains("`check` stands alone"));
        assert!(refused("shieldwall replay x.battle --speed 1").contains("with `--window`"));
        assert!(refused("shieldwall --level x replay x.battle --window").contains("`--level`"));
    }
}
