//! Facing: the nearest direction to a cell, and the arcs that a facing divides the world into.

use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::{Grid, Layout};

/// Where something lies relative to a facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arc {
    /// Ahead: hexes up to 90 degrees, squares up to 67.5.
    Front,
    /// To a side.
    Flank,
    /// Behind: hexes beyond 150 degrees, squares from 112.5.
    Rear,
}

impl Grid {
    /// The direction closest to the way from one cell to another, the lower number if two are
    /// equally close. `Direction(0)` if the cells are the same or not on the map.
    #[must_use]
    pub fn direction_towards(&self, from: Cell, to: Cell) -> Direction {
        let Some(way) = self.vector(from, to) else {
            return Direction(0);
        };
        let closeness = |direction: Direction| {
            let step = self.step_of(direction);
            let along = i64::from(self.layout().dot(way, step));
            // The square of the cosine, its sign kept, up to a factor that all directions share:
            // `length` is 2 for straight steps and 4 for diagonal ones.
            let length = i64::from(self.layout().dot(step, step));
            along.signum() * along * along * 4 / length
        };
        // `max_by_key` keeps the last of equals, so the search runs backwards.
        (0..self.direction_count())
            .rev()
            .map(Direction)
            .max_by_key(|direction| closeness(*direction))
            .unwrap_or(Direction(0))
    }

    /// In which arc of someone who stands on `from` and faces `facing` the cell `towards` lies.
    /// The own cell is in front.
    ///
    /// Hexes: of the neighbours three are in front, two on the flanks, one behind. Squares: three
    /// in front, two on the flanks, three behind.
    #[must_use]
    pub fn arc(&self, facing: Direction, from: Cell, towards: Cell) -> Arc {
        let Some(way) = self.vector(from, towards).filter(|_| from != towards) else {
            return Arc::Front;
        };
        let ahead = self.step_of(facing);
        match self.layout() {
            Layout::HexPointy | Layout::HexFlat => {
                // Twice the scalar products; 150 degrees has a squared cosine of 3/4.
                let along = self.layout().dot(ahead, way);
                let square = self.layout().dot(way, way);
                if along >= 0 {
                    Arc::Front
                } else if 2 * along * along <= 3 * square {
                    Arc::Flank
                } else {
                    Arc::Rear
                }
            }
            Layout::Square => {
                let along = ahead.x * way.x + ahead.y * way.y;
                let across = ahead.cross(way).abs();
                // Within 67.5 degrees: across / along at most 1 + sqrt 2.
                let within = |along: i32| {
                    let excess = across - along;
                    along > 0 && (excess <= 0 || excess * excess <= 2 * along * along)
                };
                match (within(along), within(-along)) {
                    (true, _) => Arc::Front,
                    (_, true) => Arc::Rear,
                    _ => Arc::Flank,
                }
            }
        }
    }

    /// Whether `other` is not behind the line through the bearer's centre square to its facing:
    /// the scalar product of the vectors from the bearer to the other and to the faced
    /// neighbour is 0 or more (PCT-R35). The own cell is in front.
    #[must_use]
    pub fn in_front(&self, bearer: Cell, facing: Direction, other: Cell) -> bool {
        self.vector(bearer, other)
            .is_some_and(|way| self.layout().dot(self.step_of(facing), way) >= 0)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Metres;

    fn grid(layout: Layout) -> Grid {
        Grid::new(layout, 15, 15, Metres::from_milli(1500)).unwrap()
    }

    /// The angle in degrees between a facing and the way to a cell, from drawing positions.
    fn angle(grid: &Grid, facing: Direction, from: Cell, to: Cell) -> f64 {
        let vector = |a: Cell, b: Cell| {
            let ([ax, ay], [bx, by]) = (grid.centre(a), grid.centre(b));
            (f64::from(bx - ax), f64::from(by - ay))
        };
        let (x, y) = vector(from, to);
        let (u, v) = vector(from, grid.neighbour(from, facing).unwrap());
        ((x * u + y * v) / (x.hypot(y) * u.hypot(v)))
            .clamp(-1.0, 1.0)
            .acos()
            .to_degrees()
    }

    #[test]
    fn arcs_are_those_of_the_angles() {
        for layout in Layout::ALL {
            let grid = grid(layout);
            let from = grid.cell(7, 7).unwrap();
            let (front, rear) = match layout {
                Layout::Square => (67.5, 112.5),
                Layout::HexPointy | Layout::HexFlat => (90.0, 150.0),
            };
            for facing in grid.directions() {
                for to in grid.cells().filter(|to| *to != from) {
                    let angle = angle(&grid, facing, from, to);
                    let arc = grid.arc(facing, from, to);
                    if angle < front - 0.01 {
                        assert_eq!(arc, Arc::Front, "{layout:?} {facing:?} {to}");
                    } else if angle > front + 0.01 && angle < rear - 0.01 {
                        assert_eq!(arc, Arc::Flank, "{layout:?} {facing:?} {to}");
                    } else if angle > rear + 0.01 {
                        assert_eq!(arc, Arc::Rear, "{layout:?} {facing:?} {to}");
                    }
                    assert_eq!(grid.in_front(from, facing, to), angle < 90.01);
                }
            }
        }
    }

    #[test]
    fn arcs_of_neighbours() {
        let count = |grid: &Grid, arc: Arc| {
            let from = grid.cell(7, 7).unwrap();
            grid.neighbours(from)
                .filter(|(_, to)| grid.arc(Direction(2), from, *to) == arc)
                .count()
        };
        for layout in Layout::ALL {
            let grid = grid(layout);
            let rear = if layout == Layout::Square { 3 } else { 1 };
            assert_eq!(count(&grid, Arc::Front), 3);
            assert_eq!(count(&grid, Arc::Flank), 2);
            assert_eq!(count(&grid, Arc::Rear), rear);
        }
    }

    #[test]
    fn the_direction_towards_a_cell_is_the_nearest() {
        for layout in Layout::ALL {
            let grid = grid(layout);
            let from = grid.cell(7, 7).unwrap();
            for to in grid.cells().filter(|to| *to != from) {
                let chosen = grid.direction_towards(from, to);
                let best = grid
                    .directions()
                    .map(|direction| angle(&grid, direction, from, to))
                    .fold(f64::INFINITY, f64::min);
                assert!(angle(&grid, chosen, from, to) < best + 0.05);
            }
            for (direction, to) in grid.neighbours(from) {
                assert_eq!(grid.direction_towards(from, to), direction);
            }
        }
    }

    #[test]
    fn in_front_of_a_planted_shield() {
        let grid = grid(Layout::HexPointy);
        let bearer = grid.cell(7, 7).unwrap();
        let east = grid.direction_named("east").unwrap();
        assert!(grid.in_front(bearer, east, bearer));
        // Straight north on the screen: exactly on the line, so in front.
        assert!(grid.in_front(bearer, east, grid.cell(7, 5).unwrap()));
        let north_west = grid.cell(7, 6).unwrap();
        assert!(!grid.in_front(bearer, east, north_west));
    }
}
