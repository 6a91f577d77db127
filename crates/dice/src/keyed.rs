//! Dice for comparing what might be: the same luck for the same purpose, whatever was rolled before.

use std::collections::BTreeMap;

use crate::counted::{Counted, CountedRoll};
use crate::expression::DiceExpr;
use crate::roll::{BandRoll, Dice, SumRoll};
use crate::seeded::SeededDice;

/// Pseudo-random dice in streams: one for each purpose that they are turned to.
///
/// Two courses of a battle with the same seed have the same luck in what they do for the same purpose, however many dice
/// fell between. So what differs between them is what was chosen, and less of it chance.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    seed: u64,
    /// How often they were turned to each purpose.
    turned: BTreeMap<u64, u32>,
    stream: SeededDice,
}

impl KeyedDice {
    /// Dice that are turned to no purpose yet.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            turned: BTreeMap::new(),
            stream: SeededDice::new(seed),
        }
    }

    /// Turns them to a purpose: the stream of this purpose begins, or the next one of it.
    pub fn turn_to(&mut self, purpose: u64) {
        let times = self.turned.entry(purpose).or_default();
        *times += 1;
        let mixed = mix(mix(self.seed) ^ mix(purpose).rotate_left(17) ^ u64::from(*times));
        self.stream = SeededDice::new(mixed);
    }
}

/// The finaliser of `SplitMix64`.
const fn mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Dice for KeyedDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.stream.band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.stream.sum(expr)
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        self.stream.counted(counted)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.stream.one_of(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(dice: &mut KeyedDice, purpose: u64) -> Vec<usize> {
        dice.turn_to(purpose);
        (0..8).map(|_| dice.one_of(100)).collect()
    }

    #[test]
    fn a_purpose_has_its_luck_whatever_was_rolled_before() {
        let (mut one, mut other) = (KeyedDice::new(7), KeyedDice::new(7));
        rolls(&mut one, 1);
        rolls(&mut one, 2);
        assert_eq!(rolls(&mut one, 3), rolls(&mut other, 3));
        assert_ne!(rolls(&mut one, 3), rolls(&mut one, 4));
    }

    #[test]
    fn the_second_time_is_another_one() {
        let mut dice = KeyedDice::new(7);
        assert_ne!(rolls(&mut dice, 1), rolls(&mut dice, 1));
        assert_ne!(
            rolls(&mut KeyedDice::new(1), 1),
            rolls(&mut KeyedDice::new(2), 1)
        );
    }
}
