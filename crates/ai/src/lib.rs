//! Brains: whatever decides for a side when no person does.
//!
//! A [`Brain`] sees a battle through the same door as a person: the open decision with its offers,
//! the view of its own side, the map, and the odds that the ruleset forecasts. It knows no rules.
//! Those that are built in are the kinds of [`BrainKind`]; all are deterministic: the same seed and the same battle
//! give the same choices.

mod haste;
mod kind;
mod legal;
mod lookahead;
mod planner;
mod random;
mod ways;

use shieldwall_battle::{Battle, Choice};

use lookahead::Lookahead;
use planner::{Planner, Skill};

pub use haste::Haste;
pub use kind::{BrainKind, UnknownBrain};

/// Decides for a side.
pub trait Brain: Send {
    /// Its name on the command line: "random", "normal".
    fn name(&self) -> &'static str;

    /// Answers the open decision of the battle; always a legal choice.
    ///
    /// The battle is not changed: it is borrowed mutably because odds and views run queries. If no
    /// decision is open, the answer means nothing and would be refused.
    fn choose(&mut self, battle: &mut Battle) -> Choice;

    /// Lets it decide at once whenever that is asked for. Then the same seed may give another battle. Brains that do
    /// not think for long have no use for it.
    fn heed(&mut self, _haste: &Haste) {}
}

/// A brain of a kind. The seed decides what chance decides: everything in `random`, ties between
/// nearly equal choices in all others.
#[must_use]
pub fn brain(kind: BrainKind, seed: u64) -> Box<dyn Brain> {
    match kind {
        BrainKind::Random => Box::new(random::Random::new(seed)),
        BrainKind::Easy => Box::new(Planner::new(seed, Skill::Easy)),
        BrainKind::Normal => Box::new(Planner::new(seed, Skill::Normal)),
        BrainKind::Hard => Box::new(Lookahead::new(seed)),
        BrainKind::Planner => Box::new(Planner::new(seed, Skill::Hard)),
        BrainKind::Unreacting => Box::new(Planner::unreacting(seed)),
    }
}
