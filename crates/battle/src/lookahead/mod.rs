//! Battles played on and taken back: forecasts, branches, twins, and battles as a side imagines them.

mod approach;
mod asking;
mod assembly;
mod branches;
mod due;
mod graph;
mod imagined;
mod playing_on;
mod trial;
mod twins;
mod ways;

pub use approach::Approach;
pub use branches::{Branch, Branching, Onward, Reached};
pub use due::DueChance;
pub use playing_on::{Answer, Played};
