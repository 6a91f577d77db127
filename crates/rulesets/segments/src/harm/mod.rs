//! Harm: lost hit points, with what they lead to, and dangers of the ground.

pub mod bleeding;
pub mod grievous;
pub mod hazards;
pub mod shaken;
pub mod victim;

use bevy_app::App;

/// Registers what changes.
pub fn plugin(app: &mut App) {
    grievous::plugin(app);
    shaken::plugin(app);
}
