//! The words and rule ids of this ruleset.

pub mod actions;
pub mod changes;
pub mod conditions;
pub mod decisions;
pub mod fields;
pub mod reasons;
pub mod rule_options;
pub mod rules;
pub mod stages;
pub mod words;
