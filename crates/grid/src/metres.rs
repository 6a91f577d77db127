//! Lengths in fixed-point metres.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A length in whole millimetres, written and read as such by serde.
///
/// Arithmetic saturates at the ends of `i32` (about 2,147 km), so that no sum of authored numbers
/// can overflow.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
#[schemars(description = "A length in whole millimetres.")]
pub struct Metres(i32);

impl Metres {
    /// No length at all.
    pub const ZERO: Self = Self(0);
    /// The longest length there is; a budget of it is no limit.
    pub const MAX: Self = Self(i32::MAX);

    /// A length of so many millimetres.
    #[must_use]
    pub const fn from_milli(milli: i32) -> Self {
        Self(milli)
    }

    /// A length of so many whole metres.
    #[must_use]
    pub const fn from_whole(metres: i32) -> Self {
        Self(metres.saturating_mul(1000))
    }

    /// The length nearest to a number of metres read from a file, or `None` if that number is not
    /// finite, too large, or finer than a millimetre.
    #[must_use]
    pub fn from_decimal(metres: f64) -> Option<Self> {
        let milli = metres * 1000.0;
        let nearest = milli.round();
        let exact = (milli - nearest).abs() < 1e-6 && nearest.abs() <= f64::from(i32::MAX);
        // In range by the test above, and NaN fails it.
        exact.then_some(Self(nearest as i32))
    }

    /// The length in millimetres.
    #[must_use]
    pub const fn milli(self) -> i32 {
        self.0
    }

    /// The length in whole metres, fraction dropped (towards zero).
    #[must_use]
    pub const fn whole(self) -> i32 {
        self.0 / 1000
    }

    /// The length times `num / den`, fractions of a millimetre dropped (towards zero).
    /// A denominator of zero gives [`Metres::ZERO`].
    #[must_use]
    pub const fn times_ratio(self, num: i32, den: i32) -> Self {
        if den == 0 {
            return Self::ZERO;
        }
        let exact = self.0 as i64 * num as i64 / den as i64;
        if exact > i32::MAX as i64 {
            Self(i32::MAX)
        } else if exact < i32::MIN as i64 {
            Self(i32::MIN)
        } else {
            Self(exact as i32)
        }
    }

    /// The longer of two lengths.
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        if self.0 >= other.0 { self } else { other }
    }

    /// The shorter of two lengths.
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        if self.0 <= other.0 { self } else { other }
    }
}

impl Add for Metres {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Metres {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Metres {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Metres {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Metres {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Sum for Metres {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

/// Metres with the needed decimals only: `4.5 m`, `12 m`, `-0.025 m`.
impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let milli = self.0.unsigned_abs();
        let (whole, rest) = (milli / 1000, milli % 1000);
        if rest == 0 {
            return write!(f, "{sign}{whole} m");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{sign}{whole}.{} m", decimals.trim_end_matches('0'))
    }
}

/// A text that is not a length in metres.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected metres with at most three decimals, such as \"4.5\" or \"12 m\", found {found:?}"
)]
pub struct ParseMetresError {
    /// The text that was given.
    pub found: String,
}

/// Reads what [`Display`](fmt::Display) writes; the unit may be left out.
impl FromStr for Metres {
    type Err = ParseMetresError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseMetresError {
            found: text.to_owned(),
        })
    }
}

fn parse(text: &str) -> Option<Metres> {
    let text = text.trim();
    let number = text.strip_suffix('m').map_or(text, str::trim_end);
    let (negative, digits) = number
        .strip_prefix('-')
        .map_or((false, number), |rest| (true, rest));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(whole) || !all_digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let whole: i32 = whole.parse().ok()?;
    let milli: i32 = format!("{decimals:0<3}").parse().ok()?;
    let length = whole.checked_mul(1000)?.checked_add(milli)?;
    Some(Metres(if negative { -length } else { length }))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shown_with_needed_decimals_only() {
        let shown = [4500, 12_000, 0, 1524, 50, -25, -1500].map(|m| Metres(m).to_string());
        assert_eq!(
            shown,
            [
                "4.5 m", "12 m", "0 m", "1.524 m", "0.05 m", "-0.025 m", "-1.5 m"
            ]
        );
    }

    #[test]
    fn whole_metres_drop_the_fraction() {
        assert_eq!(Metres::from_milli(5999).whole(), 5);
        assert_eq!(Metres::from_milli(6000).whole(), 6);
    }

    #[test]
    fn ratios_are_exact_and_saturate() {
        assert_eq!(
            Metres::from_milli(1500).times_ratio(3, 2),
            Metres::from_milli(2250)
        );
        assert_eq!(Metres::MAX.times_ratio(3, 2), Metres::MAX);
        assert_eq!(Metres::from_whole(3).times_ratio(1, 0), Metres::ZERO);
        assert_eq!(Metres::MAX + Metres::from_milli(1), Metres::MAX);
    }

    #[test]
    fn decimals_of_files() {
        assert_eq!(Metres::from_decimal(1.5), Some(Metres::from_milli(1500)));
        assert_eq!(Metres::from_decimal(0.3048), None);
        for bad in [f64::NAN, f64::INFINITY, 1e9, 0.0001] {
            assert_eq!(Metres::from_decimal(bad), None, "{bad}");
        }
    }

    #[test]
    fn text_that_is_no_length_is_refused() {
        for bad in [
            "", "m", "-", ".5", "1.", "1.2345", "1,5", "one", "9999999", "--1",
        ] {
            assert!(bad.parse::<Metres>().is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn text_round_trip(milli in -i32::MAX..=i32::MAX) {
            let length = Metres::from_milli(milli);
            prop_assert_eq!(length.to_string().parse::<Metres>().unwrap(), length);
        }
    }
}
