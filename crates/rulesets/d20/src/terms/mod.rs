//! The words and rule ids of this ruleset.

pub mod actions;
pub mod conditions;
pub mod decisions;
pub mod rules;
pub mod words;
