//! Loaded dice that the battle rolls while the case keeps an eye on them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shieldwall_dice::{BandRoll, Dice, DiceExpr, LoadedDice, SumRoll};

/// Loaded dice in two hands.
#[derive(Clone, Debug)]
pub struct LoadedCup(Arc<Mutex<LoadedDice>>);

impl LoadedCup {
    /// A cup of loaded dice.
    #[must_use]
    pub fn new(dice: LoadedDice) -> Self {
        Self(Arc::new(Mutex::new(dice)))
    }

    /// The dice, to look at.
    pub fn dice(&self) -> MutexGuard<'_, LoadedDice> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Dice for LoadedCup {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.dice().band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.dice().sum(expr)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.dice().one_of(n)
    }
}
