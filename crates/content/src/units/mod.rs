//! Units and items, and the tables that rulesets have in files.

pub mod block;
pub(crate) mod entry_tables;
pub mod item;
pub(crate) mod item_file;
pub(crate) mod laid_over;
pub mod level_part;
pub mod named_units;
pub mod ruleset_tables;
#[cfg(test)]
pub(crate) mod sample_tables;
pub(crate) mod steeds;
pub mod unit;
pub(crate) mod unit_file;
