//! Saves: a d20 below the score (ZON-R01).

use std::borrow::Cow;

use shieldwall_battle::{Against, Check, terms::RollLevel};
use shieldwall_dice::{Dice, Face};

/// A score to save against, and whether an equal roll passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Save {
    /// The score, from 1 to 20 whatever the stat block says.
    pub score: i32,
    /// Whether an equal roll passes (off in the rulebook).
    pub equal_passes: bool,
}

/// A d20 as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SaveRoll {
    /// Whether the save is passed.
    pub passed: bool,
    /// The face. Enumerating dice show the highest face of the outcome.
    pub face: u16,
}

impl SaveRoll {
    /// In the words of the journal.
    #[must_use]
    pub const fn outcome(self) -> RollLevel {
        if self.passed {
            crate::terms::words::PASSED
        } else {
            crate::terms::words::FAILED
        }
    }

    /// The die.
    #[must_use]
    pub fn die(self) -> Vec<Face> {
        vec![Face {
            sides: 20,
            face: self.face,
        }]
    }
}

impl Save {
    /// A save on a score.
    #[must_use]
    pub fn new(score: i32, equal_passes: bool) -> Self {
        Self {
            score: score.clamp(1, 20),
            equal_passes,
        }
    }

    /// The highest roll that passes.
    #[must_use]
    pub const fn limit(self) -> i32 {
        if self.equal_passes {
            self.score
        } else {
            self.score - 1
        }
    }

    /// Rolls it.
    pub fn roll<D: Dice + ?Sized>(self, dice: &mut D) -> SaveRoll {
        let rolled = dice.band(20, &[self.limit()]);
        SaveRoll {
            passed: rolled.band == 0,
            face: rolled.face,
        }
    }

    /// The chance to pass, from 0 to 1.
    #[must_use]
    pub fn chance(self) -> f64 {
        f64::from(self.limit()) / 20.0
    }

    /// The chance by the name of the score, for logs and forecasts.
    #[must_use]
    pub fn breakdown(self, name: &'static str) -> Check {
        Check {
            skill: Cow::Borrowed(name),
            rating: self.limit() * 5,
            modifiers: Vec::new(),
            chance: self.limit() * 5,
            against: Against::AtMost(self.limit()),
        }
    }
}

/// Name of a save on strength.
pub const STR: &str = "STR save";
/// Name of a save on agility.
pub const AGI: &str = "AGI save";
/// Name of a save on wit.
pub const WIT: &str = "WIT save";

#[cfg(test)]
mod tests {
    use super::*;

    /// ZON-E90: chances at the edges of the scale.
    #[test]
    fn zon_e90_saves_at_the_edges() {
        let chances = [1, 2, 10, 20, 25].map(|score| Save::new(score, false).limit());
        assert_eq!(chances, [0, 1, 9, 19, 19]);
        assert_eq!(Save::new(10, true).limit(), 10);
    }
}
