//! The brain that takes any legal choice.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shieldwall_battle::{Battle, Choice};

use crate::{Brain, legal};

/// Tries before it takes the next best legal choice in order.
const TRIES: usize = 16;

/// Uniform over the legal choices of each decision.
pub(crate) struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Brain for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, battle: &mut Battle) -> Choice {
        let Some(decision) = battle.open_decision() else {
            return legal::nothing();
        };
        let count = decision.choice_count().max(1);
        for _ in 0..TRIES {
            let index = self.rng.random_range(0..count);
            if let Some(choice) = decision.choice_at(index)
                && battle.check(&choice).is_ok()
            {
                return choice;
            }
        }
        let start = self.rng.random_range(0..count);
        legal::first_from(battle, &decision, start)
    }
}
