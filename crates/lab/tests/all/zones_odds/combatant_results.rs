//! What becomes of everybody, as forecast and as it comes out.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{CombatantId, Forecast, terms::Change};
use shieldwall_dice::Distribution;
use shieldwall_lab::odds::TOLERANCE;

pub(crate) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE
}

/// What becomes of somebody.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CombatantResult {
    /// Probability of each number of hit points lost.
    pub(crate) loss: BTreeMap<i32, f64>,
    /// Probability to drop out of the fight.
    pub(crate) defeats: f64,
    /// Probability to die.
    pub(crate) kills: f64,
    /// Probability of other things.
    pub(crate) changes: BTreeMap<&'static str, f64>,
}

impl CombatantResult {
    /// Nothing happens.
    pub(crate) fn untouched() -> Self {
        Self {
            loss: BTreeMap::from([(0, 1.0)]),
            ..Self::default()
        }
    }

    pub(crate) fn expected_loss(&self) -> f64 {
        let parts = self.loss.iter();
        parts.map(|(lost, p)| f64::from(*lost) * p).sum()
    }

    /// The same, given that something happens that has this probability, and without which nothing
    /// else does.
    pub(crate) fn given(&self, probability: f64) -> Self {
        let mut loss: BTreeMap<i32, f64> = self
            .loss
            .iter()
            .filter(|(lost, _)| **lost != 0)
            .map(|(lost, p)| (*lost, p / probability))
            .collect();
        let something: f64 = loss.values().sum();
        loss.insert(0, 1.0 - something);
        Self {
            loss,
            defeats: self.defeats / probability,
            kills: self.kills / probability,
            changes: self
                .changes
                .iter()
                .map(|(change, p)| (*change, p / probability))
                .collect(),
        }
    }

    /// What is not the same; `None` if all is.
    pub(crate) fn difference(&self, told: &Self) -> Option<String> {
        let lost: BTreeSet<i32> = self.loss.keys().chain(told.loss.keys()).copied().collect();
        for lost in lost {
            let [exact, told] =
                [self, told].map(|result| result.loss.get(&lost).copied().unwrap_or_default());
            if !close(exact, told) {
                return Some(format!("{lost} lost: {exact}, forecast {told}"));
            }
        }
        for (what, exact, told) in [
            ("defeated", self.defeats, told.defeats),
            ("killed", self.kills, told.kills),
        ] {
            if !close(exact, told) {
                return Some(format!("{what}: {exact}, forecast {told}"));
            }
        }
        let changes: BTreeSet<&str> = self
            .changes
            .keys()
            .chain(told.changes.keys())
            .copied()
            .collect();
        for change in changes {
            let [exact, told] =
                [self, told].map(|result| result.changes.get(change).copied().unwrap_or_default());
            if !close(exact, told) {
                return Some(format!("{change}: {exact}, forecast {told}"));
            }
        }
        None
    }

    /// Everything that may befall somebody, each as a number that rises with the harm.
    pub(crate) fn harms(&self) -> [f64; 4] {
        let changes = self.changes.values().sum();
        [self.expected_loss(), self.defeats, self.kills, changes]
    }
}

/// What is not the same for somebody; `None` if all is.
pub(crate) fn difference(exact: &[CombatantResult], told: &[CombatantResult]) -> Option<String> {
    exact
        .iter()
        .zip(told)
        .enumerate()
        .find_map(|(number, (exact, told))| {
            let what = exact.difference(told)?;
            Some(format!("{}: {what}", CombatantId(number as u16)))
        })
}

/// Whether one outcome is better for blue than another in something and worse in nothing.
pub(crate) fn is_better(one: &[CombatantResult], other: &[CombatantResult], blue: &[bool]) -> bool {
    let mut better = false;
    for ((one, other), blue) in one.iter().zip(other).zip(blue) {
        let sign = if *blue { 1.0 } else { -1.0 };
        for (one, other) in one.harms().into_iter().zip(other.harms()) {
            let more = sign * (one - other);
            if more > 1e-9 {
                return false;
            }
            better |= more < -1e-6;
        }
    }
    better
}

/// The probabilities of a loss; a certain 0 if nothing is said of any.
pub(crate) fn spread(loss: Option<&Distribution>) -> BTreeMap<i32, f64> {
    loss.map_or_else(|| BTreeMap::from([(0, 1.0)]), |loss| loss.iter().collect())
}

/// What a forecast says of everybody.
pub(crate) fn results_of(forecast: &Forecast, count: usize) -> Vec<CombatantResult> {
    let mut results = vec![CombatantResult::untouched(); count];
    if let Some(subject) = forecast.subject {
        results[subject.index()] = CombatantResult {
            loss: spread(forecast.loss.as_ref()),
            defeats: forecast.defeats,
            kills: forecast.kills,
            changes: by_key(&forecast.changes),
        };
    }
    for stake in &forecast.others {
        results[stake.who.index()] = CombatantResult {
            loss: spread(stake.loss.as_ref()),
            defeats: stake.defeats,
            kills: stake.kills,
            changes: by_key(&stake.changes),
        };
    }
    results
}

fn by_key(changes: &[(Change, f64)]) -> BTreeMap<&'static str, f64> {
    changes
        .iter()
        .map(|(change, part)| (change.key, *part))
        .collect()
}
