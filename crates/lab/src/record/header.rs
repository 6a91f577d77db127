//! The first line of a record: versions, set-up, and the content it was fought with.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};
use shieldwall_battle::{BattleSetup, Ruleset, SideSetup, Start, UnitEntry};
use shieldwall_content::Library;
use shieldwall_dice::Face;
use shieldwall_grid::Cell;

use super::{RecordError, RecordedCommander};

/// Whether a record still grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// It grows with the battle; that it ends anywhere is no fault.
    Autosave,
    /// It was written as a whole and has a closing line.
    Save,
}

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the format of records: [`Header::FORMAT`].
    pub format: u32,
    /// Version of the game that wrote it.
    pub game: String,
    /// Whether it grows.
    pub kind: RecordKind,
    /// Name given by the player; empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// When it was begun, in seconds since 1970; 0 if that is not known.
    #[serde(default)]
    pub written: u64,
    /// Ruleset id.
    pub ruleset: String,
    /// Level id.
    pub level: String,
    /// Seed of the dice.
    pub seed: u64,
    /// Faces that dice show before the seed decides, in lessons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_dice: Vec<Face>,
    /// Rule options by key.
    pub options: BTreeMap<String, String>,
    /// All sides, red first.
    pub sides: Vec<RecordedSide>,
    /// Fingerprints of all content used, by kind and id: "unit archer".
    pub content: BTreeMap<String, String>,
}

/// One side of a recorded battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSide {
    /// Who decides.
    pub commander: RecordedCommander,
    /// Its combatants in roster order.
    pub warband: Vec<RecordedUnit>,
}

/// One combatant of a recorded battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedUnit {
    /// Unit id.
    pub unit: String,
    /// Where it begins; without it, in the next free deployment cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
    /// Its name; without it, that of its unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it begins, where that is not fresh and upright.
    #[serde(default, skip_serializing_if = "Start::is_fresh")]
    pub start: Start,
}

impl Header {
    /// The version of the format that this game writes and reads. The marks of a record are of
    /// journals, so it rises with their format too.
    pub const FORMAT: u32 = 4;

    /// The header of a battle. People decide for sides without a commander.
    #[must_use]
    pub fn of(
        ruleset: &dyn Ruleset,
        setup: &BattleSetup,
        commanders: &[RecordedCommander],
        content: BTreeMap<String, String>,
    ) -> Self {
        let side = |(index, side): (usize, &SideSetup)| RecordedSide {
            commander: commanders
                .get(index)
                .copied()
                .unwrap_or(RecordedCommander::Human),
            warband: side
                .warband
                .iter()
                .map(|unit_entry| RecordedUnit {
                    unit: unit_entry.unit.id.clone(),
                    cell: unit_entry.cell,
                    name: unit_entry.name.clone(),
                    start: unit_entry.start.clone(),
                })
                .collect(),
        };
        Self {
            format: Self::FORMAT,
            game: env!("CARGO_PKG_VERSION").to_owned(),
            kind: RecordKind::Save,
            name: String::new(),
            written: 0,
            ruleset: ruleset.id().to_owned(),
            level: setup.level.id.clone(),
            seed: setup.seed,
            first_dice: setup.first_dice.clone(),
            options: setup.options.clone(),
            sides: setup.sides.iter().enumerate().map(side).collect(),
            content,
        }
    }

    /// Who decides, red first.
    #[must_use]
    pub fn commanders(&self) -> Vec<RecordedCommander> {
        self.sides.iter().map(|side| side.commander).collect()
    }

    /// Finds the ruleset and the set-up again.
    ///
    /// # Errors
    /// If the ruleset, the level or a unit does not exist or has errors.
    pub fn setup(
        &self,
        library: &Arc<Library>,
    ) -> Result<(Arc<dyn Ruleset>, BattleSetup), RecordError> {
        let ruleset = shieldwall_rulesets::by_id(&self.ruleset)
            .ok_or_else(|| RecordError::missing(library, "ruleset", &self.ruleset))?;
        let level = library
            .levels
            .get(&self.level)
            .ok_or_else(|| RecordError::missing(library, "level", &self.level))?;
        let mut sides = vec![SideSetup::default(); self.sides.len()];
        for (side, recorded) in sides.iter_mut().zip(&self.sides) {
            for unit_entry in &recorded.warband {
                let unit = library
                    .units
                    .get(&unit_entry.unit)
                    .ok_or_else(|| RecordError::missing(library, "unit", &unit_entry.unit))?;
                side.warband.push(UnitEntry {
                    unit: Arc::clone(unit),
                    cell: unit_entry.cell,
                    name: unit_entry.name.clone(),
                    start: unit_entry.start.clone(),
                });
            }
        }
        let setup = BattleSetup {
            level: level.under(&self.ruleset),
            library: Arc::clone(library),
            sides,
            options: self.options.clone(),
            seed: self.seed,
            first_dice: self.first_dice.clone(),
        };
        Ok((ruleset, setup))
    }
}
