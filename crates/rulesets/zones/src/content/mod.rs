//! From content files to combatants, and the cards that show them.

pub mod deploy;
pub mod options;
pub mod sheets;
