//! The cells that somebody covers.

use shieldwall_grid::{Cell, Grid};

use super::Figure;

/// The cells of somebody who is so many cells across and has its anchor in `anchor`.
pub(crate) fn cells_under(grid: &Grid, anchor: Cell, across: u8) -> Vec<Cell> {
    grid.footprint(anchor, across)
        .unwrap_or_else(|| vec![anchor])
}

/// Whether somebody who is so many cells across and has its anchor in `anchor` covers a cell.
pub(crate) fn covers(grid: &Grid, anchor: Cell, across: u8, cell: Cell) -> bool {
    anchor == cell || (across > 1 && cells_under(grid, anchor, across).contains(&cell))
}

impl Figure {
    /// Whether it covers a cell.
    pub(crate) fn covers(&self, grid: &Grid, cell: Cell) -> bool {
        covers(grid, self.cell, self.across, cell)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::Vitality;
    use shieldwall_grid::{Layout, Metres};

    use crate::playback::samples::figure;

    use super::*;

    #[test]
    fn large_figures_cover_all_of_their_cells_and_no_others() {
        let grid = Grid::new(Layout::Square, 6, 6, Metres::from_milli(1500)).unwrap();
        let mut giant = figure(0, 7, Vitality::Active);
        giant.across = 2;
        let covered: Vec<Cell> = grid
            .cells()
            .filter(|cell| giant.covers(&grid, *cell))
            .collect();
        assert_eq!(covered, [7, 8, 13, 14].map(Cell));
        // At the rim, where it cannot stand, its anchor alone counts.
        giant.cell = Cell(35);
        assert_eq!(cells_under(&grid, giant.cell, 2), [Cell(35)]);
    }
}
