//! The brain that takes any legal choice.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shieldwall_battle::{Battle, Choice};

use crate::{Brain, legal};

/// Tries before it takes the next best legal choice in order.
const TRIES: usize = 16;

/// Takes any offer of a decision, and any choice of that offer.
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
        // The offer first: a form has so many choices that the other offers would hardly ever be taken.
        for _ in 0..TRIES {
            let offer = &decision.offers[self.rng.random_range(0..decision.offers.len())];
            let choice = offer.choice_at(self.rng.random_range(0..offer.choice_count().max(1)));
            if battle.check(&choice).is_ok() {
                return choice;
            }
        }
        let start = self.rng.random_range(0..decision.choice_count().max(1));
        legal::first_from(battle, &decision, start)
    }
}
