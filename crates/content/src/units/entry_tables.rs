//! Tables of rulesets that are read through entries: types of their own beside what is kept.

use std::{any::TypeId, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Item, Unit,
    units::{
        block::{Block, BlockValue},
        level_part::LevelPart,
        ruleset_tables::{
            AnyTables, CombatantContext, ReadCombatant, SettingsContext, Table, TableKind,
            UnitContext, read,
        },
    },
};

/// The types with which a ruleset reads its tables where what is kept is made of what was read.
///
/// Tables have the keys of their type and no others. Checks report what is wrong and read on: they give
/// a value in any case, which is used only if nothing was reported.
pub trait EntryTables: fmt::Debug + Send + Sync + 'static {
    /// Id of the ruleset, which is the key of its tables.
    const ID: &'static str;
    /// Table of an item.
    type ItemEntry: DeserializeOwned + JsonSchema;
    /// What an item is.
    type Item: BlockValue;
    /// Table of a unit.
    type UnitEntry: DeserializeOwned + JsonSchema;
    /// What a unit is: its stat block.
    type Unit: BlockValue;
    /// Table of a level or a case: the settings of the ruleset there.
    type Settings: DeserializeOwned + JsonSchema + BlockValue + Default;
    /// Table of a combatant of a case: a stat block that may lean on a unit's, and how it begins.
    type CombatantEntry: DeserializeOwned + JsonSchema + Default;
    /// How a combatant begins a battle.
    type Start: Serialize;

    /// True if a part of levels means anything under it. In cases the others are refused.
    fn uses(&self, part: LevelPart) -> bool;

    /// What an item is.
    fn item(&self, entry: Self::ItemEntry, table: &mut Table<'_, '_>) -> Self::Item;

    /// The stat block of a unit.
    fn unit(
        &self,
        entry: Self::UnitEntry,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Self::Unit;

    /// Reports settings that mean nothing in their level.
    fn check_settings(
        &self,
        settings: &Self::Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    );

    /// The stat block of a combatant of a case, and how it begins.
    fn combatant(
        &self,
        entry: Self::CombatantEntry,
        base: Option<&Self::Unit>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> (Self::Unit, Self::Start);

    /// The ids of the items that somebody with this stat block brings into a battle, in the order in
    /// which they get their numbers.
    fn brings(&self, unit: &Self::Unit) -> Vec<String>;

    /// True if others can ride a unit with this table, which may not have been checked yet.
    fn can_be_ridden(&self, unit: &Value) -> bool {
        let _ = unit;
        false
    }

    /// True if levels can have an item stand planted on a side of a cell.
    fn can_be_planted(&self, item: &Self::Item) -> bool {
        let _ = item;
        false
    }
}

/// A ruleset whose tables are read through entries.
#[derive(Debug)]
pub(super) struct Entries<T>(pub(super) T);

impl<T: EntryTables> AnyTables for Entries<T> {
    fn id(&self) -> &'static str {
        T::ID
    }

    fn type_id(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn uses(&self, part: LevelPart) -> bool {
        self.0.uses(part)
    }

    fn schema(&self, kind: TableKind, generator: &mut SchemaGenerator) -> Schema {
        match kind {
            TableKind::Item => T::ItemEntry::json_schema(generator),
            TableKind::Unit => T::UnitEntry::json_schema(generator),
            TableKind::Level | TableKind::Settings => T::Settings::json_schema(generator),
            TableKind::Combatant => T::CombatantEntry::json_schema(generator),
        }
    }

    fn item(&self, value: Value, table: &mut Table<'_, '_>) -> Option<Block> {
        let entry = read(value, table)?;
        Some(Block::new(self.0.item(entry, table)))
    }

    fn unit(
        &self,
        value: Value,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<Block> {
        let entry = read(value, table)?;
        let unit = self.0.unit(entry, context, table);
        Some(Block::new(unit))
    }

    fn settings(
        &self,
        value: Option<Value>,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Block {
        let settings = value.and_then(|value| read(value, table));
        let settings: T::Settings = settings.unwrap_or_default();
        self.0.check_settings(&settings, context, table);
        Block::new(settings)
    }

    fn combatant(
        &self,
        value: Option<Value>,
        base: Option<&Unit>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<ReadCombatant> {
        let entry = match value {
            Some(value) => read(value, table)?,
            None => T::CombatantEntry::default(),
        };
        let base = base.and_then(|base| base.blocks.get());
        let (unit, start) = self.0.combatant(entry, base, context, table);
        Some(ReadCombatant {
            brings: self.0.brings(&unit),
            unit: Block::new(unit),
            // A value of a file holds nothing that JSON cannot.
            start: serde_json::to_value(start).unwrap_or_default(),
        })
    }

    fn can_be_ridden(&self, unit: &Value) -> bool {
        self.0.can_be_ridden(unit)
    }

    fn can_be_planted(&self, item: &Item) -> bool {
        let block = item.blocks.get();
        block.is_some_and(|item| self.0.can_be_planted(item))
    }
}
