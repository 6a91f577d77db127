//! The words and rule ids of this ruleset.

pub mod actions;
pub mod conditions;
pub mod decisions;
pub mod reasons;
pub mod rules;
pub mod words;
