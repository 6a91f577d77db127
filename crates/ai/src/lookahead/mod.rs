//! The brain that looks ahead: it tries out what it could do in battles that it imagines.
//!
//! Only where few fight, as elsewhere it does not pay ([`budget`]). The planner says what could be done, as it would with
//! several tempers. Each of these choices is made in forks of the battle as the side knows it, with the same dice for
//! all of them, and both sides are played on by the planner for some rounds. The choice is taken after which the side
//! stands best on average. The budget is a number of such plays, so that the same seed gives the same battle on every
//! machine.

mod budget;
mod candidates;
mod standing;

use std::hash::{Hash, Hasher};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;
use shieldwall_battle::{Battle, Choice, Progress, SideId};
use shieldwall_dice::{KeyedDice, SharedDice};

use crate::{
    Brain, Haste, legal,
    planner::{Planner, Skill, Temper},
};

/// How much better a choice must look than that of the planner, in standard errors of the difference.
const SURE: f64 = 1.0;
/// Rounds that are played on, the present one included.
const ROUNDS: u32 = 3;
/// Decisions after which a play ends wherever it stands.
const MOST_DECISIONS: usize = 400;

/// The brain.
pub(crate) struct Lookahead {
    rng: ChaCha8Rng,
    planner: Planner,
    twin: Option<Battle>,
    haste: Haste,
}

/// A choice that is tried out.
struct Trial {
    choice: Choice,
    /// How the side stood after each play, from 0 (lost) to 1 (won).
    standings: Vec<f64>,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.standings.iter().sum::<f64>() / (self.standings.len().max(1) as f64)
    }

    /// How much better it is than another one on the same dice, in standard errors of the difference.
    fn surer_than(&self, other: &Self) -> f64 {
        let pairs = self.standings.iter().zip(&other.standings);
        let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
        let count = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / count.max(1.0);
        let squares = differences.iter().map(|one| (one - mean).powi(2));
        let error = (squares.sum::<f64>() / (count - 1.0).max(1.0) / count.max(1.0)).sqrt();
        mean / error.max(1e-6)
    }
}

impl Lookahead {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            planner: Planner::new(seed, Skill::Hard),
            twin: None,
            haste: Haste::default(),
        }
    }

    /// How the side stands some rounds after a choice, with these dice.
    fn play(&mut self, battle: &mut Battle, side: SideId, choice: &Choice, seed: u64) -> f64 {
        let dice = SharedDice::new(KeyedDice::new(seed));
        let lent = || Box::new(dice.clone());
        let mut policy = self.planner.with(Temper::default(), seed);
        for other in SideId::first(battle.setup().sides.len()) {
            policy.also_as(side, other);
        }
        let twin = match &mut self.twin {
            Some(twin) => twin,
            empty => empty.insert(battle.fork(lent())),
        };
        battle.imagine_into(twin, side, lent(), |twin, _| policy.choose(twin));
        let last = twin.round() + ROUNDS;
        let mut choice = choice.clone();
        for _ in 0..MOST_DECISIONS {
            dice.dice().turn_to(purpose(twin));
            if twin.choose(choice).is_err()
                || twin.advance() == Progress::Over
                || twin.round() >= last
            {
                break;
            }
            choice = policy.choose(twin);
        }
        standing::of(twin, side)
    }
}

/// What dice are rolled for after the open decision: the round, who decides, and on what.
fn purpose(battle: &Battle) -> u64 {
    let mut hasher = FxHasher::default();
    if let Some(decision) = battle.decision() {
        let asked = (decision.actor, decision.side, decision.kind.key);
        (battle.round(), asked).hash(&mut hasher);
    }
    hasher.finish()
}

impl Brain for Lookahead {
    fn name(&self) -> &'static str {
        "hard"
    }

    fn choose(&mut self, battle: &mut Battle) -> Choice {
        let Some(decision) = battle.open_decision() else {
            return legal::nothing();
        };
        let Some(budget) = budget::of(battle, decision.side) else {
            return self.planner.choose(battle);
        };
        let choices = candidates::of(&mut self.planner, battle, &decision);
        let mut trials: Vec<Trial> = choices
            .into_iter()
            .map(|choice| Trial {
                choice,
                standings: Vec::new(),
            })
            .collect();
        if trials.len() > 1 {
            let seeds: Vec<u64> = (0..budget.most).map(|_| self.rng.random()).collect();
            for (number, seed) in seeds.iter().enumerate() {
                if self.haste.is_asked() {
                    break;
                }
                if number == budget.first {
                    // The planner's own choice stays, to be compared with.
                    trials[1..].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                    trials.truncate(trials.len().div_ceil(2).max(2));
                }
                for trial in &mut trials {
                    let standing = self.play(battle, decision.side, &trial.choice, *seed);
                    trial.standings.push(standing);
                }
            }
        }
        let usual = trials.first();
        let better = trials
            .iter()
            .skip(1)
            .filter(|trial| usual.is_some_and(|usual| trial.surer_than(usual) > SURE));
        let best = better.max_by(|a, b| a.mean().total_cmp(&b.mean()));
        best.or(usual)
            .map_or_else(legal::nothing, |trial| trial.choice.clone())
    }

    fn heed(&mut self, haste: &Haste) {
        self.haste = haste.clone();
    }
}
