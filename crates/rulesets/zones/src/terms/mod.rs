//! The words and rule ids of this ruleset.

pub mod actions;
pub mod conditions;
pub mod decisions;
pub mod modes;
pub mod reasons;
pub mod rule_options;
pub mod rules;
pub mod stages;
pub mod words;
