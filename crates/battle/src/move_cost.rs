//! What a way costs, in the unit that a ruleset counts movement in.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use shieldwall_grid::Metres;

/// What a way costs: metres, or so many of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
pub enum MoveCost {
    /// Metres, written in millimetres.
    Metres(Metres),
    /// So many units: "3 half zones".
    Count {
        /// How many.
        count: u16,
        /// Of what, in the plural: "half zones".
        of: &'static str,
    },
}

impl MoveCost {
    /// No way at all.
    pub const NOTHING: Self = Self::Metres(Metres::ZERO);

    /// So many units.
    #[must_use]
    pub const fn count(count: u16, of: &'static str) -> Self {
        Self::Count { count, of }
    }

    /// As a number to weigh ways with: metres, or units.
    #[must_use]
    pub fn amount(self) -> f64 {
        match self {
            Self::Metres(metres) => f64::from(metres.milli()) / 1000.0,
            Self::Count { count, .. } => f64::from(count),
        }
    }

    /// The sum of both; of different units the first.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Metres(a), Self::Metres(b)) => Self::Metres(a + b),
            (Self::Count { count: a, of }, Self::Count { count: b, .. }) => {
                Self::count(a.saturating_add(b), of)
            }
            (first, _) => first,
        }
    }

    /// Whether it costs nothing.
    #[must_use]
    pub fn is_nothing(self) -> bool {
        match self {
            Self::Metres(metres) => metres == Metres::ZERO,
            Self::Count { count, .. } => count == 0,
        }
    }
}

impl From<Metres> for MoveCost {
    fn from(metres: Metres) -> Self {
        Self::Metres(metres)
    }
}

impl fmt::Display for MoveCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metres(metres) => metres.fmt(f),
            Self::Count { count: 1, of } => write!(f, "1 {}", of.strip_suffix('s').unwrap_or(of)),
            Self::Count { count, of } => write!(f, "{count} {of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_say_what_they_count() {
        assert_eq!(MoveCost::count(1, "half zones").to_string(), "1 half zone");
        assert_eq!(MoveCost::count(3, "half zones").to_string(), "3 half zones");
        let metres = MoveCost::from(Metres::from_milli(1500));
        assert_eq!(metres.and(metres), Metres::from_milli(3000).into());
        let half = MoveCost::count(1, "half zones");
        assert_eq!(half.and(half), MoveCost::count(2, "half zones"));
        assert_eq!(metres.to_string(), Metres::from_milli(1500).to_string());
        assert!(metres > MoveCost::NOTHING && MoveCost::NOTHING.is_nothing());
    }
}
