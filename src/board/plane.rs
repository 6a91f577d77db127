//! From cells to the plane the camera looks at, and back.
//!
//! The grid measures in cells with y down the screen; the plane measures in units of which a cell
//! has [`CELL`] and y points up.

use bevy::prelude::*;
use shieldwall_battle::Footing;
use shieldwall_grid::{Cell, Direction, Grid, Layout, Side};

use crate::shown::Figure;

/// Width of a cell, from side to opposite side, on the plane. At zoom 1 a unit is a logical pixel.
pub(super) const CELL: f32 = 64.0;

/// A position of the grid's drawing plane as one of ours.
pub(super) fn of_grid([x, y]: [f32; 2]) -> Vec2 {
    Vec2::new(x * CELL, -y * CELL)
}

/// One of our positions as the grid knows it.
pub(super) fn to_grid(at: Vec2) -> [f32; 2] {
    [at.x / CELL, -at.y / CELL]
}

/// Where the centre of a cell is.
pub(super) fn centre(grid: &Grid, cell: Cell) -> Vec2 {
    of_grid(grid.centre(cell))
}

/// The middle of the cells of somebody who stands so.
pub(super) fn middle(grid: &Grid, footing: Footing) -> Vec2 {
    let cells = footing.cells(grid);
    let sum: Vec2 = cells.iter().map(|cell| centre(grid, *cell)).sum();
    sum / cells.len() as f32
}

/// Where the middle of a figure's cells is on the plane that the camera looks at.
pub(crate) fn figure_centre(grid: &Grid, figure: &Figure) -> Vec2 {
    middle(grid, figure.footing())
}

/// The square around the cells of a figure.
pub(crate) fn figure_bounds(grid: &Grid, figure: &Figure) -> Rect {
    let size = CELL * f32::from(figure.across.max(1));
    Rect::from_center_size(figure_centre(grid, figure), Vec2::splat(size))
}

/// The square around a cell.
pub(crate) fn cell_bounds(grid: &Grid, cell: Cell) -> Rect {
    Rect::from_center_size(centre(grid, cell), Vec2::splat(CELL))
}

/// The cell at a position.
pub(super) fn cell_at(grid: &Grid, at: Vec2) -> Option<Cell> {
    grid.cell_at(to_grid(at))
}

/// Of some cells the one that is nearest to the middle of them all.
pub(super) fn heart(grid: &Grid, cells: &[Cell]) -> Option<Cell> {
    let sum: Vec2 = cells.iter().map(|cell| centre(grid, *cell)).sum();
    let middle = sum / cells.len().max(1) as f32;
    let off = |cell: &Cell| centre(grid, *cell).distance(middle);
    let all = cells.iter().copied();
    all.min_by(|one, other| off(one).total_cmp(&off(other)))
}

/// The two ends of a side of a cell.
pub(super) fn side_ends(grid: &Grid, cell: Cell, side: Side) -> (Vec2, Vec2) {
    let (from, to) = grid.side_ends(cell, side);
    (of_grid(from), of_grid(to))
}

/// The rectangle that holds all cells.
pub(super) fn bounds(grid: &Grid) -> Rect {
    let (least, most) = grid.bounds();
    Rect::from_corners(of_grid(least), of_grid(most))
}

/// The unit vector of a direction.
pub(super) fn heading(grid: &Grid, direction: Direction) -> Vec2 {
    let degrees = match grid.layout() {
        Layout::HexPointy => f32::from(direction.0 % 6) * 60.0,
        Layout::HexFlat => 30.0 + f32::from(direction.0 % 6) * 60.0,
        Layout::Square => f32::from(direction.0 % 8) * 45.0,
    };
    // Directions are numbered clockwise on the screen from east or south-east.
    Vec2::from_angle(-degrees.to_radians())
}

/// A number that looks random but is always the same for a cell, so that the ground does not look
/// tiled and yet never changes.
pub(super) const fn speckle(cell: Cell, salt: u32) -> u32 {
    let mut hash = (cell.0 as u32).wrapping_mul(0x9E37_79B1) ^ salt.wrapping_mul(0x85EB_CA77);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2C1B_3C6D);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297A_2D39);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::Metres;

    use super::*;

    #[test]
    fn the_cell_at_a_centre_is_that_cell() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 9, 7, Metres::from_milli(1500)).unwrap();
            for cell in grid.cells() {
                assert_eq!(cell_at(&grid, centre(&grid, cell)), Some(cell));
                assert!(bounds(&grid).contains(centre(&grid, cell)));
            }
        }
    }

    #[test]
    fn the_heart_of_an_area_is_one_of_its_cells() {
        let grid = Grid::new(Layout::Square, 9, 7, Metres::from_milli(1500)).unwrap();
        let at = |column, row| grid.cell(column, row).unwrap();
        let block = [at(1, 2), at(2, 2), at(3, 2), at(1, 3), at(2, 3), at(3, 3)];
        assert_eq!(heart(&grid, &block[..3]), Some(at(2, 2)));
        assert!(heart(&grid, &block).is_some_and(|cell| [at(2, 2), at(2, 3)].contains(&cell)));
        // The middle itself may lie in none of them.
        assert_eq!(
            heart(&grid, &[at(0, 0), at(1, 0), at(8, 0)]),
            Some(at(1, 0))
        );
        assert_eq!(heart(&grid, &[]), None);
    }

    #[test]
    fn headings_point_at_neighbours() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 9, 7, Metres::from_milli(1500)).unwrap();
            let from = grid.cell(4, 3).unwrap();
            for (direction, to) in grid.neighbours(from) {
                let way = (centre(&grid, to) - centre(&grid, from)).normalize();
                assert!(
                    way.distance(heading(&grid, direction)) < 1e-3,
                    "{layout:?} {direction:?}"
                );
            }
        }
    }
}
