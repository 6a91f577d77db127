//! Drawing positions. Rules never use them.
//!
//! The unit is one cell: neighbouring centres that share a side are 1 apart. The centre of the
//! first cell is the origin, x grows to the right and y grows down the screen, with the rows.

use hexx::{HexLayout, Vec2};

use crate::cell::Cell;
use crate::direction::Side;
use crate::grid::{Grid, Layout};
use crate::lattice::Spot;

/// Half the square root of three: from row to row of pointy hexes.
const ROW: f32 = 0.866_025_4;
/// One over the square root of three: from the centre of a hex to a corner.
const RADIUS: f32 = 0.577_350_26;

impl Grid {
    /// Where the centre of a cell is drawn.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> [f32; 2] {
        self.drawn(self.spot(cell) * self.layout().scale())
    }

    /// The centre of a cell in whole numbers, to the right and down, for rules: in half cells along
    /// the rows of pointy hexes or the columns of flat ones, in cells otherwise. See
    /// [`Self::squared_length`].
    #[must_use]
    pub fn whole_centre(&self, cell: Cell) -> [i64; 2] {
        let spot = self.spot(cell);
        let (x, y) = (i64::from(spot.x), i64::from(spot.y));
        match self.layout() {
            Layout::HexPointy => [2 * x + y, y],
            Layout::HexFlat => [x, 2 * y + x],
            Layout::Square => [x, y],
        }
    }

    /// The squared length of a way between [`Self::whole_centre`]s, in a unit of its own.
    #[must_use]
    pub const fn squared_length(&self, [x, y]: [i64; 2]) -> i64 {
        match self.layout() {
            Layout::HexPointy => x * x + 3 * y * y,
            Layout::HexFlat => 3 * x * x + y * y,
            Layout::Square => x * x + y * y,
        }
    }

    /// The corners of a cell, clockwise, beginning with the one between sides 0 and 1.
    #[must_use]
    pub fn corners(&self, cell: Cell) -> Vec<[f32; 2]> {
        (0..self.side_count())
            .map(|number| self.drawn(self.corner(cell, number)))
            .collect()
    }

    /// The two ends of a side, clockwise.
    #[must_use]
    pub fn side_ends(&self, cell: Cell, side: Side) -> ([f32; 2], [f32; 2]) {
        let count = self.side_count();
        let number = side.0 % count;
        let before = (number + count - 1) % count;
        (
            self.drawn(self.corner(cell, before)),
            self.drawn(self.corner(cell, number)),
        )
    }

    /// The cell drawn at a position, if there is one.
    #[must_use]
    pub fn cell_at(&self, position: [f32; 2]) -> Option<Cell> {
        let (least, most) = self.bounds();
        let inside = |axis: usize| position[axis] >= least[axis] && position[axis] <= most[axis];
        if !inside(0) || !inside(1) {
            return None;
        }
        let spot = self.layout().orientation().map_or_else(
            || Spot::new(position[0].round() as i32, position[1].round() as i32),
            |orientation| {
                let hex = HexLayout::new(orientation)
                    .with_hex_size(RADIUS)
                    .world_pos_to_hex(Vec2::from_array(position));
                Spot::new(hex.x, hex.y)
            },
        );
        self.cell_of(spot)
    }

    /// The least and the greatest corner of the rectangle that holds all cells.
    #[must_use]
    pub fn bounds(&self) -> ([f32; 2], [f32; 2]) {
        let (columns, rows) = (f32::from(self.width()), f32::from(self.height()));
        match self.layout() {
            Layout::HexPointy => {
                let shove = if self.height() > 1 { 0.5 } else { 0.0 };
                (
                    [-0.5, -RADIUS],
                    [columns - 0.5 + shove, (rows - 1.0) * ROW + RADIUS],
                )
            }
            Layout::HexFlat => {
                let shove = if self.width() > 1 { 0.5 } else { 0.0 };
                (
                    [-RADIUS, -0.5],
                    [(columns - 1.0) * ROW + RADIUS, rows - 0.5 + shove],
                )
            }
            Layout::Square => ([-0.5, -0.5], [columns - 0.5, rows - 0.5]),
        }
    }

    /// A corner on the stretched lattice.
    fn corner(&self, cell: Cell, number: u8) -> Spot {
        let steps = self.layout().side_steps();
        let number = usize::from(number);
        self.spot(cell) * self.layout().scale() + steps[number] + steps[(number + 1) % steps.len()]
    }

    /// Where a point of the stretched lattice is drawn.
    fn drawn(&self, point: Spot) -> [f32; 2] {
        // Small integers: exact as floats.
        let scale = self.layout().scale() as f32;
        let (x, y) = (point.x as f32 / scale, point.y as f32 / scale);
        match self.layout() {
            Layout::HexPointy => [x + y * 0.5, y * ROW],
            Layout::HexFlat => [x * ROW, x * 0.5 + y],
            Layout::Square => [x, y],
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Metres;

    fn grids() -> impl Iterator<Item = Grid> {
        Layout::ALL.into_iter().flat_map(|layout| {
            [(1, 1), (1, 9), (9, 1), (12, 7), (200, 200)]
                .map(|(w, h)| Grid::new(layout, w, h, Metres::from_milli(1500)).unwrap())
        })
    }

    fn apart(a: [f32; 2], b: [f32; 2]) -> f32 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    #[test]
    fn a_cell_is_found_at_its_centre_and_near_its_corners() {
        for grid in grids() {
            for cell in grid.cells() {
                let centre = grid.centre(cell);
                assert_eq!(grid.cell_at(centre), Some(cell));
                for corner in grid.corners(cell) {
                    let inside = [0, 1].map(|i| centre[i] + (corner[i] - centre[i]) * 0.99);
                    assert_eq!(grid.cell_at(inside), Some(cell));
                }
            }
        }
    }

    #[test]
    fn nothing_is_found_off_the_map() {
        for grid in grids() {
            let (least, most) = grid.bounds();
            for off in [
                [least[0] - 0.1, 0.0],
                [0.0, most[1] + 0.1],
                [f32::NAN, 0.0],
                [f32::INFINITY, f32::NEG_INFINITY],
            ] {
                assert_eq!(grid.cell_at(off), None);
            }
        }
    }

    #[test]
    fn neighbours_are_one_apart_and_share_their_side() {
        for grid in grids().filter(|grid| grid.len() < 100) {
            for cell in grid.cells() {
                for (direction, other) in grid.neighbours(cell) {
                    let apart_by = apart(grid.centre(cell), grid.centre(other));
                    let Some(side) = grid.side_towards(direction) else {
                        assert!((apart_by - 2f32.sqrt()).abs() < 1e-4);
                        continue;
                    };
                    assert!((apart_by - 1.0).abs() < 1e-4);
                    let (a, b) = grid.side_ends(cell, side);
                    let (c, d) = grid.side_ends(other, grid.opposite_side(side));
                    assert!(apart(a, d) < 1e-4 && apart(b, c) < 1e-4);
                }
            }
        }
    }

    #[test]
    fn names_of_directions_are_true_on_the_screen() {
        for grid in grids().filter(|grid| grid.len() == 84) {
            let cell = grid.cell(5, 3).unwrap();
            let [x, y] = grid.centre(cell);
            for (direction, other) in grid.neighbours(cell) {
                let [u, v] = grid.centre(other);
                let name = grid.direction_name(direction);
                assert_eq!(name.contains("east"), u > x + 0.1, "{name}");
                assert_eq!(name.contains("west"), u < x - 0.1, "{name}");
                assert_eq!(name.contains("south"), v > y + 0.1, "{name}");
                assert_eq!(name.contains("north"), v < y - 0.1, "{name}");
            }
        }
    }

    #[test]
    fn bounds_touch_the_outermost_corners() {
        for grid in grids() {
            let (least, most) = grid.bounds();
            let corners: Vec<[f32; 2]> = grid.cells().flat_map(|cell| grid.corners(cell)).collect();
            for axis in 0..2 {
                let low = corners
                    .iter()
                    .map(|c| c[axis])
                    .fold(f32::INFINITY, f32::min);
                let high = corners
                    .iter()
                    .map(|c| c[axis])
                    .fold(f32::NEG_INFINITY, f32::max);
                assert!((low - least[axis]).abs() < 1e-3);
                assert!((high - most[axis]).abs() < 1e-3);
            }
        }
    }
}
