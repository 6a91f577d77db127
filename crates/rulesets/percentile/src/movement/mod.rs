//! Where combatants stand, how far they get, and what meets them on the way.

pub mod bands;
pub mod blockers;
pub mod ground;
pub mod phase;
pub mod walking;
pub mod ways;
