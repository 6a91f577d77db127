//! Showing probabilities as percentages without false certainty.

use std::fmt;

/// Probabilities this close to 0 or 1 are certain: no more than rounding errors lie between.
const CERTAIN: f64 = 1e-12;

/// A probability shown as a percentage, made by [`percent`], [`percents`] or [`precise_percent`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percent {
    probability: f64,
    decimals: Decimals,
    /// The whole percent to show in place of the rounded probability.
    whole: Option<u8>,
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
        whole: None,
    }
}

/// Shows the probabilities of everything that can happen in whole percent, as [`percent`] does, but
/// so that the numbers add up to 100: what is missing after rounding down goes to those with the
/// largest remainders. Probabilities that do not add up to 1 are rounded one by one.
#[must_use]
pub fn percents(probabilities: &[f64]) -> Vec<Percent> {
    let mut shown: Vec<Percent> = probabilities.iter().map(|part| percent(*part)).collect();
    let sum: f64 = probabilities.iter().sum();
    let all_in_range = probabilities.iter().all(|part| (0.0..=1.5).contains(part));
    if (sum - 1.0).abs() > 1e-6 || !all_in_range {
        return shown;
    }
    let floor = |part: f64| part.mul_add(100.0, CERTAIN).floor();
    let mut left = 100;
    for (percent, part) in shown.iter_mut().zip(probabilities) {
        // In range, as has been seen to.
        let whole = floor(*part) as u8;
        percent.whole = Some(whole);
        left -= i32::from(whole);
    }
    let remainder = |place: usize| probabilities[place] * 100.0 - floor(probabilities[place]);
    let mut places: Vec<usize> = (0..probabilities.len()).collect();
    places.sort_by(|one, other| remainder(*other).total_cmp(&remainder(*one)));
    for place in places.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        if let Some(whole) = &mut shown[place].whole {
            *whole += 1;
        }
    }
    shown
}

/// Shows a probability in tenths of a percent: `44.8 %`. Only what is certain shows as `0 %` or
/// `100 %`; what is merely rare or likely shows as `<0.1 %` or `>99.9 %`.
#[must_use]
pub const fn precise_percent(probability: f64) -> Percent {
    Percent {
        probability,
        decimals: Decimals::One,
        whole: None,
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
        let rounded = match self.whole {
            Some(whole) => f64::from(whole),
            None => (self.probability * steps).round(),
        };
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
