//! Regret: what the choices of brains lose in positions that are small enough to be solved exactly.

mod losses;
mod matrix_game;
mod position;
mod regret_command;
mod regret_report;
mod regret_result;
mod solver;

pub use regret_command::{RegretArgs, run_regret};
pub use regret_result::{BrainRegret, PositionRegret, RegretResult};
