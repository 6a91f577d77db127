//! How often each whole number came up: exact, so that counts of two parts add up to those of the
//! whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often each whole number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    /// Counts a number once.
    pub fn count(&mut self, number: u32) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Adds the counts of another; `None` if they are too large to be real.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Option<Self> {
        for (&number, &times) in &other.0 {
            let sum = self.0.entry(number).or_default();
            *sum = sum.checked_add(times)?;
        }
        Some(self)
    }

    /// The numbers that came up and how often, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        self.0.iter().map(|(&number, &times)| (number, times))
    }

    /// How many numbers were counted; `None` if that is too large to be real.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.0
            .values()
            .try_fold(0_u64, |sum, &times| sum.checked_add(times))
    }

    /// The number at a place in the row of all that were counted, smallest first.
    fn at(&self, place: u64) -> u32 {
        let mut passed = 0_u64;
        for (number, times) in self.iter() {
            passed = passed.saturating_add(times);
            if place < passed {
                return number;
            }
        }
        0
    }

    /// The number below which `quarters` quarters lie; between two, in proportion.
    fn quartile(&self, quarters: u64, total: u64) -> f64 {
        // As a multiple of a quarter, the place is a whole number.
        let place = u128::from(total - 1) * u128::from(quarters);
        let (whole, rest) = (place / 4, place % 4);
        let whole = u64::try_from(whole).unwrap_or(u64::MAX);
        let low = f64::from(self.at(whole));
        if rest == 0 {
            return low;
        }
        low + (f64::from(self.at(whole + 1)) - low) * rest as f64 / 4.0
    }
}

/// What a row of whole numbers is like, with all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The median; of two in the middle, their mean.
    pub median: f64,
    /// A quarter of the numbers lies below; between two, in proportion.
    pub lower_quartile: f64,
    /// A quarter of the numbers lies above; between two, in proportion.
    pub upper_quartile: f64,
    /// The least.
    pub min: u32,
    /// The greatest.
    pub max: u32,
    /// How often each number came up.
    pub counts: Histogram,
}

impl From<Histogram> for Spread {
    /// All figures are 0 if there are no numbers.
    fn from(counts: Histogram) -> Self {
        let total = counts.total().unwrap_or(u64::MAX);
        if total == 0 {
            return Self::default();
        }
        let sum: u128 = counts
            .iter()
            .map(|(number, times)| u128::from(number) * u128::from(times))
            .sum();
        Self {
            mean: sum as f64 / total as f64,
            median: counts.quartile(2, total),
            lower_quartile: counts.quartile(1, total),
            upper_quartile: counts.quartile(3, total),
            min: counts.at(0),
            max: counts.at(total - 1),
            counts,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]
    #![expect(clippy::float_cmp, reason = "fractions of four are exact")]

    use proptest::prelude::*;

    use super::*;

    fn spread(numbers: &[u32]) -> Spread {
        let mut counts = Histogram::default();
        for &number in numbers {
            counts.count(number);
        }
        counts.into()
    }

    #[test]
    fn quartiles_lie_between_neighbours_in_proportion() {
        let four = spread(&[9, 5, 6, 8]);
        assert_eq!(
            (four.lower_quartile, four.median, four.upper_quartile),
            (5.75, 7.0, 8.25)
        );
        assert_eq!((four.min, four.max, four.mean), (5, 9, 7.0));
        let five = spread(&[1, 2, 3, 4, 50]);
        assert_eq!(
            (five.lower_quartile, five.median, five.upper_quartile),
            (2.0, 3.0, 4.0)
        );
        let one = spread(&[7]);
        assert_eq!((one.lower_quartile, one.upper_quartile), (7.0, 7.0));
        assert_eq!(spread(&[]), Spread::default());
    }

    #[test]
    fn absurd_counts_are_noticed() {
        let huge: Histogram = serde_json::from_str(&format!("{{\"3\":{}}}", u64::MAX)).unwrap();
        let mut one = Histogram::default();
        one.count(3);
        assert_eq!(one.clone().plus(&huge), None);
        assert_eq!(one.total(), Some(1));
    }

    proptest! {
        #[test]
        fn parts_add_up_and_figures_are_those_of_the_sorted_row(
            mut numbers in proptest::collection::vec(0_u32..40, 1..60),
            cut in 0_usize..60,
        ) {
            let cut = cut.min(numbers.len());
            let parts = spread(&numbers[..cut]).counts.plus(&spread(&numbers[cut..]).counts);
            let whole = spread(&numbers);
            prop_assert_eq!(parts, Some(whole.counts.clone()));
            numbers.sort_unstable();
            let last = numbers.len() - 1;
            let middle = f64::from(numbers[last / 2]) + f64::from(numbers[last.div_ceil(2)]);
            prop_assert_eq!(whole.median, middle / 2.0);
            prop_assert_eq!((whole.min, whole.max), (numbers[0], numbers[last]));
            prop_assert!(whole.lower_quartile <= whole.median);
            prop_assert!(whole.median <= whole.upper_quartile);
        }
    }
}
