//! From stat blocks to combatants and items as the rules know them.

use std::sync::Arc;

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    BattleSetup, CarriedBy, CombatantId, Concealment, Event, HitPoints, ItemId, Journal, Lying,
    Position, Roster, SetupError, SideId, SideSet, Vitality,
    setup::{spawn_item, spawn_lying, stats_of},
};
use shieldwall_content::Item;
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        convalescence::Convalescence,
        state::{Build, Injuries, Posture, SleepTimer, Surprised, Turn},
        wounds::{self, Injury},
    },
    content::blocks::{ID, ItemBlock, StartingState, StartingVitality, StatBlock},
    context::read::HouseRules,
    items::gear::{Ammunition, Gear, Planted, Readied, Soundness},
    terms::{
        conditions,
        rules::{RR17, RR30},
        words::TERMS,
    },
    turn::round::RoundPlan,
};

/// Gives every combatant its components and items, in roster order.
///
/// # Errors
/// If a unit has no stat block for this ruleset or carries what does not exist under it, or an
/// option is unknown.
pub fn deploy(world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
    let settings =
        shieldwall_battle::options::settings(&TERMS.rule_options, &setup.level, &setup.options)?;
    world.insert_resource(HouseRules(settings));
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    let mut secrets = false;
    for (entity, unit_entry) in combatants.into_iter().zip(unit_entries) {
        let items = equip(world, setup, entity)?;
        if let Some(start) = unit_entry.start.get(ID)? {
            begin(world, entity, &start, &items);
        }
        let concealment = world.get::<Concealment>(entity);
        secrets |= concealment.is_some_and(|concealment| concealment.is_unseen());
    }
    world.resource_mut::<RoundPlan>().secrets = secrets;
    for shield in &setup.level.planted {
        let Some(block) = shield.item.blocks.get::<ItemBlock>().cloned() else {
            continue;
        };
        let (_, entity) = spawn_lying(world, Arc::clone(&shield.item), shield.cell);
        let mut entity = world.entity_mut(entity);
        if let Some(points) = block.hit_points {
            entity.insert(Soundness {
                left: points,
                whole: points,
            });
        }
        let (cell, side) = (shield.cell, shield.side);
        entity.insert((Gear(Arc::new(block)), Planted { cell, side }));
        entity.remove::<Lying>();
    }
    Ok(())
}

/// Most injuries that somebody brings into a battle.
const MOST_INJURIES: usize = 100;
/// Most hit points that one of them costs.
const WORST_INJURY: i32 = 1000;
/// Most weeks of rest before a battle: ten years.
const MOST_WEEKS: u32 = 520;

/// Puts a combatant into the state in which it begins.
fn begin(world: &mut World, entity: Entity, start: &StartingState, items: &[ItemId]) {
    // A record that somebody has tampered with may say anything.
    let given = || {
        let injuries = start.injuries.iter().take(MOST_INJURIES);
        injuries.filter(|injury| (1..=WORST_INJURY).contains(&injury.lost))
    };
    let lost: i32 = given().map(|injury| injury.lost).sum();
    let injuries = given()
        .filter_map(|injury| {
            let fresh = Injury::fresh(injury.lost)?;
            Some(Injury {
                treated: injury.treated,
                ..fresh
            })
        })
        .collect();
    let mut entity = world.entity_mut(entity);
    let mut left = 0;
    if let Some(mut points) = entity.get_mut::<HitPoints>() {
        points.current -= lost;
        left = points.current;
    }
    let vitality = match start.state {
        Some(StartingVitality::Active) => Vitality::Active,
        Some(StartingVitality::Unconscious) => Vitality::Unconscious,
        Some(StartingVitality::Dying) => Vitality::Dying,
        Some(StartingVitality::Dead) => Vitality::Dead,
        // Anyone who has rested for a week has woken, if it lives.
        None if start.weeks_of_rest > 0 && left > wounds::DYING_AT => Vitality::Active,
        None => wounds::after_injury(Vitality::Active, lost, left),
    };
    entity.insert((
        Injuries(injuries),
        vitality,
        SleepTimer {
            until: start.wakes_after,
        },
    ));
    let conscious = vitality == Vitality::Active;
    if let Some(facing) = start.kneeling.filter(|_| conscious) {
        entity.insert(Posture::Kneeling(facing));
    }
    let behind = start.kneeling_behind.filter(|_| conscious);
    if let Some(shield) = behind.and_then(|index| items.get(index)) {
        entity.insert(Posture::KneelingBehind(*shield));
    }
    if start.hidden {
        entity.insert(Concealment::Hidden);
    }
    if start.surprised {
        entity.insert(Surprised);
    }
    if start.weeks_of_rest > 0 {
        entity.insert(Convalescence {
            weeks: start.weeks_of_rest.min(MOST_WEEKS),
            hospital: start.hospital,
        });
    }
    let here = entity.get::<Position>().map(|position| position.0);
    if let Some(cell) = here.filter(|_| !conscious) {
        lay_down(world, items, cell);
    }
}

