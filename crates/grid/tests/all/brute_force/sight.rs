//! Sight against slow exact geometry: every cell is clipped against the segment in fractions, with
//! corners derived from rows and columns instead of axial coordinates.

use proptest::prelude::*;
use shieldwall_grid::{Cell, Cover, Grid, Layout, Map, Side};

use crate::brute_force::random_map;

/// An exact fraction with a positive denominator.
#[derive(Debug, Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(numerator: i128, denominator: i128) -> Self {
        Self(numerator * denominator.signum(), denominator.abs())
    }

    fn minus(self, other: Self) -> i128 {
        (self.0 * other.1 - other.0 * self.1).signum()
    }

    fn middle(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

type Point = (i128, i128);

/// The centre in units in which all corners are whole.
fn centre(grid: &Grid, cell: Cell) -> Point {
    let (column, row) = grid.column_row(cell);
    let (x, y) = (i128::from(column), i128::from(row));
    match grid.layout() {
        Layout::HexPointy => (2 * x + y % 2, 3 * y),
        Layout::HexFlat => (3 * x, 2 * y + x % 2),
        Layout::Square => (2 * x, 2 * y),
    }
}

fn corners(grid: &Grid, cell: Cell) -> Vec<Point> {
    let (x, y) = centre(grid, cell);
    let around: &[Point] = match grid.layout() {
        Layout::HexPointy => &[(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)],
        Layout::HexFlat => &[(1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0)],
        Layout::Square => &[(1, -1), (1, 1), (-1, 1), (-1, -1)],
    };
    around.iter().map(|(u, v)| (x + u, y + v)).collect()
}

/// Scalar product on the plane, up to a common factor.
fn dot(grid: &Grid, a: Point, b: Point) -> i128 {
    match grid.layout() {
        Layout::HexPointy => 3 * a.0 * b.0 + a.1 * b.1,
        Layout::HexFlat => a.0 * b.0 + 3 * a.1 * b.1,
        Layout::Square => a.0 * b.0 + a.1 * b.1,
    }
}

/// The part of the segment inside a cell or on its rim, and whether it has a part inside.
fn clip(grid: &Grid, from: Point, to: Point, cell: Cell) -> Option<(Fraction, Fraction, bool)> {
    let ahead = (to.0 - from.0, to.1 - from.1);
    let corners = corners(grid, cell);
    let (mut enter, mut leave) = (Fraction(0, 1), Fraction(1, 1));
    let mut inside = true;
    for (index, a) in corners.iter().enumerate() {
        let b = corners[(index + 1) % corners.len()];
        // Clockwise on the screen: inside is where the cross product is positive.
        let side = (b.0 - a.0, b.1 - a.1);
        let start = side.0 * (from.1 - a.1) - side.1 * (from.0 - a.0);
        let slope = side.0 * ahead.1 - side.1 * ahead.0;
        if slope == 0 {
            if start < 0 {
                return None;
            }
            inside &= start > 0;
            continue;
        }
        let at = Fraction::new(-start, slope);
        if slope > 0 && at.minus(enter) > 0 {
            enter = at;
        }
        if slope < 0 && at.minus(leave) < 0 {
            leave = at;
        }
    }
    let length = leave.minus(enter);
    (length >= 0).then_some((enter, leave, inside && length > 0))
}

struct Oracle<'a> {
    map: &'a Map,
    from: Cell,
    to: Cell,
}

