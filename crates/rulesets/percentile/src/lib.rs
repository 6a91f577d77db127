//! The percentile ruleset: DEX ranks, D100, parry and dodge.
//!
//! Each phase of a round is a stage ([`stages`]) of systems that take what they read and change as
//! one parameter, [`context::read::WriteContext`]. Combatants and items are entities, and so is an attack in
//! progress ([`attack::in_progress::Attack`]). The arithmetic of the rules is apart from all of that, in
//! [`attack::blow`], [`attack::rating`], [`attack::matrix`], [`attack::success_level`],
//! [`combatant::wounds`], [`movement::bands`] and [`turn::order_key`];
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
pub mod stages;
pub mod terms;
pub mod turn;
mod why_not;

pub use ruleset::{Percentile, ruleset};

/// Adds the stages and resources of the ruleset.
pub fn plugin(app: &mut bevy_app::App) {
    ruleset::resources(app);
    context::state::register(app);
    turn::plugin(app);
}
