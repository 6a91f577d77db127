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

/// The part of the window that panels leave free for the board, fixed and floating ones, in logical
/// pixels from the top left; written by the HUD, read by the camera. `None` is the whole window.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoardArea(pub(crate) Option<Rect>);
