//! The cards of combatants and units.

use std::sync::Arc;

use bevy_ecs::world::World;
use shieldwall_battle::{CombatantId, Sheet, SheetItem, SheetRow, SheetSection, Vitality};
use shieldwall_content::{Item, Library, Unit};

use crate::{
    attack::{
        blow::DamageDice,
        rating::{self, Rating},
    },
    combatant::state::{Build, Plan, Posture, Readying, Statement, Task},
    content::blocks::{
        ItemBlock, Settings, SkillFamily, SkillGroup, StatBlock, Statements, Supply,
    },
    context::read::{FighterView, GearView, ReadContext, with_read},
};

/// Skills that every card shows, whether or not the stat block names them.
const COMMON: [&str; 6] = ["Dodge", "First Aid", "Spot", "Listen", "Hide", "Stealth"];

/// The card of a combatant as it is now.
pub fn sheet(world: &mut World, who: CombatantId) -> Sheet {
    with_read(world, |with_read| {
        let read = with_read.read();
        let fighter = read.fighter(who);
        let build = fighter.build;
        let mut sections = vec![characteristics(
            build,
            fighter.hit_points.current,
            fighter.hit_points.max,
        )];
        sections.push(armour(build));
        sections.push(skills(build, read.rules));
        sections.extend(unarmed(build));
        sections.push(state(&read, &fighter));
        sections.extend(injuries(&fighter));
        Sheet {
            who: Some(who),
            name: fighter.name().to_owned(),
            sections,
            items: read
                .carried(&fighter)
                .iter()
                .filter(|gear| gear.gear.is_arm())
                .map(|gear| carried(build, gear, read.rules))
                .collect(),
        }
    })
}

/// The card of a unit outside a battle, under the rulebook's own settings.
#[must_use]
pub fn unit_sheet(library: &Library, unit: &Unit) -> Sheet {
    let mut sheet = Sheet {
        who: None,
        name: unit.name.clone(),
        ..Sheet::default()
    };
    let Some(stats) = unit.blocks.get::<StatBlock>().cloned() else {
        return sheet;
    };
    let settings = Settings::default();
    let worn: Vec<Arc<Item>> = stats
        .armour
        .iter()
        .filter_map(|id| library.items.get(id).cloned())
        .collect();
    let build = Build::new(Arc::new(stats), worn);
    sheet.sections = vec![
        characteristics(&build, build.stats.hit_points, build.stats.hit_points),
        armour(&build),
        skills(&build, &settings),
    ];
    sheet.sections.extend(unarmed(&build));
    for entry in &build.stats.items {
        let Some(item) = library.items.get(&entry.item) else {
            continue;
        };
        let Some(block) = item.blocks.get::<ItemBlock>() else {
            continue;
        };
        let supply = block.missile.as_ref().map(|row| row.supply);
        let ammunition = supply.and_then(|supply| {
            let full = crate::items::gear::Ammunition::full(supply, entry.missiles, entry.spares)?;
            Some(full.label(supply))
        });
        sheet.items.push(SheetItem {
            item: None,
            name: item.name.clone(),
            readied: entry.readied,
            hit_points: block.hit_points.map(|points| (points, points)),
            ammunition,
            summary: summary(&build.stats, block, &settings),
        });
    }
    sheet
}

fn characteristics(build: &Build, hit_points: i32, max: i32) -> SheetSection {
    let row = |label: &str, value: i32| SheetRow::new(label, value.to_string());
    let them = build.stats.characteristics;
    SheetSection {
        title: "Characteristics",
        injuries: false,
        rows: vec![
            SheetRow::new("Hit points", format!("{hit_points} of {max}")),
            row("STR", them.strength),
            row("CON", them.constitution),
            row("SIZ", them.size),
            SheetRow {
                label: "DEX".to_owned(),
                value: them.dexterity.to_string(),
                detail: "The DEX rank of a round; 6 to 15 m halve it, 16 to 29 m quarter it."
                    .to_owned(),
            },
            SheetRow::new("Damage bonus", build.stats.damage_bonus.to_string()),
        ],
    }
}

