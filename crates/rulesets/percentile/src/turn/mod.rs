//! Rounds, turns and phases, and the end of a battle.

pub mod action_phase;
pub mod default_choice;
pub mod order_key;
pub mod plans;
pub mod resolution;
pub mod round;
pub mod stages;
pub mod statement;
