//! What the odds of a case count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cases::case_expectation::ExpectEntry;

/// What odds count.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OddsEntry {
    /// What to count: `["state", "attacks"]`, or entries that the journal may have, each as in
    /// `[[expect]]`: `[{ event = "attack_resolved", defence = "dodge" }]`. Everything that may come
    /// out in more ways than one if left out.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) count: Option<Vec<CountEntry>>,
}

/// One thing to count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum CountEntry {
    /// Something that all combatants have.
    What(#[schemars(with = "Countable")] String),
    /// An entry of the journal, by as many of its keys as matter.
    Entry(Box<ExpectEntry>),
}

/// What can come out of a case in several ways.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Countable {
    /// Hit points lost.
    HitPoints,
    /// How combatants are in the end: active, dead, surrendered.
    State,
    /// Where they are in the end.
    Place,
    /// Conditions in the end: grabbed, poisoned.
    Conditions,
    /// How attacks came out: missed, dodged, parried.
    Attacks,
    /// Where things are in the end, and how.
    Items,
    /// Who won, if the battle is over.
    Winner,
}

impl Countable {
    /// Everything that can be counted, by its name in files.
    pub const ALL: [(&str, Self); 7] = [
        ("hit_points", Self::HitPoints),
        ("state", Self::State),
        ("place", Self::Place),
        ("conditions", Self::Conditions),
        ("attacks", Self::Attacks),
        ("items", Self::Items),
        ("winner", Self::Winner),
    ];

    /// What is called so in files.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, what)| *what)
    }
}