fn armour(build: &Build) -> SheetSection {
    let mut rows = Vec::new();
    let total = if build.armour == build.armour_high_velocity {
        build.armour.to_string()
    } else {
        format!(
            "{} ({} against firearms)",
            build.armour, build.armour_high_velocity
        )
    };
    rows.push(SheetRow {
        label: "Armour points".to_owned(),
        value: total,
        detail: "Subtracted from the damage of every hit.".to_owned(),
    });
    if build.stats.natural_armour > 0 {
        rows.push(SheetRow::new(
            "Natural armour",
            build.stats.natural_armour.to_string(),
        ));
    }
    for item in &build.worn {
        let Some(row) = item
            .blocks
            .get::<ItemBlock>()
            .and_then(|block| block.armour.as_ref())
        else {
            continue;
        };
        let mut value = if row.helmet {
            format!("+{}", row.points)
        } else {
            row.points.to_string()
        };
        if let Some(points) = row.points_high_velocity {
            value.push_str(&format!(" / {points}"));
        }
        let detail = row.penalty.map_or_else(String::new, |(group, points)| {
            let group = match group {
                SkillGroup::Physical => "physical",
                SkillGroup::Perception => "perception",
            };
            format!("{points} on {group} skills")
        });
        rows.push(SheetRow {
            label: item.name.clone(),
            value,
            detail,
        });
    }
    SheetSection {
        title: "Armour",
        injuries: false,
        rows,
    }
}

fn skills(build: &Build, settings: &Settings) -> SheetSection {
    let stats = &build.stats;
    let named = stats.skills.keys().map(String::as_str);
    let mut names: Vec<&str> = named.chain(COMMON).collect();
    names.sort_unstable();
    names.dedup();
    let worn = build.worn_rows();
    let rows = names
        .into_iter()
        .map(|name| {
            let modifiers = rating::armour_penalty(stats, &worn, settings, name);
            let full = rating::skill_rating(stats, name);
            let hampered = modifiers.iter().fold(String::new(), |mut text, modifier| {
                if let shieldwall_battle::check::Effect::Add(points) = modifier.effect {
                    text.push_str(&format!(", {} {points}", modifier.name));
                }
                text
            });
            let chance = rating::chance(name.to_owned(), full, modifiers).chance;
            SheetRow {
                label: name.to_owned(),
                value: format!("{chance} %"),
                detail: if hampered.is_empty() {
                    String::new()
                } else {
                    format!("rating {full}{hampered}")
                },
            }
        })
        .collect();
    SheetSection {
        title: "Skills",
        injuries: false,
        rows,
    }
}

/// Bare hands and natural weapons.
fn unarmed(build: &Build) -> Option<SheetSection> {
    let stats = &build.stats;
    let mut rows: Vec<SheetRow> = stats
        .natural_weapons
        .iter()
        .map(|weapon| {
            let damage = DamageDice::of(&weapon.damage, &stats.damage_bonus);
            SheetRow::new(
                weapon.name.clone(),
                format!("{} %, {}", weapon.rating, damage.together()),
            )
        })
        .collect();
    if stats.hands > 0 {
        let damage = DamageDice::of(
            &crate::attack::engagement::brawl_damage(),
            &stats.damage_bonus,
        );
        rows.push(SheetRow::new(
            "Bare hands",
            format!(
                "{} %, {}",
                rating::brawl_rating(stats).value,
                damage.together()
            ),
        ));
    }
    (!rows.is_empty()).then_some(SheetSection {
        title: "Unarmed",
        injuries: false,
        rows,
    })
}

fn state(read: &ReadContext<'_, '_>, fighter: &FighterView<'_, '_>) -> SheetSection {
    let mut rows = Vec::new();
    let mut add = |label: &str, value: String| rows.push(SheetRow::new(label, value));
    let vitality = match fighter.vitality {
        Vitality::Active => "conscious",
        Vitality::Unconscious => "unconscious",
        Vitality::Dying => "dying: dead at the end of the round without First Aid",
        Vitality::Dead => "dead",
        Vitality::Surrendered => "has given up",
        Vitality::Left => "has left the field",
    };
    add("State", vitality.to_owned());
    if let Some(statement) = fighter.turn.statement.filter(|_| fighter.turn.revealed) {
        add("Means to", plan_text(read, fighter, statement));
    }
    if let Some(band) = fighter.turn.band {
        add("Moved", format!("{}, {}", fighter.turn.moved, band.name()));
    }
    if let Some(place) = fighter.turn.place {
        add("DEX rank", place.rank.to_string());
    }
    match *fighter.posture {
        Posture::Standing => {}
        Posture::Kneeling(facing) => {
            let direction = read.board.map.grid().direction_name(facing);
            add("Kneeling", format!("behind the shield, facing {direction}"));
        }
        Posture::KneelingBehind(_) => add("Kneeling", "behind a planted shield".to_owned()),
    }
    if fighter.is_hidden() {
        add("Hidden", "enemies have not noticed it".to_owned());
    }
    if fighter.surprised {
        add("Surprised", "helpless until the next round".to_owned());
    }
    match fighter.turn.task {
        Some(Task::Reload(_)) => add("Task", "reloading".to_owned()),
        Some(Task::FirstAid) => add("Task", "giving First Aid".to_owned()),
        None => {}
    }
    if fighter.turn.broke_off {
        add(
            "Broke off",
            "no missile attacks for the rest of the round".to_owned(),
        );
    }
    SheetSection {
        title: "Condition",
        injuries: false,
        rows,
    }
}

