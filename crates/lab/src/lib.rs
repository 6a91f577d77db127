//! Headless tools: simulation and content checks.
//!
//! They need no window and no graphics driver. The game offers them as subcommands, and the small
//! program `shieldwall-headless` offers them alone.

pub mod cases;

mod check_command;
mod error;
pub mod odds;
mod seeds;
mod sim_command;
mod sim_plan;
mod sim_result;
mod test_command;
mod text_report;
mod unit_tally;

pub use check_command::{CheckArgs, CheckReport, run_check};
pub use error::LabError;
pub use odds::{OddsArgs, run_odds};
pub use seeds::battle_seed;
pub use sim_command::{SimArgs, run_sim};
pub use sim_plan::SimPlan;
pub use sim_result::{MirroredWins, RoundFigures, SimResult, Wins};
pub use test_command::{TestArgs, TestReport, run_test};
pub use unit_tally::UnitTally;
