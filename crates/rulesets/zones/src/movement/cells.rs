//! The cells that a character stands in, without an allocation.

use std::ops::Deref;

use shieldwall_grid::{Cell, Grid};

/// Up to nine cells, the anchor first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    cells: [Cell; 9],
    count: u8,
}

impl Cells {
    /// One cell.
    #[must_use]
    pub const fn one(cell: Cell) -> Self {
        Self {
            cells: [cell; 9],
            count: 1,
        }
    }

    /// The cells of something so many cells across; `None` if they are not all on the map.
    #[must_use]
    pub fn of(grid: &Grid, anchor: Cell, across: u8) -> Option<Self> {
        if across <= 1 {
            return grid.contains(anchor).then(|| Self::one(anchor));
        }
        let footprint = grid.footprint(anchor, across)?;
        let mut cells = [anchor; 9];
        let count = footprint.len().min(9);
        cells[..count].copy_from_slice(&footprint[..count]);
        Some(Self {
            cells,
            // At most 9.
            count: count as u8,
        })
    }
}

impl Deref for Cells {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.cells[..usize::from(self.count)]
    }
}
