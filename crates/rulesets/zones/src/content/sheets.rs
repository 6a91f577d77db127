//! Cards of characters and units.

use crate::{
    content::blocks::{AttackRow, GearState, ItemBlock, PowerEffect, Remedy, Size, StatBlock},
    context::{read::ReadContext, views::GearView},
    items::gear::Place,
};
use shieldwall_battle::{CombatantId, Sheet, SheetItem, SheetRow, SheetSection};
use shieldwall_content::{Library, Unit};

const fn size_name(size: Size) -> &'static str {
    match size {
        Size::Tiny => "tiny",
        Size::Small => "small",
        Size::Medium => "medium",
        Size::Large => "large",
        Size::Massive => "massive",
    }
}

/// Half zones as zones: "2", "1 1/2".
fn zones_of(half_zones: u16) -> String {
    match (half_zones / 2, half_zones % 2) {
        (0, 1) => "1/2".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole} 1/2"),
    }
}

/// What an attack does, in a few words: "1d6, range 8, blast".
fn attack_words(row: &AttackRow) -> String {
    let mut words = row.damage.to_string();
    if let Some(range) = row.range {
        words.push_str(&format!(", range {range}"));
    }
    for (on, word) in [
        (row.blast, "blast"),
        (row.edged, "edged"),
        (row.poisonous, "poisonous"),
        (row.consumable, "used up"),
    ] {
        if on {
            words.push_str(", ");
            words.push_str(word);
        }
    }
    words
}

/// What an item does, in a few words.
fn item_words(block: &ItemBlock) -> String {
    let mut words: Vec<String> = Vec::new();
    if let Some(row) = &block.attack {
        words.push(attack_words(row));
    }
    if let Some(value) = block.shield.or(block.armour) {
        words.push(format!("armour {value}"));
    }
    match &block.remedy {
        Some(Remedy::Medicine(dice)) => words.push(format!("restores {dice}, wakes")),
        Some(Remedy::Antidote) => words.push("ends poisoning".to_owned()),
        None => {}
    }
    match block.power.as_ref().map(|power| &power.effect) {
        Some(PowerEffect::Attack(row)) => words.push(attack_words(row)),
        Some(PowerEffect::Veil) => words.push("conceals".to_owned()),
        Some(PowerEffect::Mend { health, range }) => {
            words.push(format!("restores {health}, range {range}"));
        }
        None => {}
    }
    if block.light {
        words.push("light".to_owned());
    }
    if block.hands == 2 {
        words.push("two hands".to_owned());
    }
    words.join(", ")
}

fn scores(stats: &StatBlock, save: impl Fn(i32) -> i32) -> SheetSection {
    let row = |label: &str, score: i32| SheetRow {
        label: label.to_owned(),
        value: score.to_string(),
        detail: format!("saves pass {} times in 100", save(score) * 5),
    };
    SheetSection {
        title: "Scores",
        injuries: false,
        rows: vec![
            row("STR", stats.strength),
            row("AGI", stats.agility),
            row("WIT", stats.wit),
        ],
    }
}

fn natural(stats: &StatBlock) -> Option<SheetSection> {
    let rows: Vec<SheetRow> = stats
        .natural_attacks
        .iter()
        .map(|attack| SheetRow::new(attack.name.clone(), attack_words(&attack.attack)))
        .collect();
    (!rows.is_empty()).then_some(SheetSection {
        title: "Natural attacks",
        injuries: false,
        rows,
    })
}

fn traits(stats: &StatBlock) -> Option<SheetSection> {
    let reactions = format!("reacts up to {} times a round", stats.reactions);
    let all = [
        (stats.fearless, "fearless", "no morale, no intimidation"),
        (stats.dark_sight, "sees in the dark", ""),
        (stats.mount, "mount", "can be ridden"),
        (stats.vehicle, "vehicle", "needs a driver on board"),
        (stats.reactions > 1, "quick", &reactions),
        (
            stats.limbs > 0,
            "spare limbs",
            "holds people without a hand",
        ),
        (
            stats.guard_counters,
            "shield brother",
            "dodges or counters while it guards",
        ),
    ];
    let rows: Vec<SheetRow> = all
        .into_iter()
        .filter(|(on, ..)| *on)
        .map(|(_, name, detail)| SheetRow::new(name, detail))
        .collect();
    (!rows.is_empty()).then_some(SheetSection {
        title: "Traits",
        injuries: false,
        rows,
    })
}

