//! Movement in tenths, and the free attacks that it draws.

pub mod forced;
pub mod free_step;
pub mod heading;
pub mod riding;
pub mod sprint;
pub mod walking;
pub mod ways;
pub mod withdrawal;

use bevy_app::App;

/// Adds the stages.
pub fn plugin(app: &mut App) {
    walking::plugin(app);
    withdrawal::plugin(app);
}
