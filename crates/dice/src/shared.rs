//! Dice that one hand rolls while another keeps an eye on them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{BandRoll, Counted, CountedRoll, Dice, DiceExpr, SumRoll};

/// Dice in several hands: a battle rolls its clone, and the one who gave it looks at them or exchanges them.
///
/// ```
/// use shieldwall_dice::{Dice, LoadedDice, SharedDice};
///
/// let mine = SharedDice::new(LoadedDice::new(Vec::new()));
/// let mut lent: Box<dyn Dice> = Box::new(mine.clone());
/// // One die with one face needs no roll.
/// assert_eq!(lent.one_of(1), 0);
/// assert!(mine.dice().remaining().is_empty());
/// ```
#[derive(Debug, Default)]
pub struct SharedDice<D>(Arc<Mutex<D>>);

// Derived, it would ask that the dice themselves can be cloned.
impl<D> Clone for SharedDice<D> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<D> SharedDice<D> {
    /// Dice to be lent.
    #[must_use]
    pub fn new(dice: D) -> Self {
        Self(Arc::new(Mutex::new(dice)))
    }

    /// The dice, to look at or to exchange. Nobody else can roll them meanwhile.
    pub fn dice(&self) -> MutexGuard<'_, D> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: Dice> Dice for SharedDice<D> {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.dice().band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.dice().sum(expr)
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        self.dice().counted(counted)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.dice().one_of(n)
    }
}
