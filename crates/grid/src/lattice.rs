//! The integer lattice under the cells, on which all exact geometry is done.
//!
//! Squares use column and row. Hexes use axial coordinates, whose two axes stand at 60 degrees;
//! straight lines, sides of lines and ratios along lines are the same in that skewed basis as on
//! the plane, so everything but lengths and angles can be computed as if the basis were square,
//! and [`Layout::dot`] supplies the lengths and angles. With the lattice stretched by
//! [`Layout::scale`], the corners of cells are whole numbers too.

use std::ops::{Add, Mul, Neg, Sub};

use hexx::{Hex, HexOrientation, OffsetHexMode};

use crate::cell::Cell;
use crate::grid::{Grid, Layout};

/// A point or vector of the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

impl Spot {
    pub(crate) const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Positive if `other` lies clockwise of `self` on the screen, zero if they are parallel.
    pub(crate) const fn cross(self, other: Self) -> i32 {
        self.x * other.y - self.y * other.x
    }
}

impl Add for Spot {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Spot {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<i32> for Spot {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Spot {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1
    }
}

const fn of_hex(hex: Hex) -> Spot {
    Spot::new(hex.x, hex.y)
}

const HEX_STEPS: [Spot; 6] = [
    of_hex(Hex::NEIGHBORS_COORDS[0]),
    of_hex(Hex::NEIGHBORS_COORDS[1]),
    of_hex(Hex::NEIGHBORS_COORDS[2]),
    of_hex(Hex::NEIGHBORS_COORDS[3]),
    of_hex(Hex::NEIGHBORS_COORDS[4]),
    of_hex(Hex::NEIGHBORS_COORDS[5]),
];

const SQUARE_STEPS: [Spot; 8] = [
    Spot::new(1, 0),
    Spot::new(1, 1),
    Spot::new(0, 1),
    Spot::new(-1, 1),
    Spot::new(-1, 0),
    Spot::new(-1, -1),
    Spot::new(0, -1),
    Spot::new(1, -1),
];

const SQUARE_SIDE_STEPS: [Spot; 4] = [
    SQUARE_STEPS[0],
    SQUARE_STEPS[2],
    SQUARE_STEPS[4],
    SQUARE_STEPS[6],
];

impl Layout {
    /// The vectors of all directions, in their order.
    pub(crate) const fn steps(self) -> &'static [Spot] {
        match self {
            Self::HexPointy | Self::HexFlat => &HEX_STEPS,
            Self::Square => &SQUARE_STEPS,
        }
    }

    /// The vectors across all sides, in their order.
    pub(crate) const fn side_steps(self) -> &'static [Spot] {
        match self {
            Self::HexPointy | Self::HexFlat => &HEX_STEPS,
            Self::Square => &SQUARE_SIDE_STEPS,
        }
    }

    /// The stretch that makes corners whole: a corner of a hex is the middle of three centres, one
    /// of a square the middle of four. In the stretched lattice corner `i` of a cell, the one
    /// between sides `i` and `i + 1`, is its centre plus the vectors across these two sides.
    pub(crate) const fn scale(self) -> i32 {
        match self {
            Self::HexPointy | Self::HexFlat => 3,
            Self::Square => 2,
        }
    }

    /// Twice the scalar product on the plane, in units of one cell.
    pub(crate) const fn dot(self, a: Spot, b: Spot) -> i32 {
        let straight = 2 * (a.x * b.x + a.y * b.y);
        match self {
            Self::HexPointy | Self::HexFlat => straight + a.x * b.y + a.y * b.x,
            Self::Square => straight,
        }
    }

    /// The orientation hexx knows it by; `None` for squares.
    pub(crate) const fn orientation(self) -> Option<HexOrientation> {
        match self {
            Self::HexPointy => Some(HexOrientation::Pointy),
            Self::HexFlat => Some(HexOrientation::Flat),
            Self::Square => None,
        }
    }
}

impl Grid {
    /// Where the centre of a cell lies on the lattice.
    pub(crate) fn spot(&self, cell: Cell) -> Spot {
        let (column, row) = self.column_row(cell);
        let offset = [i32::from(column), i32::from(row)];
        self.layout().orientation().map_or_else(
            || Spot::new(offset[0], offset[1]),
            |orientation| {
                let odd = OffsetHexMode::Odd;
                of_hex(Hex::from_offset_coordinates(offset, odd, orientation))
            },
        )
    }

    /// The cell whose centre lies there, if it is on the map.
    pub(crate) fn cell_of(&self, spot: Spot) -> Option<Cell> {
        // The inverse of `spot`, spelt out because every search and line spends its time here.
        let (column, row) = match self.layout() {
            Layout::HexPointy => (spot.x + (spot.y >> 1), spot.y),
            Layout::HexFlat => (spot.x, spot.y + (spot.x >> 1)),
            Layout::Square => (spot.x, spot.y),
        };
        // A negative number is a huge one without its sign.
        let (column, row) = (column as u32, row as u32);
        if column >= u32::from(self.width()) || row >= u32::from(self.height()) {
            return None;
        }
        Some(Cell((row * u32::from(self.width()) + column) as u16))
    }
}
