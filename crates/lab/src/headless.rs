//! The headless commands, for the game's command line and for the program without a window.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Subcommand;
use shieldwall_content::{ContentPlaces, WrongPlace, printable::printable_lines};

use crate::{
    BalanceArgs, BotArgs, CheckArgs, CommandOutput, LabError, ModsArgs, OddsArgs, RegretArgs,
    ReplayArgs, RulesArgs, SchemaArgs, SimArgs, TestArgs, TournamentArgs, run_balance, run_bot,
    run_check, run_mods, run_odds, run_regret, run_replay, run_rules, run_schema, run_sim,
    run_test, run_tournament,
};

/// Exit code of a command that was not understood, or that names something that does not exist.
const USAGE: u8 = 2;

/// A command that needs no window.
#[derive(Subcommand, Clone, Debug)]
pub enum HeadlessCommand {
    /// Check content files and report every error with its place
    Check(CheckArgs),
    /// Play battles without a window and report who won
    Sim(Box<SimArgs>),
    /// Play every unit against every other and tell what each is worth
    Balance(Box<BalanceArgs>),
    /// Play brains and bots against each other and rate them
    Tournament(TournamentArgs),
    /// Let another program command a side, by lines of JSON on standard input and output
    Bot(BotArgs),
    /// Run cases: battles with loaded dice that say what must come of them
    Test(TestArgs),
    /// Work out the exact odds of a case
    Odds(OddsArgs),
    /// Tell what the choices of brains lose in positions that are solved exactly
    Regret(RegretArgs),
    /// Read the rulebook, or list what proves its rules
    Rules(RulesArgs),
    /// Play a recorded battle again and tell what happened, or watch it in the window
    Replay(ReplayArgs),
    /// List mods, or switch them on and off
    Mods(ModsArgs),
    /// Print the JSON Schema of a kind of file or of the journal
    Schema(SchemaArgs),
}

impl HeadlessCommand {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Check(_) => "check",
            Self::Sim(_) => "sim",
            Self::Balance(_) => "balance",
            Self::Tournament(_) => "tournament",
            Self::Bot(_) => "bot",
            Self::Test(_) => "test",
            Self::Odds(_) => "odds",
            Self::Regret(_) => "regret",
            Self::Rules(_) => "rules",
            Self::Replay(_) => "replay",
            Self::Mods(_) => "mods",
            Self::Schema(_) => "schema",
        }
    }

    /// Whether what it prints is for programs. What is for people repeats names and words of files
    /// that nobody knows, so it must not drive their terminal.
    const fn writes_json(&self) -> bool {
        match self {
            Self::Sim(args) => args.json,
            Self::Balance(args) => args.json,
            Self::Tournament(args) => args.json,
            Self::Test(args) => args.json,
            Self::Odds(args) => args.json,
            Self::Regret(args) => args.json,
            Self::Rules(args) => args.json,
            Self::Replay(args) => args.json,
            Self::Mods(args) => args.json,
            Self::Check(_) | Self::Bot(_) => false,
            Self::Schema(_) => true,
        }
    }

    /// The names of all of them, as "`check`, `sim` and `odds`".
    #[must_use]
    pub fn names() -> String {
        let command = Self::augment_subcommands(clap::Command::new("headless"));
        let names: Vec<String> = command
            .get_subcommands()
            .map(|command| format!("`{}`", command.get_name()))
            .collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    /// Runs it on the content of these places and prints what it has to say.
    #[must_use]
    pub fn run(&self, places: Result<ContentPlaces, WrongPlace>) -> ExitCode {
        match self.output(places) {
            Ok(mut output) => {
                if !self.writes_json() {
                    output.text = printable_lines(&output.text);
                }
                print(&output)
            }
            Err(error) => {
                // Nobody may be listening; there is nothing to be done about that.
                let _ = writeln!(
                    io::stderr(),
                    "error: {}",
                    printable_lines(&error.to_string())
                );
                if error.is_usage() {
                    ExitCode::from(USAGE)
                } else {
                    ExitCode::FAILURE
                }
            }
        }
    }

    fn output(&self, places: Result<ContentPlaces, WrongPlace>) -> Result<CommandOutput, LabError> {
        let fine = |text: String| CommandOutput::judged(text, true);
        match self {
            Self::Check(args) => match places {
                Err(
                    error @ (WrongPlace::NoFolders(_)
                    | WrongPlace::NotFolder(_)
                    | WrongPlace::Missing(_)),
                ) => Err(error.into()),
                places => {
                    let report = run_check(args, places);
                    Ok(CommandOutput::judged(report.text, report.sound))
                }
            },
            Self::Sim(args) => run_sim(args, || Ok(places?)),
            Self::Balance(args) => run_balance(args, &places?),
            Self::Tournament(args) => run_tournament(args, &places?),
            Self::Bot(args) => run_bot(args, &places?),
            Self::Test(args) => {
                let report = run_test(args, &places?)?;
                Ok(CommandOutput::judged(report.text, report.sound).aside(report.aside))
            }
            Self::Odds(args) => run_odds(args, &places?).map(fine),
            Self::Regret(args) => run_regret(args, &places?),
            Self::Rules(args) => {
                let report = run_rules(args, &places?)?;
                Ok(CommandOutput::judged(report.text, report.fine))
            }
            Self::Replay(args) => run_replay(args, &places?).map(CommandOutput::from),
            Self::Schema(args) => run_schema(args).map(fine),
            Self::Mods(args) => run_mods(args, &places?).map(fine),
        }
    }
}

fn print(output: &CommandOutput) -> ExitCode {
    let text = &output.text;
    let printed = if output.aside {
        writeln!(io::stderr(), "{text}")
    } else {
        writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush())
    };
    let written = match printed {
        // A pipe that was closed, as by `head`, wants no more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    };
    if let Some(notice) = &output.notice {
        // Nobody may be listening; there is nothing to be done about that.
        let _ = writeln!(io::stderr(), "{}", printable_lines(notice));
    }
    if let Err(error) = written {
        let _ = writeln!(
            io::stderr(),
            "error: the result could not be written: {error}"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::from(output.exit_code())
}