/// The card of a character in the battle.
#[must_use]
pub fn sheet(read: &ReadContext<'_, '_>, who: CombatantId) -> Sheet {
    let fighter = read.fighter(who);
    let stats = &fighter.build.0;
    let armour = read.plain_armour(&fighter);
    let mut sections = vec![
        scores(stats, |score| read.save(score).limit()),
        SheetSection {
            title: "In the fight",
            injuries: false,
            rows: vec![
                SheetRow {
                    label: "Armour".to_owned(),
                    value: armour.min(3).to_string(),
                    detail: "armour, hide and shield; cover adds 1, never above 3 (ZON-062)"
                        .to_owned(),
                },
                SheetRow::new("Size", size_name(stats.size)),
                SheetRow {
                    label: "Speed".to_owned(),
                    value: format!("{} zones", zones_of(fighter.allowance())),
                    detail: "half of it together with actions (ZON-014)".to_owned(),
                },
                SheetRow::new(
                    "Sprints",
                    format!("{} of {}", fighter.stamina.sprints, stats.sprints),
                ),
            ],
        },
    ];
    sections.extend(natural(stats));
    sections.extend(traits(stats));
    let items = read
        .carried(&fighter)
        .iter()
        .filter(|gear| *gear.place != Place::Away)
        .map(sheet_item)
        .collect();
    Sheet {
        who: Some(who),
        name: fighter.name().to_owned(),
        sections,
        items,
    }
}

fn sheet_item(gear: &GearView<'_, '_>) -> SheetItem {
    let state = match gear.wear.state {
        GearState::Sound => None,
        GearState::Damaged => Some("damaged"),
        GearState::Destroyed => Some("destroyed"),
    };
    let mut summary = item_words(&gear.gear.0);
    if let Some(state) = state {
        summary = format!("{state}; {summary}");
    }
    let ammunition = match (gear.stock, gear.wear.spent) {
        (Some(stock), _) => Some(format!("{} left", stock.0)),
        (None, true) => Some("no ammunition".to_owned()),
        (None, false) => None,
    };
    SheetItem {
        item: Some(*gear.id),
        name: gear.kind.0.name.clone(),
        readied: gear.is_held() || *gear.place == Place::Worn,
        hit_points: None,
        ammunition,
        summary,
    }
}

/// The card of a unit outside a battle.
#[must_use]
pub fn unit_sheet(library: &Library, unit: &Unit) -> Sheet {
    let Some(stats) = unit.blocks.get::<StatBlock>() else {
        return Sheet {
            name: unit.name.clone(),
            ..Sheet::default()
        };
    };
    let block = |id: &String| {
        let item = library.items.get(id)?;
        Some((item.name.clone(), item.blocks.get::<ItemBlock>().cloned()?))
    };
    let held = stats.items.iter().filter(|entry| entry.readied);
    let shields: u8 = held.filter_map(|entry| block(&entry.item)?.1.shield).sum();
    let worn: u8 = stats
        .armour
        .iter()
        .filter_map(|id| block(id)?.1.armour)
        .sum();
    let armour = (worn + shields + stats.natural_armour).min(3);
    let mut sections = vec![
        scores(stats, |score| score.clamp(1, 20) - 1),
        SheetSection {
            title: "In the fight",
            injuries: false,
            rows: vec![
                SheetRow::new("Health", stats.health.to_string()),
                SheetRow::new("Armour", armour.to_string()),
                SheetRow::new("Size", size_name(stats.size)),
                SheetRow::new("Speed", format!("{} zones", zones_of(stats.steps))),
                SheetRow::new("Sprints", stats.sprints.to_string()),
            ],
        },
    ];
    sections.extend(natural(stats));
    sections.extend(traits(stats));
    let mut items: Vec<SheetItem> = stats
        .items
        .iter()
        .filter_map(|entry| {
            let (name, block) = block(&entry.item)?;
            let counted =
                block.remedy.is_some() || block.attack.as_ref().is_some_and(|row| row.consumable);
            Some(SheetItem {
                item: None,
                name,
                readied: entry.readied,
                hit_points: None,
                ammunition: counted.then(|| format!("{} of them", entry.count)),
                summary: item_words(&block),
            })
        })
        .collect();
    for id in stats.armour.iter().chain(&stats.powers) {
        if let Some((name, block)) = block(id) {
            items.push(SheetItem {
                item: None,
                name,
                readied: true,
                hit_points: None,
                ammunition: block
                    .power
                    .as_ref()
                    .map(|power| format!("{} times", power.uses)),
                summary: item_words(&block),
            });
        }
    }
    Sheet {
        who: None,
        name: unit.name.clone(),
        sections,
        items,
    }
}
