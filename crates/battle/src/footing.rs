//! Where somebody stands: the cells that it fills.

use shieldwall_grid::{Cell, Grid, Side};

use crate::view::{CombatantView, Presence};

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footing {
    /// The anchor of its cells, or its home cell.
    pub cell: Cell,
    /// How many cells it is across.
    pub across: u8,
    /// The side of its cell on which it stands, with one foot in the cell beyond.
    pub astride: Option<Side>,
}

impl Footing {
    /// Somebody who stands in one cell.
    #[must_use]
    pub const fn in_cell(cell: Cell) -> Self {
        Self {
            cell,
            across: 1,
            astride: None,
        }
    }

    /// Its cells, the anchor first; that one alone where there is no room for the rest.
    #[must_use]
    pub fn cells(self, grid: &Grid) -> Vec<Cell> {
        let mut cells = grid
            .footprint(self.cell, self.across)
            .unwrap_or_else(|| vec![self.cell]);
        cells.extend(self.beyond(grid));
        cells
    }

    /// Whether it fills a cell.
    #[must_use]
    pub fn covers(self, grid: &Grid, cell: Cell) -> bool {
        let is_large = self.across > 1;
        self.cell == cell
            || self.beyond(grid) == Some(cell)
            || (is_large && self.cells(grid).contains(&cell))
    }

    fn beyond(self, grid: &Grid) -> Option<Cell> {
        grid.across(self.cell, self.astride?)
    }
}

impl Presence {
    /// Where it stands.
    #[must_use]
    pub const fn footing(&self) -> Footing {
        Footing {
            cell: self.cell,
            across: self.across,
            astride: self.astride,
        }
    }
}

impl CombatantView {
    /// Where it stands.
    #[must_use]
    pub const fn footing(&self) -> Footing {
        Footing {
            cell: self.cell,
            across: self.across,
            astride: self.astride,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Layout, Metres};

    use super::*;

    fn covered(grid: &Grid, footing: Footing) -> Vec<Cell> {
        let all = grid.cells();
        all.filter(|cell| footing.covers(grid, *cell)).collect()
    }

    #[test]
    fn large_ones_cover_all_of_their_cells_and_no_others() {
        let grid = Grid::new(Layout::Square, 6, 6, Metres::from_milli(1500)).unwrap();
        let giant = Footing {
            across: 2,
            ..Footing::in_cell(Cell(7))
        };
        assert_eq!(covered(&grid, giant), [7, 8, 13, 14].map(Cell));
        // At the rim, where it cannot stand, its anchor alone counts.
        let at_rim = Footing {
            cell: Cell(35),
            ..giant
        };
        assert_eq!(at_rim.cells(&grid), [Cell(35)]);
    }

    #[test]
    fn who_stands_on_an_edge_covers_both_cells() {
        for layout in [Layout::Square, Layout::HexPointy, Layout::HexFlat] {
            let grid = Grid::new(layout, 6, 6, Metres::from_milli(1500)).unwrap();
            let side = Side(0);
            let beyond = grid.across(Cell(14), side).unwrap();
            let middle = Footing {
                astride: Some(side),
                ..Footing::in_cell(Cell(14))
            };
            assert_eq!(middle.cells(&grid), [Cell(14), beyond]);
            assert_eq!(covered(&grid, middle).len(), 2);
        }
    }
}
