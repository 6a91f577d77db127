//! Headless tools: simulation, content checks, records of battles.
//!
//! They need no window and no graphics driver. The game offers them as subcommands, and the small
//! program `shieldwall-headless` offers them alone.

mod check_command;
mod error;
pub mod record;
mod replay_command;
mod seeds;
mod sim_command;
mod sim_plan;
mod sim_result;
mod text_report;
mod unit_tally;

pub use check_command::{CheckArgs, CheckReport, run_check};
pub use error::LabError;
pub use replay_command::{ReplayArgs, ReplayReport, run_replay};
pub use seeds::battle_seed;
pub use sim_command::{SimArgs, run_sim};
pub use sim_plan::SimPlan;
pub use sim_result::{MirroredWins, RoundFigures, SimResult, Wins};
pub use unit_tally::UnitTally;
