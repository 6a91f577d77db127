//! The d20 of attacks and saving throws: a natural 1 fails and a natural 20 succeeds, whatever is needed (D20-052,
//! D20-075, D20-R20).

use shieldwall_battle::{DiceCup, terms::RollLevel};
use shieldwall_dice::{Dice, Face};

use crate::terms::words::{CRITICAL, FAILURE, FUMBLE, SUCCESS};

/// How a d20 fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum D20 {
    /// A natural 1.
    One,
    /// Too little.
    Failure,
    /// Enough.
    Success,
    /// A natural 20.
    Twenty,
}

impl D20 {
    /// Rolls against what the die must show, with the face.
    pub fn roll(cup: &mut DiceCup, needed: i32) -> (Self, Face) {
        let roll = cup.band(20, &[1, needed.clamp(2, 20) - 1, 19]);
        let fell = match roll.band {
            0 => Self::One,
            1 => Self::Failure,
            2 => Self::Success,
            _ => Self::Twenty,
        };
        let face = Face {
            sides: 20,
            face: roll.face,
        };
        (fell, face)
    }

    /// The chance to succeed, in percent: never 0 and never 100.
    #[must_use]
    pub fn chance(needed: i32) -> i32 {
        (21 - needed).clamp(1, 19) * 5
    }

    /// Whether it succeeds.
    #[must_use]
    pub const fn succeeds(self) -> bool {
        matches!(self, Self::Success | Self::Twenty)
    }

    /// Its name in the journal.
    #[must_use]
    pub const fn outcome(self) -> RollLevel {
        match self {
            Self::One => FUMBLE,
            Self::Failure => FAILURE,
            Self::Success => SUCCESS,
            Self::Twenty => CRITICAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-052 and D20-075: of twenty faces one always misses and one always hits.
    #[test]
    fn d20_052_no_chance_is_certain() {
        assert_eq!([-5, 2, 11, 20, 40].map(D20::chance), [95, 95, 50, 5, 5]);
    }
}
