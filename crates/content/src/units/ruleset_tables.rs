//! How rulesets read the tables of content files that are theirs.
//!
//! A unit has a table for each ruleset, and so do items, levels and the combatants of cases. What stands
//! in such a table only its ruleset knows: it brings the types that read it ([`RulesetTables`]), and
//! from these come the schema, the checking, and what the library keeps ([`crate::units::block::Blocks`]).

use std::{any::TypeId, collections::BTreeMap, fmt, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use shieldwall_grid::Grid;

use crate::{
    Item, Unit,
    source::{catalogue::Catalogue, document::Document, key_path::KeyPath, report::Report},
    units::{
        block::{Block, BlockValue, Blocks},
        entry_tables::{Entries, EntryTables},
        laid_over,
        level_part::LevelPart,
        named_units::NamedUnits,
        steeds::SteedsOf,
    },
};

/// A type that a table is read as, and that is kept: with serde's defaults for keys that are left out.
pub trait TableType: DeserializeOwned + JsonSchema + BlockValue {}

impl<T: DeserializeOwned + JsonSchema + BlockValue> TableType for T {}

/// The types that a ruleset's tables are read as, and what it checks besides their shape.
///
/// Tables have the keys of their type and no others. A combatant of a case has the table of its unit with its own keys
/// laid over it, so that what is left out is as the unit has it. Checks report what is wrong and go on.
pub trait RulesetTables: fmt::Debug + Send + Sync + 'static {
    /// Id of the ruleset, which is the key of its tables.
    const ID: &'static str;
    /// Type of an item.
    type Item: TableType;
    /// Type of a unit: its stat block.
    type Unit: TableType;
    /// The settings of the ruleset in a level or a case.
    type Settings: TableType + Default;
    /// Type of the state in which a combatant begins a battle.
    type Start: TableType + Default;

    /// The key of the table in which a combatant of a case has the keys of its stat block; left out: beside `start`.
    const STATS: Option<&'static str> = None;
    /// Keys of a stat block that take the place of others when they are laid over a unit.
    const REPLACES: &'static [(&'static str, &'static [&'static str])] = &[];

    /// True if a part of levels means anything under it. In cases the others are refused.
    fn uses(&self, part: LevelPart) -> bool;

    /// Reports what makes no sense in an item.
    fn check_item(&self, item: &Self::Item, table: &mut Table<'_, '_>) {
        let _ = (item, table);
    }

    /// Reports what makes no sense in the stat block of a unit or of a combatant of a case.
    fn check_unit(&self, unit: &Self::Unit, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        let _ = (unit, items, table);
    }

    /// Reports settings that mean nothing in their level.
    fn check_settings(
        &self,
        settings: &Self::Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        let _ = (settings, context, table);
    }

    /// Reports what makes no sense in how a combatant with this stat block begins. `table` is that of its start.
    fn check_start(
        &self,
        start: &Self::Start,
        unit: &Self::Unit,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        let _ = (start, unit, context, table);
    }

    /// The ids of the items that a combatant with this stat block brings into a battle, in the order in
    /// which they get their numbers.
    fn brings(&self, unit: &Self::Unit) -> Vec<String> {
        let _ = unit;
        Vec::new()
    }

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

/// A table that is read: where it stands, and where to report what is wrong with it.
pub struct Table<'t, 'd> {
    /// The file.
    pub document: &'t Document<'d>,
    /// The way to the table.
    pub path: KeyPath,
    /// What is wrong with the file.
    pub report: &'t mut Report,
}

/// What the table of a unit may refer to.
pub struct UnitContext<'c> {
    /// Id of the unit.
    pub id: &'c str,
    /// All items.
    pub items: &'c Catalogue<Item>,
    /// The units that can be ridden.
    pub steeds: SteedsOf<'c>,
}

/// What the settings of a level may refer to.
pub struct SettingsContext<'c> {
    /// How many sides there are.
    pub sides: usize,
    /// The cells of the level.
    pub grid: &'c Grid,
    /// The units that may be named.
    pub units: &'c NamedUnits<'c>,
}

