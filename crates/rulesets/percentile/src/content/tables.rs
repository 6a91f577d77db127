//! The tables of content files that this ruleset reads.

use shieldwall_content::{
    EntryTables, LevelPart,
    reading::{CombatantContext, SettingsContext, Table, UnitContext},
};

use crate::content::{
    blocks::{self, ItemBlock, Settings, StartingState, StatBlock},
    case_combatant::{self, CombatantEntry},
    item_table::ItemEntry,
    stat_block::{self, Items},
    unit_table::StatBlockEntry,
};

/// The tables of this ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl EntryTables for Tables {
    const ID: &'static str = blocks::ID;
    type ItemEntry = ItemEntry;
    type Item = ItemBlock;
    type UnitEntry = StatBlockEntry;
    type Unit = StatBlock;
    type Settings = Settings;
    type CombatantEntry = CombatantEntry;
    type Start = StartingState;

    fn uses(&self, part: LevelPart) -> bool {
        match part {
            LevelPart::PlantedShields => true,
            LevelPart::Zones | LevelPart::Exits | LevelPart::Devices | LevelPart::Things => false,
        }
    }

    fn item(&self, entry: ItemEntry, table: &mut Table<'_, '_>) -> ItemBlock {
        entry.validate(table.document, &table.path, table.report)
    }

    fn unit(
        &self,
        entry: StatBlockEntry,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> StatBlock {
        let items = Items::new(context.items);
        stat_block::validate(entry, &items, table.document, &table.path, table.report)
    }

    fn check_settings(&self, _: &Settings, _: &SettingsContext<'_>, _: &mut Table<'_, '_>) {}

    fn combatant(
        &self,
        entry: CombatantEntry,
        base: Option<&StatBlock>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> (StatBlock, StartingState) {
        let items = Items::of_case(context.items);
        case_combatant::read(
            entry,
            base,
            &items,
            context.grid,
            table.document,
            &table.path,
            table.report,
        )
    }

    fn brings(&self, unit: &StatBlock) -> Vec<String> {
        unit.items.iter().map(|item| item.item.clone()).collect()
    }

    fn can_be_planted(&self, item: &ItemBlock) -> bool {
        item.shield.is_some()
    }
}
