//! The cards of combatants and units.

use shieldwall_battle::{CombatantId, Sheet, SheetItem, SheetRow, SheetSection};
use shieldwall_content::{Library, Unit};

use crate::{
    attack::armour_class::{self, Guard},
    content::{
        ability,
        item_block::{self, ItemBlock},
        spell::{Effect, Spell, SpellDice, SpellForm, SpellSave},
        stat_block::StatBlock,
    },
    figure::battlefield::{Battlefield, Figure, GearView},
};

fn row(label: &'static str, value: impl ToString) -> SheetRow {
    SheetRow::new(label, value.to_string())
}

/// The rows that every card has; `worn` are the names of armour.
fn rows(stats: &StatBlock, armour_class: i32, worn: &[String], speed: u16) -> Vec<SheetRow> {
    let die = ability::initiative_sides(stats.dexterity);
    let mut rows = vec![
        SheetRow {
            detail: worn.join(", "),
            ..row("Armour Class", armour_class)
        },
        row("Combat bonus", format!("{:+}", stats.combat_bonus())),
        row(
            "STR",
            ability_text(stats.strength, stats.strength_modifier()),
        ),
        row(
            "DEX",
            ability_text(stats.dexterity, stats.dexterity_modifier()),
        ),
        row("CON", stats.constitution),
        row("Initiative", format!("{} × d{die}", stats.attacks)),
        row("Speed", format!("{speed} cells")),
        row("Saving throw", format!("{} or more", stats.save())),
    ];
    let morale = match stats.morale() {
        Some(score) => score.to_string(),
        None if stats.hero => "never breaks, as a hero".to_owned(),
        None => "never breaks".to_owned(),
    };
    let mighty = stats
        .hero
        .then(|| "A natural 20 may do it a Mighty Blow.".to_owned());
    rows.push(SheetRow {
        detail: mighty.unwrap_or_default(),
        ..row("Morale", morale)
    });
    rows
}

fn ability_text(score: i32, modifier: i32) -> String {
    if modifier == 0 {
        score.to_string()
    } else {
        format!("{score} ({modifier:+})")
    }
}

/// The card of a combatant.
#[must_use]
pub fn sheet(field: &Battlefield<'_, '_>, who: CombatantId) -> Sheet {
    let figure = field.figure(who);
    let stats = figure.stats();
    let armour_class = front_armour_class(field, &figure);
    let mut rows = rows(
        stats,
        armour_class,
        &figure.armour.names,
        field.speed(&figure),
    );
    let division = figure.round.division;
    if stats.combat_bonus() > 0 {
        let shares = format!("{} attack, {} defence", division.attack, division.defence);
        rows.push(row("This round", shares));
    }
    let items = field.carried(&figure).into_iter().map(|gear| SheetItem {
        item: Some(*gear.id),
        name: gear.kind.0.name.clone(),
        readied: gear.readied.0,
        hit_points: None,
        ammunition: uses(&gear),
        summary: describe(&gear.gear.0),
    });
    Sheet {
        who: Some(who),
        name: figure.name().to_owned(),
        sections: vec![section(rows)],
        items: items.collect(),
    }
}

fn section(rows: Vec<SheetRow>) -> SheetSection {
    SheetSection {
        title: "Statistics",
        injuries: false,
        rows,
    }
}

/// The Armour Class of somebody against an attack from straight ahead.
fn front_armour_class(field: &Battlefield<'_, '_>, figure: &Figure<'_, '_>) -> i32 {
    let ahead = field.grid().neighbour(figure.cell(), figure.facing.0);
    let from = shieldwall_battle::Footing::in_cell(ahead.unwrap_or(figure.cell()));
    field.armour_class(figure, from, Guard::of(figure)).total()
}

