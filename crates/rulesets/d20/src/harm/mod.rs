//! Harm: lost hit points, falls, throws against death, and what is dangerous on the ground.

pub mod d20;
pub mod death;
pub mod hazards;
pub mod modifiers;
pub mod rolls;
pub mod saving;
pub mod victim;
