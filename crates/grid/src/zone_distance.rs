//! Distances counted in zones: half a zone from a core to its border and from there to the next core.

use std::{collections::BTreeMap, sync::OnceLock};

use crate::{
    cell::Cell,
    grid::Grid,
    zones::{ZoneId, Zones},
};

/// Number of a place: a largest connected group of cells that lie in the same zones, such as the
/// core of a zone, the border between two, or a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u16);

/// How far cells are from each other in half zones, whatever stands between them.
///
/// A step between touching cells costs nothing within a place, one half zone between places that
/// share a zone, and two between others; the distance is the cheapest way over the map (ZON-R10).
#[derive(Debug)]
pub struct ZoneDistances {
    place_of: Vec<Place>,
    zones_of: Vec<Vec<ZoneId>>,
    cells_of: Vec<Vec<Cell>>,
    /// The places of each zone's core.
    cores: Vec<Vec<Place>>,
    next: Vec<Vec<(Place, u16)>>,
    /// Distances from each place to all others, worked out when first asked for.
    rows: Vec<OnceLock<Box<[u16]>>>,
}

impl ZoneDistances {
    /// Finds the places of a map.
    #[must_use]
    pub fn new(grid: &Grid, zones: &Zones) -> Self {
        const NONE: Place = Place(u16::MAX);
        let mut place_of = vec![NONE; grid.len()];
        let mut zones_of: Vec<Vec<ZoneId>> = Vec::new();
        let mut cells_of: Vec<Vec<Cell>> = Vec::new();
        for start in grid.cells() {
            if place_of[start.index()] != NONE {
                continue;
            }
            // At most 40,000 cells, hence places.
            let place = Place(zones_of.len() as u16);
            let here = zones.zones_of(start);
            let mut cells = vec![start];
            place_of[start.index()] = place;
            let mut next = 0;
            while let Some(&cell) = cells.get(next) {
                next += 1;
                for (_, other) in grid.neighbours(cell) {
                    if place_of[other.index()] == NONE && zones.zones_of(other) == here {
                        place_of[other.index()] = place;
                        cells.push(other);
                    }
                }
            }
            cells.sort_unstable();
            zones_of.push(here.to_vec());
            cells_of.push(cells);
        }
        let mut cores: Vec<Vec<Place>> = Vec::new();
        for (place, zones) in (0..).map(Place).zip(&zones_of) {
            if let [zone] = zones[..] {
                let index = usize::from(zone.0);
                cores.resize_with(cores.len().max(index + 1), Vec::new);
                cores[index].push(place);
            }
        }
        let mut next: Vec<BTreeMap<Place, u16>> = vec![BTreeMap::new(); zones_of.len()];
        for cell in grid.cells() {
            let here = place_of[cell.index()];
            for (_, other) in grid.neighbours(cell) {
                let there = place_of[other.index()];
                if there != here {
                    let cost = set_cost(zones.zones_of(cell), zones.zones_of(other));
                    next[usize::from(here.0)].insert(there, cost);
                }
            }
        }
        Self {
            rows: zones_of.iter().map(|_| OnceLock::new()).collect(),
            next: next
                .into_iter()
                .map(|edges| edges.into_iter().collect())
                .collect(),
            place_of,
            zones_of,
            cells_of,
            cores,
        }
    }

