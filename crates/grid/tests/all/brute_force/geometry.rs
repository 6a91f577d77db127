//! Geometry against brute force on random maps.

use proptest::prelude::*;
use shieldwall_grid::{Cell, Cover, Grid, GridError, Layout, Map, Metres, Reach, Sight, Zones};

use crate::brute_force::random_map;

/// Steps from a cell to all others, by breadth-first search over the neighbours.
fn steps_by_search(grid: &Grid, from: Cell) -> Vec<u32> {
    let mut steps = vec![u32::MAX; grid.len()];
    steps[from.index()] = 0;
    let mut rim = vec![from];
    while !rim.is_empty() {
        let mut next = Vec::new();
        for cell in rim {
            for (_, other) in grid.neighbours(cell) {
                if steps[other.index()] == u32::MAX {
                    steps[other.index()] = steps[cell.index()] + 1;
                    next.push(other);
                }
            }
        }
        rim = next;
    }
    steps
}

proptest! {
    #[test]
    fn cells_and_coordinates_round_trip(grid in random_map::grids(200)) {
        prop_assert_eq!(grid.cells().count(), grid.len());
        for cell in grid.cells() {
            let (column, row) = grid.column_row(cell);
            prop_assert!(column < grid.width() && row < grid.height());
            prop_assert_eq!(grid.cell(column, row), Some(cell));
        }
        prop_assert_eq!(grid.cell(grid.width(), 0), None);
        prop_assert_eq!(grid.cell(0, grid.height()), None);
        prop_assert!(!grid.contains(Cell(grid.len() as u16)));
    }

    #[test]
    fn neighbours_are_mutual(grid in random_map::grids(12)) {
        for cell in grid.cells() {
            for (direction, other) in grid.neighbours(cell) {
                prop_assert_eq!(grid.neighbour(other, grid.opposite(direction)), Some(cell));
                prop_assert_eq!(grid.direction_between(cell, other), Some(direction));
                prop_assert_eq!(grid.steps(cell, other), 1);
                let side = grid.side_between(cell, other);
                prop_assert_eq!(side, grid.side_towards(direction));
                prop_assert_eq!(side.map(|s| grid.opposite_side(s)), grid.side_between(other, cell));
                if let Some(side) = side {
                    prop_assert_eq!(grid.across(cell, side), Some(other));
                }
            }
            prop_assert_eq!(grid.direction_between(cell, cell), None);
        }
    }

    #[test]
    fn steps_and_distances_agree_with_a_search(grid in random_map::grids(14), pick in any::<prop::sample::Index>()) {
        let from = Cell(pick.index(grid.len()) as u16);
        let steps = steps_by_search(&grid, from);
        for to in grid.cells() {
            prop_assert_eq!(grid.steps(from, to), steps[to.index()]);
            prop_assert_eq!(grid.distance(from, to), grid.distance(to, from));
            let (a, b) = (grid.column_row(from), grid.column_row(to));
            let (x, y) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
            let milli = match grid.layout() {
                Layout::Square => 1500 * i32::from(x.max(y)) + 750 * i32::from(x.min(y)),
                _ => 1500 * steps[to.index()] as i32,
            };
            prop_assert_eq!(grid.distance(from, to), Metres::from_milli(milli));
        }
    }

    #[test]
    fn hexx_counts_the_same_steps(grid in random_map::grids(30), a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
        use hexx::{Hex, HexOrientation, OffsetHexMode};
        let orientation = match grid.layout() {
            Layout::HexPointy => HexOrientation::Pointy,
            Layout::HexFlat => HexOrientation::Flat,
            Layout::Square => return Ok(()),
        };
        let [a, b] = [a, b].map(|pick| Cell(pick.index(grid.len()) as u16));
        let hex = |cell| {
            let (column, row) = grid.column_row(cell);
            Hex::from_offset_coordinates([column.into(), row.into()], OffsetHexMode::Odd, orientation)
        };
        prop_assert_eq!(hex(a).unsigned_distance_to(hex(b)), grid.steps(a, b));
    }
}

#[test]
fn absurd_sizes_are_refused() {
    let size = Metres::from_milli(1500);
    for (width, height) in [(0, 5), (5, 0), (201, 5), (5, 201), (u16::MAX, u16::MAX)] {
        let made = Grid::new(Layout::HexFlat, width, height, size);
        assert_eq!(made, Err(GridError::Size { width, height }));
    }
    for milli in [0, -1500, 1_000_001] {
        let size = Metres::from_milli(milli);
        let made = Grid::new(Layout::HexFlat, 5, 5, size);
        assert_eq!(made, Err(GridError::CellSize(size)));
    }
    let odd = Metres::from_milli(1501);
    assert!(Grid::new(Layout::HexPointy, 5, 5, odd).is_ok());
    let made = Grid::new(Layout::Square, 5, 5, odd);
    assert_eq!(made, Err(GridError::OddCellSize(odd)));
    assert!(Grid::new(Layout::Square, 200, 200, size).is_ok());
}

#[test]
fn all_may_cross_threads() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug>() {}
    shared::<Map>();
    shared::<Grid>();
    shared::<Reach>();
    shared::<Sight>();
    shared::<Zones>();
    shared::<Cover>();
}
