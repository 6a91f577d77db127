//! The segments ruleset: each combatant states one action in secret, initiative dice put its attacks on a timeline that
//! is counted down, and movement goes by tenths between them (SEG-001 to SEG-154).

#![expect(
    clippy::needless_pass_by_value,
    reason = "systems take their parameters by value"
)]

pub mod combatant;
pub mod content;
pub mod deployment;
pub mod harm;
pub mod magic;
pub mod movement;
pub mod queries;
pub mod round;
pub mod ruleset;
pub mod sheets;
pub mod stages;
pub mod strike;
pub mod terms;

pub use ruleset::ruleset;

use bevy_app::App;

/// Adds the stages and everything that changes in a battle.
pub fn plugin(app: &mut App) {
    combatant::plugin(app);
    harm::plugin(app);
    magic::plugin(app);
    movement::plugin(app);
    strike::plugin(app);
    round::plugin(app);
}