    /// The place a cell lies in.
    ///
    /// # Panics
    /// If the cell is off the map.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Place {
        self.place_of[cell.index()]
    }

    /// The cells of a place, in their order.
    #[must_use]
    pub fn cells_of(&self, place: Place) -> &[Cell] {
        self.cells_of
            .get(usize::from(place.0))
            .map_or(&[], Vec::as_slice)
    }

    /// The zones that the cells of a place lie in.
    #[must_use]
    pub fn zones_of(&self, place: Place) -> &[ZoneId] {
        self.zones_of
            .get(usize::from(place.0))
            .map_or(&[], Vec::as_slice)
    }

    /// What a step between two touching cells costs in half zones: 0, 1 or 2.
    ///
    /// # Panics
    /// If a cell is off the map.
    #[must_use]
    pub fn step(&self, from: Cell, to: Cell) -> u16 {
        let (from, to) = (self.place(from), self.place(to));
        if from == to {
            return 0;
        }
        set_cost(self.zones_of(from), self.zones_of(to))
    }

    /// The distance of two cells in half zones; `u16::MAX` if no chain of cells joins them, which no
    /// map allows.
    ///
    /// # Panics
    /// If a cell is off the map.
    #[must_use]
    pub fn half_zones(&self, a: Cell, b: Cell) -> u16 {
        let (from, to) = (self.place(a), self.place(b));
        self.row(from)[usize::from(to.0)]
    }

    /// The place of a cell, and those half a zone away from it.
    fn places_around(&self, cell: Cell) -> impl Iterator<Item = Place> {
        let here = self.place(cell);
        let next = self.next[usize::from(here.0)].iter();
        let around = next.filter(|(_, cost)| *cost <= 1).map(|(place, _)| *place);
        std::iter::once(here).chain(around)
    }

    /// Whether two cells are at most half a zone from each other. This is found without measuring the map.
    ///
    /// # Panics
    /// If a cell is off the map.
    #[must_use]
    pub fn are_near(&self, a: Cell, b: Cell) -> bool {
        let there = self.place(b);
        self.places_around(a).any(|place| place == there)
    }

    /// The cells at most half a zone from a cell, in no order.
    ///
    /// # Panics
    /// If the cell is off the map.
    pub fn near(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.places_around(cell)
            .flat_map(|place| self.cells_of(place).iter().copied())
    }

    /// The zones with a core at most half a zone from a cell.
    ///
    /// # Panics
    /// If the cell is off the map.
    pub fn cores_near(&self, cell: Cell) -> impl Iterator<Item = ZoneId> {
        self.places_around(cell)
            .filter_map(|place| match self.zones_of(place) {
                [zone] => Some(*zone),
                _ => None,
            })
    }

    /// The cells whose distance from a cell in half zones is wanted, in their order.
    ///
    /// # Panics
    /// If the cell is off the map.
    #[must_use]
    pub fn cells_at(&self, from: Cell, wanted: impl Fn(u16) -> bool) -> Vec<Cell> {
        let row = self.row(self.place(from)).iter();
        let places = row.zip(&self.cells_of);
        let places = places.filter(|(distance, _)| wanted(**distance));
        let mut cells: Vec<Cell> = places
            .flat_map(|(_, cells)| cells.iter().copied())
            .collect();
        cells.sort_unstable();
        cells
    }

    /// The least distance from a cell to a core cell of a zone, in half zones.
    ///
    /// # Panics
    /// If the cell is off the map.
    #[must_use]
    pub fn to_core(&self, from: Cell, zone: ZoneId) -> u16 {
        let row = self.row(self.place(from));
        let core = self.cores.get(usize::from(zone.0));
        core.into_iter()
            .flatten()
            .map(|place| row[usize::from(place.0)])
            .min()
            .unwrap_or(u16::MAX)
    }

    fn row(&self, from: Place) -> &[u16] {
        self.rows[usize::from(from.0)].get_or_init(|| self.measure(from))
    }

    /// Dijkstra's way with costs of 1 and 2: places by distance.
    fn measure(&self, from: Place) -> Box<[u16]> {
        let mut distances = vec![u16::MAX; self.next.len()].into_boxed_slice();
        let mut rings: Vec<Vec<Place>> = vec![vec![from]];
        distances[usize::from(from.0)] = 0;
        let mut ring = 0;
        while ring < rings.len() {
            // A ring can grow only in those after it.
            for place in std::mem::take(&mut rings[ring]) {
                if usize::from(distances[usize::from(place.0)]) < ring {
                    continue;
                }
                for &(next, cost) in &self.next[usize::from(place.0)] {
                    let there = ring + usize::from(cost.max(1));
                    let known = &mut distances[usize::from(next.0)];
                    if there < usize::from(*known) {
                        *known = there as u16;
                        while rings.len() <= there {
                            rings.push(Vec::new());
                        }
                        rings[there].push(next);
                    }
                }
            }
            ring += 1;
        }
        distances
    }
}

