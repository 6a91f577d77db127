//! The `shieldwall` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    shieldwall::run()
}