impl Oracle<'_> {
    fn stops_in(&self, cell: Cell) -> bool {
        let grid = self.map.grid();
        let ground = self.map.ground(cell);
        let point = |cell| centre(grid, cell);
        let (a, b, c) = (point(self.from), point(self.to), point(cell));
        let ahead = (b.0 - a.0, b.1 - a.1);
        let along = dot(grid, (c.0 - a.0, c.1 - a.1), ahead);
        let whole = dot(grid, ahead, ahead);
        let height = |cell| i128::from(self.map.ground(cell).elevation);
        let line = height(self.from) * (whole - along) + height(self.to) * along;
        ground.opaque || ground.cover == Cover::Full || i128::from(ground.elevation) * whole > line
    }

    fn stops_between(&self, a: Cell, b: Cell) -> bool {
        let Some(side) = self.map.grid().side_between(a, b) else {
            return true;
        };
        let border = self.map.border(a, side);
        let at_an_end = [a, b]
            .iter()
            .any(|cell| [self.from, self.to].contains(cell));
        border.blocks_sight() || (border.cover == Cover::Full && !at_an_end)
    }

    /// Whether one sees, what cells are crossed inside, and through which sides the last is
    /// entered.
    fn look(&self) -> (bool, Vec<Cell>, Vec<Side>) {
        let grid = self.map.grid();
        let (a, b) = (centre(grid, self.from), centre(grid, self.to));
        let touched: Vec<(Cell, Fraction, Fraction, bool)> = grid
            .cells()
            .filter_map(|cell| clip(grid, a, b, cell).map(|(s, e, inside)| (cell, s, e, inside)))
            .collect();
        let mut crossed: Vec<_> = touched.iter().filter(|t| t.3).collect();
        crossed.sort_by(|x, y| x.1.minus(y.1).cmp(&0));
        let inner = &crossed[1..crossed.len() - 1];
        let mut visible = inner.iter().all(|(cell, ..)| !self.stops_in(*cell));
        let mut entered = Vec::new();
        for pair in crossed.windows(2) {
            let ((here, _, leave, _), (next, enter, _, _)) = (pair[0], pair[1]);
            // In the middle of the gap: a crossing of a side, a corner, or a run along a side.
            let middle = leave.middle(*enter);
            let around: Vec<Cell> = touched
                .iter()
                .filter(|(_, s, e, _)| s.minus(middle) <= 0 && e.minus(middle) >= 0)
                .map(|(cell, ..)| *cell)
                .filter(|cell| cell != here && cell != next)
                .collect();
            // On the rim of a map fewer cells than lie there; the missing ones let nothing pass.
            let direct = grid.side_between(*here, *next).is_some();
            let round = around.iter().any(|cell| {
                !self.stops_in(*cell)
                    && !self.stops_between(*here, *cell)
                    && !self.stops_between(*cell, *next)
            });
            visible &= round || (direct && !self.stops_between(*here, *next));
            entered = [*here]
                .into_iter()
                .chain(around)
                .filter_map(|cell| grid.side_between(*next, cell))
                .collect();
        }
        entered.sort_unstable();
        (visible, crossed.iter().map(|t| t.0).collect(), entered)
    }
}

fn compare(map: &Map) -> Result<(), TestCaseError> {
    for from in map.grid().cells() {
        for to in map.grid().cells().filter(|to| *to != from) {
            let sight = map.sight(from, to);
            let (visible, crossed, entered) = Oracle { map, from, to }.look();
            prop_assert_eq!(sight.visible, visible, "{} to {}", from, to);
            prop_assert_eq!(map.sight(to, from).visible, visible);
            let line = map.line(from, to);
            prop_assert!(crossed.iter().all(|cell| line.contains(cell)));
            if visible {
                let mut sides: Vec<Side> = sight.entered.iter().collect();
                sides.sort_unstable();
                // A side on the rim has no cell behind it that could be found by search.
                let grid = map.grid();
                let inner = |side: &Side| grid.across(to, *side).is_some();
                sides.retain(inner);
                prop_assert_eq!(&sides, &entered);
                let cover = sight
                    .entered
                    .iter()
                    .map(|side| map.border(to, side).cover)
                    .fold(map.ground(to).cover, Cover::max);
                prop_assert_eq!(sight.cover, cover);
            } else {
                prop_assert_eq!(sight.cover, Cover::Full);
                prop_assert!(sight.entered.is_empty());
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn agrees_with_exact_clipping(map in random_map::maps(9)) {
        compare(&map)?;
    }
}

#[test]
fn open_ground_is_seen_from_everywhere_on_the_largest_maps() {
    for layout in Layout::ALL {
        let grid = Grid::new(layout, 200, 200, shieldwall_grid::Metres::from_milli(1500)).unwrap();
        let map = Map::open(grid);
        let ends = [(0, 0), (199, 0), (0, 199), (199, 199), (100, 57)];
        let ends = ends.map(|(x, y)| grid.cell(x, y).unwrap());
        for from in ends {
            for to in grid.cells() {
                assert!(map.sight(from, to).visible, "{layout:?} {from} {to}");
            }
        }
    }
}

#[test]
fn long_lines_agree_with_exact_clipping() {
    for layout in Layout::ALL {
        let grid = Grid::new(layout, 31, 29, shieldwall_grid::Metres::from_milli(1500)).unwrap();
        let mut map = Map::open(grid);
        for cell in grid.cells().filter(|cell| cell.0 % 41 == 7) {
            map.ground_mut(cell).unwrap().opaque = true;
        }
        for from in grid.cells().step_by(97) {
            for to in grid.cells().step_by(3).filter(|to| *to != from) {
                let map = &map;
                let (visible, ..) = Oracle { map, from, to }.look();
                assert_eq!(
                    map.sight(from, to).visible,
                    visible,
                    "{layout:?} {from} {to}"
                );
            }
        }
    }
}
