//! Showing probabilities as percentages without false certainty.

use std::fmt;

/// Probabilities this close to 0 or 1 are certain: no more than rounding errors lie between.
const CERTAIN: f64 = 1e-12;

/// A probability shown as a percentage, made by [`percent`] or [`precise_percent`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percent {
    probability: f64,
    decimals: Decimals,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decimals {
    None,
    One,
}

/// Shows a probability in whole percent: `45 %`. Only what is certain shows as `0 %` or `100 %`;
/// what is merely rare or likely shows as `<1 %` or `>99 %`.
#[must_use]
pub const fn percent(probability: f64) -> Percent {
    Percent {
        probability,
        decimals: Decimals::None,
    }
}

/// Shows a probability in tenths of a percent: `44.8 %`. Only what is certain shows as `0 %` or
/// `100 %`; what is merely rare or likely shows as `<0.1 %` or `>99.9 %`.
#[must_use]
pub const fn precise_percent(probability: f64) -> Percent {
    Percent {
        probability,
        decimals: Decimals::One,
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, least, most) = match self.decimals {
            Decimals::None => (100.0, "<1 %", ">99 %"),
            Decimals::One => (1000.0, "<0.1 %", ">99.9 %"),
        };
        if self.probability.is_nan() {
            return f.pad("? %");
        }
        if self.probability <= CERTAIN {
            return f.pad("0 %");
        }
        if self.probability >= 1.0 - CERTAIN {
            return f.pad("100 %");
        }
        let rounded = (self.probability * steps).round();
        if rounded < 1.0 {
            f.pad(least)
        } else if rounded >= steps {
            f.pad(most)
        } else {
            match self.decimals {
                Decimals::None => f.pad(&format!("{rounded:.0} %")),
                Decimals::One => f.pad(&format!("{:.1} %", rounded / 10.0)),
            }
        }
    }
}
