//! Where combatants stand, how far they get, and what meets them on the way.

pub mod carrying;
pub mod cells;
pub mod chase;
pub mod dangers;
pub mod flight;
pub mod hazards;
pub mod lines;
pub(crate) mod occupancy;
pub mod riding;
pub mod steps;
mod traffic;
pub mod walking;
pub mod ways;
