//! The tables of a ruleset that is only there for tests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{
    level_part::LevelPart,
    ruleset_tables::{RulesetTables, Rulesets},
};

/// A table of everything that a table may hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sample {
    #[schemars(range(min = 1, max = 9))]
    strength: Option<i32>,
    #[schemars(length(max = 3))]
    names: Vec<String>,
    weight: f64,
    kind: Kind,
    brave: bool,
    inner: Option<Inner>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Big,
    Small,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inner {
    depth: u8,
}

/// State in which a combatant begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SampleStart {
    depth: Option<u8>,
}

#[derive(Debug)]
struct SampleTables;

impl RulesetTables for SampleTables {
    const ID: &'static str = "sample";
    type Item = Sample;
    type Unit = Sample;
    type Settings = Sample;
    type Start = SampleStart;

    fn uses(&self, _: LevelPart) -> bool {
        true
    }

    fn brings(&self, unit: &Sample) -> Vec<String> {
        unit.names.clone()
    }
}

/// A list of this one ruleset.
pub(crate) fn rulesets() -> Rulesets {
    Rulesets::default().with(SampleTables)
}
