//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{
    CheckArgs, ContentArgs, LabError, ModsArgs, SimArgs, run_check, run_mods, run_sim,
};

/// Shieldwall without a window: simulations and content checks.
#[derive(Parser)]
#[command(name = "shieldwall-headless", version)]
struct Cli {
    #[command(flatten)]
    content: ContentArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play battles without a window and report who won
    Sim(SimArgs),
    /// Check content files and report every error with its place
    Check(CheckArgs),
    /// List mods, or switch them on and off
    Mods(ModsArgs),
}

fn main() -> ExitCode {
    let (text, fine) = match run() {
        Ok(done) => done,
        Err(error) => {
            // Nobody may be listening; there is nothing to be done about that.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let written = writeln!(std::io::stdout(), "{text}");
    if fine && written.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs the command: what to print, and whether all is well.
fn run() -> Result<(String, bool), LabError> {
    let cli = Cli::parse();
    let places = cli.content.places();
    match &cli.command {
        Command::Sim(args) => Ok((run_sim(args, &places?)?, true)),
        Command::Mods(args) => Ok((run_mods(args, &places?)?, true)),
        Command::Check(args) => {
            let report = run_check(args, places);
            Ok((report.text, report.sound))
        }
    }
}
