//! The percentile ruleset: DEX ranks, D100, parry and dodge.
//!
//! Each phase of a round is a stage ([`stages`]) of systems that take what they read and change as
//! one parameter, [`read::WriteContext`]. Combatants and items are entities, and so is an attack in
//! progress ([`attack::Attack`]). The arithmetic of the rules is apart from all of that, in
//! [`blow`], [`rating`], [`matrix`], [`level`], [`wounds`], [`movement_bands`] and [`order_key`];
//! play, offers and forecasts go through the same functions.

pub mod attack;
pub mod combatant;
pub mod content;
pub mod context;
pub mod forecast;
pub mod items;
pub mod movement;
pub mod queries;
pub mod ruleset;
pub mod terms;
pub mod turn;
mod why_not;

pub use ruleset::{Percentile, ruleset};

/// Adds the stages and resources of the ruleset.
pub fn plugin(app: &mut bevy_app::App) {
    ruleset::resources(app);
    turn::stages::plugin(app);
}