/// What the table of a combatant of a case may refer to.
pub struct CombatantContext<'c> {
    /// All items.
    pub items: &'c Catalogue<Item>,
    /// The cells of the level.
    pub grid: &'c Grid,
    /// The letters of all combatants, in the order of the roster.
    pub roster: &'c [String],
    /// The units that may be named.
    pub units: &'c NamedUnits<'c>,
}

/// Which of a ruleset's tables a file has in a place; the mark in schemas for where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Item,
    Unit,
    Level,
    Settings,
    Combatant,
}

impl TableKind {
    /// The kind that a mark stands for.
    pub(crate) fn of_mark(mark: &str) -> Option<Self> {
        match mark {
            "item" => Some(Self::Item),
            "unit" => Some(Self::Unit),
            "level" => Some(Self::Level),
            "settings" => Some(Self::Settings),
            "combatant" => Some(Self::Combatant),
            _ => None,
        }
    }

    /// What such a table holds, for schemas.
    pub(crate) fn described(self, ruleset: &str) -> String {
        match self {
            Self::Item => format!("What it is under the {ruleset} ruleset."),
            Self::Unit => format!("Stat block for the {ruleset} ruleset."),
            Self::Level => {
                format!("Settings of the {ruleset} ruleset in this level, and goals of its own.")
            }
            Self::Settings => format!("Settings of the {ruleset} ruleset."),
            Self::Combatant => format!(
                "Under the {ruleset} ruleset: its stat block, as far as it is not its unit's, and how \
                 it begins."
            ),
        }
    }
}

