//! The d20 ruleset: battle order. Its rules are numbered as in its rulebook: D20-031 is a rule, D20-R11 a ruling.
//!
//! A round is a declaration in secret ([`turn::declaration`]), dice of initiative ([`turn::initiative`]), and a count
//! from the highest number down ([`turn::countdown`]) on each of which some move ([`turn::movement`]) and then attack
//! ([`turn::action`]), all of one number together. Attacks ([`attack`]) and walks ([`movement`]) are entities while
//! they last. Spells ([`spells`]) take effect after the attacks of their number. Rules read the battle through [`figure::battlefield::Battlefield`].

#![expect(
    clippy::needless_pass_by_value,
    reason = "systems take their parameters by value"
)]

pub mod attack;
pub mod carried_over;
pub mod content;
pub mod deployment;
pub mod feats;
pub mod figure;
pub mod formation;
pub mod harm;
pub mod movement;
pub mod queries;
pub mod ruleset;
pub mod sheets;
pub mod spells;
pub mod stages;
pub mod terms;
pub mod turn;

pub use ruleset::ruleset;

use bevy_app::App;
use shieldwall_battle::RegisterState;

/// Adds the stages and components of the ruleset.
pub fn plugin(app: &mut App) {
    app.constant::<figure::battlefield::HouseRules>();
    figure::plugin(app);
    attack::plugin(app);
    spells::plugin(app);
    feats::plugin(app);
    turn::plugin(app);
}
