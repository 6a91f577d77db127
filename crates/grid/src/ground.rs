//! What a cell is made of.

use serde::{Deserialize, Serialize};

/// How well something shelters from missiles, from not at all to wholly (PCT-R75).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// No shelter.
    #[default]
    None,
    /// Grass, a rope.
    Light,
    /// A hedge, a low wall.
    Half,
    /// A loophole, a breastwork.
    Heavy,
    /// Nothing to aim at.
    Full,
}

/// How bright a cell is (PCT-R76).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// Daylight or torches.
    #[default]
    Bright,
    /// Twilight.
    Dim,
    /// Too dark to see by.
    Dark,
}

/// What one cell is for movement and sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ground {
    /// Whether anyone may enter.
    pub passable: bool,
    /// Whether sight ends in the cell.
    pub opaque: bool,
    /// Factor on the length of a step into the cell: 1 floor, 2 rough.
    pub cost: u8,
    /// Height in elevation steps of the map.
    pub elevation: i8,
    /// Shelter for the one who stands in the cell, from all sides.
    pub cover: Cover,
    /// True if its cover stops missiles, as a rock does; false if it only hides, as a bush does (SEG-134).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hard: bool,
    /// How bright it is.
    pub light: Light,
    /// Whether it is the bottom of a pit, too deep to strike into or out of.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sunk: bool,
}

impl Ground {
    /// Open, level, bright floor.
    pub const FLOOR: Self = Self {
        passable: true,
        opaque: false,
        cost: 1,
        elevation: 0,
        cover: Cover::None,
        hard: false,
        light: Light::Bright,
        sunk: false,
    };

    /// A cell filled by a wall; also what lies beyond the rim of a map.
    pub const WALL: Self = Self {
        passable: false,
        opaque: true,
        ..Self::FLOOR
    };

    /// Whether the cell is a wall: it stops movement and sight alike. Water, pits and the like
    /// stop only movement.
    #[must_use]
    pub const fn is_wall(&self) -> bool {
        !self.passable && self.opaque
    }
}

/// Open floor.
impl Default for Ground {
    fn default() -> Self {
        Self::FLOOR
    }
}
