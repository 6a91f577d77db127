//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{
    CheckArgs, LabError, OddsArgs, SimArgs, TestArgs, run_check, run_odds, run_sim, run_test,
};

/// Shieldwall without a window: simulations and content checks.
#[derive(Parser)]
#[command(name = "shieldwall-headless", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play battles without a window and report who won
    Sim(SimArgs),
    /// Check content files and report every error with its place
    Check(CheckArgs),
    /// Run cases: battles with loaded dice that say what must come of them
    Test(TestArgs),
    /// Work out the exact odds of a case
    Odds(OddsArgs),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Sim(args) => run_sim(&args).map(|report| (report, true)),
        Command::Check(args) => {
            let report = run_check(&args);
            Ok((report.text, report.sound))
        }
        Command::Odds(args) => run_odds(&args).map(|report| (report, true)),
        Command::Test(args) => run_test(&args).map(|report| (report.text, report.sound)),
    };
    let (text, fine): (String, bool) = match done {
        Ok(done) => done,
        Err(error) => return fail(&error),
    };
    let written = writeln!(std::io::stdout(), "{text}");
    if fine && written.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn fail(error: &LabError) -> ExitCode {
    // Nobody may be listening; there is nothing to be done about that.
    let _ = writeln!(std::io::stderr(), "error: {error}");
    ExitCode::FAILURE
}
