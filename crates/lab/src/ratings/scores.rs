//! Wins, losses and draws of each pair.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::interval::Interval;

/// Battles between two: won by the first, by the second, by nobody.
pub(crate) type Score = [u64; 3];

/// Battles between two of those who are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// One of them.
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

/// A win rate with draws as half wins, and where the true one lies.
pub(crate) fn rate([won, lost, drawn]: Score) -> (f64, Interval) {
    let battles = won + lost + drawn;
    if battles == 0 {
        return (0.5, Interval::wilson(0, 0));
    }
    // Half wins are counted in a row of twice as many, and the spread in the true number.
    let share = (won as f64 + drawn as f64 / 2.0) / battles as f64;
    (share, Interval::wilson_of(share, battles))
}

/// All pairs of some who are compared, by index, the lower first.
pub(crate) fn pairs(count: usize) -> Vec<(usize, usize)> {
    let all = 0..count;
    all.clone()
        .flat_map(|a| all.clone().filter(move |&b| a < b).map(move |b| (a, b)))
        .collect()
}

/// The scores of all pairs.
#[derive(Clone, Debug)]
pub(crate) struct Scores(BTreeMap<(usize, usize), Score>);

impl Scores {
    /// Nobody has met anybody yet.
    pub(crate) fn none(count: usize) -> Self {
        let pairs = pairs(count).into_iter();
        Self(pairs.map(|pair| (pair, Score::default())).collect())
    }

    /// Adds the scores of others, pair by pair.
    pub(crate) fn add(&mut self, other: &Self) {
        for (pair, score) in &other.0 {
            let sum = self.0.entry(*pair).or_default();
            for (sum, part) in sum.iter_mut().zip(score) {
                *sum += part;
            }
        }
    }

    /// Counts a battle of a pair: `winner` is 0 for its first, 1 for its second, 2 for nobody.
    pub(crate) fn count(&mut self, pair: (usize, usize), winner: usize) {
        self.0.entry(pair).or_default()[winner] += 1;
    }

    /// The score of one against another.
    pub(crate) fn of(&self, a: usize, b: usize) -> Score {
        let found = |a, b| self.0.get(&(a, b)).copied();
        let turned = || found(b, a).map(|[won, lost, drawn]| [lost, won, drawn]);
        found(a, b).or_else(turned).unwrap_or_default()
    }

    /// How often one has beaten another, a draw counting as half.
    pub(crate) fn wins(&self, a: usize, b: usize) -> f64 {
        let [won, _, drawn] = self.of(a, b);
        won as f64 + drawn as f64 / 2.0
    }

    /// The score of one against all others together.
    pub(crate) fn of_all(&self, one: usize) -> Score {
        let mut sum = Score::default();
        for (&(a, b), _) in self.0.iter().filter(|((a, b), _)| *a == one || *b == one) {
            let other = if a == one { b } else { a };
            for (sum, part) in sum.iter_mut().zip(self.of(one, other)) {
                *sum += part;
            }
        }
        sum
    }

    /// All pairs with their scores, by the names of those who are compared.
    pub(crate) fn pairings(&self, names: &[String]) -> Vec<Pairing> {
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        let pairing = |(&(a, b), &score): (&(usize, usize), &Score)| {
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
        };
        self.0.iter().map(pairing).collect()
    }
}

#[cfg(test)]
impl<const N: usize> From<[((usize, usize), Score); N]> for Scores {
    fn from(scores: [((usize, usize), Score); N]) -> Self {
        Self(scores.into())
    }
}
