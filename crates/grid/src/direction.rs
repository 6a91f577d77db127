//! The directions one can step in, the sides of a cell, and their names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::grid::{Grid, Layout};

/// One of the 6 (hex) or 8 (square) directions from a cell to its neighbours, numbered clockwise
/// on the screen.
///
/// | number | pointy hex | flat hex | square |
/// |---|---|---|---|
/// | 0 | east | south-east | east |
/// | 1 | south-east | south | south-east |
/// | 2 | south-west | south-west | south |
/// | 3 | west | north-west | south-west |
/// | 4 | north-west | north | west |
/// | 5 | north-east | north-east | north-west |
/// | 6 | | | north |
/// | 7 | | | north-east |
///
/// Larger numbers wrap round.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Direction(pub u8);

/// One of the 6 (hex) or 4 (square) sides of a cell, numbered clockwise on the screen: on hexes
/// the side that faces the direction of the same number, on squares east, south, west, north.
///
/// Larger numbers wrap round.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Side(pub u8);

const POINTY_NAMES: [&str; 6] = [
    "east",
    "south-east",
    "south-west",
    "west",
    "north-west",
    "north-east",
];
const FLAT_NAMES: [&str; 6] = [
    "south-east",
    "south",
    "south-west",
    "north-west",
    "north",
    "north-east",
];
const SQUARE_NAMES: [&str; 8] = [
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "north",
    "north-east",
];
const SQUARE_SIDE_NAMES: [&str; 4] = ["east", "south", "west", "north"];

impl Layout {
    /// How many directions a cell has: 6 or 8.
    #[must_use]
    pub const fn direction_count(self) -> u8 {
        match self {
            Self::HexPointy | Self::HexFlat => 6,
            Self::Square => 8,
        }
    }

    /// How many sides a cell has: 6 or 4.
    #[must_use]
    pub const fn side_count(self) -> u8 {
        match self {
            Self::HexPointy | Self::HexFlat => 6,
            Self::Square => 4,
        }
    }

    /// The names of all directions, in their order, as used in files.
    #[must_use]
    pub const fn direction_names(self) -> &'static [&'static str] {
        match self {
            Self::HexPointy => &POINTY_NAMES,
            Self::HexFlat => &FLAT_NAMES,
            Self::Square => &SQUARE_NAMES,
        }
    }

    /// The names of all sides, in their order, as used in files.
    #[must_use]
    pub const fn side_names(self) -> &'static [&'static str] {
        match self {
            Self::HexPointy => &POINTY_NAMES,
            Self::HexFlat => &FLAT_NAMES,
            Self::Square => &SQUARE_SIDE_NAMES,
        }
    }

    /// The direction of this name, if the layout has it.
    #[must_use]
    pub fn direction_named(self, name: &str) -> Option<Direction> {
        (0..)
            .zip(self.direction_names())
            .find_map(|(number, known)| (*known == name).then_some(Direction(number)))
    }

    /// The side of this name, if the layout has it.
    #[must_use]
    pub fn side_named(self, name: &str) -> Option<Side> {
        (0..)
            .zip(self.side_names())
            .find_map(|(number, known)| (*known == name).then_some(Side(number)))
    }
}

impl Grid {
    /// How many directions a cell has: 6 or 8.
    #[must_use]
    pub const fn direction_count(&self) -> u8 {
        self.layout().direction_count()
    }

    /// How many sides a cell has: 6 or 4.
    #[must_use]
    pub const fn side_count(&self) -> u8 {
        self.layout().side_count()
    }

    /// All directions in their order.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        (0..self.direction_count()).map(Direction)
    }

    /// All sides in their order.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.side_count()).map(Side)
    }

    /// The name of a direction, such as `south-east`.
    #[must_use]
    pub const fn direction_name(&self, direction: Direction) -> &'static str {
        self.layout().direction_names()[(direction.0 % self.direction_count()) as usize]
    }

    /// The name of a side, such as `south`.
    #[must_use]
    pub const fn side_name(&self, side: Side) -> &'static str {
        self.layout().side_names()[(side.0 % self.side_count()) as usize]
    }

    /// The direction of this name, if the layout has it.
    #[must_use]
    pub fn direction_named(&self, name: &str) -> Option<Direction> {
        self.layout().direction_named(name)
    }

    /// The side of this name, if the layout has it.
    #[must_use]
    pub fn side_named(&self, name: &str) -> Option<Side> {
        self.layout().side_named(name)
    }

    /// The direction that points back.
    #[must_use]
    pub const fn opposite(&self, direction: Direction) -> Direction {
        self.rotated(direction, self.direction_count() as i32 / 2)
    }

    /// The side across the cell; also the same border as seen from the neighbour.
    #[must_use]
    pub const fn opposite_side(&self, side: Side) -> Side {
        let count = self.side_count();
        Side((side.0 % count + count / 2) % count)
    }

    /// The direction so many turns on, clockwise if positive.
    #[must_use]
    pub const fn rotated(&self, direction: Direction, turns: i32) -> Direction {
        let count = self.direction_count() as i32;
        let number = (direction.0 as i32 % count + turns % count).rem_euclid(count);
        Direction(number as u8)
    }

    /// The side a step in this direction crosses; `None` for the diagonals of squares.
    #[must_use]
    pub const fn side_towards(&self, direction: Direction) -> Option<Side> {
        let number = direction.0 % self.direction_count();
        match self.layout() {
            Layout::HexPointy | Layout::HexFlat => Some(Side(number)),
            Layout::Square if number.is_multiple_of(2) => Some(Side(number / 2)),
            Layout::Square => None,
        }
    }

    /// The direction of the step that crosses this side.
    #[must_use]
    pub const fn direction_through(&self, side: Side) -> Direction {
        let number = side.0 % self.side_count();
        match self.layout() {
            Layout::HexPointy | Layout::HexFlat => Direction(number),
            Layout::Square => Direction(number * 2),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Metres;

    #[test]
    fn names_round_trip_and_agree_with_sides() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 3, 3, Metres::from_milli(1500)).unwrap();
            for direction in grid.directions() {
                let name = grid.direction_name(direction);
                assert_eq!(grid.direction_named(name), Some(direction));
                if let Some(side) = grid.side_towards(direction) {
                    assert_eq!(grid.side_name(side), name);
                    assert_eq!(grid.side_named(name), Some(side));
                    assert_eq!(grid.direction_through(side), direction);
                    assert_eq!(
                        grid.side_towards(grid.opposite(direction)),
                        Some(grid.opposite_side(side))
                    );
                }
                assert_eq!(grid.opposite(grid.opposite(direction)), direction);
            }
            assert_eq!(grid.direction_named("up"), None);
        }
    }

    #[test]
    fn numbers_wrap_round() {
        let grid = Grid::new(Layout::Square, 2, 2, Metres::from_milli(1500)).unwrap();
        assert_eq!(grid.direction_name(Direction(255)), "north-east");
        assert_eq!(grid.side_name(Side(255)), "north");
        assert_eq!(grid.rotated(Direction(255), i32::MIN), Direction(7));
        assert_eq!(grid.rotated(Direction(0), -1), Direction(7));
    }
}
