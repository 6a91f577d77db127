//! What becomes of everybody by an attack as it has been answered: losses, falls, deaths and grips with
//! their probabilities, from the exchange that plays it.

use std::collections::BTreeMap;

use shieldwall_battle::{CombatantId, SideId, terms::Change};
use shieldwall_dice::Distribution;

use crate::{attack::exchange::State, context::read::ReadContext};

/// What a felled combatant weighs against a lost share of health.
const FELLED: f64 = 0.6;
/// What a dead one weighs besides.
const KILLED: f64 = 0.2;
/// What being grabbed, disarmed or shoved weighs.
const GRIPPED: f64 = 0.25;

/// What becomes of somebody, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fate {
    /// Health lost with its probability; what is missing to 1 is no loss.
    losses: BTreeMap<i32, f64>,
    /// Health lost where that takes it out of the fight, with its probability.
    felling: BTreeMap<i32, f64>,
    /// Probability to drop out of the fight.
    pub fells: f64,
    /// Probability to die.
    pub kills: f64,
    /// What else, with its probability.
    pub changes: BTreeMap<Change, f64>,
}

impl Fate {
    /// Expected health lost.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        self.losses
            .iter()
            .map(|(loss, probability)| f64::from(*loss) * probability)
            .sum()
    }

    pub(crate) fn add(&mut self, other: &Self, weight: f64) {
        for (loss, probability) in &other.losses {
            *self.losses.entry(*loss).or_default() += weight * probability;
        }
        for (loss, probability) in &other.felling {
            *self.felling.entry(*loss).or_default() += weight * probability;
        }
        self.fells += weight * other.fells;
        self.kills += weight * other.kills;
        for (change, probability) in &other.changes {
            *self.changes.entry(*change).or_default() += weight * probability;
        }
    }

    /// Counts a loss with its probability.
    pub(crate) fn befalls(&mut self, lost: i32, state: State, probability: f64, stood: bool) {
        *self.losses.entry(lost).or_default() += probability;
        if state != State::Standing && stood {
            self.fells += probability;
            *self.felling.entry(lost).or_default() += probability;
        }
        if state == State::Dead {
            self.kills += probability;
        }
    }

    pub(crate) fn distribution(&self) -> Distribution {
        let sum: f64 = self
            .losses
            .iter()
            .filter(|(loss, _)| **loss > 0)
            .map(|(_, probability)| probability)
            .sum();
        let mut outcomes: Vec<(i32, f64)> = self
            .losses
            .iter()
            .filter(|(loss, probability)| **loss > 0 && **probability > 0.0)
            .map(|(loss, probability)| (*loss, *probability))
            .collect();
        let nothing = (1.0 - sum).max(0.0);
        if nothing > 1e-12 || outcomes.is_empty() {
            outcomes.insert(0, (0, nothing));
        }
        Distribution::of_outcomes(outcomes)
    }

    pub(crate) fn felling(&self) -> Vec<(i32, f64)> {
        let felling = self.felling.iter();
        felling.map(|(loss, part)| (*loss, *part)).collect()
    }

    pub(crate) fn changes(&self) -> Vec<(Change, f64)> {
        let likely = |(change, probability): (&Change, &f64)| {
            (*probability > 0.0).then_some((*change, *probability))
        };
        self.changes.iter().filter_map(likely).collect()
    }

    /// How bad it is, from 0.
    pub(crate) fn harm(&self, max: i32) -> f64 {
        let gripped: f64 = self.changes.values().sum();
        self.expected_loss() / f64::from(max.max(1)) * (1.0 - FELLED)
            + FELLED * self.fells
            + KILLED * self.kills
            + GRIPPED * gripped
    }
}

/// What becomes of everybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fates {
    pub(crate) by: BTreeMap<CombatantId, Fate>,
    /// Branches that were enumerated.
    pub branches: usize,
    /// Probability that the attack lands on somebody.
    pub lands: f64,
    /// Whether there were more ways to answer than were gone through.
    pub(crate) cut_short: bool,
}

impl Fates {
    pub(crate) fn add(&mut self, other: &Self, weight: f64) {
        for (who, fate) in &other.by {
            self.by.entry(*who).or_default().add(fate, weight);
        }
        self.branches += other.branches;
        self.lands += weight * other.lands;
        self.cut_short |= other.cut_short;
    }

    /// Counts what befalls somebody, if anything does.
    pub(crate) fn suffers(&mut self, who: CombatantId, fate: &Fate) {
        if *fate != Fate::default() {
            self.by.entry(who).or_default().add(fate, 1.0);
        }
    }

    /// Of one combatant.
    #[must_use]
    pub fn of(&self, who: CombatantId) -> Option<&Fate> {
        self.by.get(&who)
    }

    /// How good it is for the camp of a side: harm of its enemies less its own.
    pub(crate) fn worth(&self, read: &ReadContext<'_, '_>, side: SideId) -> f64 {
        self.by
            .iter()
            .map(|(who, fate)| {
                let fighter = read.fighter(*who);
                let harm = fate.harm(fighter.health.max);
                if read.hostile(fighter.side(), side) {
                    harm
                } else {
                    -harm
                }
            })
            .sum()
    }
}
