//! Dice that first show what a case says, and then fall in every way, or at random.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shieldwall_content::Case;
use shieldwall_dice::{
    BandRoll, Counted, CountedRoll, Dice, DiceExpr, EnumeratingDice, LoadedDice, SeededDice,
    SumRoll,
};

/// Loaded dice first, and others when they are used up: seeded ones if there are any, or enumerating
/// ones.
#[derive(Debug)]
pub(super) struct Mixed {
    pub(super) loaded: LoadedDice,
    pub(super) open: EnumeratingDice,
    pub(super) seeded: Option<SeededDice>,
}

impl Mixed {
    /// The dice that are rolled when those that are loaded are used up.
    fn others(&mut self) -> &mut dyn Dice {
        match &mut self.seeded {
            Some(seeded) => seeded,
            None => &mut self.open,
        }
    }
}

/// Such dice, shared by a battle and by the code that enumerates.
#[derive(Clone, Debug)]
pub(super) struct MixedDice(Arc<Mutex<Mixed>>);

impl MixedDice {
    pub(super) fn of(case: &Case) -> Self {
        Self(Arc::new(Mutex::new(Mixed {
            loaded: LoadedDice::new(case.dice.clone()),
            open: EnumeratingDice::default(),
            seeded: None,
        })))
    }

    pub(super) fn dice(&self) -> MutexGuard<'_, Mixed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn roll<T>(&self, roll: impl FnOnce(&mut dyn Dice) -> T) -> T {
        let mut dice = self.dice();
        if dice.loaded.remaining().is_empty() {
            roll(dice.others())
        } else {
            roll(&mut dice.loaded)
        }
    }
}

impl Dice for MixedDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.roll(|dice| dice.band(sides, uppers))
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.roll(|dice| dice.sum(expr))
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        let mut dice = self.dice();
        if dice.loaded.remaining().is_empty() {
            return dice.others().counted(counted);
        }
        drop(dice);
        // Of two rolls, the first may be the last that is loaded.
        counted.roll(self)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.roll(|dice| dice.one_of(n))
    }
}
