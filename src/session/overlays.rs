//! What lies over the board: overlays, and the panels around it.

use bevy::prelude::*;
use shieldwall_battle::CombatantId;

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
    pub(crate) threat: Threatening,
    /// The legend, with the switches of the overlays.
    pub(crate) legend: bool,
    /// The small map, while the view shows only a part of the large one.
    pub(crate) map: bool,
}

/// The enemies whose threat is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threatening {
    /// No enemy.
    Off,
    /// One enemy.
    Of(CombatantId),
    /// All enemies.
    All,
}

impl Threatening {
    /// True if the threat of an enemy is shown.
    pub(crate) fn shows(self, enemy: CombatantId) -> bool {
        self == Self::All || self == Self::Of(enemy)
    }

    /// After the next press: first the enemy that is pointed at, then all, then none.
    pub(crate) fn next(self, pointed: Option<CombatantId>) -> Self {
        match (self, pointed) {
            (Self::All, _) => Self::Off,
            (Self::Off, Some(enemy)) => Self::Of(enemy),
            (Self::Of(before), Some(enemy)) if before != enemy => Self::Of(enemy),
            (Self::Off | Self::Of(_), _) => Self::All,
        }
    }
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            reach: true,
            ranges: false,
            sight: true,
            threat: Threatening::Off,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointed_enemy_comes_before_all() {
        let [one, other] = [1, 2].map(CombatantId);
        assert_eq!(Threatening::Off.next(None), Threatening::All);
        let first = Threatening::Off.next(Some(one));
        assert!(first.shows(one) && !first.shows(other));
        assert_eq!(first.next(Some(other)), Threatening::Of(other));
        assert_eq!(first.next(Some(one)), Threatening::All);
        assert_eq!(first.next(None), Threatening::All);
        assert_eq!(Threatening::All.next(Some(one)), Threatening::Off);
    }
}