/// Half zones between touching cells that lie in these zones, both in order.
fn set_cost(a: &[ZoneId], b: &[ZoneId]) -> u16 {
    if a == b {
        0
    } else if a.iter().any(|zone| b.contains(zone)) {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Layout, Metres};

    fn squares() -> (Grid, ZoneDistances) {
        let grid = Grid::new(Layout::Square, 24, 16, Metres::from_milli(1500)).unwrap();
        let zones = Zones::lattice(&grid, 4).unwrap();
        let distances = ZoneDistances::new(&grid, &zones);
        (grid, distances)
    }

    #[test]
    fn distances_on_squares_follow_the_closed_form() {
        let (grid, distances) = squares();
        let axis = |at: u16| 2 * (at / 4) + u16::from(at % 4 == 3);
        for a in grid.cells().step_by(7) {
            for b in grid.cells() {
                let ((ax, ay), (bx, by)) = (grid.column_row(a), grid.column_row(b));
                // The last column and row have lost the zones beyond the rim.
                if [ax, bx].contains(&23) || [ay, by].contains(&15) {
                    continue;
                }
                let expected = axis(ax).abs_diff(axis(bx)).max(axis(ay).abs_diff(axis(by)));
                assert_eq!(distances.half_zones(a, b), expected, "{ax},{ay} {bx},{by}");
            }
        }
    }

    #[test]
    fn distances_on_hexes_are_as_printed() {
        let grid = Grid::new(Layout::HexPointy, 30, 30, Metres::from_milli(1500)).unwrap();
        let zones = Zones::lattice(&grid, 2).unwrap();
        let distances = ZoneDistances::new(&grid, &zones);
        // Axial coordinates relative to the centre of a zone well inside the map.
        let origin = crate::lattice::Spot::new(6, 12);
        let at = |q: i32, r: i32| {
            grid.cell_of(origin + crate::lattice::Spot::new(q, r))
                .unwrap()
        };
        assert_eq!(zones.zones_of(at(0, 0)).len(), 1);
        let cells = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (6, 0)];
        let found: Vec<u16> = cells
            .iter()
            .map(|&(q, r)| distances.half_zones(at(0, 0), at(q, r)))
            .collect();
        assert_eq!(found, [0, 0, 1, 1, 2, 2, 4]);
    }

    #[test]
    fn what_is_near_is_as_far_as_it_is_measured() {
        let (grid, distances) = squares();
        for cell in grid.cells().step_by(5) {
            let others = grid.cells();
            let measured: Vec<Cell> = others
                .filter(|other| distances.half_zones(cell, *other) <= 1)
                .collect();
            let mut near: Vec<Cell> = distances.near(cell).collect();
            near.sort_unstable();
            assert_eq!(near, measured);
            assert_eq!(distances.cells_at(cell, |distance| distance <= 1), measured);
            for other in grid.cells() {
                assert_eq!(
                    distances.are_near(cell, other),
                    measured.contains(&other),
                    "{cell:?} {other:?}"
                );
            }
            let mut cores: Vec<ZoneId> = distances.cores_near(cell).collect();
            cores.sort_unstable();
            let zones = (0..24).map(ZoneId);
            let expected: Vec<ZoneId> = zones
                .filter(|zone| distances.to_core(cell, *zone) <= 1)
                .collect();
            assert_eq!(cores, expected);
        }
    }

    #[test]
    fn cores_are_reached_from_their_borders() {
        let (grid, distances) = squares();
        let at = |x, y| grid.cell(x, y).unwrap();
        let zone = ZoneId(1);
        for (cell, expected) in [(at(1, 1), 2), (at(3, 1), 1), (at(5, 1), 0), (at(3, 3), 1)] {
            assert_eq!(distances.to_core(cell, zone), expected);
        }
        assert_eq!(distances.to_core(at(1, 1), ZoneId(99)), u16::MAX);
        assert_eq!(distances.step(at(2, 2), at(3, 3)), 1);
        let place = distances.place(at(3, 0));
        assert_eq!(distances.cells_of(place).len(), 3);
        assert_eq!(distances.zones_of(place), [ZoneId(0), ZoneId(1)]);
    }
}
