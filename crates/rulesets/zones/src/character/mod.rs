//! What a character is, and what becomes of it.

pub mod harm;
pub mod holds;
pub mod state;
pub mod stealth;
pub mod threats;
