//! What was played, in words and numbers: parts of one run tell each other by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was played in a simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanOutline {
    /// Level id.
    pub level: String,
    /// Ruleset id.
    pub ruleset: String,
    /// Battles in all, of all parts.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// The brain that commands red.
    pub red: String,
    /// The brain that commands blue.
    pub blue: String,
    /// Whether commanders and warbands are exchanged in every other battle.
    pub mirrored: bool,
    /// Red's warband, by unit ids.
    pub red_units: Vec<String>,
    /// Blue's warband, by unit ids.
    pub blue_units: Vec<String>,
    /// Rule options that were given.
    pub options: BTreeMap<String, String>,
    /// Fingerprint of everything the battles use: level, terrains, units and items.
    pub content: String,
    /// Version of the game.
    pub game: String,
}

impl PlanOutline {
    /// What this plan and another differ in, in words: "seed (1, not 2)".
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |plan: &Self| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let other = fields(other);
        fields(self)
            .into_iter()
            .filter(|(key, value)| other.get(key) != Some(value))
            .map(|(key, value)| {
                let there = other.get(&key).cloned().unwrap_or_default();
                format!("{key} ({value}, not {there})")
            })
            .collect()
    }
}
