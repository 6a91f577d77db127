//! The round: declarations, initiative, the count of segments, and its end.

pub mod action;
pub mod ambush;
pub mod countdown;
pub mod declaration;
pub mod drinking;
pub mod driving;
pub mod form;
pub mod free_actions;
pub mod gear;
pub mod initiative;
pub mod lifecycle;
pub mod moving_off;
pub mod noticing;
pub mod picking_up;
mod targets;

use bevy_app::App;

/// Adds the stages.
pub fn plugin(app: &mut App) {
    lifecycle::plugin(app);
    ambush::plugin(app);
    declaration::plugin(app);
    initiative::plugin(app);
    countdown::plugin(app);
    action::plugin(app);
    driving::plugin(app);
    moving_off::plugin(app);
}
