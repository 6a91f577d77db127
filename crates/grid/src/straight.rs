//! Straight paths: for long weapons that strike past others, and for charges.

use crate::cell::Cell;
use crate::grid::Grid;
use crate::lattice::Spot;

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
        let vector = self.vector(from, to)?;
        let line = Line {
            from: self.spot(from),
            vector,
            square: self.dot(vector, vector),
        };
        let mut path = Vec::with_capacity(self.length(vector) as usize);
        self.go_straight(&line, from, Spot::new(0, 0), &mut may_step, &mut path)
            .then_some(path)
    }

    /// `way` leads from where the line begins to `here`.
    fn go_straight(
        &self,
        line: &Line,
        here: Cell,
        way: Spot,
        may_step: &mut impl FnMut(Cell, Cell) -> bool,
        path: &mut Vec<Cell>,
    ) -> bool {
        if way == line.vector {
            return true;
        }
        let left = self.length(line.vector - way);
        for step in self.layout().steps() {
            let next_way = way + *step;
            let nearer = self.length(line.vector - next_way) + 1 == left;
            if !nearer || !self.is_near(line, next_way) {
                continue;
            }
            let Some(next) = self.cell_of(line.from + next_way) else {
                continue;
            };
            if may_step(here, next) {
                path.push(next);
                if self.go_straight(line, next, next_way, may_step, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// Whether the end of a way along a line is at most half a cell from it.
    fn is_near(&self, line: &Line, way: Spot) -> bool {
        // Scalar products are doubled: the square of the distance is at most a quarter.
        let along = self.dot(way, line.vector);
        2 * (self.dot(way, way) * line.square - along * along) <= line.square
    }

    fn dot(&self, a: Spot, b: Spot) -> i64 {
        i64::from(self.layout().dot(a, b))
    }
}

/// The line between two centres.
struct Line {
    from: Spot,
    vector: Spot,
    /// Twice the square of its length.
    square: i64,
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