/// A statement in plain words: "broad sword against Spearman 2; up to 15 m, half DEX rank".
fn plan_text(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    statement: Statement,
) -> String {
    let item = |id| read.gear(id).map_or_else(String::new, |gear| gear.name());
    let plan = match statement.plan {
        Plan::Attack(arm, target) => format!(
            "{} against {}",
            read.arm_name(fighter, arm),
            read.fighter(target).name()
        ),
        Plan::Ready(Readying::Take(id)) => format!("ready {}", item(id)),
        Plan::Ready(Readying::Pair(one, two)) => {
            format!("ready {} and {}", item(one), item(two))
        }
        Plan::Ready(Readying::PutAway(id)) => format!("put away {}", item(id)),
        Plan::Reload(id) => format!("reload {}", item(id)),
        Plan::FirstAid => "give First Aid".to_owned(),
        Plan::Wake(target) => format!("wake {}", read.fighter(target).name()),
        Plan::Plant(id) => format!("plant {}", item(id)),
        Plan::TakeUp(id) => format!("take up {}", item(id)),
        Plan::Hide => "hide".to_owned(),
        Plan::Pass => "no action".to_owned(),
    };
    if read.rules.statement == Statements::Skipped {
        return plan;
    }
    format!("{plan}; {}", statement.pace.label())
}

fn injuries(fighter: &FighterView<'_, '_>) -> Option<SheetSection> {
    let rows: Vec<SheetRow> = fighter
        .injuries
        .0
        .iter()
        .enumerate()
        .map(|(number, injury)| {
            let mut value = format!("{} hit points", injury.remaining());
            if injury.treated {
                value.push_str(", treated");
            }
            SheetRow {
                label: format!("Injury {}", number + 1),
                value,
                detail: format!("cost {}, {} regained", injury.lost, injury.regained),
            }
        })
        .collect();
    (!rows.is_empty()).then_some(SheetSection {
        title: "Injuries",
        injuries: true,
        rows,
    })
}

fn carried(build: &Build, gear: &GearView<'_, '_>, settings: &Settings) -> SheetItem {
    let ammunition = gear
        .gear
        .supply()
        .zip(gear.ammunition)
        .map(|(supply, ammunition)| ammunition.label(supply));
    let mut summary = summary(&build.stats, &gear.gear.0, settings);
    if gear.is_broken() {
        summary.insert_str(0, "broken; ");
    }
    SheetItem {
        item: Some(*gear.id),
        name: gear.kind.0.name.clone(),
        readied: gear.readied,
        hit_points: gear
            .soundness
            .map(|soundness| (soundness.left.max(0), soundness.whole)),
        ammunition,
        summary,
    }
}

/// What an item does in the hands of somebody, in plain words.
fn summary(stats: &StatBlock, block: &ItemBlock, settings: &Settings) -> String {
    let mut parts = Vec::new();
    let percent = |rating: &Rating| {
        if rating.related() {
            format!("{} % (half of {})", rating.value, rating.skill)
        } else {
            format!("{} %", rating.value)
        }
    };
    let dice = |row| {
        DamageDice::of(row, &stats.damage_bonus)
            .together()
            .to_string()
    };
    if let Some(row) = &block.melee {
        let rating = rating::melee_rating(stats, row, settings);
        parts.push(format!(
            "strike {}, {}",
            percent(&rating),
            dice(&row.damage)
        ));
    }
    if let Some(row) = &block.missile {
        let rating = rating::missile_rating(stats, row, settings);
        let action = match row.supply {
            Supply::Thrown | Supply::ThrownAndLost => "throw",
            Supply::Missiles | Supply::Crossbow | Supply::Magazine(_) => "shoot",
        };
        let fast = matches!(
            row.family,
            SkillFamily::Firearm | SkillFamily::EnergyWeapon | SkillFamily::HeavyWeapon
        );
        parts.push(format!(
            "{action} {}, {}, range {}{}",
            percent(&rating),
            dice(&row.damage),
            row.range,
            if fast { ", no parry or dodge" } else { "" }
        ));
    }
    if let Some(row) = &block.shield {
        let rating = rating::shield_rating(stats, row);
        let (missiles, _) = rating::shield_cover(row.kind, false);
        parts.push(format!(
            "parry {}, against missiles {missiles} %, bash {}",
            percent(&rating),
            dice(&row.damage)
        ));
    }
    if block.hands == 2 {
        parts.push("two hands".to_owned());
    }
    parts.join("; ")
}
