//! Exact distributions of whole numbers.

use std::collections::BTreeMap;

/// Spreads up to this many values are convolved in a flat table.
const FLAT_SPREAD: i64 = 1 << 22;

/// The exact distribution of a whole number: its possible values with their probabilities, which
/// sum to 1 within 1e-12.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    /// Ascending, never empty, every probability above 0.
    outcomes: Vec<(i32, f64)>,
}

impl Distribution {
    /// The number is `value`, always.
    #[must_use]
    pub fn certain(value: i32) -> Self {
        Self {
            outcomes: vec![(value, 1.0)],
        }
    }

    /// The number is any of these values with these probabilities, which sum to 1; those of equal
    /// values are added up. Always 0 if there are none.
    #[must_use]
    pub fn of_outcomes(outcomes: impl IntoIterator<Item = (i32, f64)>) -> Self {
        let mut sums: BTreeMap<i32, f64> = BTreeMap::new();
        for (value, probability) in outcomes {
            *sums.entry(value).or_default() += probability;
        }
        let outcomes: Vec<(i32, f64)> = sums
            .into_iter()
            .filter(|(_, probability)| *probability > 0.0)
            .collect();
        if outcomes.is_empty() {
            return Self::certain(0);
        }
        Self { outcomes }
    }

    /// The possible values, ascending, each with its probability above 0.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> {
        self.outcomes.iter().copied()
    }

    /// The smallest possible value.
    #[must_use]
    pub fn min(&self) -> i32 {
        self.outcomes[0].0
    }

    /// The largest possible value.
    #[must_use]
    pub fn max(&self) -> i32 {
        self.outcomes[self.outcomes.len() - 1].0
    }

    /// The mean value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        exact_sum(self.iter().map(|(value, p)| f64::from(value) * p))
    }

    /// The probability of exactly `value`.
    #[must_use]
    pub fn probability_of(&self, value: i32) -> f64 {
        self.outcomes
            .binary_search_by_key(&value, |&(value, _)| value)
            .map_or(0.0, |at| self.outcomes[at].1)
    }

    /// The probability of `value` or more: exactly 0 or 1 when that is certain.
    #[must_use]
    pub fn probability_at_least(&self, value: i32) -> f64 {
        let from = self.outcomes.partition_point(|&(lower, _)| lower < value);
        if from == 0 {
            1.0
        } else {
            exact_sum(self.outcomes[from..].iter().map(|&(_, p)| p)).min(1.0)
        }
    }

    /// The distribution of the sum of this number and an independent `other`.
    #[must_use]
    pub fn convolve(&self, other: &Self) -> Self {
        let least = i64::from(self.min()) + i64::from(other.min());
        let most = i64::from(self.max()) + i64::from(other.max());
        if most - least < FLAT_SPREAD {
            let mut table = vec![0.0; (most - least) as usize + 1];
            for &(mine, p) in &self.outcomes {
                let row = i64::from(mine) + i64::from(other.min()) - least;
                for &(theirs, q) in &other.outcomes {
                    let step = i64::from(theirs) - i64::from(other.min());
                    table[(row + step) as usize] += p * q;
                }
            }
            Self::from_ascending((least..).map(within_i32).zip(table))
        } else {
            let mut table = BTreeMap::new();
            for &(mine, p) in &self.outcomes {
                for &(theirs, q) in &other.outcomes {
                    *table.entry(mine.saturating_add(theirs)).or_insert(0.0) += p * q;
                }
            }
            Self::from_ascending(table)
        }
    }

    /// The distribution of `f` of this number. Values that become the same are merged.
    #[must_use]
    pub fn map(&self, f: impl Fn(i32) -> i32) -> Self {
        let mut outcomes: Vec<_> = self.iter().map(|(value, p)| (f(value), p)).collect();
        outcomes.sort_by_key(|&(value, _)| value);
        Self::from_ascending(outcomes)
    }

    /// The sum of all probabilities: 1 within 1e-12.
    #[must_use]
    pub fn total(&self) -> f64 {
        exact_sum(self.iter().map(|(_, p)| p))
    }

    /// From values that ascend, repeats allowed. What is not above 0 is left out; of nothing comes
    /// a certain 0.
    pub(crate) fn from_ascending(outcomes: impl IntoIterator<Item = (i32, f64)>) -> Self {
        let mut merged: Vec<(i32, f64)> = Vec::new();
        for (value, p) in outcomes {
            match merged.last_mut() {
                _ if p.is_nan() || p <= 0.0 => {}
                Some((last, sum)) if *last == value => *sum += p,
                _ => merged.push((value, p)),
            }
        }
        if merged.is_empty() {
            merged.push((0, 1.0));
        }
        Self { outcomes: merged }
    }
}

impl FromIterator<(i32, f64)> for Distribution {
    /// Gathers values with weights, in any order and with repeats, as they come from an
    /// enumeration. Weights are scaled to sum to 1, so that some of the outcomes give the
    /// distribution under the condition that one of them occurs. Weights that are not above 0 and
    /// finite are left out; if none remains, the result is a certain 0.
    fn from_iter<I: IntoIterator<Item = (i32, f64)>>(outcomes: I) -> Self {
        let mut outcomes: Vec<_> = outcomes
            .into_iter()
            .filter(|&(_, weight)| weight.is_finite() && weight > 0.0)
            .collect();
        outcomes.sort_by_key(|&(value, _)| value);
        let sum = exact_sum(outcomes.iter().map(|&(_, weight)| weight));
        Self::from_ascending(
            outcomes
                .into_iter()
                .map(|(value, weight)| (value, weight / sum)),
        )
    }
}

fn within_i32(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Sums with the rounding errors carried along (Neumaier), since a long tail of small numbers
/// would otherwise vanish beside a large one.
pub(crate) fn exact_sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
    for number in numbers {
        let next = sum + number;
        lost += if sum.abs() >= number.abs() {
            (sum - next) + number
        } else {
            (number - next) + sum
        };
        sum = next;
    }
    sum + lost
}
