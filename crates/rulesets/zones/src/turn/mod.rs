//! Rounds, turns and phases, and the end of a battle.

pub mod activation;
pub mod active_turn;
pub mod default_choice;
pub mod devices;
pub mod morale;
pub mod offers;
pub mod other_actions;
pub mod pending_effects;
pub mod round;
pub mod round_end;
pub mod stages;
pub mod victory;