/// [`RulesetTables`] of some ruleset, whose types nobody here knows.
pub(crate) trait AnyTables: fmt::Debug + Send + Sync {
    fn id(&self) -> &'static str;
    fn type_id(&self) -> TypeId;
    fn uses(&self, part: LevelPart) -> bool;
    fn schema(&self, kind: TableKind, generator: &mut SchemaGenerator) -> Schema;
    fn item(&self, value: Value, table: &mut Table<'_, '_>) -> Option<Block>;
    fn unit(
        &self,
        value: Value,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<Block>;
    fn settings(
        &self,
        value: Option<Value>,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Block;
    fn combatant(
        &self,
        value: Option<Value>,
        base: Option<&Unit>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<ReadCombatant>;
    fn can_be_ridden(&self, unit: &Value) -> bool;
    fn can_be_planted(&self, item: &Item) -> bool;
}

/// A combatant of a case.
pub(crate) struct ReadCombatant {
    pub(crate) unit: Block,
    pub(crate) start: Value,
    pub(crate) brings: Vec<String>,
}

impl<T: RulesetTables> AnyTables for T {
    fn id(&self) -> &'static str {
        T::ID
    }

    fn type_id(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn uses(&self, part: LevelPart) -> bool {
        RulesetTables::uses(self, part)
    }

    fn schema(&self, kind: TableKind, generator: &mut SchemaGenerator) -> Schema {
        match kind {
            TableKind::Item => T::Item::json_schema(generator),
            TableKind::Unit => T::Unit::json_schema(generator),
            TableKind::Level | TableKind::Settings => T::Settings::json_schema(generator),
            TableKind::Combatant => {
                let unit = T::Unit::json_schema(generator);
                let start = T::Start::json_schema(generator);
                laid_over::schema(T::STATS, unit, start)
            }
        }
    }

    fn item(&self, value: Value, table: &mut Table<'_, '_>) -> Option<Block> {
        let item: T::Item = read(value, table)?;
        self.check_item(&item, table);
        Some(Block::new(item))
    }

    fn unit(
        &self,
        value: Value,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<Block> {
        let unit: T::Unit = read(value.clone(), table)?;
        self.check_unit(&unit, context.items, table);
        Some(Block::of_table(unit, value))
    }

    fn settings(
        &self,
        value: Option<Value>,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Block {
        let settings = value.and_then(|value| read(value, table));
        let settings: T::Settings = settings.unwrap_or_default();
        self.check_settings(&settings, context, table);
        Block::new(settings)
    }

    fn combatant(
        &self,
        value: Option<Value>,
        base: Option<&Unit>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> Option<ReadCombatant> {
        let base = base.and_then(|base| base.blocks.table(T::ID));
        let (stats, start) = laid_over::parts(T::STATS, value);
        let stats = laid_over::lay(T::REPLACES, base, stats);
        let mut of_stats = Table {
            document: table.document,
            path: T::STATS.map_or_else(|| table.path.clone(), |key| table.path.join(key)),
            report: &mut *table.report,
        };
        let unit: T::Unit = read(stats, &mut of_stats)?;
        self.check_unit(&unit, context.items, &mut of_stats);
        let mut of_start = Table {
            document: table.document,
            path: table.path.join(laid_over::START),
            report: &mut *table.report,
        };
        let start: T::Start = read(start, &mut of_start)?;
        self.check_start(&start, &unit, context, &mut of_start);
        Some(ReadCombatant {
            brings: self.brings(&unit),
            unit: Block::new(unit),
            // A value of a file holds nothing that JSON cannot.
            start: serde_json::to_value(start).unwrap_or_default(),
        })
    }

    fn can_be_ridden(&self, unit: &Value) -> bool {
        RulesetTables::can_be_ridden(self, unit)
    }

    fn can_be_planted(&self, item: &Item) -> bool {
        let block = item.blocks.get();
        block.is_some_and(|item| RulesetTables::can_be_planted(self, item))
    }
}

/// A table as its type. Its shape has been checked, with stand-ins for what was wrong.
pub(super) fn read<E: DeserializeOwned>(value: Value, table: &mut Table<'_, '_>) -> Option<E> {
    serde_json::from_value(value)
        .map_err(|error| {
            let message = format!("this table cannot be read: {error}");
            table.report.error(table.document, &table.path, message);
        })
        .ok()
}

/// The rulesets that there are, as far as files need to know.
#[derive(Clone, Debug, Default)]
pub struct Rulesets(Arc<Vec<Arc<dyn AnyTables>>>);

impl Rulesets {
    /// The same with one more, after the others.
    #[must_use]
    pub fn with(mut self, tables: impl RulesetTables) -> Self {
        Arc::make_mut(&mut self.0).push(Arc::new(tables));
        self
    }

    /// The same with one more whose tables are read through entries.
    #[must_use]
    pub fn with_entries(mut self, tables: impl EntryTables) -> Self {
        Arc::make_mut(&mut self.0).push(Arc::new(Entries(tables)));
        self
    }

    /// The ids of all.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.all().map(AnyTables::id)
    }

    /// Whether a part of levels means anything under the ruleset with this id.
    #[must_use]
    pub fn uses(&self, ruleset: &str, part: LevelPart) -> bool {
        self.get(ruleset).is_some_and(|tables| tables.uses(part))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &dyn AnyTables> {
        self.0.iter().map(|tables| &**tables)
    }

    pub(crate) fn get(&self, ruleset: &str) -> Option<&dyn AnyTables> {
        self.all().find(|tables| tables.id() == ruleset)
    }

    /// What tells apart lists of different rulesets.
    pub(crate) fn types(&self) -> Vec<TypeId> {
        self.all().map(AnyTables::type_id).collect()
    }

    /// The settings of all rulesets, by default or as a file has them.
    pub(crate) fn settings(
        &self,
        tables: &mut BTreeMap<String, Value>,
        context: &SettingsContext<'_>,
        document: &Document<'_>,
        report: &mut Report,
    ) -> Blocks {
        let mut all = Blocks::default();
        for tables_of in self.all() {
            let id = tables_of.id();
            let mut table = Table {
                document,
                path: KeyPath::from([id]),
                report: &mut *report,
            };
            let block = tables_of.settings(tables.remove(id), context, &mut table);
            all.insert(id, block);
        }
        all
    }
}

/// Moves the keys of one kind out of a table into a table of their own.
pub(crate) fn split_off(table: &mut Value, keys: &[&str]) -> Value {
    let mut own = Map::new();
    if let Some(table) = table.as_object_mut() {
        for key in keys {
            own.extend(table.remove_entry(*key));
        }
    }
    Value::Object(own)
}
