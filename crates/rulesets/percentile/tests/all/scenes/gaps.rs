//! Gaps are measured in metres, whatever the size of the cells (PCT-R77, PCT-R84).

use proptest::prelude::*;
use shieldwall_battle::CombatantId;
use shieldwall_content::{Terrain, terrain::Obstacle};
use shieldwall_grid::{Cell, Direction, Layout, Metres};

use crate::scenes::stage_hand::{Scene, floor, somebody};

/// A jumper before a gap of some cells in a straight line, with gap all around: the way over it, if
/// there is one, and the cell behind it.
fn way_over(layout: Layout, milli: i32, direction: Direction, cells: usize) -> (Vec<Cell>, Cell) {
    let gap = Terrain {
        obstacle: Some(Obstacle::Jump),
        ..floor()
    };
    let mut scene = Scene::of_cells(layout, 21, 21, milli);
    let grid = *scene.level.map.grid();
    let from = grid.cell(10, 10).unwrap();
    let ahead = |cell: &Cell| grid.neighbour(*cell, direction);
    let line: Vec<Cell> = std::iter::successors(Some(from), ahead).collect();
    let to = line[cells + 1];
    let corner = grid.cell(0, 0).unwrap();
    for cell in grid.cells() {
        if ![from, to, corner].contains(&cell) {
            let (column, row) = grid.column_row(cell);
            scene = scene.ground(column, row, &gap, 0);
        }
    }
    let mut play = scene.red(10, 10, somebody()).blue(0, 0, somebody()).play();
    play.battle.advance();
    (play.battle.path(CombatantId(0), to), to)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Up to 3 m can be jumped in every direction of every layout, a millimetre more cannot.
    #[test]
    fn three_metres_are_three_metres(
        layout in prop::sample::select(Layout::ALL.to_vec()),
        milli in prop::sample::select(vec![500, 750, 1000, 1002, 1500, 1502, 2000, 2002, 3000, 3002, 4000]),
        way in 0..8_u8,
        cells in 1..8_usize,
    ) {
        let grid = shieldwall_grid::Grid::new(layout, 1, 1, Metres::from_milli(milli)).unwrap();
        let direction = Direction(way % grid.direction_count());
        let width = grid.step_length(direction) * i32::try_from(cells).unwrap();
        let (path, to) = way_over(layout, milli, direction, cells);
        let over = width <= Metres::from_whole(3);
        prop_assert_eq!(path.last() == Some(&to), over, "{} wide", width);
        prop_assert_eq!(path.len(), if over { cells + 1 } else { 0 }, "all cells are named");
    }
}
