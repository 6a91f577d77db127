//! Zones: named parts of a map that may share their borders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cell::Cell;
use crate::grid::Grid;

/// Number of a zone in its map, starting at 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ZoneId(pub u16);

impl ZoneId {
    /// The number as an index into slices that hold one entry per zone.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why zones cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ZoneError {
    /// There must be one list of zones per cell.
    #[error("a map of {expected} cells needs as many lists of zones, not {found}")]
    CellCount {
        /// Cells of the grid.
        expected: usize,
        /// Lists given.
        found: usize,
    },
    /// A cell names a zone that does not exist.
    #[error("cell {cell} lies in zone {}, but there are only {zones} zones", zone.0)]
    UnknownZone {
        /// The cell.
        cell: Cell,
        /// The zone it names.
        zone: ZoneId,
        /// Zones there are.
        zones: usize,
    },
    /// A zone has no cell of its own.
    #[error("zone {name:?} has no core: every cell of it belongs to other zones too")]
    NoCore {
        /// Its name.
        name: String,
    },
    /// Zone numbers would not suffice.
    #[error("{0} zones are too many")]
    TooMany(usize),
    /// The lattice would have zones without a core.
    #[error("zones of {spacing} cells are too small: squares need at least 2, hexes at least 1")]
    Spacing {
        /// Spacing asked for.
        spacing: u16,
    },
}

/// The zones of a map. A cell in one zone is part of its core; a cell in several is part of the
/// border between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zones {
    names: Vec<String>,
    /// Zones of all cells, one after the other, and where those of each cell begin.
    of_cells: Vec<ZoneId>,
    begins: Vec<u32>,
    cells: Vec<Vec<Cell>>,
    neighbours: Vec<Vec<ZoneId>>,
}

impl Zones {
    /// Zones as drawn by a level: their names, and for each cell the zones it lies in, in any
    /// order. Cells may lie in none.
    ///
    /// # Errors
    /// If there is not one list per cell, a zone is unknown, or a zone has no cell that lies in it
    /// alone.
    pub fn authored(
        grid: &Grid,
        names: Vec<String>,
        zones_of_cells: &[Vec<ZoneId>],
    ) -> Result<Self, ZoneError> {
        if zones_of_cells.len() != grid.len() {
            return Err(ZoneError::CellCount {
                expected: grid.len(),
                found: zones_of_cells.len(),
            });
        }
        if names.len() > usize::from(u16::MAX) {
            return Err(ZoneError::TooMany(names.len()));
        }
        let mut zones = Self {
            of_cells: Vec::new(),
            begins: vec![0],
            cells: vec![Vec::new(); names.len()],
            neighbours: vec![Vec::new(); names.len()],
            names,
        };
        let mut has_core = vec![false; zones.names.len()];
        for (cell, listed) in grid.cells().zip(zones_of_cells) {
            let mut listed = listed.clone();
            listed.sort_unstable();
            listed.dedup();
            for zone in &listed {
                let Some(cells) = zones.cells.get_mut(zone.index()) else {
                    return Err(ZoneError::UnknownZone {
                        cell,
                        zone: *zone,
                        zones: zones.names.len(),
                    });
                };
                cells.push(cell);
            }
            if let [only] = listed[..] {
                has_core[only.index()] = true;
            }
            zones.of_cells.extend(listed);
            // At most 40,000 cells with as many zones as the lists held in memory.
            zones.begins.push(zones.of_cells.len() as u32);
        }
        if let Some(coreless) = has_core.iter().position(|core| !core) {
            return Err(ZoneError::NoCore {
                name: zones.names[coreless].clone(),
            });
        }
        zones.find_neighbours(grid);
        Ok(zones)
    }

