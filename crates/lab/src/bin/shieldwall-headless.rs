//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{CheckArgs, LabError, SchemaArgs, SimArgs, run_check, run_schema, run_sim};

/// Shieldwall without a window: simulations, content checks and schemas.
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
    /// Print the JSON Schema of a kind of file or of the journal
    Schema(SchemaArgs),
}

fn main() -> ExitCode {
    let fail = |error: LabError| {
        // Nobody may be listening; there is nothing to be done about that.
        let _ = writeln!(std::io::stderr(), "error: {error}");
        ExitCode::FAILURE
    };
    let (text, fine) = match Cli::parse().command {
        Command::Sim(args) => match run_sim(&args) {
            Ok(report) if args.journal.takes_stdout() => {
                let _ = writeln!(std::io::stderr(), "{report}");
                return ExitCode::SUCCESS;
            }
            Ok(report) => (report, true),
            Err(error) => return fail(error),
        },
        Command::Schema(args) => match run_schema(&args) {
            Ok(text) => (text, true),
            Err(error) => return fail(error),
        },
        Command::Check(args) => {
            let report = run_check(&args);
            (report.text, report.sound)
        }
    };
    let written = writeln!(std::io::stdout(), "{text}");
    if fine && written.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
