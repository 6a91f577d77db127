//! Straight paths: for long weapons that strike past others, and for charges.

use crate::cell::Cell;
use crate::grid::Grid;

impl Grid {
    /// A path from a cell to another on which every step comes one step nearer, and which nowhere leaves the line
    /// between the two centres by more than half a cell. Without the first cell, with the last; `None` if every such
    /// path has a step that `may_step` forbids. There is always one on open ground.
    pub fn straight_path(
        &self,
        from: Cell,
        to: Cell,
        mut may_step: impl FnMut(Cell, Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        let mut path = Vec::with_capacity(self.steps(from, to) as usize);
        self.go_straight(from, from, to, &mut may_step, &mut path)
            .then_some(path)
    }

    fn go_straight(
        &self,
        from: Cell,
        here: Cell,
        to: Cell,
        may_step: &mut impl FnMut(Cell, Cell) -> bool,
        path: &mut Vec<Cell>,
    ) -> bool {
        if here == to {
            return true;
        }
        let left = self.steps(here, to);
        for (_, next) in self.neighbours(here) {
            let nearer = self.steps(next, to) + 1 == left;
            if nearer && self.is_near_line(from, to, next) && may_step(here, next) {
                path.push(next);
                if self.go_straight(from, next, to, may_step, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// Whether the centre of a cell is at most half a cell from the line between two others.
    fn is_near_line(&self, from: Cell, to: Cell, cell: Cell) -> bool {
        let (Some(line), Some(way)) = (self.vector(from, to), self.vector(from, cell)) else {
            return false;
        };
        // Scalar products are doubled: the square of the distance is at most a quarter.
        let dot = |a, b| i64::from(self.layout().dot(a, b));
        let (length, along) = (dot(line, line), dot(way, line));
        2 * (dot(way, way) * length - along * along) <= length
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Layout, Metres};

    #[test]
    fn there_is_a_straight_path_between_any_two_cells() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 9, 8, Metres::from_milli(1500)).unwrap();
            for to in grid.cells() {
                let path = grid.straight_path(Cell(31), to, |_, _| true).unwrap();
                assert_eq!(path.len(), grid.steps(Cell(31), to) as usize);
                assert_eq!(path.last(), (to != Cell(31)).then_some(&to));
            }
        }
    }

    #[test]
    fn a_path_beside_the_line_is_no_straight_one() {
        let grid = Grid::new(Layout::Square, 7, 5, Metres::from_milli(1500)).unwrap();
        let at = |column, row| grid.cell(column, row).unwrap();
        // Straight ahead there is one way only, and two steps wide there are two.
        let ways = |to: Cell, shut: Cell| grid.straight_path(at(0, 2), to, |_, next| next != shut);
        assert_eq!(ways(at(3, 2), at(1, 2)), None);
        assert_eq!(ways(at(2, 3), at(1, 2)), Some(vec![at(1, 3), at(2, 3)]));
        assert_eq!(ways(at(2, 3), at(1, 3)), Some(vec![at(1, 2), at(2, 3)]));
        // Three and one: the middle of the way is nearer to one of them.
        assert_eq!(ways(at(3, 3), at(1, 2)), None);
    }
}