    /// How many zones there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no zones.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All zones in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.names.len() as u16).map(ZoneId)
    }

    /// The name of a zone; empty if there is no such zone.
    #[must_use]
    pub fn name(&self, zone: ZoneId) -> &str {
        self.names.get(zone.index()).map_or("", String::as_str)
    }

    /// The zone of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<ZoneId> {
        self.ids()
            .zip(&self.names)
            .find_map(|(zone, known)| (known == name).then_some(zone))
    }

    /// The zones a cell lies in, in the order of their numbers: one in a core, several on a
    /// border.
    #[must_use]
    pub fn zones_of(&self, cell: Cell) -> &[ZoneId] {
        let begin = self.begins.get(cell.index());
        let end = self.begins.get(cell.index() + 1);
        match (begin, end) {
            (Some(begin), Some(end)) => &self.of_cells[*begin as usize..*end as usize],
            _ => &[],
        }
    }

    /// All cells of a zone, core and borders, in their order.
    #[must_use]
    pub fn cells_of(&self, zone: ZoneId) -> &[Cell] {
        self.cells.get(zone.index()).map_or(&[], Vec::as_slice)
    }

    /// The cells that lie in this zone alone, in their order.
    pub fn core_of(&self, zone: ZoneId) -> impl Iterator<Item = Cell> {
        self.cells_of(zone)
            .iter()
            .copied()
            .filter(|cell| self.zones_of(*cell).len() == 1)
    }

    /// The zones that share a cell with a zone or have a cell that touches one of its cells, on
    /// squares at corners too, in the order of their numbers.
    #[must_use]
    pub fn neighbours(&self, zone: ZoneId) -> &[ZoneId] {
        self.neighbours.get(zone.index()).map_or(&[], Vec::as_slice)
    }

    fn find_neighbours(&mut self, grid: &Grid) {
        for zone in self.ids() {
            let touching = self.cells_of(zone).iter().flat_map(|cell| {
                let around = grid.neighbours(*cell).map(|(_, other)| other);
                around.chain([*cell])
            });
            let mut near: Vec<ZoneId> = touching
                .flat_map(|cell| self.zones_of(cell))
                .copied()
                .filter(|other| *other != zone)
                .collect();
            near.sort_unstable();
            near.dedup();
            self.neighbours[zone.index()] = near;
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Layout, Metres};

    fn strip(width: u16) -> Grid {
        Grid::new(Layout::Square, width, 1, Metres::from_milli(1500)).unwrap()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn cores_borders_and_neighbours() {
        let (a, b, c) = (ZoneId(0), ZoneId(1), ZoneId(2));
        let lists = [vec![a], vec![b, a, b], vec![b], vec![c], vec![]];
        let zones = Zones::authored(&strip(5), names(&["yard", "hall", "loft"]), &lists).unwrap();
        assert_eq!(zones.zones_of(Cell(1)), [a, b]);
        assert_eq!(zones.zones_of(Cell(4)), []);
        assert_eq!(zones.zones_of(Cell(9)), []);
        assert_eq!(zones.cells_of(b), [Cell(1), Cell(2)]);
        assert_eq!(zones.core_of(b).collect::<Vec<_>>(), [Cell(2)]);
        assert_eq!(zones.neighbours(b), [a, c]);
        assert_eq!(zones.neighbours(a), [b]);
        assert_eq!(zones.named("loft"), Some(c));
        assert_eq!(zones.name(c), "loft");
        assert_eq!(zones.named("cellar"), None);
        assert_eq!((zones.len(), zones.is_empty()), (3, false));
    }

    #[test]
    fn mistakes_are_named() {
        let (a, b) = (ZoneId(0), ZoneId(1));
        let make = |lists: &[Vec<ZoneId>]| Zones::authored(&strip(2), names(&["a", "b"]), lists);
        assert_eq!(
            make(&[vec![a]]),
            Err(ZoneError::CellCount {
                expected: 2,
                found: 1
            })
        );
        assert_eq!(
            make(&[vec![a], vec![ZoneId(7)]]),
            Err(ZoneError::UnknownZone {
                cell: Cell(1),
                zone: ZoneId(7),
                zones: 2
            })
        );
        assert_eq!(
            make(&[vec![a], vec![a, b]]),
            Err(ZoneError::NoCore { name: "b".into() })
        );
    }
}
