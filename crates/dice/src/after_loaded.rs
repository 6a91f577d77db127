//! Dice that fall by chance, or in every way, after a list of faces.

use crate::{BandRoll, Counted, CountedRoll, Dice, DiceExpr, LoadedDice, SumRoll};

/// Loaded dice first, and others once they are used up.
///
/// ```
/// use shieldwall_dice::{AfterLoaded, Dice, LoadedDice, SeededDice};
///
/// let loaded = LoadedDice::parse(&["d6=4"])?;
/// let mut dice = AfterLoaded { loaded, others: SeededDice::new(1) };
/// assert_eq!(dice.one_of(6), 3);
/// // The seeded dice roll from here on.
/// assert!(dice.one_of(6) < 6);
/// # Ok::<(), shieldwall_dice::ParseDiceError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AfterLoaded<D> {
    /// The dice that are rolled first.
    pub loaded: LoadedDice,
    /// The dice that are rolled after them.
    pub others: D,
}

impl<D: Dice> AfterLoaded<D> {
    fn dice(&mut self) -> &mut dyn Dice {
        if self.loaded.remaining().is_empty() {
            &mut self.others
        } else {
            &mut self.loaded
        }
    }
}

impl<D: Dice> Dice for AfterLoaded<D> {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.dice().band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.dice().sum(expr)
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        if self.loaded.remaining().is_empty() {
            return self.others.counted(counted);
        }
        // Of two rolls, the first may be the last that is loaded.
        counted.roll(self)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.dice().one_of(n)
    }
}
