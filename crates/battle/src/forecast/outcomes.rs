//! What becomes of everybody: losses, falls, deaths and changes with their probabilities.

use std::collections::BTreeMap;

use shieldwall_dice::Distribution;
use shieldwall_grid::Cell;

use crate::{
    forecast::{Affected, Fate, Weighing},
    ids::CombatantId,
    terms::Change,
};

/// What becomes of one combatant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombatantOutcome {
    /// Hit points lost with their probability, negative where they are regained; what is missing to 1 is no
    /// loss.
    pub losses: BTreeMap<i32, f64>,
    /// Hit points lost where that takes it out of the fight, with the probability.
    pub defeating: BTreeMap<i32, f64>,
    /// Probability to drop out of the fight.
    pub defeats: f64,
    /// Probability to die or to be left dying.
    pub kills: f64,
    /// What else, with its probability.
    pub changes: BTreeMap<Change, f64>,
}

impl CombatantOutcome {
    /// Expected hit points lost.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        let losses = self.losses.iter();
        losses.map(|(loss, part)| f64::from(*loss) * part).sum()
    }

    /// How bad it is for somebody; below 0 if it is good.
    #[must_use]
    pub fn harm(&self, weighing: Weighing, of: &Affected) -> f64 {
        let changes = self.changes.iter().map(|(change, part)| (*change, *part));
        let changes: Vec<(Change, f64)> = changes.collect();
        let fate = Fate {
            loss: self.expected_loss(),
            defeats: self.defeats,
            kills: self.kills,
            changes: &changes,
        };
        weighing.0.harm(of, &fate)
    }

    /// All losses from 0 on, what is regained left out.
    #[must_use]
    pub fn loss(&self) -> Distribution {
        self.amounts(|amount| amount)
    }

    /// All gains from 0 on, what is lost left out.
    #[must_use]
    pub fn gain(&self) -> Distribution {
        self.amounts(|amount| -amount)
    }

    fn amounts(&self, of: impl Fn(i32) -> i32) -> Distribution {
        let mut amounts: BTreeMap<i32, f64> = BTreeMap::new();
        for (amount, part) in &self.losses {
            if of(*amount) > 0 && *part > 0.0 {
                *amounts.entry(of(*amount)).or_default() += part;
            }
        }
        let nothing = (1.0 - amounts.values().sum::<f64>()).max(0.0);
        if nothing > 1e-12 || amounts.is_empty() {
            amounts.insert(0, nothing);
        }
        Distribution::of_outcomes(amounts.into_iter().collect::<Vec<_>>())
    }

    /// Counts a loss with its probability: by it somebody who stood may drop out, and may die.
    pub fn count(&mut self, lost: i32, [defeats, kills]: [bool; 2], probability: f64) {
        if lost != 0 {
            *self.losses.entry(lost).or_default() += probability;
        }
        if defeats {
            self.defeats += probability;
            *self.defeating.entry(lost).or_default() += probability;
        }
        if kills {
            self.kills += probability;
        }
    }

    /// Adds another, with the probability that it comes to it.
    pub fn add(&mut self, other: &Self, weight: f64) {
        for (loss, part) in &other.losses {
            *self.losses.entry(*loss).or_default() += weight * part;
        }
        for (loss, part) in &other.defeating {
            *self.defeating.entry(*loss).or_default() += weight * part;
        }
        self.defeats += weight * other.defeats;
        self.kills += weight * other.kills;
        for (change, part) in &other.changes {
            *self.changes.entry(*change).or_default() += weight * part;
        }
    }
}

/// What becomes of everybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// Of those to whom anything may happen.
    pub by: BTreeMap<CombatantId, CombatantOutcome>,
    /// Probability that somebody is harmed.
    pub lands: f64,
    /// Probability that anything befalls anybody, good or bad.
    pub works: f64,
    /// Probability that all attacks of the actor miss.
    pub misses: f64,
    /// Probability that it misses, and harms somebody all the same: who fumbles may be struck.
    pub backfires: f64,
    /// Ends that were played.
    pub branches: usize,
    /// Whether there were more answers than were gone through.
    pub cut_short: bool,
    /// Whether others choose in secret: they are taken to do nothing.
    pub sealed: bool,
    /// The cells that it covers, where it strikes an area of cells.
    pub covers: Vec<Cell>,
}

impl Outcomes {
    /// Counts what becomes of somebody, if anything does.
    pub fn count(&mut self, who: CombatantId, outcome: &CombatantOutcome) {
        if *outcome != CombatantOutcome::default() {
            self.by.entry(who).or_default().add(outcome, 1.0);
        }
    }

    /// How good it is for somebody: harm of their enemies less that of their own alliance.
    #[must_use]
    pub fn worth(&self, weighing: Weighing, known: impl Fn(CombatantId) -> Affected) -> f64 {
        let worth = |(who, outcome): (&CombatantId, &CombatantOutcome)| {
            let of = known(*who);
            let harm = outcome.harm(weighing, &of);
            if of.enemy { harm } else { -harm }
        };
        self.by.iter().map(worth).sum()
    }

    /// Probability that a combatant loses hit points.
    #[must_use]
    pub fn harms(&self, who: CombatantId) -> f64 {
        let of = self.by.get(&who);
        of.map_or(0.0, |of| 1.0 - of.loss().probability_of(0))
    }

    /// Adds others, with the probability that it comes to them.
    pub fn add(&mut self, other: &Self, weight: f64) {
        for (who, outcome) in &other.by {
            self.by.entry(*who).or_default().add(outcome, weight);
        }
        self.lands += weight * other.lands;
        self.works += weight * other.works;
        self.misses += weight * other.misses;
        self.backfires += weight * other.backfires;
        self.branches += other.branches;
        self.cut_short |= other.cut_short;
        self.sealed |= other.sealed;
    }
}
