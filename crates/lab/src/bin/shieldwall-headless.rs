//! The headless commands alone, for machines without graphics.

use std::process::ExitCode;

use clap::Parser;
use shieldwall_lab::{ContentArgs, HeadlessCommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Shieldwall without a window: simulations, cases, odds and content checks.
#[derive(Parser)]
#[command(name = "shieldwall-headless", version)]
struct Cli {
    #[command(flatten)]
    content: ContentArgs,
    #[command(subcommand)]
    command: HeadlessCommand,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.command.run(cli.content.places())
}
