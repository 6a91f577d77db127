//! Levels of success of a D100 roll (PCT-028, PCT-049).

use crate::terms::words;
use serde::Serialize;
use shieldwall_battle::terms::RollLevel;
use shieldwall_dice::Dice;

/// How good a D100 roll is; a better level is greater (PCT-049).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SuccessLevel {
    /// Above the chance.
    Failure,
    /// At or below the chance (PCT-026).
    Success,
    /// Below one fifth of the chance (PCT-028).
    Special,
}

impl SuccessLevel {
    /// Its word in the journal.
    #[must_use]
    pub const fn word(self) -> RollLevel {
        match self {
            Self::Failure => words::FAILURE,
            Self::Success => words::SUCCESS,
            Self::Special => words::SPECIAL,
        }
    }

    /// Whether it is a success of either kind.
    #[must_use]
    pub const fn succeeds(self) -> bool {
        !matches!(self, Self::Failure)
    }
}

/// A D100 as it fell, and how good it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
pub struct Rolled {
    /// How good it was.
    pub level: SuccessLevel,
    /// The face, from 1 to 100. Enumerating dice show the highest face of the level.
    pub face: u16,
}

/// The level of a D100 that shows `roll` against a chance in percent.
///
/// Equal or lower succeeds for attacks, parries and dodges alike, strictly less than one fifth is
/// special; no roll succeeds or fails of itself (PCT-026, PCT-028, PCT-R18 to PCT-R20).
#[must_use]
pub const fn level(chance: i32, roll: i32) -> SuccessLevel {
    let [special, success] = bands(chance);
    if roll <= special {
        SuccessLevel::Special
    } else if roll <= success {
        SuccessLevel::Success
    } else {
        SuccessLevel::Failure
    }
}

/// The upper bounds of special success and success for [`Dice::band`] under a D100: band 0 is
/// [`SuccessLevel::Special`], band 1 [`SuccessLevel::Success`], band 2 [`SuccessLevel::Failure`].
///
/// Chances of 5 or less have no special success, and those above 100 keep growing (PCT-R19).
#[must_use]
pub const fn bands(chance: i32) -> [i32; 2] {
    if chance <= 0 {
        [0, 0]
    } else {
        // 5 * roll < chance, for whole rolls.
        [(chance - 1) / 5, chance]
    }
}

/// Rolls a D100 against a chance in percent.
pub fn roll<D: Dice + ?Sized>(chance: i32, dice: &mut D) -> Rolled {
    let rolled = dice.band(100, &bands(chance));
    let level = match rolled.band {
        0 => SuccessLevel::Special,
        1 => SuccessLevel::Success,
        _ => SuccessLevel::Failure,
    };
    Rolled {
        level,
        face: rolled.face,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_is_strictly_below_one_fifth() {
        for chance in -20..=700 {
            for roll in 1..=100 {
                let expected = if 5 * roll < chance {
                    SuccessLevel::Special
                } else if roll <= chance {
                    SuccessLevel::Success
                } else {
                    SuccessLevel::Failure
                };
                assert_eq!(level(chance, roll), expected, "{roll} against {chance} %");
            }
        }
    }

    #[test]
    fn better_levels_are_greater() {
        assert!(
            SuccessLevel::Special > SuccessLevel::Success
                && SuccessLevel::Success > SuccessLevel::Failure
        );
        let levels = [9, 50, 51].map(|roll| level(50, roll));
        assert!(levels[0] > levels[1] && levels[1] > levels[2], "PCT-049");
    }
}
