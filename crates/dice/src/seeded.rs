//! Dice for play: pseudo-random, from a seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::counted::{Counted, CountedRoll};
use crate::expression::DiceExpr;
use crate::face::Face;
use crate::roll::{BandRoll, Dice, SumRoll, band_of, sum_of};

/// Fills the key of the generator behind the seed. Saved games and replays depend on it.
const KEY_TAIL: &[u8; 24] = b"shieldwall dice: method1";

/// Pseudo-random dice. The same seed gives the same rolls on every platform and in every version.
///
/// The generator is `ChaCha8` with the seed, little-endian, as the first 8 bytes of its key. Each
/// die takes one 64-bit number `x` of the stream. To leave no bias, `x` is drawn again while it is
/// not below the largest multiple of the number of sides that fits into 2^64; the face is then the
/// remainder of `x`, plus 1. A die of one side takes nothing from the stream, and neither does one whose face is
/// [given](Self::with_first).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeededDice {
    stream: ChaCha8Rng,
    /// Faces that are still to be shown before the stream is asked, in their order.
    first: Vec<Face>,
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
            first: Vec::new(),
        }
    }

    /// The same dice, which show some faces first: a die of so many sides shows the first of them that is of its size.
    #[must_use]
    pub fn with_first(mut self, faces: Vec<Face>) -> Self {
        self.first = faces;
        self
    }

    /// The face that a die of so many sides shows before chance decides.
    fn given(&mut self, sides: usize) -> Option<u16> {
        let is_meant = |face: &Face| usize::from(face.sides) == sides && face.is_possible();
        let place = self.first.iter().position(is_meant)?;
        Some(self.first.remove(place).face)
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
        let given = self.given(usize::from(sides));
        given.unwrap_or_else(|| self.below(u64::from(sides)) as u16 + 1)
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
        match self.given(n) {
            Some(face) => usize::from(face) - 1,
            None => self.below(n as u64) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn given_faces_come_first_by_the_size_of_the_die_and_take_nothing_from_the_stream() {
        let faces = ["d6=2", "d100=7", "d6=5", "d3=3"].map(|face| face.parse().unwrap());
        let mut dice = SeededDice::new(9).with_first(faces.to_vec());
        let mut plain = SeededDice::new(9);
        assert_eq!(dice.band(100, &[]).face, 7);
        assert_eq!([dice.die(6), dice.die(6)], [2, 5]);
        assert_eq!(dice.one_of(3), 2);
        let rest = |dice: &mut SeededDice| [dice.die(6), dice.die(100), dice.die(3)];
        assert_eq!(rest(&mut dice), rest(&mut plain));
    }
}
