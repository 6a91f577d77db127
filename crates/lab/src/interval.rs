//! How far a share may be from the truth.

use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the standard normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Where the true chance lies with 95 % confidence, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Wilson's score interval for `part` successes in `of` trials; from 0 to 1 if there were none.
    ///
    /// It stays within 0 and 1 and keeps its promise for few trials and extreme shares, which the
    /// usual mean plus or minus two deviations does not.
    #[must_use]
    pub fn wilson(part: u64, of: u64) -> Self {
        Self::wilson_of(part as f64 / of.max(1) as f64, of)
    }

    /// The same for a share of successes, which may count halves; then it is rather too wide.
    #[must_use]
    pub fn wilson_of(share: f64, of: u64) -> Self {
        if of == 0 {
            return Self {
                low: 0.0,
                high: 1.0,
            };
        }
        let trials = of as f64;
        let centre = share + Z * Z / (2.0 * trials);
        let reach = Z * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
        let scale = 1.0 + Z * Z / trials;
        // Rounding must not leave a trace of chance where none was seen.
        Self {
            low: if share <= 0.0 {
                0.0
            } else {
                ((centre - reach) / scale).max(0.0)
            },
            high: if share >= 1.0 {
                1.0
            } else {
                ((centre + reach) / scale).min(1.0)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures from Newcombe, "Two-sided confidence intervals for the single proportion" (1998),
    /// table I, method 3.
    #[test]
    fn intervals_are_those_of_the_literature() {
        for (part, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = Interval::wilson(part, of);
            assert!((found.low - low).abs() < 5e-5, "{part}/{of}: {found:?}");
            assert!((found.high - high).abs() < 5e-5, "{part}/{of}: {found:?}");
        }
    }

    #[test]
    fn extremes_stay_within_bounds() {
        let all = Interval::wilson(7, 7);
        let none = Interval::wilson(0, 7);
        assert!((all.low + none.high - 1.0).abs() < 1e-12);
        assert!(all.high >= 1.0 && none.low <= 0.0);
        let unknown = Interval::wilson(0, 0);
        assert!(unknown.low <= 0.0 && unknown.high >= 1.0);
    }
}
