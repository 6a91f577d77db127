//! The tables of a ruleset that is only there for tests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{
    level_part::LevelPart,
    ruleset_tables::{
        CombatantContext, RulesetTables, Rulesets, SettingsContext, Table, UnitContext,
    },
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

/// A combatant with keys of two tables in one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct SampleCombatant {
    #[serde(flatten)]
    sample: Sample,
    start: Option<Inner>,
}

#[derive(Debug)]
struct SampleTables;

impl RulesetTables for SampleTables {
    const ID: &'static str = "sample";
    type ItemEntry = Sample;
    type Item = Sample;
    type UnitEntry = Sample;
    type Unit = Sample;
    type Settings = Sample;
    type CombatantEntry = SampleCombatant;
    type Start = Option<Inner>;

    fn uses(&self, _: LevelPart) -> bool {
        true
    }

    fn item(&self, entry: Sample, _: &mut Table<'_, '_>) -> Sample {
        entry
    }

    fn unit(&self, entry: Sample, _: &UnitContext<'_>, _: &mut Table<'_, '_>) -> Sample {
        entry
    }

    fn check_settings(&self, _: &Sample, _: &SettingsContext<'_>, _: &mut Table<'_, '_>) {}

    fn combatant(
        &self,
        entry: SampleCombatant,
        _: Option<&Sample>,
        _: &CombatantContext<'_>,
        _: &mut Table<'_, '_>,
    ) -> (Sample, Option<Inner>) {
        (entry.sample, entry.start)
    }

    fn brings(&self, unit: &Sample) -> Vec<String> {
        unit.names.clone()
    }
}

/// A list of this one ruleset.
pub(crate) fn rulesets() -> Rulesets {
    Rulesets::default().with(SampleTables)
}
