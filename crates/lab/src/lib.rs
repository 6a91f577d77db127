//! Headless tools: simulation and content checks.
//!
//! They need no window and no graphics driver. The game offers them as subcommands, and the small
//! program `shieldwall-headless` offers them alone.

mod check_command;
mod content_args;
mod error;
mod mods_command;
mod seeds;
mod sim_command;
mod sim_plan;
mod sim_result;
mod text_report;
mod unit_tally;

pub use check_command::{CheckArgs, CheckReport, run_check};
pub use content_args::{ContentArgs, read_content};
pub use error::LabError;
pub use mods_command::{ModsAction, ModsArgs, run_mods};
pub use seeds::battle_seed;
pub use sim_command::{SimArgs, run_sim};
pub use sim_plan::SimPlan;
pub use sim_result::{MirroredWins, RoundFigures, SimResult, Wins};
pub use unit_tally::UnitTally;
