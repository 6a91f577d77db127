//! What came out of a balance.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bradley_terry::strengths;
use crate::interval::Interval;

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

/// Battles between two units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// One unit.
    pub a: String,
    /// The other.
    pub b: String,
    /// Battles played.
    pub battles: u64,
    /// Battles that `a` won.
    pub a_wins: u64,
    /// Battles that `b` won.
    pub b_wins: u64,
    /// Battles that nobody won.
    pub draws: u64,
    /// The win rate of `a`, a draw counting as half; 0.5 if nothing was played.
    pub a_rate: f64,
    /// Lower end of where the true rate lies with 95 % confidence.
    pub a_rate_low: f64,
    /// Upper end of where the true rate lies with 95 % confidence.
    pub a_rate_high: f64,
}

/// What one unit did against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitBalance {
    /// Its id.
    pub unit: String,
    /// What it is worth: the odds of two units are as their points, and the geometric mean of all is
    /// 100.
    pub points: f64,
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

/// Battles between two units: won by the first, by the second, by nobody.
pub(crate) type Score = [u64; 3];

/// A win rate with draws as half wins, and where the true one lies.
fn rate([won, lost, drawn]: Score) -> (f64, Interval) {
    let battles = won + lost + drawn;
    if battles == 0 {
        return (0.5, Interval::wilson(0, 0));
    }
    // Half wins are counted in a row of twice as many, and the spread in the true number.
    let share = (won as f64 + drawn as f64 / 2.0) / battles as f64;
    (share, Interval::wilson_of(share, battles))
}

impl BalanceResult {
    /// The result of these scores, by the indices of both units, the lower first.
    pub(crate) fn of(plan: BalanceOutline, scores: &BTreeMap<(usize, usize), Score>) -> Self {
        let name = |index: usize| plan.units.get(index).cloned().unwrap_or_default();
        let score = |a: usize, b: usize| -> Score {
            let found = |a, b| scores.get(&(a, b)).copied();
            let turned = || found(b, a).map(|[won, lost, drawn]| [lost, won, drawn]);
            found(a, b).or_else(turned).unwrap_or_default()
        };
        let count = plan.units.len();
        let worth = strengths(count, |a, b| {
            let [won, _, drawn] = score(a, b);
            won as f64 + drawn as f64 / 2.0
        });
        let mut units: Vec<UnitBalance> = worth
            .into_iter()
            .enumerate()
            .map(|(unit, strength)| {
                let mut sum = [0; 3];
                for other in (0..count).filter(|&other| other != unit) {
                    for (sum, part) in sum.iter_mut().zip(score(unit, other)) {
                        *sum += part;
                    }
                }
                let (rate, interval) = rate(sum);
                let [wins, losses, draws] = sum;
                UnitBalance {
                    unit: name(unit),
                    points: 100.0 * strength,
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
        let pairings: Vec<Pairing> = scores
            .iter()
            .map(|(&(a, b), &score)| {
                let [a_wins, b_wins, draws] = score;
                let (a_rate, interval) = rate(score);
                Pairing {
                    a: name(a),
                    b: name(b),
                    battles: a_wins + b_wins + draws,
                    a_wins,
                    b_wins,
                    draws,
                    a_rate,
                    a_rate_low: interval.low,
                    a_rate_high: interval.high,
                }
            })
            .collect();
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
        let scores = BTreeMap::from([((0, 1), [2, 7, 1]), ((0, 2), [9, 0, 1]), ((1, 2), [0; 3])]);
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
