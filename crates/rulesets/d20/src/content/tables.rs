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
