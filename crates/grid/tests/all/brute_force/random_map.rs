//! Random maps for the property tests.

use proptest::prelude::*;
use shieldwall_grid::{Border, Cell, Cover, Door, Grid, Ground, Layout, Light, Map, Metres, Side};

pub(crate) fn layouts() -> impl Strategy<Value = Layout> {
    prop::sample::select(&Layout::ALL[..])
}

pub(crate) fn grids(most: u16) -> impl Strategy<Value = Grid> {
    (layouts(), 1..=most, 1..=most)
        .prop_map(|(layout, w, h)| Grid::new(layout, w, h, Metres::from_milli(1500)).unwrap())
}

fn grounds() -> impl Strategy<Value = Ground> {
    let special = (
        any::<bool>(),
        any::<bool>(),
        1..4u8,
        -1..3i8,
        prop::sample::select(&[Cover::None, Cover::Half, Cover::Full][..]),
    )
        .prop_map(|(passable, opaque, cost, elevation, cover)| Ground {
            passable,
            opaque,
            cost,
            elevation,
            cover,
            light: Light::Bright,
            sunk: false,
            hard: false,
        });
    prop_oneof![5 => Just(Ground::FLOOR), 1 => Just(Ground::WALL), 2 => special]
}

fn borders() -> impl Strategy<Value = Border> {
    prop_oneof![
        3 => Just(Border::WALL),
        1 => Just(Border::with_door(Door::Closed)),
        1 => Just(Border::with_door(Door::Locked)),
        1 => Just(Border::with_door(Door::Open)),
        1 => Just(Border::with_cover(Cover::Heavy)),
        1 => Just(Border::with_cover(Cover::Full)),
        1 => Just(Border { opaque: true, ..Border::OPEN }),
    ]
}

/// Maps of at most `most` x `most` cells with ground of all kinds and things on their borders.
pub(crate) fn maps(most: u16) -> impl Strategy<Value = Map> {
    grids(most).prop_flat_map(|grid| {
        let cells = grid.len();
        let placed = (0..cells as u16, 0..grid.side_count(), borders());
        (
            prop::collection::vec(grounds(), cells),
            prop::collection::vec(placed, 0..=cells),
        )
            .prop_map(move |(ground, borders)| {
                let mut map = Map::new(grid, ground, grid.cell_size()).unwrap();
                for (cell, side, border) in borders {
                    map.set_border(Cell(cell), Side(side), border);
                }
                map
            })
    })
}
