//! The default zones of levels that draw none.

use std::collections::{BTreeMap, BTreeSet};

use crate::cell::Cell;
use crate::grid::{Grid, Layout};
use crate::lattice::Spot;
use crate::zones::{ZoneError, ZoneId, Zones};

/// A place of the lattice of zones, ordered as the zones are numbered: by row, then by column.
type Place = (i32, i32);

impl Zones {
    /// The spacing that [`Zones::lattice`] is meant for: zones 4 cells apart on squares, hexes with
    /// a radius of 2 cells.
    #[must_use]
    pub const fn default_spacing(layout: Layout) -> u16 {
        match layout {
            Layout::HexPointy | Layout::HexFlat => 2,
            Layout::Square => 4,
        }
    }

    /// Regular zones over the whole map, named by their numbers.
    ///
    /// On squares every `spacing`-th column and row is border, and the cores between are
    /// `spacing - 1` cells wide. On hexes the zones are hexes of cells themselves: cores reach
    /// `spacing - 1` cells from their centres and borders lie exactly `spacing` cells from two or
    /// three centres. Zones whose core would lie off the map are left out, and a cell left without
    /// a zone joins the one whose centre is nearest.
    ///
    /// # Errors
    /// If the spacing is less than 2 on squares or less than 1 on hexes: no zone would have a core.
    pub fn lattice(grid: &Grid, spacing: u16) -> Result<Self, ZoneError> {
        let pitch = i32::from(spacing);
        let smallest = match grid.layout() {
            Layout::HexPointy | Layout::HexFlat => 1,
            Layout::Square => 2,
        };
        if pitch < smallest {
            return Err(ZoneError::Spacing { spacing });
        }
        let places: Vec<Vec<Place>> = grid
            .cells()
            .map(|cell| match grid.layout() {
                Layout::HexPointy | Layout::HexFlat => hex_places(grid.spot(cell), pitch),
                Layout::Square => square_places(grid.spot(cell), pitch),
            })
            .collect();
        let kept: BTreeSet<Place> = places
            .iter()
            .filter(|places| places.len() == 1)
            .flatten()
            .copied()
            .collect();
        let ids: BTreeMap<Place, ZoneId> = kept.into_iter().zip((0..).map(ZoneId)).collect();
        let zones_of_cells: Vec<Vec<ZoneId>> = grid
            .cells()
            .zip(&places)
            .map(|(cell, places)| {
                let zones: Vec<ZoneId> = places
                    .iter()
                    .filter_map(|place| ids.get(place).copied())
                    .collect();
                if zones.is_empty() {
                    nearest(grid, cell, pitch, &ids).into_iter().collect()
                } else {
                    zones
                }
            })
            .collect();
        let names = (0..ids.len()).map(|number| number.to_string()).collect();
        Self::authored(grid, names, &zones_of_cells)
    }
}

fn square_places(spot: Spot, pitch: i32) -> Vec<Place> {
    let along = |at: i32| {
        let first = at / pitch;
        let last = if at % pitch == pitch - 1 {
            first + 1
        } else {
            first
        };
        first..=last
    };
    along(spot.y)
        .flat_map(|row| along(spot.x).map(move |column| (row, column)))
        .collect()
}

/// Centres lie at `(m k, n k)` with `n - m` divisible by 3; a cell belongs to those at most `k`
/// cells away.
fn hex_places(spot: Spot, radius: i32) -> Vec<Place> {
    let near = |at: i32| at.div_euclid(radius) - 1..=at.div_euclid(radius) + 2;
    near(spot.y)
        .flat_map(|n| near(spot.x).map(move |m| (n, m)))
        .filter(|(n, m)| (n - m) % 3 == 0)
        .filter(|place| hex_steps(spot - centre(*place, radius)) <= radius)
        .collect()
}

fn centre((row, column): Place, spacing: i32) -> Spot {
    Spot::new(column, row) * spacing
}

fn hex_steps(way: Spot) -> i32 {
    way.x.abs().max(way.y.abs()).max((way.x + way.y).abs())
}

fn nearest(grid: &Grid, cell: Cell, spacing: i32, ids: &BTreeMap<Place, ZoneId>) -> Option<ZoneId> {
    let spot = grid.spot(cell);
    // Only hexes can be left without a zone: a square always lies in the zone of the first column
    // and row of its block, whose core holds the block's first cell.
    ids.iter()
        .min_by_key(|(place, zone)| (hex_steps(spot - centre(**place, spacing)), **zone))
        .map(|(_, zone)| *zone)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Metres;

    fn grid(layout: Layout, width: u16, height: u16) -> Grid {
        Grid::new(layout, width, height, Metres::from_milli(1500)).unwrap()
    }

    #[test]
    fn squares_have_cores_of_three_by_three() {
        let grid = grid(Layout::Square, 11, 7);
        let zones = Zones::lattice(&grid, Zones::default_spacing(Layout::Square)).unwrap();
        assert_eq!(zones.len(), 6);
        let at = |x, y| zones.zones_of(grid.cell(x, y).unwrap());
        assert_eq!(at(0, 0), [ZoneId(0)]);
        assert_eq!(at(3, 1), [ZoneId(0), ZoneId(1)]);
        assert_eq!(at(3, 3), [ZoneId(0), ZoneId(1), ZoneId(3), ZoneId(4)]);
        assert_eq!(at(5, 5), [ZoneId(4)]);
        for zone in zones.ids() {
            assert_eq!(zones.core_of(zone).count(), 9);
        }
        assert_eq!(
            zones.neighbours(ZoneId(0)),
            [ZoneId(1), ZoneId(3), ZoneId(4)]
        );
    }

    #[test]
    fn hexes_have_cores_of_seven_and_six_neighbours() {
        for layout in [Layout::HexPointy, Layout::HexFlat] {
            let grid = grid(layout, 30, 30);
            let zones = Zones::lattice(&grid, 2).unwrap();
            let inner: Vec<ZoneId> = zones
                .ids()
                .filter(|zone| {
                    zones.cells_of(*zone).len() == 19 && zones.neighbours(*zone).len() == 6
                })
                .collect();
            assert!(inner.len() > 20);
            for zone in inner {
                assert_eq!(zones.core_of(zone).count(), 7);
                let shared = |count: usize| {
                    let cells = zones.cells_of(zone).iter();
                    cells
                        .filter(|cell| zones.zones_of(**cell).len() == count)
                        .count()
                };
                assert_eq!((shared(2), shared(3)), (6, 6));
            }
        }
    }

    #[test]
    fn every_cell_has_a_zone_and_every_zone_a_core_on_maps_of_all_sizes() {
        for layout in Layout::ALL {
            for (width, height) in [(1, 1), (1, 40), (40, 1), (3, 5), (13, 17), (24, 31)] {
                let grid = grid(layout, width, height);
                for spacing in 2..7 {
                    let zones = Zones::lattice(&grid, spacing).unwrap();
                    assert!(grid.cells().all(|cell| !zones.zones_of(cell).is_empty()));
                    assert!(zones.ids().all(|zone| zones.core_of(zone).next().is_some()));
                }
            }
        }
    }

    #[test]
    fn too_narrow_a_lattice_is_refused() {
        let squares = grid(Layout::Square, 4, 4);
        assert_eq!(
            Zones::lattice(&squares, 1),
            Err(ZoneError::Spacing { spacing: 1 })
        );
        assert!(Zones::lattice(&grid(Layout::HexFlat, 4, 4), 0).is_err());
        assert!(Zones::lattice(&grid(Layout::HexFlat, 4, 4), 1).is_ok());
    }
}
