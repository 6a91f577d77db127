//! The tables of content files that this ruleset reads.

use shieldwall_content::{
    LevelPart, RulesetTables,
    reading::{CombatantContext, SettingsContext, Table, UnitContext},
};

use crate::content::{
    blocks::{self, ItemBlock, Settings, Start, StatBlock},
    case_combatant::CombatantEntry,
    item_table::ItemEntry,
    unit_table::StatBlockEntry,
};

/// The tables of this ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl RulesetTables for Tables {
    const ID: &'static str = blocks::ID;
    type ItemEntry = ItemEntry;
    type Item = ItemBlock;
    type UnitEntry = StatBlockEntry;
    type Unit = StatBlock;
    type Settings = Settings;
    type CombatantEntry = CombatantEntry;
    type Start = Start;

    fn uses(&self, part: LevelPart) -> bool {
        blocks::uses(part)
    }

    fn item(&self, entry: ItemEntry, table: &mut Table<'_, '_>) -> ItemBlock {
        entry.validate(table)
    }

    fn unit(
        &self,
        entry: StatBlockEntry,
        context: &UnitContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> StatBlock {
        entry.validate(None, context.items, table)
    }

    fn check_settings(
        &self,
        settings: &Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        for side in settings.surprise.keys() {
            if side.index() >= context.sides {
                let at = table.path.join("surprise").join(side.key());
                let message = format!("there is no {} side here", side.key());
                table.report.error(table.document, &at, message).help(None);
            }
        }
    }

    fn combatant(
        &self,
        entry: CombatantEntry,
        base: Option<&StatBlock>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> (StatBlock, Start) {
        entry.read(base, context, table)
    }

    fn brings(&self, unit: &StatBlock) -> Vec<String> {
        unit.items.iter().map(|item| item.id.clone()).collect()
    }
}
