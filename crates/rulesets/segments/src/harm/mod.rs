//! Harm: lost hit points, with what they lead to, and dangers of the ground.

pub mod bleeding;
pub mod hazards;
pub mod victim;