/// The card of a unit outside a battle.
#[must_use]
pub fn unit_sheet(library: &Library, unit: &Unit) -> Sheet {
    let Some(stats) = unit.blocks.get::<StatBlock>() else {
        return Sheet {
            who: None,
            name: unit.name.clone(),
            sections: Vec::new(),
            items: Vec::new(),
        };
    };
    let block = |id: &str| library.items.get(id)?.blocks.get::<ItemBlock>().cloned();
    let name = |id: &String| Some(library.items.get(id)?.name.clone());
    let names: Vec<String> = stats.armour.iter().filter_map(name).collect();
    let worn = stats.armour.iter().filter_map(|id| block(id));
    let (mut armour, mut speed) = (stats.natural_armour, stats.speed);
    for piece in worn {
        armour += piece.armour.map_or(0, |worn| worn.points) + piece.magic;
        let most = piece.armour.and_then(|worn| worn.speed);
        speed = most.map_or(speed, |most| speed.min(most));
    }
    let carried = stats.items.iter().chain(&stats.spells);
    let carried: Vec<_> = carried
        .filter_map(|id| {
            let item = library.items.get(id)?;
            Some((item, item.blocks.get::<ItemBlock>()?))
        })
        .collect();
    let readied = item_block::in_hand(carried.iter().map(|(_, block)| *block));
    let things = carried.into_iter().zip(readied);
    let held = things.clone().filter(|(_, readied)| *readied);
    let shields = held.filter_map(|((_, block), _)| block.shield);
    let armour_class = armour_class::at_rest(stats, armour, shields.max().unwrap_or(0));
    let items = things.map(|((item, block), readied)| SheetItem {
        item: None,
        name: item.name.clone(),
        readied,
        hit_points: None,
        ammunition: None,
        summary: describe(block),
    });
    let mut rows = rows(stats, armour_class, &names, speed);
    rows.insert(0, row("Hit points", stats.hit_points()));
    Sheet {
        who: None,
        name: unit.name.clone(),
        sections: vec![section(rows)],
        items: items.collect(),
    }
}

/// How often the spell of an item can still be cast.
fn uses(gear: &GearView<'_, '_>) -> Option<String> {
    let spell = gear.gear.0.spell.as_ref()?;
    Some(match (spell.form(), gear.charges.0) {
        (SpellForm::Wand { charges, .. }, left) => format!("{left} of {charges} charges"),
        (_, 0) => "spent".to_owned(),
        _ => "ready".to_owned(),
    })
}

/// What a spell does, in a line.
fn describe_spell(spell: &Spell) -> String {
    let effect = match spell.effect() {
        Effect::Harm(SpellDice::Fixed(dice)) => format!("{dice}"),
        Effect::Harm(SpellDice::PerLevel { sides, most }) => {
            format!("1d{sides} a level, at most {most}")
        }
        Effect::Heal(dice) => format!("heals {dice}"),
        Effect::Sleep { hit_dice } => format!("sleep, up to {hit_dice} hit dice"),
        Effect::Hold => "paralyses a humanoid".to_owned(),
        Effect::Ward { bonus } => format!("Armour Class {bonus:+}"),
        Effect::Unseen => "invisible until it attacks or casts".to_owned(),
        Effect::SeeUnseen => "sees the invisible".to_owned(),
    };
    let mut parts = vec![format!("level {}", spell.level), effect];
    if spell.range > 0 {
        parts.push(format!("{} cells", spell.range));
    }
    if spell.radius > 0 {
        parts.push(format!("radius {}", spell.radius));
    }
    if spell.rounds() > 0 {
        parts.push(format!("{} rounds", spell.rounds()));
    }
    match spell.save {
        SpellSave::None => {}
        SpellSave::Half => parts.push("save for half".to_owned()),
        SpellSave::Negates => parts.push("save negates".to_owned()),
    }
    parts.join(", ")
}

/// What an item is, in a line.
fn describe(block: &ItemBlock) -> String {
    let mut parts = Vec::new();
    if let Some(melee) = &block.melee {
        let reach = match melee.reach {
            [1, 1] => String::new(),
            [near, far] if near == far => format!(" at {far} cells"),
            [near, far] => format!(" at {near} to {far} cells"),
        };
        parts.push(format!("{}{reach}", melee.damage));
    }
    if let Some(missile) = &block.missile {
        let how = if missile.thrown { "thrown" } else { "shot" };
        parts.push(format!(
            "{} {how}, {} cells",
            missile.damage,
            3 * missile.increment
        ));
    }
    if let Some(spell) = &block.spell {
        parts.push(describe_spell(spell));
    }
    if let Some(shield) = block.shield {
        parts.push(format!("Armour Class {shield:+}"));
    }
    if let Some(armour) = block.armour {
        parts.push(format!("Armour Class {:+}", armour.points));
    }
    if block.magic != 0 {
        parts.push(format!("magic {:+}", block.magic));
    }
    parts.join(", ")
}
