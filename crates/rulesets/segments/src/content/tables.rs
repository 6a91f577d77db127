//! The tables of this ruleset, for the reader of content files.

use shieldwall_content::{
    Item, LevelPart, RulesetTables,
    reading::{Catalogue, SettingsContext, Table},
};

use crate::content::{
    item_block::ItemBlock,
    settings::{self, Settings, Start},
    stat_block::StatBlock,
};

/// The tables of this ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl RulesetTables for Tables {
    const ID: &'static str = settings::ID;
    type Item = ItemBlock;
    type Unit = StatBlock;
    type Settings = Settings;
    type Start = Start;

    const STATS: Option<&'static str> = Some("stats");

    fn uses(&self, part: LevelPart) -> bool {
        matches!(part, LevelPart::Things | LevelPart::Devices)
    }

    fn check_settings(
        &self,
        settings: &Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        settings.check(context.sides, table);
    }

    fn check_item(&self, item: &ItemBlock, table: &mut Table<'_, '_>) {
        item.check(table);
    }

    fn check_unit(&self, unit: &StatBlock, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        unit.check(items, table);
    }

    fn brings(&self, unit: &StatBlock) -> Vec<String> {
        unit.items
            .iter()
            .chain(unit.spells.keys())
            .cloned()
            .collect()
    }
}
