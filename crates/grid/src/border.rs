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
    /// A door; closed or locked it stops movement and sight.
    pub door: Option<Door>,
    /// Shelter for whoever is shot at across the border: a hedge, a low wall. It can be crossed.
    pub cover: Cover,
    /// Stops sight but not movement: a curtain, reeds.
    pub opaque: bool,
}

impl Border {
    /// Nothing there.
    pub const OPEN: Self = Self {
        wall: false,
        door: None,
        cover: Cover::None,
        opaque: false,
    };

    /// A wall.
    pub const WALL: Self = Self {
        wall: true,
        ..Self::OPEN
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

    /// Whether nobody can cross it as it is.
    #[must_use]
    pub const fn blocks_movement(&self) -> bool {
        self.wall || matches!(self.door, Some(Door::Closed | Door::Locked))
    }

    /// Whether nobody sees across it. [`Cover::Full`] is not counted here: it hides those behind
    /// it without hiding the world from them (see [`Map::sight`](crate::Map::sight)).
    #[must_use]
    pub const fn blocks_sight(&self) -> bool {
        self.blocks_movement() || self.opaque
    }

    /// Whether it could be crossed by opening an unlocked door.
    #[must_use]
    pub const fn can_be_opened(&self) -> bool {
        !self.wall && matches!(self.door, Some(Door::Closed))
    }
}
