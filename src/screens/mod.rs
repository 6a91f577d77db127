//! The screens of the game.

use bevy::prelude::*;

/// Adds all screens.
pub(crate) fn plugin(app: &mut App) {
    app.init_state::<crate::screen::Screen>();
}
