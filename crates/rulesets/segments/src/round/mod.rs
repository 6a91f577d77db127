//! The round: declarations, initiative, the count of segments, and its end.

pub mod action;
pub mod bounds;
pub mod countdown;
pub mod declaration;
pub mod form;
pub mod initiative;

use bevy_app::App;

/// Adds the stages.
pub fn plugin(app: &mut App) {
    bounds::plugin(app);
    declaration::plugin(app);
    initiative::plugin(app);
    countdown::plugin(app);
    action::plugin(app);
}
