//! The movement of a round, which comes by tenths (SEG-020, SEG-R11).

use bevy_ecs::prelude::*;
use shieldwall_grid::Grid;

/// The first segment on which combatants move (SEG-020).
pub const FIRST: i32 = 10;
/// The last one.
pub const LAST: i32 = 1;
/// The segment after whose portion a combatant that stands up is on its feet (SEG-R17).
pub const STANDS: i32 = 6;
/// The first segment on which it attacks or walks.
pub const AFTER_STANDING: i32 = 5;
/// The cost of a cell of open ground in half cells: a diagonal step costs one and a half cells.
pub const CELL: u16 = 2;
/// Thousandths of a metre in a foot.
pub const FOOT: i32 = 300;

/// The movement of a combatant in this round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Allowance {
    /// Half feet of ten segments; 0 if it does not move.
    pub half_feet: i32,
    /// The segment on which it begins.
    pub first: i32,
    /// Cost of the cells entered, in half cells.
    pub spent: u16,
    /// Steps made on the present segment: those with fewer go first.
    pub steps: u16,
    /// True once the movement is over for this round.
    pub over: bool,
}

impl Allowance {
    /// The movement of a round of so many half feet.
    #[must_use]
    pub const fn of(half_feet: i32) -> Self {
        Self::from(half_feet, FIRST)
    }

    /// Movement at so many half feet in ten segments that begins on a segment.
    #[must_use]
    pub const fn from(half_feet: i32, first: i32) -> Self {
        Self {
            half_feet,
            first,
            spent: 0,
            steps: 0,
            over: half_feet <= 0,
        }
    }

    /// Half cells that may have been spent after the portion of a segment (SEG-R11): exact, since costs are whole.
    #[must_use]
    pub fn limit(&self, segment: i32, grid: &Grid) -> u16 {
        let portions = (self.first - segment + 1).clamp(0, 10);
        half_cells(portions * self.half_feet, grid)
    }

    /// Half cells that may be spent now.
    #[must_use]
    pub fn left(&self, segment: i32, grid: &Grid) -> u16 {
        if self.over {
            return 0;
        }
        self.limit(segment, grid).saturating_sub(self.spent)
    }
}

/// Half cells in so many twentieths of feet, rounded down.
fn half_cells(twentieths: i32, grid: &Grid) -> u16 {
    let cell = grid.cell_size().milli().max(1);
    u16::try_from(twentieths * FOOT * i32::from(CELL) / 20 / cell).unwrap_or(u16::MAX)
}

/// Half cells of a whole round of so many half feet.
#[must_use]
pub fn whole(half_feet: i32, grid: &Grid) -> u16 {
    half_cells(10 * half_feet.max(0), grid)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Layout, Metres};

    use super::*;

    fn cells(feet: i32, segments: &[i32]) -> Vec<u16> {
        let grid = Grid::new(Layout::HexPointy, 5, 5, Metres::from_milli(1500)).unwrap();
        let allowance = Allowance::of(2 * feet);
        let limit = |segment: &i32| allowance.limit(*segment, &grid) / CELL;
        segments.iter().map(limit).collect()
    }

    /// SEG-020, SEG-R11 and SEG-R12.
    #[test]
    fn movement_comes_by_tenths_and_is_exact() {
        assert_eq!(cells(50, &[11, 10, 9, 6, 1, 0]), [0, 1, 2, 5, 10, 10]);
        assert_eq!(cells(120, &[10, 9, 8, 7, 6]), [2, 4, 7, 9, 12]);
        assert_eq!(cells(25, &[10, 9, 8, 7, 6, 1]), [0, 1, 1, 2, 2, 5]);
        assert_eq!(cells(40, &[1]), [8]);
        assert_eq!(cells(0, &[1]), [0]);
    }
}
