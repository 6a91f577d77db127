//! The brain that takes any legal choice.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shieldwall_battle::{Battle, Choice};

use crate::{Brain, legal};

/// Tries before it takes the next best legal choice in order.
const TRIES: usize = 16;

/// So many choices of one offer make it a form: all other offers beside it would hardly ever be taken.
const FORM: usize = 2000;

/// Uniform over the legal choices of each decision; where it has a form, over its offers first.
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
        let mut offers = decision.offers.iter();
        let has_form = offers.any(|offer| offer.choice_count() > FORM);
        for _ in 0..TRIES {
            let choice = if has_form {
                let offer = &decision.offers[self.rng.random_range(0..decision.offers.len())];
                let index = self.rng.random_range(0..offer.choice_count().max(1));
                Some(offer.choice_at(index))
            } else {
                decision.choice_at(self.rng.random_range(0..count))
            };
            if let Some(choice) = choice.filter(|choice| battle.check(choice).is_ok()) {
                return choice;
            }
        }
        let start = self.rng.random_range(0..count);
        legal::first_from(battle, &decision, start)
    }
}
