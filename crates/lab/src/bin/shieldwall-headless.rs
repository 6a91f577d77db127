//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{CheckArgs, LabError, RulesArgs, SimArgs, run_check, run_rules, run_sim};

/// Shieldwall without a window: simulations, content checks and the rulebook.
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
    /// Read the rulebook, or list what proves its rules
    Rules(RulesArgs),
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
        Command::Rules(args) => match run_rules(&args) {
            Ok(report) => (report.text, report.fine),
            Err(error) => {
                let usage = matches!(error, LabError::NoSuchRule(_) | LabError::Unknown { .. });
                // Nobody may be listening; there is nothing to be done about that.
                let _ = writeln!(std::io::stderr(), "error: {error}");
                return if usage {
                    ExitCode::from(2)
                } else {
                    ExitCode::FAILURE
                };
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
