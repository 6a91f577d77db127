//! From stat blocks to combatants and items as the rules know them.

use std::sync::Arc;

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    Allegiance, BattleSetup, Concealment, HitPoints, Roster, SetupError, SideId, SideSet, Vitality,
    options,
    seating::seat,
    setup::{spawn_item, spawn_lying, stats_of},
};
use shieldwall_content::{Unit, level::SideName};

use crate::{
    combatant::injuries::GrievousWounds,
    combatant::injuries::StuckMissiles,
    combatant::{
        Armour, Build, Exertion, Fallen, Gear, Haste, Readied, Route, Shots, Spoilt, SteadyAim,
        Stunned, UsedUp, Winded,
        allowance::Allowance,
        field::{Ambushers, HouseRules},
        plan::{Attacks, Plan},
        sight::{Senses, Stealth},
    },
    combatant::{
        boons::{Blessing, Ward},
        casting::{Casting, Energy},
    },
    content::{
        item_block::ItemBlock,
        settings::{ID, Settings, Start},
        stat_block::StatBlock,
    },
    terms::words::TERMS,
};

/// Gives every combatant its components and items, in roster order.
///
/// # Errors
/// If a unit has no stat block for this ruleset or carries what does not exist under it, or an option is unknown.
pub fn deploy(world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
    let settings: Settings = options::settings(&TERMS.rule_options, &setup.level, &setup.options)?;
    let named = settings.ambush.iter();
    let named: Vec<SideId> = named
        .filter_map(|name| SideId::first(SideId::MOST).nth(name.index()))
        .collect();
    let mut ambushers = SideSet::default();
    world.insert_resource(HouseRules(settings));
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    for (entity, unit_entry) in combatants.into_iter().zip(unit_entries) {
        let start: Start = unit_entry.start.get(ID)?.unwrap_or_default();
        let side = world.get::<Allegiance>(entity).map(|side| side.0);
        // A side of which all begin in the open springs no ambush.
        if let Some(side) = side.filter(|side| named.contains(side))
            && start.hidden != Some(false)
        {
            ambushers = ambushers.with(side);
        }
        equip(world, setup, entity, start)?;
    }
    world.insert_resource(Ambushers(ambushers));
    let entries: Vec<_> = setup.sides.iter().flat_map(|side| &side.warband).collect();
    let stats = |unit: &Unit| unit.blocks.get::<StatBlock>().cloned();
    seat(
        world,
        &entries,
        |_| None,
        |unit| stats(unit)?.rides,
        |unit| stats(unit).map_or(0, |stats| stats.mount.into()),
    );
    for (cell, item) in &setup.level.things {
        if let Some(block) = item.blocks.get::<ItemBlock>() {
            let (_, entity) = spawn_lying(world, Arc::clone(item), *cell);
            let gear = gear(block.clone(), false, None);
            world.entity_mut(entity).insert(gear);
        }
    }
    Ok(())
}

/// The state of a combatant before its first round.
fn at_rest() -> impl Bundle {
    (
        Plan::default(),
        Attacks::default(),
        Allowance::default(),
        Route::default(),
        Haste::default(),
        SteadyAim::default(),
        StuckMissiles::default(),
        Winded::default(),
        GrievousWounds::default(),
        Casting::default(),
        Ward::default(),
        Blessing::default(),
        Exertion::default(),
    )
}

/// The components of an item.
fn gear(block: ItemBlock, readied: bool, missiles: Option<u16>) -> impl Bundle {
    (
        Gear(Arc::new(block)),
        Readied(readied),
        Shots(missiles),
        UsedUp::default(),
    )
}

/// Gives a combatant its components and items.
fn equip(
    world: &mut World,
    setup: &BattleSetup,
    entity: Entity,
    start: Start,
) -> Result<(), SetupError> {
    let (unit, stats) = stats_of::<StatBlock>(world, entity, ID)?;
    let mut armour = Armour::default();
    for id in &stats.armour {
        let (item, block) = setup.item::<ItemBlock>(id, &unit.id)?;
        armour.names.push(item.name.clone());
        armour.prot += block.prot.unwrap_or(0);
        armour.encumbers |= block.encumbers;
    }
    let mut carried = Vec::new();
    for id in &stats.items {
        carried.push(setup.item::<ItemBlock>(id, &unit.id)?);
    }
    armour.encumbers |= carried.iter().any(|(_, block)| block.encumbers);
    let blocks: Vec<&ItemBlock> = carried.iter().map(|(_, block)| block).collect();
    let readied = stats.readied(&blocks);
    let energy = Energy(start.energy.unwrap_or(stats.energy));
    let known: Vec<String> = stats.spells.keys().cloned().collect();
    let ammunition = stats.ammunition.clone();
    let max = stats.hp;
    let current = start.hit_points.map_or(max, |left| left.min(max));
    let vitality = match current {
        1.. => Vitality::Active,
        left if left <= -stats.con => Vitality::Dead,
        _ => Vitality::Unconscious,
    };
    let (stealth, senses) = noticed(world, setup, entity, start);
    if stealth.hidden {
        world.entity_mut(entity).insert(Concealment::Hidden);
    }
    world.entity_mut(entity).insert((stealth, senses));
    world.entity_mut(entity).insert((
        Build(Arc::new(stats)),
        armour,
        HitPoints { current, max },
        vitality,
        Stunned(start.stunned),
        Fallen(start.fallen || vitality != Vitality::Active),
        Spoilt(start.spoilt_armour),
        energy,
        at_rest(),
    ));
    for ((item, block), readied) in carried.into_iter().zip(readied) {
        let missiles = ammunition.get(&item.id).copied();
        let (_, item) = spawn_item(world, item, entity);
        world
            .entity_mut(item)
            .insert(gear(block, readied, missiles));
    }
    for id in known {
        let (item, block) = setup.item::<ItemBlock>(&id, &unit.id)?;
        let (_, item) = spawn_item(world, item, entity);
        world.entity_mut(item).insert(gear(block, false, None));
    }
    Ok(())
}

/// The hiding and the alertness of a combatant when the battle begins (SEG-R30, SEG-R83).
fn noticed(world: &World, setup: &BattleSetup, entity: Entity, start: Start) -> (Stealth, Senses) {
    let side = world.get::<Allegiance>(entity);
    let side = side.map_or(SideId::RED, |side| side.0);
    let of_side = &setup.level.sides[side.index()];
    let rules = &world.resource::<HouseRules>().0;
    let named = |name: &SideName| name.index() == side.index();
    let is_unwary = of_side.surprised || rules.not_alert.iter().any(named);
    let stealth = Stealth {
        hidden: start.hidden.unwrap_or(of_side.hidden),
        ..Stealth::default()
    };
    let senses = Senses {
        unwary: start.alert.map_or(is_unwary, |alert| !alert),
        ..Senses::default()
    };
    (stealth, senses)
}
