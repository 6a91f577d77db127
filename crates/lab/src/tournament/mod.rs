//! Everybody who can command a side against everybody else.

mod tournament_command;
mod tournament_plan;
mod tournament_report;
mod tournament_result;

pub use tournament_command::{TournamentArgs, run_tournament};
pub use tournament_plan::{TournamentOutcome, TournamentPlan};
pub use tournament_result::{Standing, TournamentOutline, TournamentResult};
