//! What rule code reads of a battle and what it changes.

pub mod assumed_state;
pub mod read;
pub(crate) mod state;
pub mod views;
pub mod write;
