//! Checks: rolls against something, with everything that makes up their chance.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::ids::RuleId;

/// What a modifier does to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Adds percentage points, or points of a total.
    Add(i32),
    /// Multiplies by a fraction.
    Times(u8, u8),
    /// Replaces the rating.
    Fixed(i32),
}

/// A named modifier of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Hash)]
#[schemars(deny_unknown_fields)]
pub struct Modifier {
    /// In plain words: "half cover", "chain".
    pub name: Cow<'static, str>,
    /// What it does.
    pub effect: Effect,
    /// The rule it comes from.
    pub rule: RuleId,
}

/// What a roll is compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// The chance: a hundred-sided die shows it or less.
    #[default]
    Percent,
    /// A number that somebody else sets: dice and bonus together come to it or more.
    AtLeast {
        /// The number, their modifiers counted.
        number: i32,
        /// What is added to the dice, modifiers counted.
        bonus: i32,
        /// The number before their modifiers.
        base: i32,
        /// Their modifiers in the order applied.
        their_modifiers: Vec<Modifier>,
    },
    /// A number: the dice come to it or less.
    AtMost(i32),
    /// What somebody else rolls: the higher total wins.
    Opposed {
        /// What is added to the own dice, modifiers counted.
        bonus: i32,
        /// What is added to the other side's.
        their_bonus: i32,
        /// Their modifiers in the order applied.
        their_modifiers: Vec<Modifier>,
    },
}

impl Against {
    /// A number that nobody's modifiers change: the dice come to it or more.
    #[must_use]
    pub const fn at_least(number: i32) -> Self {
        Self::AtLeast {
            number,
            bonus: 0,
            base: number,
            their_modifiers: Vec::new(),
        }
    }

    /// The modifiers of the other side, in the order applied.
    #[must_use]
    pub fn their_modifiers(&self) -> &[Modifier] {
        match self {
            Self::Percent | Self::AtMost(_) => &[],
            Self::AtLeast {
                their_modifiers, ..
            }
            | Self::Opposed {
                their_modifiers, ..
            } => their_modifiers,
        }
    }

    /// Whether it is the chance itself.
    #[must_use]
    pub const fn is_percent(&self) -> bool {
        matches!(self, Self::Percent)
    }
}

/// A roll against something, and how its chance came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Hash)]
#[schemars(deny_unknown_fields)]
pub struct Check {
    /// What is rolled: "Sword", "Dodge", "Shield against missiles".
    pub skill: Cow<'static, str>,
    /// The chance before modifiers, in percent.
    pub rating: i32,
    /// The modifiers in the order applied: of the rating, or of what the roll is compared with instead.
    pub modifiers: Vec<Modifier>,
    /// The chance to succeed, in percent.
    pub chance: i32,
    /// What the roll is compared with; left out if that is the chance.
    #[serde(skip_serializing_if = "Against::is_percent")]
    #[schemars(default)]
    pub against: Against,
}

impl Check {
    /// What must be rolled, in words: "45 %", "9 or less", "+3 against +1".
    #[must_use]
    pub fn needed(&self) -> String {
        match &self.against {
            Against::Percent => format!("{} %", self.chance),
            Against::AtLeast { number, bonus, .. } => format!("{} or more", number - bonus),
            Against::AtMost(number) => format!("{number} or less"),
            Against::Opposed {
                bonus, their_bonus, ..
            } => format!("{bonus:+} against {their_bonus:+}"),
        }
    }

    /// The same with the chance to succeed: "9 or less, 45 %".
    #[must_use]
    pub fn needed_with_chance(&self) -> String {
        match &self.against {
            Against::Percent => self.needed(),
            Against::AtLeast { .. } | Against::AtMost(_) | Against::Opposed { .. } => {
                format!("{}, {} %", self.needed(), self.chance)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(against: Against) -> Check {
        Check {
            skill: "Sword".into(),
            rating: 9,
            modifiers: Vec::new(),
            chance: 45,
            against,
        }
    }

    #[test]
    fn checks_of_all_kinds_say_what_is_needed() {
        let opposed = Against::Opposed {
            bonus: 3,
            their_bonus: -1,
            their_modifiers: Vec::new(),
        };
        let told = [
            Against::Percent,
            Against::AtLeast {
                number: 15,
                bonus: 6,
                base: 10,
                their_modifiers: Vec::new(),
            },
            Against::AtMost(9),
            opposed,
        ]
        .map(|against| check(against).needed_with_chance());
        assert_eq!(
            told,
            [
                "45 %",
                "9 or more, 45 %",
                "9 or less, 45 %",
                "+3 against -1, 45 %"
            ]
        );
    }

    #[test]
    fn what_is_rolled_against_percent_is_written_as_before() {
        let text = serde_json::to_string(&check(Against::Percent)).unwrap_or_default();
        assert_eq!(
            text,
            r#"{"skill":"Sword","rating":9,"modifiers":[],"chance":45}"#
        );
        let text = serde_json::to_string(&check(Against::AtMost(9))).unwrap_or_default();
        assert!(text.ends_with(r#""against":{"at_most":9}}"#), "{text}");
    }
}
