//! The brain for rulesets in which sides take turns activating one combatant each.
//!
//! Every choice that rolls dice is weighed by the ruleset's own forecast: harm done to enemies less
//! harm to friends, those included who take a blow for somebody else or are struck by a counter. What
//! the brain adds is what a general knows under any rules: strike before one is struck, let the
//! others commit themselves, keep a reaction if it is worth more than the turn it costs, stand where
//! few can strike, go where the enemy is.

mod activation;
mod ground;
mod minor_decisions;
mod reaction;
mod scene;
mod search;
mod turn;
mod walk;
mod worth;

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use shieldwall_battle::{Battle, CellOption, Choice, CombatantId, Decision, terms::ActionRole};

use self::{ground::Ground, scene::Scene};
use crate::ways::Ways;

/// Spread of the noise that decides between nearly equal choices.
const NOISE: f64 = 0.002;

/// The brain.
pub(crate) struct Alternating {
    rng: ChaCha8Rng,
    ways: Ways,
    /// Whether it makes use of reactions; one that does not is there to be compared with.
    reacts: bool,
}

/// What all parts of the brain are given for one decision.
struct Thinking<'a> {
    battle: &'a mut Battle,
    ways: &'a mut Ways,
    decision: &'a Decision,
    scene: Scene,
    /// Whether the side makes use of reactions.
    reacts: bool,
    /// The cells to which each could get that has been asked about.
    reaches: FxHashMap<CombatantId, Arc<[CellOption]>>,
}

impl Alternating {
    pub(crate) fn new(seed: u64, reacts: bool) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            ways: Ways::default(),
            reacts,
        }
    }

    /// Answers a decision; `None` if it does not know better than the first offer.
    pub(crate) fn consider(&mut self, battle: &mut Battle, decision: &Decision) -> Option<Choice> {
        let scene = Scene::look(battle, decision.side);
        let rng = &mut self.rng;
        let mut noise = || NOISE * f64::from(rng.random_range(0..1000_u32)) / 1000.0;
        let mut thinking = Thinking {
            battle,
            ways: &mut self.ways,
            decision,
            scene,
            reacts: self.reacts,
            reaches: FxHashMap::default(),
        };
        let has = |role| {
            decision
                .offers
                .iter()
                .any(|offer| offer.action.role == role)
        };
        if has(ActionRole::Activate) {
            return activation::choose(&mut thinking, &mut noise);
        }
        if has(ActionRole::EndTurn) {
            let actor = decision.actor?;
            return turn::choose(&mut thinking, actor, &mut noise);
        }
        if decision.against.is_some() {
            if !self.reacts && has(ActionRole::Decline) {
                return reaction::nothing(decision);
            }
            return reaction::choose(&mut thinking, &mut noise);
        }
        minor_decisions::choose(&mut thinking)
    }
}

impl Thinking<'_> {
    /// The choices of all offers with a role.
    fn choices_of(&self, role: ActionRole) -> Vec<Choice> {
        self.decision
            .offers
            .iter()
            .filter(|offer| offer.action.role == role)
            .flat_map(|offer| (0..offer.choice_count()).map(|index| offer.choice_at(index)))
            .collect()
    }

    /// What somebody could do, by what it stands on, where that has to be known.
    fn ground(&mut self, who: CombatantId) -> Option<Ground> {
        Ground::of(self, who)
    }

    /// The cells to which somebody could get in its turn and still act.
    fn reach(&mut self, who: CombatantId) -> Arc<[CellOption]> {
        let battle = &mut *self.battle;
        let reach = self.reaches.entry(who).or_insert_with(|| {
            let cells = battle.reachable(who).into_iter();
            cells.filter(|option| option.band == 0).collect()
        });
        Arc::clone(reach)
    }
}
