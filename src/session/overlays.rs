//! What lies over the board: overlays, and the panels around it.

use bevy::prelude::*;

/// Overlays that the player has switched on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlays {
    /// Reachable cells by band.
    pub(crate) reach: bool,
    /// Range bands of the readied missile weapon.
    pub(crate) ranges: bool,
    /// Sight and cover from the acting or inspected combatant to the pointed cell.
    pub(crate) sight: bool,
    /// Cells that enemies threaten.
    pub(crate) threat: bool,
    /// The legend, with the switches of the overlays.
    pub(crate) legend: bool,
    /// The small map, while the view shows only a part of the large one.
    pub(crate) map: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            reach: true,
            ranges: false,
            sight: true,
            threat: false,
            legend: false,
            map: true,
        }
    }
}

/// What panels leave free of the window, in logical pixels from the top left; written by the HUD, read by the camera.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoardArea {
    /// What they usually leave: it stays the same whatever is asked. `None` is the whole window.
    pub(crate) usual: Option<Rect>,
    /// What they leave now. `None` is what they usually leave.
    pub(crate) now: Option<Rect>,
}
