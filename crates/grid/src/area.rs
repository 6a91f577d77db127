//! Areas around a cell.

use crate::cell::Cell;
use crate::grid::Grid;
use crate::metres::Metres;

impl Grid {
    /// The cells exactly `radius` steps from a cell, in the order of their numbers.
    #[must_use]
    pub fn ring(&self, centre: Cell, radius: u32) -> Vec<Cell> {
        let mut cells = self.disc(centre, radius);
        cells.retain(|cell| self.steps(centre, *cell) == radius);
        cells
    }

    /// The cells at most `radius` steps from a cell, itself among them, in the order of their
    /// numbers.
    #[must_use]
    pub fn disc(&self, centre: Cell, radius: u32) -> Vec<Cell> {
        self.near(centre, radius)
            .filter(|cell| self.steps(centre, *cell) <= radius)
            .collect()
    }

    /// The cells at most so far from a cell by [`Grid::distance`], itself among them, in the order
    /// of their numbers.
    #[must_use]
    pub fn cells_within(&self, centre: Cell, distance: Metres) -> Vec<Cell> {
        let Ok(radius) = u32::try_from(distance.milli() / self.cell_size().milli()) else {
            return Vec::new();
        };
        self.near(centre, radius)
            .filter(|cell| self.distance(centre, *cell) <= distance)
            .collect()
    }

    /// The rectangle of rows and columns that holds all cells at most `radius` steps away.
    fn near(&self, centre: Cell, radius: u32) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        let radius = u16::try_from(radius).unwrap_or(u16::MAX);
        let (column, row) = self.column_row(centre);
        let span = |at: u16, end: u16| {
            at.saturating_sub(radius)..at.saturating_add(radius).saturating_add(1).min(end)
        };
        let columns = span(column, self.width());
        let rows = if self.contains(centre) {
            span(row, self.height())
        } else {
            0..0
        };
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
            .filter_map(move |(column, row)| grid.cell(column, row))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Layout;

    #[test]
    fn sizes_in_the_open() {
        for (layout, ring, disc) in [
            (Layout::HexPointy, 18, 37),
            (Layout::HexFlat, 18, 37),
            (Layout::Square, 24, 49),
        ] {
            let grid = Grid::new(layout, 20, 20, Metres::from_milli(1500)).unwrap();
            let centre = grid.cell(9, 10).unwrap();
            assert_eq!(grid.ring(centre, 3).len(), ring);
            assert_eq!(grid.disc(centre, 3).len(), disc);
            assert_eq!(grid.disc(centre, 0), [centre]);
            assert_eq!(grid.ring(centre, 0), [centre]);
        }
    }

    #[test]
    fn areas_are_what_the_measures_say() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 13, 9, Metres::from_milli(1500)).unwrap();
            for centre in grid.cells() {
                for radius in [0, 1, 2, 5, 100, u32::MAX] {
                    let slow: Vec<Cell> = grid
                        .cells()
                        .filter(|cell| grid.steps(centre, *cell) <= radius)
                        .collect();
                    assert_eq!(grid.disc(centre, radius), slow);
                }
                for milli in [-1, 0, 1500, 2249, 2250, 7000, i32::MAX] {
                    let distance = Metres::from_milli(milli);
                    let slow: Vec<Cell> = grid
                        .cells()
                        .filter(|cell| grid.distance(centre, *cell) <= distance)
                        .collect();
                    assert_eq!(grid.cells_within(centre, distance), slow, "{distance}");
                }
            }
            assert!(grid.disc(Cell(500), 3).is_empty());
        }
    }
}
