//! From stat blocks to combatants and items as the rules know them.

use std::sync::Arc;

use bevy_ecs::{prelude::*, system::RunSystemOnce, world::World};
use shieldwall_battle::{
    Allegiance, Astride, BattleSetup, Board, HitPoints, Position, Roster, SetupError, Vitality,
    setup::{first_facing, spawn_item, stats_of},
};
use shieldwall_grid::{Direction, Side};

use crate::{
    attack::detection::conceal,
    content::{
        blocks::{ID, Start},
        item_block::{self, ItemBlock},
        spell::Spell,
        stat_block::StatBlock,
    },
    figure::{
        Armour, Broken, Build, Facing, Gear, Hidden, Loading, Locked, LooksOn, LostSegments,
        Pinned, Prone, Readied, Singling, Surprised, Warned, Weakened,
        battlefield::HouseRules,
        magic::{Charges, Magic, Unseen},
        round::Fresh,
        wounds::{
            Askew, FleshWound, Lodged, LodgedMissile, LostConstitution, Strained, Stunned, Subdual,
            Wounds,
        },
    },
    terms::words::TERMS,
};

/// Gives every combatant its components and items, in roster order.
///
/// # Errors
/// If a unit has no stat block for this ruleset or carries what does not exist under it, or an option is unknown.
pub fn deploy(world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
    let settings =
        shieldwall_battle::options::settings(&TERMS.rule_options, &setup.level, &setup.options)?;
    world.insert_resource(HouseRules(settings));
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    let mut directions = Vec::with_capacity(combatants.len());
    for (&entity, unit_entry) in combatants.iter().zip(unit_entries) {
        equip(world, setup, entity)?;
        let start: Start = unit_entry.start.get(ID)?.unwrap_or_default();
        begin(world, entity, &start);
        let side = world.get::<Allegiance>(entity).map(|side| side.0.index());
        let level_side = side.and_then(|side| setup.level.sides.get(side));
        if start.hidden || level_side.is_some_and(|side| side.hidden) {
            world.entity_mut(entity).insert(Hidden(true));
        }
        directions.push(start.facing);
    }
    // Facing comes last: it may not depend on enemies that cannot be seen.
    if let Err(error) = world.run_system_once(conceal) {
        unreachable!("all that it takes has just been inserted: {error}");
    }
    let grid = *setup.level.map.grid();
    for (entity, named) in combatants.into_iter().zip(directions) {
        let named = named.and_then(|name| grid.direction_named(&name));
        let facing = named.unwrap_or_else(|| first_facing(world, entity));
        world.entity_mut(entity).insert(Facing(facing));
    }
    Ok(())
}

/// Gives a combatant its components and items.
fn equip(world: &mut World, setup: &BattleSetup, entity: Entity) -> Result<(), SetupError> {
    let (unit, stats) = stats_of::<StatBlock>(world, entity, ID)?;
    let mut armour = Armour {
        points: stats.natural_armour,
        ..Armour::default()
    };
    for id in &stats.armour {
        let (item, block) = setup.item::<ItemBlock>(id, &unit.id)?;
        armour.names.push(item.name.clone());
        armour.magic += block.magic;
        armour.helmet |= block.helmet;
        armour.surprise_steps += block.surprise_steps;
        armour.rigid |= block.armour.is_some_and(|worn| worn.rigid);
        if block.armour.is_some_and(|worn| !worn.bracers) {
            armour.quality = Some(
                armour
                    .quality
                    .map_or(block.magic, |least| least.min(block.magic)),
            );
        }
        if let Some(worn) = block.armour {
            armour.points += worn.points;
            armour.speed = worn.speed.or(armour.speed);
        }
    }
    let mut carried = Vec::new();
    for id in stats.items.iter().chain(&stats.spells) {
        carried.push(setup.item::<ItemBlock>(id, &unit.id)?);
    }
    let readied = item_block::in_hand(carried.iter().map(|(_, block)| block));
    let points = stats.hit_points();
    world.entity_mut(entity).insert((
        Build(Arc::new(stats)),
        armour,
        HitPoints {
            current: points,
            max: points,
        },
        Vitality::Active,
        Facing(Direction(0)),
        Prone::default(),
        Weakened::default(),
        Broken::default(),
        Locked::default(),
        Singling::default(),
        Pinned::default(),
        (
            LostSegments::default(),
            Surprised::default(),
            Hidden::default(),
            LooksOn::default(),
            Warned::default(),
        ),
        Wounds::default(),
        Magic::default(),
        Fresh::default(),
    ));
    for ((item, block), readied) in carried.into_iter().zip(readied) {
        let (_, item) = spawn_item(world, item, entity);
        let charges = block.spell.as_ref().map_or(0, Spell::charges);
        let gear = (
            Gear(Arc::new(block)),
            Readied(readied),
            Loading::default(),
            Charges(charges),
        );
        world.entity_mut(item).insert(gear);
    }
    Ok(())
}

/// The missiles that stick in a combatant from the beginning.
fn lodged(start: &Start) -> Vec<LodgedMissile> {
    let dice = start.lodged.iter().cloned();
    dice.map(|damage| LodgedMissile { damage, item: None })
        .collect()
}

/// Puts a combatant into the state in which it begins.
fn begin(world: &mut World, entity: Entity, start: &Start) {
    let grid = *world.resource::<Board>().map.grid();
    let astride = start
        .astride
        .as_deref()
        .and_then(|name| grid.side_named(name));
    let here = world.get::<Position>(entity).map(|position| position.0);
    let astride: Option<Side> =
        astride.filter(|side| here.is_some_and(|here| grid.across(here, *side).is_some()));
    // An hour of rest takes a point of it off (D20-144).
    let rested = i32::try_from(start.hours_of_rest).unwrap_or(i32::MAX);
    let subdual = start.subdual.saturating_sub(rested).max(0);
    let mut entity = world.entity_mut(entity);
    entity.insert((
        Astride(astride),
        Prone(start.prone),
        Locked(start.locked),
        Weakened(start.weakened),
        Stunned(start.stunned),
        FleshWound(start.flesh_wound),
        Strained(start.strained),
        Askew(start.helmet_askew),
        Subdual(subdual),
        LostSegments(start.surprised),
        Lodged(lodged(start)),
        Unseen(start.invisible),
    ));
    if let (Some(con), Some(build)) = (start.con, entity.get::<Build>()) {
        let lost = (build.0.constitution - con).max(0);
        entity.insert(LostConstitution(lost));
    }
    let Some(mut points) = entity.get_mut::<HitPoints>() else {
        return;
    };
    if let Some(left) = start.hit_points {
        points.current = left.clamp(-10, points.max);
    }
    if points.current <= subdual && !start.weakened {
        entity.insert(Vitality::Unconscious);
    }
}
