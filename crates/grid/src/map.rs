//! A grid with its ground and borders.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::Arc,
};

use thiserror::Error;

use crate::border::{Border, Door};
use crate::cell::Cell;
use crate::direction::Side;
use crate::grid::Grid;
use crate::ground::{Cover, Ground};
use crate::known::Known;
use crate::metres::Metres;

/// Why a map cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MapError {
    /// There must be one ground per cell.
    #[error("a map of {expected} cells needs as many grounds, not {found}")]
    GroundCount {
        /// Cells of the grid.
        expected: usize,
        /// Grounds given.
        found: usize,
    },
    /// A step of elevation has a height.
    #[error("an elevation step is above 0 m, not {0}")]
    ElevationStep(Metres),
}

/// What the borders of one cell do, one bit per side, so that searches need not look them up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sides {
    /// Borders that stop movement.
    pub(crate) shut: u8,
    /// Borders that stop sight, full cover apart.
    pub(crate) veiled: u8,
    /// Borders with full cover.
    pub(crate) covered: u8,
    /// Borders on which anything stands at all.
    pub(crate) marked: u8,
}

/// A grid, what its cells are made of and what stands between them.
///
/// Clones are cheap: they share what is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    grid: Grid,
    elevation_step: Metres,
    ground: Arc<Vec<Ground>>,
    sides: Arc<Vec<Sides>>,
    /// Each border once, under the lower-numbered of its cells.
    borders: Arc<BTreeMap<(Cell, Side), Border>>,
    pub(crate) known: Known,
}

impl Map {
    /// Hashes what differs from another map of the same grid: the same for maps that are equal. Quick where they share
    /// what is the same.
    pub fn hash_against<H: Hasher>(&self, other: &Self, state: &mut H) {
        let same_ground = Arc::ptr_eq(&self.ground, &other.ground) || self.ground == other.ground;
        (!same_ground).then_some(&self.ground).hash(state);
        let same_borders =
            Arc::ptr_eq(&self.borders, &other.borders) || self.borders == other.borders;
        (!same_borders).then_some(&self.borders).hash(state);
    }

    /// A map without anything on its borders; `ground` holds one entry per cell, and
    /// `elevation_step` is the height of one step of elevation.
    ///
    /// # Errors
    /// If the number of grounds is not that of the cells, or the step is not above zero.
    pub fn new(grid: Grid, ground: Vec<Ground>, elevation_step: Metres) -> Result<Self, MapError> {
        if ground.len() != grid.len() {
            return Err(MapError::GroundCount {
                expected: grid.len(),
                found: ground.len(),
            });
        }
        if elevation_step <= Metres::ZERO {
            return Err(MapError::ElevationStep(elevation_step));
        }
        Ok(Self {
            grid,
            elevation_step,
            ground: Arc::new(ground),
            sides: Arc::new(vec![Sides::default(); grid.len()]),
            borders: Arc::default(),
            known: Known::default(),
        })
    }

    /// A map of open floor whose elevation steps are one cell high.
    #[must_use]
    pub fn open(grid: Grid) -> Self {
        Self {
            grid,
            elevation_step: grid.cell_size(),
            ground: Arc::new(vec![Ground::FLOOR; grid.len()]),
            sides: Arc::new(vec![Sides::default(); grid.len()]),
            borders: Arc::default(),
            known: Known::default(),
        }
    }

    /// The geometry.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The height of one step of elevation.
    #[must_use]
    pub const fn elevation_step(&self) -> Metres {
        self.elevation_step
    }