/// Lets what somebody would have in hand lie in its cell: a combatant who begins unconscious or worse holds
/// nothing (PCT-R63, PCT-R85).
fn lay_down(world: &mut World, items: &[ItemId], cell: Cell) {
    for item in items {
        let entity = world.resource::<Roster>().item(*item);
        let mut entity = world.entity_mut(entity);
        if entity.contains::<Readied>() {
            entity.remove::<(Readied, CarriedBy)>().insert(Lying(cell));
        }
    }
}

/// Gives a combatant its components and items; the items' ids, in the order of its stat block.
fn equip(
    world: &mut World,
    setup: &BattleSetup,
    entity: Entity,
) -> Result<Vec<ItemId>, SetupError> {
    let home = world.get::<Position>(entity).map(|position| position.0);
    let mut ids = Vec::new();
    let (unit, stats) = stats_of::<StatBlock>(world, entity, ID)?;
    let worn = armour_of(&stats, &unit.id, setup)?;
    let side = world
        .get::<shieldwall_battle::Allegiance>(entity)
        .map_or(SideId::RED, |side| side.0);
    let (surprised, hidden) = {
        let level_side = &setup.level.sides[side.index()];
        (level_side.surprised, level_side.hidden)
    };
    let carried = stats.items.clone();
    world.entity_mut(entity).insert((
        HitPoints {
            current: stats.hit_points,
            max: stats.hit_points,
        },
        Build::new(Arc::new(stats), worn),
        Injuries::default(),
        Posture::default(),
        Turn::default(),
        SleepTimer::default(),
    ));
    if hidden {
        world.entity_mut(entity).insert(Concealment::Hidden);
    }
    if surprised {
        world.entity_mut(entity).insert(Surprised);
    }
    for entry in carried {
        let (kind, block) = setup.item::<ItemBlock>(&entry.item, &unit.id)?;
        let ammunition = block
            .missile
            .as_ref()
            .and_then(|row| Ammunition::full(row.supply, entry.missiles, entry.spares))
            .map(|full| Ammunition {
                loaded: entry.start.loaded.unwrap_or(full.loaded),
                ..full
            });
        let soundness = block.hit_points.map(|points| Soundness {
            left: entry.start.hit_points.unwrap_or(points),
            whole: points,
        });
        let (id, item) = spawn_item(world, kind, entity);
        ids.push(id);
        let mut item = world.entity_mut(item);
        item.insert(Gear(Arc::new(block)));
        if let Some(ammunition) = ammunition {
            item.insert(ammunition);
        }
        if let Some(soundness) = soundness {
            item.insert(soundness);
        }
        match (entry.start.planted, home) {
            (Some(side), Some(cell)) => {
                item.remove::<CarriedBy>().insert(Planted { cell, side });
            }
            _ if entry.readied => {
                item.insert(Readied);
            }
            _ => {}
        }
    }
    Ok(ids)
}

fn armour_of(
    stats: &StatBlock,
    unit: &str,
    setup: &BattleSetup,
) -> Result<Vec<Arc<Item>>, SetupError> {
    stats
        .armour
        .iter()
        .map(|id| Ok(setup.item::<ItemBlock>(id, unit)?.0))
        .collect()
}

/// Writes who begins hidden or surprised, each with its alliance; what is hidden is for that alone.
pub fn announce(journal: &mut Journal, starts: &[(CombatantId, SideSet, bool, bool)]) {
    for &(who, alliance, hidden, surprised) in starts {
        let secret = hidden.then_some(alliance);
        let conditions = [
            (hidden, conditions::HIDDEN, RR30),
            (surprised, conditions::SURPRISED, RR17),
        ];
        for (on, condition, rule) in conditions {
            if on {
                let event = Event::Condition { who, condition, on };
                journal.write_for(event, &[rule], secret);
            }
        }
    }
}
