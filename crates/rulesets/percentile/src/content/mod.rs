//! From content files to combatants, and the cards that show them.

pub mod blocks;
pub mod case_combatant;
pub mod deploy;
pub mod item_table;
pub mod sheets;
mod stat_block;
pub mod tables;
pub mod unit_table;
