//! The headless commands alone, for machines without graphics.

use std::process::ExitCode;

use clap::Parser;
use shieldwall_lab::HeadlessCommand;

/// Shieldwall without a window: simulations, cases, odds and content checks.
#[derive(Parser)]
#[command(name = "shieldwall-headless", version)]
struct Cli {
    #[command(subcommand)]
    command: HeadlessCommand,
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}
