//! The tables of content files that this ruleset reads.

pub mod item_block;
pub mod settings;
pub mod spell;
pub mod stat_block;
pub mod tables;
