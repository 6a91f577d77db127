//! What stands between two cells.

use serde::{Deserialize, Serialize};

use crate::ground::Cover;

/// The state of a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Door {
    /// Open: no obstacle.
    Open,
    /// Closed: stops movement and sight until someone opens it.
    Closed,
    /// Closed, and not to be opened by hand.
    Locked,
}

/// What stands on the border of two cells, or on the rim of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Border {
    /// A wall: stops movement and sight.
    pub wall: bool,
    /// A slit in the wall: it can be seen and shot through, not passed.
    pub slit: bool,
    /// A door; closed or locked it stops movement and sight.
    pub door: Option<Door>,
    /// Shelter for the one who is shot at across the border: a hedge, a low wall. It can be crossed.
    pub cover: Cover,
    /// True if its cover stops missiles, as a parapet does; false if it only hides, as a hedge does (SEG-134).
    pub hard: bool,
    /// Stops sight but not movement: a curtain, reeds.
    pub opaque: bool,
}

impl Border {
    /// Nothing there.
    pub const OPEN: Self = Self {
        wall: false,
        slit: false,
        door: None,
        cover: Cover::None,
        hard: false,
        opaque: false,
    };

    /// A wall.
    pub const WALL: Self = Self {
        wall: true,
        ..Self::OPEN
    };

    /// A wall with a slit that shelters the one who stands behind it.
    pub const ARROW_SLIT: Self = Self {
        slit: true,
        cover: Cover::Heavy,
        hard: true,
        ..Self::WALL
    };

    /// A doorway with a door in this state.
    #[must_use]
    pub const fn with_door(door: Door) -> Self {
        Self {
            door: Some(door),
            ..Self::OPEN
        }
    }

    /// Something low that shelters and can be stepped over.
    #[must_use]
    pub const fn with_cover(cover: Cover) -> Self {
        Self {
            cover,
            ..Self::OPEN
        }
    }

    /// Something low of stone that shelters, stops missiles, and can be stepped over.
    #[must_use]
    pub const fn parapet(cover: Cover) -> Self {
        Self {
            hard: true,
            ..Self::with_cover(cover)
        }
    }

    /// Whether nobody can cross it as it is.
    #[must_use]
    pub const fn blocks_movement(&self) -> bool {
        self.wall || self.is_shut()
    }

    /// Whether a door in it is closed.
    #[must_use]
    pub const fn is_shut(&self) -> bool {
        matches!(self.door, Some(Door::Closed | Door::Locked))
    }

    /// Whether nobody sees across it. [`Cover::Full`] is not counted here: it hides those behind
    /// it without hiding the world from them (see [`Map::sight`](crate::Map::sight)).
    #[must_use]
    pub const fn blocks_sight(&self) -> bool {
        (self.wall && !self.slit) || self.is_shut() || self.opaque
    }

    /// Whether it could be crossed by opening an unlocked door.
    #[must_use]
    pub const fn can_be_opened(&self) -> bool {
        !self.wall && matches!(self.door, Some(Door::Closed))
    }
}

#[cfg(test)]
mod tests {
    use super::{Border, Door};

    #[test]
    fn a_slit_lets_arrows_through_but_nobody() {
        assert!(Border::ARROW_SLIT.blocks_movement());
        assert!(!Border::ARROW_SLIT.blocks_sight());
        assert!(Border::WALL.blocks_sight());
        let shut = Border {
            door: Some(Door::Closed),
            ..Border::ARROW_SLIT
        };
        assert!(shut.blocks_sight());
    }
}
