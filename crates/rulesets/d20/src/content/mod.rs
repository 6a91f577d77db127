//! From content files to combatants, and the cards that show them.

pub mod ability;
pub mod blocks;
pub mod class;
pub mod item_block;
pub mod parley;
pub mod prop;
pub mod spell;
pub mod stat_block;
pub mod tables;
