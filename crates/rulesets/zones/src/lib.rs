//! The zones ruleset: alternating turns, reactions, blasts, stealth and morale.
//!
//! Distances are zones and half zones ([`movement::lines`], [`movement::ways`]). A round is a stack of stages
//! ([`stages`]): alternating activations at the bottom, the turn of a character on them, and on that
//! whatever interrupts it: walks, opportunity attacks, the reactions to an attack. What blows do is a
//! pure function ([`attack::exchange`]), which play, cases and forecasts share; who may do what is asked of
//! [`context::read::ReadContext`], and what is done is done through [`context::write::WriteContext`].

pub mod attack;
pub mod character;
pub mod content;
pub mod context;
pub mod forecast;
pub mod items;
pub mod movement;
pub mod queries;
pub mod ruleset;
pub mod stages;
pub mod terms;
pub mod turn;
mod why_not;

pub use ruleset::{Zones, ruleset};
