//! Dice for play: pseudo-random, from a seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::counted::{Counted, CountedRoll};
use crate::expression::DiceExpr;
use crate::roll::{BandRoll, Dice, SumRoll, band_of, sum_of};

/// Fills the key of the generator behind the seed. Saved games and replays depend on it.
const KEY_TAIL: &[u8; 24] = b"shieldwall dice: method1";

/// Pseudo-random dice. The same seed gives the same rolls on every platform and in every version.
///
/// The generator is `ChaCha8` with the seed, little-endian, as the first 8 bytes of its key. Each
/// die takes one 64-bit number `x` of the stream. To leave no bias, `x` is drawn again while it is
/// not below the largest multiple of the number of sides that fits into 2^64; the face is then the
/// remainder of `x`, plus 1. A die of one side takes nothing from the stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeededDice {
    stream: ChaCha8Rng,
}

impl SeededDice {
    /// Dice that start from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(KEY_TAIL);
        Self {
            stream: ChaCha8Rng::from_seed(key),
        }
    }

    /// A number from 0 up to but not including `n`.
    fn below(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        // 2^64 modulo n: so many numbers at the top of the range would favour small remainders.
        let surplus = n.wrapping_neg() % n;
        loop {
            let x = self.stream.next_u64();
            if x <= u64::MAX - surplus {
                return x % n;
            }
        }
    }

    fn die(&mut self, sides: u16) -> u16 {
        self.below(u64::from(sides)) as u16 + 1
    }
}

impl Dice for SeededDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        band_of(self.die(sides), uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        sum_of(expr, |sides| self.die(sides))
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        counted.roll(self)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }
}
