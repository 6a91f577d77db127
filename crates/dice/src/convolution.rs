//! Counting the ways in which dice can make each total.

use crate::distribution::Distribution;

/// Whole numbers up to here are exact in an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// For each total from `min` on, the number of ways to make it, out of `all` ways.
///
/// While `all` stays below 2^53 the counts are whole and exact, so that each probability is rounded
/// once. Beyond that they turn into probabilities from time to time.
pub(crate) struct Ways {
    min: i32,
    ways: Vec<f64>,
    all: f64,
    rounded: bool,
}

impl Ways {
    /// Begins with `start` moved by `offset`. The values of `start` must lie close together.
    pub(crate) fn of(start: &Distribution, offset: i32) -> Self {
        let min = start.min();
        let mut ways = vec![0.0; (start.max() - min) as usize + 1];
        for (value, probability) in start.iter() {
            ways[(value - min) as usize] = probability;
        }
        Self {
            min: min + offset,
            ways,
            all: 1.0,
            rounded: false,
        }
    }

    /// Adds the face of a die to the total, or takes it away.
    pub(crate) fn add_die(&mut self, sides: u16, negative: bool) {
        let sides_count = f64::from(sides);
        if self.all * sides_count > EXACT {
            for ways in &mut self.ways {
                *ways /= self.all;
            }
            self.all = 1.0;
            self.rounded = true;
        }
        self.ways = window_sums(&self.ways, usize::from(sides));
        self.all *= sides_count;
        self.min += if negative { -i32::from(sides) } else { 1 };
    }

    pub(crate) fn into_distribution(self) -> Distribution {
        let all = if self.rounded {
            self.ways.iter().sum()
        } else {
            self.all
        };
        let outcomes = (self.min..).zip(self.ways.iter().map(|ways| ways / all));
        Distribution::from_ascending(outcomes)
    }
}

/// The sums of all windows of `width` neighbours, with zeros beyond both ends.
///
/// Each window is the end of one block and the start of the next, so running sums over blocks give
/// it without ever subtracting: small probabilities in the tails keep all their digits.
pub(crate) fn window_sums(values: &[f64], width: usize) -> Vec<f64> {
    let margin = width - 1;
    let mut to_here = vec![0.0; values.len() + 2 * margin];
    to_here[margin..margin + values.len()].copy_from_slice(values);
    let mut from_here = to_here.clone();
    for block in to_here.chunks_mut(width) {
        for at in 1..block.len() {
            block[at] += block[at - 1];
        }
    }
    for block in from_here.chunks_mut(width) {
        for at in (1..block.len()).rev() {
            block[at - 1] += block[at];
        }
    }
    (0..values.len() + margin)
        .map(|start| {
            let end = to_here[start + margin];
            if start.is_multiple_of(width) {
                end
            } else {
                from_here[start] + end
            }
        })
        .collect()
}
