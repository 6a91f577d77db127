//! What was played, in words and numbers: parts of one run tell each other by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shieldwall_battle::SideId;
use shieldwall_content::level::SideName;

use crate::by_side::BySide;

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
    /// Who fights.
    pub sides: BySide<SideOutline>,
    /// Whether commanders and warbands move on to the next side of the level from battle to battle.
    pub mirrored: bool,
    /// Rule options that were given.
    pub options: BTreeMap<String, String>,
    /// Fingerprint of everything the battles use: level, terrains, units and items.
    pub content: String,
    /// Version of the game.
    pub game: String,
}

/// One side of what was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideOutline {
    /// The brain that commands it.
    pub brain: String,
    /// Its warband, by unit ids.
    pub units: Vec<String>,
    /// The first of the sides that it is allied with, if that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ally: Option<SideName>,
}

impl PlanOutline {
    /// The sides that win for themselves and for their allies, with the names of all of these: "red
    /// and green".
    pub(crate) fn alliances(&self) -> Vec<(SideId, String)> {
        let leads = |(_, one): &(SideId, &SideOutline)| one.ally.is_none();
        let alliance = |(first, _): (SideId, &SideOutline)| {
            let allies = self.sides.iter().filter(|(_, one)| {
                let ally = one.ally.map(SideName::index);
                ally == Some(first.index())
            });
            let all = std::iter::once(first).chain(allies.map(|(ally, _)| ally));
            let names: Vec<&str> = all.map(SideId::key).collect();
            (first, names.join(" and "))
        };
        self.sides.iter().filter(leads).map(alliance).collect()
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allies_win_together() {
        let sides = [None, None, Some(SideName::Red), Some(SideName::Blue)];
        let side = |ally| SideOutline {
            ally,
            ..SideOutline::default()
        };
        let plan = PlanOutline {
            sides: sides.into_iter().map(side).collect(),
            ..PlanOutline::default()
        };
        let named = |side, name: &str| (side, name.to_owned());
        assert_eq!(
            plan.alliances(),
            [
                named(SideId::RED, "red and green"),
                named(SideId::BLUE, "blue and yellow")
            ]
        );
    }
}
