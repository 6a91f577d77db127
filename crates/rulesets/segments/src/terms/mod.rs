//! The words of this ruleset, its rules, and its reasons.

pub mod fields;
pub mod reasons;
pub mod rules;
pub mod words;
