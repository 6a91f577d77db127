//! The list of all rulesets.
