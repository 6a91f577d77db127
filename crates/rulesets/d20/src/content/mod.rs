//! From content files to combatants, and the cards that show them.

pub mod ability;
pub mod blocks;
pub mod case_combatant;
pub mod class;
pub mod item_table;
pub mod options;
pub mod parley;
pub mod prop;
pub mod spell;
pub mod tables;
pub mod unit_table;
