//! The camera.

use bevy::prelude::*;

/// The one camera, which the board moves and the panels are drawn over.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Camera2d)]
pub(crate) struct MainCamera;
