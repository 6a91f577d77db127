//! The headless commands alone, for machines without graphics.

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use shieldwall_lab::{BalanceArgs, CheckArgs, SimArgs, run_balance, run_check, run_sim};

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
    /// Play every unit against every other and tell what each is worth
    Balance(BalanceArgs),
    /// Check content files and report every error with its place
    Check(CheckArgs),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Sim(args) => run_sim(&args),
        Command::Balance(args) => run_balance(&args),
        Command::Check(args) => {
            let report = run_check(&args);
            let code = u8::from(!report.sound);
            return print(&report.text, None, code);
        }
    };
    match done {
        Ok(output) => print(&output.text, output.notice.as_deref(), output.exit_code()),
        Err(error) => {
            // Nobody may be listening; there is nothing to be done about that.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(text: &str, notice: Option<&str>, code: u8) -> ExitCode {
    let written = match writeln!(std::io::stdout(), "{text}") {
        // A pipe that was closed, as by `head`, wants no more.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    };
    if let Some(notice) = notice {
        // As above.
        let _ = writeln!(std::io::stderr(), "{notice}");
    }
    if written.is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(code)
}
