//! Magic: castings, which begin on one segment and go off on a later one, and spells that last (SEG-005, SEG-022 to
//! SEG-024, SEG-055 to SEG-060).

pub mod beginning;
pub mod concentration;
pub mod going_off;
pub mod pushing;

use bevy_app::App;

/// Registers what changes.
pub fn plugin(app: &mut App) {
    going_off::plugin(app);
}
