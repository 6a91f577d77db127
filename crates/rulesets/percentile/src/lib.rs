//! The percentile ruleset: DEX ranks, D100, parry and dodge.
//!
//! Each phase of a round is a stage ([`stages`]) of systems that take what they read and change as
//! one parameter, [`field::Fray`]. Combatants and items are entities, and so is an attack in
//! progress ([`attack::Attack`]). The arithmetic of the rules is apart from all of that, in
//! [`blow`], [`rating`], [`matrix`], [`level`], [`wounds`], [`movement_bands`] and [`order_key`];
//! play, offers and forecasts go through the same functions.

pub mod actions;
pub mod alliances;
pub mod arms;
pub mod attack;
pub mod attack_effects;
pub mod blow;
pub mod convalescence;
pub mod engagement;
pub mod field;
pub mod fighter;
pub mod first_aid;
pub mod forecasting;
pub mod foresight;
pub mod gear;
pub mod gear_moves;
pub mod gear_offers;
pub mod harm;
pub mod insight;
pub mod least;
pub mod level;
pub mod matrix;
pub mod movement;
pub mod movement_bands;
pub mod muster;
pub mod options;
pub mod order_key;
pub mod paths;
pub mod plans;
pub mod rating;
pub mod react;
pub mod reasons;
pub mod reload;
pub mod resolution;
pub mod round;
pub mod rules;
pub mod ruleset;
pub mod sheets;
pub mod stages;
pub mod statement;
pub mod verbs;
pub mod walking;
mod why_not;
pub mod words;
pub mod wounds;

pub use ruleset::{Percentile, ruleset};

/// Adds the stages and resources of the ruleset.
pub fn plugin(app: &mut bevy_app::App) {
    ruleset::resources(app);
    stages::plugin(app);
}
