//! What came out of a balance.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    interval::Interval,
    ratings::{Pairing, Scores, rate, strengths},
};

/// What was played in a balance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BalanceOutline {
    /// Level id.
    pub level: String,
    /// Ruleset id.
    pub ruleset: String,
    /// Units compared, in the order of their indices.
    pub units: Vec<String>,
    /// How many of its unit each side has.
    pub size: usize,
    /// Battles of each pairing.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// The brain that commands both sides.
    pub brain: String,
    /// Rule options that were given.
    pub options: BTreeMap<String, String>,
    /// Fingerprint of everything the battles use: level, terrains, units and items.
    pub content: String,
    /// Version of the game.
    pub game: String,
}

/// Points that a unit of a strength counts in a warband, where 1 is the average. In 600 battles of each ruleset between
/// warbands of two to six units by chance, the one with the larger sum won 83 to 89 of a hundred; with duel odds
/// themselves, 78 to 87.
fn warband_points(strength: f64) -> u32 {
    (100.0 * strength.powf(0.3)).round().max(1.0) as u32
}

/// What one unit did against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitBalance {
    /// Its id.
    pub unit: String,
    /// What it is worth: the odds of two units are as their points, and the geometric mean of all is
    /// 100.
    pub points: f64,
    /// Points that it counts in a warband: of two warbands the one with the larger sum is likely to win.
    pub warband_points: u32,
    /// Battles it fought against others.
    pub battles: u64,
    /// Battles it won.
    pub wins: u64,
    /// Battles it lost.
    pub losses: u64,
    /// Battles that nobody won.
    pub draws: u64,
    /// Its win rate, a draw counting as half; 0.5 if it has not fought.
    pub rate: f64,
    /// Where the true rate lies.
    pub interval: Interval,
}

/// What came out of a balance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BalanceResult {
    /// Battles played.
    pub battles: u64,
    /// All units, the strongest first.
    pub units: Vec<UnitBalance>,
    /// All pairings.
    pub pairings: Vec<Pairing>,
    /// What was played.
    pub plan: BalanceOutline,
    /// Whether playing was stopped before all battles were played.
    pub partial: bool,
}

impl BalanceResult {
    /// The result of these scores, by the indices of both units, the lower first.
    pub(crate) fn of(plan: BalanceOutline, scores: &Scores) -> Self {
        let worth = strengths(plan.units.len(), |a, b| scores.wins(a, b));
        let mut units: Vec<UnitBalance> = plan
            .units
            .iter()
            .zip(worth)
            .enumerate()
            .map(|(index, (unit, strength))| {
                let sum = scores.of_all(index);
                let (rate, interval) = rate(sum);
                let [wins, losses, draws] = sum;
                UnitBalance {
                    unit: unit.clone(),
                    points: 100.0 * strength,
                    warband_points: warband_points(strength),
                    battles: wins + losses + draws,
                    wins,
                    losses,
                    draws,
                    rate,
                    interval,
                }
            })
            .collect();
        units.sort_by(|one, other| other.points.total_cmp(&one.points));
        let pairings = scores.pairings(&plan.units);
        Self {
            battles: pairings.iter().map(|pairing| pairing.battles).sum(),
            units,
            pairings,
            plan,
            partial: false,
        }
    }

    /// How many battles there should be.
    #[must_use]
    pub fn planned(&self) -> u64 {
        self.plan.battles.saturating_mul(self.pairings.len() as u64)
    }

    /// The win rate of one unit against another, by their places among [`Self::units`]; `None` if they
    /// have not met.
    pub(crate) fn rates(&self) -> impl Fn(usize, usize) -> Option<f64> + use<> {
        let count = self.units.len();
        let mut rates = vec![vec![None; count]; count];
        let place = |name: &str| self.units.iter().position(|unit| unit.unit == name);
        for pairing in self.pairings.iter().filter(|pairing| pairing.battles > 0) {
            if let (Some(a), Some(b)) = (place(&pairing.a), place(&pairing.b)) {
                rates[a][b] = Some(pairing.a_rate);
                rates[b][a] = Some(1.0 - pairing.a_rate);
            }
        }
        move |one, other| *rates.get(one)?.get(other)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result() -> BalanceResult {
        let plan = BalanceOutline {
            units: ["wolf", "bear", "hen"].map(str::to_owned).to_vec(),
            battles: 10,
            ..BalanceOutline::default()
        };
        let scores = Scores::from([((0, 1), [2, 7, 1]), ((0, 2), [9, 0, 1]), ((1, 2), [0; 3])]);
        BalanceResult::of(plan, &scores)
    }

    #[test]
    fn every_battle_counts_once_for_both() {
        let result = result();
        let names: Vec<&str> = result.units.iter().map(|unit| unit.unit.as_str()).collect();
        assert_eq!(names, ["bear", "wolf", "hen"]);
        assert_eq!((result.battles, result.planned()), (20, 30));
        let [bear, wolf, hen] = &result.units[..] else {
            unreachable!("three units");
        };
        assert_eq!((wolf.wins, wolf.losses, wolf.draws), (11, 7, 2));
        assert_eq!((bear.wins, bear.losses, bear.draws), (7, 2, 1));
        assert_eq!((hen.wins, hen.losses, hen.draws), (0, 9, 1));
        assert!((bear.rate - 0.75).abs() < 1e-12);
        assert!(bear.interval.low < 0.75 && bear.interval.high > 0.75);
    }

    #[test]
    fn rates_are_those_of_the_row_against_the_column() {
        let rates = result().rates();
        let close = |one, other, rate: f64| {
            rates(one, other).is_some_and(|found| (found - rate).abs() < 1e-12)
        };
        assert!(close(0, 1, 0.75) && close(1, 0, 0.25) && close(1, 2, 0.95));
        assert_eq!((rates(0, 0), rates(0, 2), rates(0, 9)), (None, None, None));
    }
}
