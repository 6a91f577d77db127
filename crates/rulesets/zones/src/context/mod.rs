//! What rule code reads of a battle and what it changes.

pub mod read;
pub(crate) mod state;
pub mod views;
pub mod write;
