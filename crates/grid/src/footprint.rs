//! The cells that something larger than one cell stands in.

use crate::{
    cell::Cell,
    direction::Direction,
    grid::{Grid, Layout},
};

impl Grid {
    /// The most cells that anything is across.
    pub const MOST_ACROSS: u8 = 3;

    /// The cells of something that is 1, 2 or 3 cells across and has its anchor in a cell, the anchor
    /// first; `None` if not all of them are on the map.
    ///
    /// Two across are 2 x 2 squares with the anchor at the top left, or three hexes that touch each
    /// other; three across are 3 x 3 squares or a hex with its six neighbours, the anchor in the
    /// middle.
    #[must_use]
    pub fn footprint(&self, anchor: Cell, across: u8) -> Option<Vec<Cell>> {
        if !self.contains(anchor) {
            return None;
        }
        let at = |directions: &[u8]| {
            let mut cell = anchor;
            for number in directions {
                cell = self.neighbour(cell, Direction(*number))?;
            }
            Some(cell)
        };
        let mut cells = vec![anchor];
        match (across, self.layout()) {
            (0 | 1, _) => {}
            (2, Layout::HexPointy | Layout::HexFlat) => {
                cells.extend([at(&[0])?, at(&[1])?]);
            }
            (2, Layout::Square) => {
                let (column, row) = self.column_row(anchor);
                for (x, y) in [(1, 0), (0, 1), (1, 1)] {
                    cells.push(self.cell(column + x, row + y)?);
                }
            }
            _ => {
                for direction in self.directions() {
                    cells.push(self.neighbour(anchor, direction)?);
                }
            }
        }
        Some(cells)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Metres;

    #[test]
    fn footprints_hang_together_and_stay_on_the_map() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 7, 6, Metres::from_milli(1500)).unwrap();
            let square = layout == Layout::Square;
            let sizes = if square { [1, 4, 9] } else { [1, 3, 7] };
            for anchor in grid.cells() {
                for (across, size) in (1..).zip(sizes) {
                    let Some(cells) = grid.footprint(anchor, across) else {
                        assert!(across > 1);
                        continue;
                    };
                    assert_eq!(cells[0], anchor);
                    let mut unique = cells.clone();
                    unique.sort_unstable();
                    unique.dedup();
                    assert_eq!(unique.len(), size);
                    // Two across all touch each other; three across all touch the middle.
                    for cell in &cells {
                        assert!(grid.steps(anchor, *cell) <= 1);
                        if across == 2 {
                            assert!(cells.iter().all(|other| grid.steps(*cell, *other) <= 1));
                        }
                    }
                }
            }
            let middle = grid.cell(3, 3).unwrap();
            assert!(grid.footprint(middle, 2).is_some() && grid.footprint(middle, 3).is_some());
            assert_eq!(grid.footprint(grid.cell(6, 5).unwrap(), 3), None);
            assert_eq!(grid.footprint(Cell(999), 1), None);
        }
    }
}
