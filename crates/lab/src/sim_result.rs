//! What came out of a simulation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    LabError,
    by_side::BySide,
    fingerprint::shorten,
    histogram::Spread,
    interval::Interval,
    plan_outline::PlanOutline,
    shard::Shard,
    sums::Sums,
    tally::{RuleTally, UnitTally, WeaponTally, Wins},
};

/// Wins of mirrored battles, in which all commanders fight from all sides of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MirroredWins {
    /// By the side of the level from which the winner started.
    pub by_start: Wins,
    /// By brain; if all sides have the same, all wins are its.
    pub by_brain: BTreeMap<String, u64>,
}

/// Where the true shares of wins lie with 95 % confidence. With mirrored battles each seed counts once,
/// however often it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinIntervals {
    /// The share of each side.
    #[serde(flatten)]
    pub sides: BySide<Interval>,
    /// The share of draws.
    pub draw: Interval,
}

/// What came out of a simulation, of a part of one, or of parts put together.
///
/// All but the figures of `rounds`, `intervals` and the means of `survivors`, which follow from the
/// rest, are whole numbers that add up exactly. Nothing in it differs between two runs of one plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimResult {
    /// Battles played.
    pub battles: u64,
    /// Wins by commander: with mirrored battles, red's wins are those of the commander and warband
    /// that start on the red side in the first battle and on another one in the next.
    pub wins: Wins,
    /// How long the battles were, in rounds.
    pub rounds: Spread,
    /// Where the true shares of wins lie.
    pub intervals: WinIntervals,
    /// How many of each commander's were still in the fight at the end.
    pub survivors: BySide<Spread>,
    /// More about the wins of mirrored battles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirrored: Option<MirroredWins>,
    /// What each unit did, by unit id.
    pub units: BTreeMap<String, UnitTally>,
    /// How attacks with each weapon went, by its name.
    pub weapons: BTreeMap<String, WeaponTally>,
    /// How often each rule came up, by its id.
    pub rules: BTreeMap<String, RuleTally>,
    /// What was played.
    pub plan: PlanOutline,
    /// The part that this is; `None` for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether playing was stopped before all battles were played.
    pub partial: bool,
    /// A checksum of all before, by which a damaged file is known.
    pub checksum: String,
}

impl Default for SimResult {
    fn default() -> Self {
        let unknown = Interval::wilson(0, 0);
        Self {
            battles: 0,
            wins: Wins::default(),
            rounds: Spread::default(),
            intervals: WinIntervals {
                sides: BySide::default(),
                draw: unknown,
            },
            survivors: BySide::default(),
            mirrored: None,
            units: BTreeMap::new(),
            weapons: BTreeMap::new(),
            rules: BTreeMap::new(),
            plan: PlanOutline::default(),
            shard: None,
            partial: false,
            checksum: String::new(),
        }
    }
}

impl SimResult {
    /// The result of a plan, or of a part of it, with its figures.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub(crate) fn of(
        plan: PlanOutline,
        shard: Option<Shard>,
        partial: bool,
        sums: Sums,
    ) -> Result<Self, LabError> {
        // All battles of one seed may tell no more than one: so often is the second just the first
        // one in a mirror.
        let trials = if plan.mirrored {
            sums.battles.div_ceil(plan.sides.len().max(1) as u64)
        } else {
            sums.battles
        };
        let interval =
            |wins: u64| Interval::wilson_of(wins as f64 / sums.battles.max(1) as f64, trials);
        let mirrored = plan.mirrored.then(|| {
            let mut by_brain: BTreeMap<String, u64> = BTreeMap::new();
            for (side, one) in plan.sides.iter() {
                let sum = by_brain.entry(one.brain.clone()).or_default();
                let won = sums.wins.sides.get(side).copied().unwrap_or(0);
                *sum = sum.saturating_add(won);
            }
            MirroredWins {
                by_start: sums.by_start,
                by_brain,
            }
        });
        let mut result = Self {
            battles: sums.battles,
            intervals: WinIntervals {
                sides: sums.wins.sides.map(|won| interval(*won)),
                draw: interval(sums.wins.draw),
            },
            wins: sums.wins,
            rounds: sums.rounds.into(),
            survivors: sums.survivors.map(|counts| counts.clone().into()),
            mirrored,
            units: sums.units,
            weapons: sums.weapons,
            rules: sums.rules,
            plan,
            // One part of one is the whole.
            shard: shard.filter(|shard| shard.of > 1),
            partial,
            checksum: String::new(),
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(&serde_json::to_vec(&result)?);
        result.checksum = shorten(&hasher.finalize());
        Ok(result)
    }

    /// What was counted.
    pub(crate) fn sums(&self) -> Sums {
        Sums {
            battles: self.battles,
            wins: self.wins.clone(),
            // Without exchanges everybody starts from his own side.
            by_start: self
                .mirrored
                .as_ref()
                .map_or(&self.wins, |mirrored| &mirrored.by_start)
                .clone(),
            rounds: self.rounds.counts.clone(),
            survivors: self.survivors.map(|spread| spread.counts.clone()),
            units: self.units.clone(),
            weapons: self.weapons.clone(),
            rules: self.rules.clone(),
        }
    }

    /// The part that this is.
    pub(crate) fn part(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// How many battles there should be.
    #[must_use]
    pub fn planned(&self) -> u64 {
        let numbers = self.part().numbers(self.plan.battles);
        numbers.end - numbers.start
    }

    /// As one line of JSON, without a line break.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, LabError> {
        Ok(serde_json::to_string(self)?)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::SideId;

    use super::*;
    use crate::plan_outline::SideOutline;

    #[test]
    fn the_json_begins_with_what_matters_most() {
        let mut sums = Sums {
            battles: 4,
            wins: Wins {
                sides: [2, 1].into_iter().collect(),
                draw: 1,
            },
            ..Sums::default()
        };
        for rounds in [9, 5, 6, 8] {
            sums.rounds.count(rounds);
        }
        let result = SimResult::of(PlanOutline::default(), None, false, sums).unwrap();
        let json = result.to_json().unwrap();
        assert!(
            json.starts_with(
                r#"{"battles":4,"wins":{"red":2,"blue":1,"draw":1},"rounds":{"mean":7.0,"median":7.0,"#
            ),
            "{json}"
        );
        let end = format!(r#","checksum":"{}"}}"#, result.checksum);
        assert!(json.ends_with(&end), "{json}");
        assert_eq!(
            serde_json::from_str::<SimResult>(&json)
                .unwrap()
                .sums()
                .battles,
            4
        );
    }

    #[test]
    fn all_battles_of_a_seed_count_once() {
        let sums = Sums {
            battles: 40,
            wins: Wins {
                sides: [10, 30].into_iter().collect(),
                draw: 0,
            },
            ..Sums::default()
        };
        let interval = |mirrored: bool| {
            let plan = PlanOutline {
                mirrored,
                sides: (0..2).map(|_| SideOutline::default()).collect(),
                ..PlanOutline::default()
            };
            let result = SimResult::of(plan, None, false, sums.clone()).unwrap();
            result.intervals.sides.get(SideId::RED).copied().unwrap()
        };
        assert_eq!(interval(false), Interval::wilson(10, 40));
        assert_eq!(interval(true), Interval::wilson(5, 20));
    }
}
