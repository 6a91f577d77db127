//! Where a blast strays that has missed (ZON-077, ZON-078, ZON-R36).

use std::cmp::Ordering;

use shieldwall_grid::ZoneId;

use crate::context::read::ReadContext;

impl ReadContext<'_, '_> {
    /// The neighbours of a zone in the order in which they are numbered: clockwise from north by the
    /// direction of their centres, equal directions by lower zone number; without those whose core
    /// is nothing but barriers.
    #[must_use]
    pub fn stray_zones(&self, aimed: ZoneId) -> Vec<ZoneId> {
        let zones = &self.board.level.zones;
        let map = &self.board.map;
        let Some(from) = self.middle(aimed) else {
            return Vec::new();
        };
        let mut strays: Vec<(ZoneId, [i64; 2])> = zones
            .neighbours(aimed)
            .iter()
            .filter(|zone| {
                zones
                    .core_of(**zone)
                    .any(|cell| !map.ground(cell).is_wall())
            })
            .filter_map(|zone| {
                let to = self.middle(*zone)?;
                Some((*zone, way(from, to)))
            })
            .collect();
        strays.sort_by(|(a, to_a), (b, to_b)| clockwise(*to_a, *to_b).then(a.cmp(b)));
        strays.into_iter().map(|(zone, _)| zone).collect()
    }

    /// The sum of the core cells' centres of a zone, and how many there are.
    fn middle(&self, zone: ZoneId) -> Option<([i64; 2], i64)> {
        let grid = self.board.map.grid();
        let (sum, count) =
            self.board
                .level
                .zones
                .core_of(zone)
                .fold(([0, 0], 0), |([x, y], count), cell| {
                    let at = grid.whole_centre(cell);
                    ([x + at[0], y + at[1]], count + 1)
                });
        (count > 0).then_some((sum, count))
    }
}

/// The way from one middle to another, enlarged by a positive number.
const fn way(from: ([i64; 2], i64), to: ([i64; 2], i64)) -> [i64; 2] {
    [
        to.0[0] * from.1 - from.0[0] * to.1,
        to.0[1] * from.1 - from.0[1] * to.1,
    ]
}

/// Which of two ways comes first clockwise from north (up, where y is negative). Stretching an axis
/// changes no order.
fn clockwise(a: [i64; 2], b: [i64; 2]) -> Ordering {
    // The right half with north, then the left half with south.
    let half = |[x, y]: [i64; 2]| u8::from(!(x > 0 || (x == 0 && y < 0)));
    let turn = a[0] * b[1] - a[1] * b[0];
    // With y downwards a positive turn goes on clockwise.
    half(a).cmp(&half(b)).then(0.cmp(&turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_comes_first_and_then_clockwise() {
        let mut ways = [
            [-1, -1],
            [0, 1],
            [1, 0],
            [-1, 0],
            [0, -1],
            [1, 1],
            [1, -1],
            [-1, 1],
        ];
        ways.sort_by(|a, b| clockwise(*a, *b));
        assert_eq!(
            ways,
            [
                [0, -1],
                [1, -1],
                [1, 0],
                [1, 1],
                [0, 1],
                [-1, 1],
                [-1, 0],
                [-1, -1]
            ]
        );
    }
}
