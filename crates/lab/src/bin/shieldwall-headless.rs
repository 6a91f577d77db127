//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{CheckArgs, ReplayArgs, SimArgs, run_check, run_replay, run_sim};

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
    /// Play a recorded battle again and tell what happened
    Replay(ReplayArgs),
}

fn main() -> ExitCode {
    let (text, fine) = match Cli::parse().command {
        Command::Sim(args) => match run_sim(&args) {
            Ok(report) => (report, true),
            Err(error) => {
                // Nobody may be listening; there is nothing to be done about that.
                let _ = writeln!(std::io::stderr(), "error: {error}");
                return ExitCode::FAILURE;
            }
        },
        Command::Check(args) => {
            let report = run_check(&args);
            (report.text, report.sound)
        }
        Command::Replay(args) => match run_replay(&args) {
            Ok(report) => {
                if !report.faults.is_empty() {
                    // Nobody may be listening; there is nothing to be done about that.
                    let _ = writeln!(std::io::stderr(), "{}", report.faults);
                }
                (report.text, report.sound)
            }
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "error: {error}");
                return ExitCode::FAILURE;
            }
        },
    };
    let written = writeln!(std::io::stdout(), "{text}");
    if fine && written.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
