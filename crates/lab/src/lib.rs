//! Headless tools: simulation, content checks, the rulebook and what proves its rules.
//!
//! They need no window and no graphics driver. The game offers them as subcommands, and the small
//! program `shieldwall-headless` offers them alone.

mod check_command;
mod coverage;
mod error;
mod proof_files;
mod rule_pages;
mod rules_command;
mod seeds;
mod sim_command;
mod sim_plan;
mod sim_result;
mod text_report;
mod unit_tally;

pub use check_command::{CheckArgs, CheckReport, run_check};
pub use coverage::{Coverage, RuleCoverage};
pub use error::LabError;
pub use proof_files::{Proof, ProofKind};
pub use rules_command::{RulesArgs, RulesReport, run_rules};
pub use seeds::battle_seed;
pub use sim_command::{SimArgs, run_sim};
pub use sim_plan::SimPlan;
pub use sim_result::{MirroredWins, RoundFigures, SimResult, Wins};
pub use unit_tally::UnitTally;
