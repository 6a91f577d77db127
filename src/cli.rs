//! The command line.

mod asked_battle;

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use bevy::app::AppExit;
use clap::{Args, Parser, ValueEnum, error::ErrorKind};
use shieldwall_ai::BrainKind;
use shieldwall_content::{ContentPlaces, WrongPlace};
use shieldwall_lab::{ContentArgs, HeadlessCommand, unit_id};

use crate::{
    app::{self, Launch},
    content_loading::Content,
    display,
    host::Commander,
    settings::AnimationSpeed,
};

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

  shieldwall test tests/cases/percentile
      Run cases: battles with loaded dice that say what must come of them.

  shieldwall rules --search parry arrow
      Find rules; `rules PCT-039` shows one in full.

  shieldwall sim --level reed-ford --battles 1 --journal battle.jsonl
      Write everything that happens in a battle as JSON lines.
  shieldwall schema level
      Print the JSON Schema of level files.

  shieldwall replay my-battle.battle --window
      Watch a saved battle; without --window, read what happened.

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

/// What the window begins with.
#[derive(Args, Debug)]
struct WindowArgs {
    /// Go straight into a battle on this level, by its id
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Ruleset to fight under
    #[arg(
        long,
        value_name = "RULESET",
        requires = "level",
        default_value = "percentile"
    )]
    ruleset: String,
    /// Who commands red
    #[arg(long, value_name = "WHO", requires = "level", default_value = "human")]
    red: Who,
    /// Who commands blue
    #[arg(long, value_name = "WHO", requires = "level", default_value = "ai")]
    blue: Who,
    /// Units of red instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    red_units: Vec<String>,
    /// Units of blue instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", requires = "level", value_delimiter = ',', value_parser = unit_id)]
    blue_units: Vec<String>,
    /// Seed of the dice; the same seed and the same choices give the same battle [default: random]
    #[arg(long, value_name = "N", requires = "level")]
    seed: Option<u64>,
    /// Option of the ruleset; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "level", value_parser = rule_option)]
    options: Vec<(String, String)>,
    /// Speed of animations: 1, 2, 4 or instant [default: as set in the game]
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    /// Fill the whole screen
    #[arg(long, conflicts_with = "size")]
    fullscreen: bool,
    /// Size of the window, such as 1920x1080
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Close the game once the battle is over and its aftermath has been shown for a moment
    #[arg(long, requires = "level")]
    quit_at_end: bool,
}

impl WindowArgs {
    /// An option that was given, if any; all others need one of these.
    fn first_given(&self) -> Option<&'static str> {
        [
            (self.level.is_some(), "--level"),
            (self.speed.is_some(), "--speed"),
            (self.fullscreen, "--fullscreen"),
            (self.size.is_some(), "--size"),
        ]
        .into_iter()
        .find_map(|(given, option)| given.then_some(option))
    }
}

/// Who commands a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    /// A person at this computer
    Human,
    /// The computer, playing to win
    #[value(alias = "standard")]
    Ai,
    /// The computer, taking any legal action
    Random,
}

impl From<Who> for Commander {
    fn from(who: Who) -> Self {
        match who {
            Who::Human => Self::Human,
            Who::Ai => Self::Ai(BrainKind::Standard),
            Who::Random => Self::Ai(BrainKind::Random),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Speed {
    /// As designed
    #[value(name = "1", alias = "1x")]
    Normal,
    /// Twice as fast
    #[value(name = "2", alias = "2x")]
    Double,
    /// Four times as fast
    #[value(name = "4", alias = "4x")]
    Quadruple,
    /// No animation
    Instant,
}

impl From<Speed> for AnimationSpeed {
    fn from(speed: Speed) -> Self {
        match speed {
            Speed::Normal => Self::Normal,
            Speed::Double => Self::Double,
            Speed::Quadruple => Self::Quadruple,
            Speed::Instant => Self::Instant,
        }
    }
}

fn rule_option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "expected KEY=VALUE".to_owned())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected a width and a height in pixels, such as 1280x720".to_owned();
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let width: u32 = width.trim().parse().map_err(|_| wrong())?;
    let height: u32 = height.trim().parse().map_err(|_| wrong())?;
    let fits = (640..=16_384).contains(&width) && (360..=16_384).contains(&height);
    if fits {
        Ok((width, height))
    } else {
        Err("windows are 640x360 to 16384x16384".to_owned())
    }
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
    let cli = match Cli::try_parse() {
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
    if let (Some(command), Some(option)) = (&cli.command, cli.window.first_given()) {
        let command = command.name();
        let text = format!(
            "`{option}` is for the window; `{command}` stands alone: see `shieldwall {command} --help`"
        );
        return fail(Failure::Usage(text));
    }
    let places = cli.content.places();
    let done = match &cli.command {
        Some(HeadlessCommand::Replay(args)) if args.window => places
            .map_err(Failure::from)
            .and_then(|places| watch_replay(&args.file, places)),
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
fn watch_replay(file: &Path, places: ContentPlaces) -> Result<ExitCode, Failure> {
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
        ..Launch::default()
    })
}

/// Checks what can be checked without a window, then opens it.
fn open_window(cli: &Cli, places: ContentPlaces) -> Result<ExitCode, Failure> {
    let mut launch = Launch {
        places,
        quit_at_end: cli.window.quit_at_end,
        fullscreen: cli.window.fullscreen,
        size: cli.window.size,
        speed: cli.window.speed.map(AnimationSpeed::from),
        ..Launch::default()
    };
    if let Some(level) = &cli.window.level {
        let content = Content::of(&launch.places);
        launch.battle = Some(asked_battle::plan(&cli.window, level, &content.library)?);
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

    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split_whitespace())
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_battle_can_be_asked_for() {
        let cli = parse("shieldwall --level reed-ford --red ai --blue random --seed 5 --speed 4 --size 1920x1080 --option a=b --quit-at-end").unwrap();
        assert_eq!(cli.window.level.as_deref(), Some("reed-ford"));
        assert_eq!((cli.window.red, cli.window.blue), (Who::Ai, Who::Random));
        assert_eq!(cli.window.speed, Some(Speed::Quadruple));
        assert_eq!(cli.window.size, Some((1920, 1080)));
        assert_eq!(cli.window.options, [("a".to_owned(), "b".to_owned())]);
        assert!(cli.window.quit_at_end);
        assert_eq!(
            parse("shieldwall --level x --blue standard")
                .unwrap()
                .window
                .blue,
            Who::Ai
        );
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
    fn content_and_mods_may_be_named_before_and_after_a_command() {
        for line in [
            "shieldwall --content a --mod b --mod c check",
            "shieldwall check --content a --mod b --mod c",
        ] {
            let content = parse(line).unwrap().content;
            assert_eq!(content.content, [PathBuf::from("a")]);
            assert_eq!(content.mods, [PathBuf::from("b"), PathBuf::from("c")]);
        }
        let both = parse("shieldwall --level x check").unwrap();
        assert_eq!(both.window.first_given(), Some("--level"));
    }
}
