//! The tables of content files that this ruleset reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{
    LevelPart, RulesetTables,
    reading::{CombatantContext, Table},
};

/// Id of the ruleset.
pub const ID: &str = "toy";

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StatBlock {
    /// Added to the die of a contest.
    #[schemars(range(min = 0, max = 9))]
    pub skill: i32,
    /// Hit points when unhurt.
    #[schemars(range(min = 1, max = 50))]
    pub health: i32,
    /// Whether it shoots.
    pub archer: bool,
}

impl Default for StatBlock {
    fn default() -> Self {
        Self {
            skill: 1,
            health: 5,
            archer: false,
        }
    }
}

/// Items mean nothing here, but may be named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Trinket {}

/// Settings of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Rounds where the level has no limit.
    #[schemars(range(min = 1, max = 100))]
    pub rounds: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { rounds: 20 }
    }
}

/// How a combatant begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Hit points left.
    #[schemars(range(min = 1, max = 50))]
    pub health: Option<i32>,
    /// Breaths left.
    #[schemars(range(min = 0, max = 3))]
    pub breath: Option<i32>,
    /// Loses its first turn.
    pub dazed: bool,
}

/// The tables of this ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl RulesetTables for Tables {
    const ID: &'static str = ID;
    type Item = Trinket;
    type Unit = StatBlock;
    type Settings = Settings;
    type Start = Start;

    fn uses(&self, _: LevelPart) -> bool {
        false
    }

    fn check_start(
        &self,
        start: &Start,
        stats: &StatBlock,
        _: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        if start.health.is_some_and(|left| left > stats.health) {
            let path = table.path.join("health");
            let message = format!("more than the {} of the unhurt", stats.health);
            let reported = table.report.error(table.document, &path, message);
            reported.help(None);
        }
    }
}
