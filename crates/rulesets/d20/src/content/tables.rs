//! The tables of content files that this ruleset reads.

use shieldwall_content::{
    Item, LevelPart, RulesetTables,
    reading::{Catalogue, CombatantContext, SettingsContext, Table, suggestion::quote},
};

use crate::content::{
    blocks::{self, Settings, Start},
    item_block::ItemBlock,
    stat_block::StatBlock,
};

/// The tables of this ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl RulesetTables for Tables {
    const ID: &'static str = blocks::ID;
    type Item = ItemBlock;
    type Unit = StatBlock;
    type Settings = Settings;
    type Start = Start;

    const STATS: Option<&'static str> = Some("stats");
    const REPLACES: &'static [(&'static str, &'static [&'static str])] = &[
        ("class", &["hit_dice", "level"]),
        ("hit_dice", &["class", "level"]),
        ("str", &["str_mod"]),
        ("dex", &["dex_mod"]),
        ("wis", &["wis_mod"]),
    ];

    fn uses(&self, part: LevelPart) -> bool {
        blocks::uses(part)
    }

    fn check_item(&self, item: &ItemBlock, table: &mut Table<'_, '_>) {
        item.check(table);
    }

    fn check_unit(&self, unit: &StatBlock, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        unit.check(items, table);
    }

    fn check_settings(
        &self,
        settings: &Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        let surprised = settings.surprise.keys();
        let surprised = surprised.map(|side| (side, table.path.join("surprise").join(side.key())));
        let reacting = settings.reactions.iter().enumerate();
        let reacting =
            reacting.map(|(place, side)| (side, table.path.join("reactions").join(place)));
        let named: Vec<_> = surprised.chain(reacting).collect();
        for (side, at) in named {
            if side.index() >= context.sides {
                let message = format!("there is no {} side here", side.key());
                table.report.error(table.document, &at, message).help(None);
            }
        }
        for (place, prop) in settings.prop.iter().enumerate() {
            prop.check(place, context.grid, table);
        }
        for (place, proposal) in settings.parley.iter().enumerate() {
            proposal.check(place, context.sides, table);
        }
    }

    fn check_start(
        &self,
        start: &Start,
        _: &StatBlock,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        for (key, name) in [("facing", &start.facing), ("astride", &start.astride)] {
            let Some(name) = name else { continue };
            if blocks::direction(context.grid, name).is_none() {
                let message = format!("there is no direction {} on this map", quote(name));
                let known = context.grid.layout().direction_names().join(", ");
                table
                    .report
                    .error(table.document, &table.path.join(key), message)
                    .help(format!("its directions are {known}"));
            }
        }
    }

    fn brings(&self, unit: &StatBlock) -> Vec<String> {
        unit.items.iter().chain(&unit.spells).cloned().collect()
    }
}