    /// What a cell is made of; off the map it is wall.
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground
            .get(cell.index())
            .copied()
            .unwrap_or(Ground::WALL)
    }

    /// The ground of a cell, to change; `None` off the map.
    pub fn ground_mut(&mut self, cell: Cell) -> Option<&mut Ground> {
        self.known.forget();
        Arc::make_mut(&mut self.ground).get_mut(cell.index())
    }

    /// What stands on a side of a cell, the same seen from the cell on the other side.
    #[must_use]
    pub fn border(&self, cell: Cell, side: Side) -> Border {
        let number = side.0 % self.grid.side_count();
        if self.sides_of(cell).marked >> number & 1 == 0 {
            return Border::OPEN;
        }
        self.borders
            .get(&self.owner(cell, side))
            .copied()
            .unwrap_or(Border::OPEN)
    }

    /// Puts something on a side of a cell, in place of what was there. The rim of the map has
    /// borders too. Returns whether the cell is on the map; if not, nothing happens.
    pub fn set_border(&mut self, cell: Cell, side: Side, border: Border) -> bool {
        if !self.grid.contains(cell) {
            return false;
        }
        self.known.forget();
        let owner = self.owner(cell, side);
        let borders = Arc::make_mut(&mut self.borders);
        if border == Border::OPEN {
            borders.remove(&owner);
        } else {
            borders.insert(owner, border);
        }
        self.mark(cell, side, border);
        if let Some(other) = self.grid.across(cell, side) {
            self.mark(other, self.grid.opposite_side(side), border);
        }
        true
    }

    /// Opens, closes or locks the door on a side of a cell. Returns whether there is one; if not,
    /// nothing happens.
    pub fn set_door(&mut self, cell: Cell, side: Side, door: Door) -> bool {
        let border = self.border(cell, side);
        border.door.is_some()
            && self.set_border(
                cell,
                side,
                Border {
                    door: Some(door),
                    ..border
                },
            )
    }

    /// Every border on which something stands, once, in the order of its lower-numbered cell.
    pub fn borders(&self) -> impl Iterator<Item = (Cell, Side, Border)> {
        self.borders
            .iter()
            .map(|((cell, side), border)| (*cell, *side, *border))
    }

    /// The height difference of two cells in steps of elevation, positive if `to` is higher.
    #[must_use]
    pub fn climb(&self, from: Cell, to: Cell) -> i32 {
        i32::from(self.ground(to).elevation) - i32::from(self.ground(from).elevation)
    }

    /// The distance that ranges go by: the horizontal distance, or the difference in height if
    /// that is larger.
    #[must_use]
    pub fn range_distance(&self, a: Cell, b: Cell) -> Metres {
        let height = self.elevation_step * self.climb(a, b).abs();
        self.grid.distance(a, b).max(height)
    }

    pub(crate) fn sides_of(&self, cell: Cell) -> Sides {
        self.sides.get(cell.index()).copied().unwrap_or_default()
    }

    /// The cell and side under which a border is kept.
    fn owner(&self, cell: Cell, side: Side) -> (Cell, Side) {
        let side = Side(side.0 % self.grid.side_count());
        match self.grid.across(cell, side) {
            Some(other) if other < cell => (other, self.grid.opposite_side(side)),
            _ => (cell, side),
        }
    }

    fn mark(&mut self, cell: Cell, side: Side, border: Border) {
        let bit = 1u8 << (side.0 % self.grid.side_count());
        let set = |bits: &mut u8, on: bool| {
            *bits = if on { *bits | bit } else { *bits & !bit };
        };
        if let Some(sides) = Arc::make_mut(&mut self.sides).get_mut(cell.index()) {
            set(&mut sides.shut, border.blocks_movement());
            set(&mut sides.veiled, border.blocks_sight());
            set(&mut sides.covered, border.cover == Cover::Full);
            set(&mut sides.marked, border != Border::OPEN);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Layout;

    fn map(layout: Layout) -> Map {
        Map::open(Grid::new(layout, 5, 4, Metres::from_milli(1500)).unwrap())
    }

    #[test]
    fn a_border_is_the_same_from_both_cells() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let grid = *map.grid();
            for cell in grid.cells() {
                for side in grid.sides() {
                    let border = Border::with_door(Door::Closed);
                    assert!(map.set_border(cell, side, border));
                    assert_eq!(map.border(cell, side), border);
                    if let Some(other) = grid.across(cell, side) {
                        let back = grid.opposite_side(side);
                        assert_eq!(map.border(other, back), border);
                        assert!(map.set_door(other, back, Door::Open));
                        assert_eq!(map.border(cell, side).door, Some(Door::Open));
                    }
                    assert_eq!(map.borders().count(), 1);
                    assert!(map.set_border(cell, side, Border::OPEN));
                    assert!(!map.set_door(cell, side, Door::Open));
                    assert_eq!(map.borders().count(), 0);
                    assert_eq!(map, self::map(layout));
                }
            }
        }
    }

    #[test]
    fn cells_off_the_map_are_wall_and_cannot_be_changed() {
        let mut map = map(Layout::HexFlat);
        let off = Cell(20);
        assert_eq!(map.ground(off), Ground::WALL);
        assert!(map.ground_mut(off).is_none());
        assert!(!map.set_border(off, Side(0), Border::WALL));
        assert_eq!(map.border(off, Side(0)), Border::OPEN);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let grid = Grid::new(Layout::Square, 2, 2, Metres::from_whole(2)).unwrap();
        let size = grid.cell_size();
        assert_eq!(
            Map::new(grid, vec![Ground::FLOOR; 3], size),
            Err(MapError::GroundCount {
                expected: 4,
                found: 3
            })
        );
        assert_eq!(
            Map::new(grid, vec![Ground::FLOOR; 4], Metres::ZERO),
            Err(MapError::ElevationStep(Metres::ZERO))
        );
    }

    #[test]
    fn ranges_go_by_the_larger_of_width_and_height() {
        let mut map = map(Layout::Square);
        let (a, b) = (Cell(0), Cell(1));
        assert_eq!(map.range_distance(a, b), Metres::from_milli(1500));
        map.ground_mut(b).unwrap().elevation = -4;
        assert_eq!(map.range_distance(a, b), Metres::from_whole(6));
        assert_eq!(map.climb(a, b), -4);
    }
}
