//! What a combatant is, and what becomes of it.

pub mod convalescence;
pub mod first_aid;
pub mod harm;
pub mod state;
pub mod wounds;
