//! The cards of combatants and units.

use shieldwall_battle::{CombatantId, Sheet, SheetItem, SheetRow, SheetSection, capitalised};
use shieldwall_content::{Library, Unit};

use crate::{
    combatant::{
        casting,
        field::{Combatant, Field},
    },
    content::{item_block::ItemBlock, stat_block::StatBlock},
};

fn row(label: &'static str, value: impl ToString) -> SheetRow {
    SheetRow::new(label, value.to_string())
}

/// The rows that every card has.
fn rows(stats: &StatBlock, defence: i32, prot: i32, worn: &[String], tmr: i32) -> Vec<SheetRow> {
    let initiative = stats.initiative(stats.dex);
    let mut rows = vec![
        row("Attacks", stats.attacks),
        row("Initiative", format!("1d10{initiative:+}")),
        row("Rank", stats.rank),
        row("DEF", defence),
        SheetRow {
            detail: worn.join(", "),
            ..row("PROT", prot)
        },
        row("DEX", stats.dex),
        row("CON", stats.con),
        row("PER", stats.per),
        row("TMR", format!("{tmr} ft")),
    ];
    for (label, feet) in [
        ("Dark sight", stats.dark_sight_ft),
        ("Targeting sense", stats.targeting_sense_ft),
    ] {
        if feet > 0 {
            rows.push(row(label, format!("{feet} ft")));
        }
    }
    for (label, is_so, says) in [
        ("Invisible", stats.invisible, "enemies do not see it"),
        ("Mount", stats.mount, "can be ridden"),
        (
            "Agile flyer",
            stats.agile_flyer,
            "no free attack on its way up",
        ),
    ] {
        if is_so {
            rows.push(row(label, says));
        }
    }
    if stats.range_of_field > 0 {
        rows.push(row("Range of Field", stats.range_of_field));
    }
    rows
}

fn section(rows: Vec<SheetRow>) -> SheetSection {
    SheetSection {
        title: "Statistics",
        injuries: false,
        rows,
    }
}

/// DEF with a shield of this value, before everything that changes it.
fn normal_defence(stats: &StatBlock, shield: Option<i32>) -> i32 {
    stats.defence_by_dex(stats.dex)
        + stats.defence_by_skill()
        + stats.defence_by_shield(shield)
        + stats.def_natural
        + stats.def_magic
}

/// The card of a combatant.
#[must_use]
pub fn sheet(field: &Field<'_, '_>, who: CombatantId) -> Sheet {
    let who = field.combatant(who);
    let stats = who.stats();
    let shields = field.in_hand(&who).filter_map(|gear| gear.gear.0.shield);
    let defence = normal_defence(stats, shields.max());
    let mut rows = rows(stats, defence, who.prot(), &who.armour.names, who.tmr());
    if !stats.spells.is_empty() {
        rows.push(row(
            "Energy",
            format!("{} of {}", who.energy.0, stats.energy),
        ));
        let keeps = casting::kept_by_hit(stats.wil);
        rows.push(row("Keeps a spell if hit", format!("{keeps} %")));
    }
    rows.extend(field.arms(&who).into_iter().map(|arm| SheetRow {
        label: capitalised(&arm.name),
        value: format!("SC {}, {}", arm.strike_chance, arm.damage),
        detail: String::new(),
    }));
    Sheet {
        who: Some(who.id()),
        name: who.name().to_owned(),
        sections: vec![section(rows)],
        items: carried(field, &who),
    }
}

fn carried(field: &Field<'_, '_>, who: &Combatant<'_, '_>) -> Vec<SheetItem> {
    let gear = field.carried(who);
    gear.map(|gear| SheetItem {
        item: Some(*gear.id),
        name: gear.kind.0.name.clone(),
        readied: gear.readied.0,
        hit_points: None,
        ammunition: gear.shots.0.map(|left| format!("{left} missiles")),
        summary: describe(&gear.gear.0),
    })
    .collect()
}

/// The card of a unit outside a battle.
#[must_use]
pub fn unit_sheet(library: &Library, unit: &Unit) -> Sheet {
    let mut sheet = Sheet {
        name: unit.name.clone(),
        ..Sheet::default()
    };
    let Some(stats) = unit.blocks.get::<StatBlock>() else {
        return sheet;
    };
    let find = |id: &String| {
        let item = library.items.get(id)?;
        Some((item, item.blocks.get::<ItemBlock>()?))
    };
    let worn: Vec<_> = stats.armour.iter().filter_map(find).collect();
    let names: Vec<String> = worn.iter().map(|(item, _)| item.name.clone()).collect();
    let prot: i32 = worn.iter().filter_map(|(_, block)| block.prot).sum();
    let mut things: Vec<_> = stats.items.iter().filter_map(find).collect();
    let blocks: Vec<&ItemBlock> = things.iter().map(|(_, block)| *block).collect();
    let mut readied = stats.readied(&blocks);
    things.extend(stats.spells.keys().filter_map(find));
    readied.resize(things.len(), false);
    let held = things.iter().zip(&readied).filter(|(_, readied)| **readied);
    let shield = held.filter_map(|((_, block), _)| block.shield).max();
    let defence = normal_defence(stats, shield);
    let prot = prot + stats.natural_prot;
    let mut rows = rows(stats, defence, prot, &names, stats.tmr_ft);
    rows.insert(0, row("Hit points", stats.hp));
    sheet.sections = vec![section(rows)];
    let items = things.into_iter().zip(readied);
    sheet.items = items
        .map(|((item, block), readied)| SheetItem {
            item: None,
            name: item.name.clone(),
            readied,
            hit_points: None,
            ammunition: None,
            summary: describe(block),
        })
        .collect();
    sheet
}

/// An item in a line.
fn describe(block: &ItemBlock) -> String {
    let mut parts = Vec::new();
    if let Some(melee) = &block.melee {
        let reach = match melee.reach {
            1 => String::new(),
            cells => format!(", reach {cells}"),
        };
        parts.push(format!("{}{reach}", melee.damage));
    }
    if let Some(missile) = &block.missile {
        let thrown = if missile.thrown { "thrown " } else { "" };
        parts.push(format!(
            "{thrown}{}, range {} ft",
            missile.damage, missile.range_ft
        ));
    }
    if let Some(spell) = &block.spell {
        parts.push(format!("spell, {} energy", spell.energy));
        parts.extend(spell.dice.as_ref().map(ToString::to_string));
    }
    if let Some(shield) = block.shield {
        parts.push(format!("DEF {shield:+}"));
    }
    if let Some(prot) = block.prot {
        parts.push(format!("PROT {prot}"));
    }
    parts.join(", ")
}
