//! Who sits at the screen.

use bevy::prelude::*;
use shieldwall_battle::SideId;

/// Who sits at the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    /// The side to which the screen shows the battle; `None` is a spectator who sees all.
    pub(crate) viewer: Option<SideId>,
    /// Hot-seat: the side that must confirm that it sits at the screen before anything is shown.
    pub(crate) curtain: Option<SideId>,
}

impl Seat {
    /// Whether a curtain hides the battle.
    pub(crate) const fn is_covered(self) -> bool {
        self.curtain.is_some()
    }
}
