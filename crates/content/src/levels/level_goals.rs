//! Goals, limits and warbands that a level has under one ruleset only.

use std::{collections::BTreeMap, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shieldwall_grid::Cell;

use crate::{
    Level,
    levels::{
        level::{SideName, Victory},
        level_file::VictoryEntry,
    },
    source::{document::Document, key_path::KeyPath, report::Report},
    units::ruleset_tables::{Rulesets, split_off},
};

/// What a level says in the table of a ruleset and every ruleset understands.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OwnGoalsEntry {
    /// Rounds after which the battle ends under this ruleset.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) turn_limit: Option<u32>,
    /// Side that wins under this ruleset if the turn limit is reached.
    pub(crate) winner_at_limit: Option<SideName>,
    /// How one wins under this ruleset.
    pub(crate) victory: Option<VictoryEntry>,
    /// With which units the sides fight under this ruleset: `warband = { red = ["archer"] }`.
    pub(crate) warband: WarbandsEntry,
}

/// Warbands of some sides.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WarbandsEntry {
    /// Unit ids of the first side.
    #[schemars(length(min = 1, max = 250))]
    red: Option<Vec<String>>,
    /// Unit ids of the second side.
    #[schemars(length(min = 1, max = 250))]
    blue: Option<Vec<String>>,
    /// Unit ids of the third side.
    #[schemars(length(min = 1, max = 250))]
    green: Option<Vec<String>>,
    /// Unit ids of the fourth side.
    #[schemars(length(min = 1, max = 250))]
    yellow: Option<Vec<String>>,
}

impl WarbandsEntry {
    /// Those that are given.
    pub(crate) fn given(&self) -> impl Iterator<Item = (SideName, &[String])> {
        let all = [&self.red, &self.blue, &self.green, &self.yellow];
        let all = SideName::ALL.into_iter().zip(all);
        all.filter_map(|(side, warband)| Some((side, warband.as_deref()?)))
    }
}

/// The keys of [`OwnGoalsEntry`].
const KEYS: [&str; 4] = ["turn_limit", "winner_at_limit", "victory", "warband"];

/// Takes what every ruleset understands out of the tables of a level.
pub(crate) fn take(
    tables: &mut BTreeMap<String, Value>,
    rulesets: &Rulesets,
    document: &Document<'_>,
    report: &mut Report,
) -> BTreeMap<&'static str, OwnGoalsEntry> {
    let mut all = BTreeMap::new();
    for id in rulesets.ids() {
        let Some(table) = tables.get_mut(id) else {
            continue;
        };
        match serde_json::from_value(split_off(table, &KEYS)) {
            Ok(goals) => drop(all.insert(id, goals)),
            Err(error) => {
                let message = format!("this table cannot be read: {error}");
                report.error(document, &KeyPath::from([id]), message);
            }
        }
    }
    all
}

/// What a level has under one ruleset only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnGoals {
    /// How one wins.
    pub victory: Option<Victory>,
    /// Rounds after which the battle ends.
    pub turn_limit: Option<u32>,
    /// Index of the side that wins if the turn limit is reached.
    pub winner_at_limit: Option<usize>,
    /// Unit ids of warbands, with the indices of their sides.
    pub warbands: Vec<(usize, Vec<String>)>,
}

impl OwnGoals {
    /// What a file says, with the cells of the level's objective.
    pub(crate) fn of(entry: &OwnGoalsEntry, objective: &[Cell]) -> Self {
        let warbands = entry.warband.given();
        Self {
            victory: entry
                .victory
                .map(|victory| victory.with(objective.to_vec())),
            turn_limit: entry.turn_limit,
            winner_at_limit: entry.winner_at_limit.map(SideName::index),
            warbands: warbands
                .map(|(side, units)| (side.index(), units.to_vec()))
                .collect(),
        }
    }

    /// Puts them in place of a level's own.
    pub(crate) fn apply(&self, level: &mut Level) {
        if let Some(victory) = &self.victory {
            level.victory = victory.clone();
        }
        level.turn_limit = self.turn_limit.unwrap_or(level.turn_limit);
        level.winner_at_limit = self.winner_at_limit.or(level.winner_at_limit);
        for (side, warband) in &self.warbands {
            if let Some(side) = level.sides.get_mut(*side) {
                side.warband.clone_from(warband);
            }
        }
    }
}

impl Level {
    /// The level as it is played under the ruleset with this id: with the goals, limits and warbands that
    /// it has there.
    #[must_use]
    pub fn under(self: &Arc<Self>, ruleset: &str) -> Arc<Self> {
        let Some(own) = self.own_goals.get(ruleset) else {
            return Arc::clone(self);
        };
        let mut level = Self::clone(self);
        own.apply(&mut level);
        Arc::new(level)
    }
}
