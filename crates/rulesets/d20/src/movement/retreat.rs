//! Giving ground: slowly, fast or at a run (D20-121 to D20-124, D20-R60, D20-R61).

use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::Cell;

use crate::figure::battlefield::Battlefield;

/// How somebody leaves those who control its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// There is nobody to leave.
    Free,
    /// Up to a quarter of the speed: without a penalty (D20-121).
    Slow,
    /// Up to a half: -2 on the Armour Class, and a DEX roll (D20-122).
    Fast,
    /// More: -4 on the Armour Class, a free attack for everybody who is left, and no attack of one's own (D20-124).
    Run,
}

impl Pace {
    /// The pace of a retreat of so many cells by somebody of this speed.
    #[must_use]
    pub const fn of(cost: u16, speed: u16) -> Self {
        if cost <= quarter(speed) {
            Self::Slow
        } else if cost <= half(speed) {
            Self::Fast
        } else {
            Self::Run
        }
    }

    /// What is taken off the Armour Class until the round is over.
    #[must_use]
    pub const fn exposure(self) -> i32 {
        match self {
            Self::Free | Self::Slow => 0,
            Self::Fast => 2,
            Self::Run => 4,
        }
    }
}

/// Half a speed, rounded down; at least 1 cell for all that can go at all, as lengths have everywhere (D20-087): else
/// the slow, and all on large cells, would never reach an enemy and strike it.
#[must_use]
pub const fn half(speed: u16) -> u16 {
    if speed == 1 { 1 } else { speed / 2 }
}

/// A quarter of a speed, rounded down, at least 1.
#[must_use]
pub const fn quarter(speed: u16) -> u16 {
    if speed < 8 { 1 } else { speed / 4 }
}

impl Battlefield<'_, '_> {
    /// What the ground does to the DEX roll of somebody who retreats fast from a cell (D20-R61).
    #[must_use]
    pub fn footing_modifier(&self, cell: Cell) -> i32 {
        let terrain = self.board.terrain(cell);
        if terrain.slippery || terrain.obstacle == Some(Obstacle::Swim) {
            -4
        } else if terrain.cost > 1 || terrain.stairs {
            -2
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-E43: the paces of speed 12 and of speed 9.
    #[test]
    fn d20_e43_paces_are_quarters_and_halves_of_the_speed() {
        let paces =
            |speed: u16| -> Vec<Pace> { (1..=speed).map(|cost| Pace::of(cost, speed)).collect() };
        let told = |slow: usize, fast: usize, run: usize| {
            [
                vec![Pace::Slow; slow],
                vec![Pace::Fast; fast],
                vec![Pace::Run; run],
            ]
            .concat()
        };
        assert_eq!(paces(12), told(3, 3, 6));
        assert_eq!(paces(9), told(2, 2, 5));
        assert_eq!([1, 3, 7].map(quarter), [1, 1, 1]);
    }
}
