//! The tables of content files that this ruleset reads.

use serde_json::Value;
use shieldwall_content::{
    EntryTables, LevelPart,
    level::SideName,
    reading::{
        CombatantContext, KeyPath, SettingsContext, Table, UnitContext, quantity, suggestion,
    },
};

use crate::content::{
    blocks::{self, ItemBlock, Settings, StartingState, StatBlock},
    case_combatant::{self, CombatantEntry},
    item_table::ItemEntry,
    stat_block::{self, Items, StatBlockEntry},
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
            LevelPart::Zones | LevelPart::Exits | LevelPart::Devices | LevelPart::Things => true,
            LevelPart::PlantedShields => false,
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
        if let Some(rides) = &entry.rides {
            check_rides(rides, context, table);
        }
        let items = Items(context.items);
        stat_block::validate(
            entry,
            None,
            &items,
            table.document,
            &table.path,
            table.report,
        )
    }

    fn check_settings(
        &self,
        settings: &Settings,
        context: &SettingsContext<'_>,
        table: &mut Table<'_, '_>,
    ) {
        check_sides(settings, context.sides, table);
        for (path, id) in units_named(settings, &table.path) {
            context.units.check(id, &path, table);
        }
        for (key, dice) in [
            ("pit_damage", &settings.pit_damage),
            ("trap_damage", &settings.trap_damage),
            ("lava_damage", &settings.lava_damage),
            ("fire_damage", &settings.fire_damage),
        ] {
            quantity::plain_damage(dice, table.document, &table.path.join(key), table.report);
        }
    }

    fn combatant(
        &self,
        entry: CombatantEntry,
        base: Option<&StatBlock>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> (StatBlock, StartingState) {
        case_combatant::read(entry, base, context, table)
    }

    fn brings(&self, unit: &StatBlock) -> Vec<String> {
        let items = unit.items.iter().map(|item| &item.item);
        items
            .chain(&unit.armour)
            .chain(&unit.powers)
            .cloned()
            .collect()
    }

    fn can_be_ridden(&self, unit: &Value) -> bool {
        unit["mount"] == true || unit["vehicle"] == true
    }
}

/// Reports the id of a unit that cannot be ridden, and a mount that rides another one.
fn check_rides(rides: &str, context: &UnitContext<'_>, table: &mut Table<'_, '_>) {
    let at = table.path.join("rides");
    let (message, help) = match context.steeds.can_be_ridden(rides) {
        _ if rides == context.id => (
            "no unit rides one like itself".to_owned(),
            Some("name a mount or a vehicle".to_owned()),
        ),
        Some(true) if context.steeds.can_be_ridden(context.id) == Some(true) => (
            "what can be ridden rides nothing itself".to_owned(),
            Some("take out `rides`".to_owned()),
        ),
        Some(true) => return,
        Some(false) => (
            format!("unit {} cannot be ridden", suggestion::quote(rides)),
            Some("a mount says `mount = true`, a vehicle `vehicle = true`".to_owned()),
        ),
        None => (
            format!("unknown unit {}", suggestion::quote(rides)),
            suggestion::help(rides, context.steeds.ids(), "mounts and vehicles"),
        ),
    };
    table.report.error(table.document, &at, message).help(help);
}

/// Reports sides that the level does not have.
fn check_sides(settings: &Settings, sides: usize, table: &mut Table<'_, '_>) {
    let mut named: Vec<(KeyPath, SideName)> = Vec::new();
    let path = &table.path;
    named.extend(settings.starter.map(|side| (path.join("starter"), side)));
    for (key, list) in [
        ("ambush", &settings.ambush),
        ("no_morale", &settings.no_morale),
    ] {
        let path = path.join(key);
        let listed = list.iter().enumerate();
        named.extend(listed.map(|(index, side)| (path.join(index), *side)));
    }
    let groups = path.join("groups");
    for (index, group) in settings.groups.iter().enumerate() {
        named.push((groups.join(index).join("side"), group.side));
    }
    for (path, side) in named {
        if side.index() >= sides {
            let message = format!("there is no {} side here", side.key());
            table
                .report
                .error(table.document, &path, message)
                .help(None);
        }
    }
}

/// The ids of units that settings name, with their places.
fn units_named<'s>(settings: &'s Settings, table: &KeyPath) -> Vec<(KeyPath, &'s String)> {
    let mut named = Vec::new();
    let not_hidden = table.join("not_hidden");
    for (index, id) in settings.not_hidden.iter().enumerate() {
        named.push((not_hidden.join(index), id));
    }
    let groups = table.join("groups");
    for (index, group) in settings.groups.iter().enumerate() {
        let units = groups.join(index).join("units");
        for (number, id) in group.units.iter().enumerate() {
            named.push((units.join(number), id));
        }
    }
    named
}
