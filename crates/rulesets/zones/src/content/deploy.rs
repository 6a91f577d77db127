//! From stat blocks to characters and items as the rules know them.

use std::sync::Arc;

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    Allegiance, BattleSetup, CombatantId, Concealment, HitPoints, ItemId, Lying, Roster,
    SetupError, SideId, Vitality,
    seating::seat,
    setup::{spawn_item, spawn_lying, stats_of},
};
use shieldwall_content::Unit;
use shieldwall_dice::DiceExpr;

use crate::{
    character::state::{Build, Grip, Group, Mind, Stamina, Turn, TurnState, Worn},
    content::blocks::{
        GearStart, GearState, ID, ItemBlock, Settings, StartingCondition, StartingState, StatBlock,
    },
    context::read::HouseRules,
    items::gear::{Gear, Place, Stock, Wear},
    terms::words::TERMS,
    turn::round::RoundPlan,
};

/// Gives every character its components and items, in roster order.
///
/// # Errors
/// If a unit has no stat block for this ruleset or carries what does not exist under it, or an
/// option is unknown.
pub fn deploy(world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
    let mut settings: Settings =
        shieldwall_battle::options::settings(&TERMS.rule_options, &setup.level, &setup.options)?;
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries: Vec<_> = setup.sides.iter().flat_map(|side| &side.warband).collect();
    let starts: Vec<StartingState> = unit_entries
        .iter()
        .map(|unit_entry| Ok(unit_entry.start.get(ID)?.unwrap_or_default()))
        .collect::<Result<_, SetupError>>()?;
    let holder = holder_before(setup, &starts);
    if holder.is_some() {
        // In a battle that follows another nobody lies in ambush any more.
        settings.ambush.clear();
    }
    world.insert_resource(house_rules(settings.clone()));
    world.insert_resource(RoundPlan {
        holder,
        ..RoundPlan::default()
    });
    for (entity, start) in combatants.iter().zip(&starts) {
        equip(world, setup, &settings, *entity, start)?;
    }
    for (cell, item) in &setup.level.things {
        if let Some(block) = item.blocks.get::<ItemBlock>() {
            let (_, entity) = spawn_lying(world, Arc::clone(item), *cell);
            let gear = gear_of(block, GearStart::default());
            world.entity_mut(entity).insert((gear, Place::Away));
            stock(world, entity, block, 1);
        }
    }
    let stats = |unit: &Unit| unit.blocks.get::<StatBlock>().cloned();
    seat(
        world,
        &unit_entries,
        |rider| starts[rider].riding.map(usize::from),
        |unit| stats(unit)?.rides,
        |unit| stats(unit).map_or(0, |stats| stats.seats),
    );
    for (entity, start) in combatants.iter().zip(&starts) {
        for held in &start.holds {
            hold(world, *entity, CombatantId(*held));
        }
    }
    Ok(())
}

/// The side that has held the initiative since a battle before, which this one follows.
fn holder_before(setup: &BattleSetup, starts: &[StartingState]) -> Option<SideId> {
    let mut holders = starts
        .iter()
        .filter_map(|start| start.initiative.map(SideId));
    holders.find(|side| side.index() < setup.sides.len())
}

/// The settings with their dice, which the level's reader has checked.
fn house_rules(settings: Settings) -> HouseRules {
    let dice = |text: &str| text.parse().unwrap_or_else(|_| DiceExpr::dice(1, 6));
    HouseRules {
        pit: dice(&settings.pit_damage),
        trap: dice(&settings.trap_damage),
        lava: dice(&settings.lava_damage),
        fire: dice(&settings.fire_damage),
        settings,
    }
}

/// Gives a character its components and items.
fn equip(
    world: &mut World,
    setup: &BattleSetup,
    settings: &Settings,
    entity: Entity,
    start: &StartingState,
) -> Result<(), SetupError> {
    let (unit, stats) = stats_of::<StatBlock>(world, entity, ID)?;
    let side = world
        .get::<Allegiance>(entity)
        .map_or(SideId::RED, |side| side.0);
    let ambushes = settings
        .ambush
        .iter()
        .any(|name| name.index() == side.index())
        && !settings.not_hidden.contains(&unit.id)
        && !stats.vehicle
        && !stats.mount;
    let concealed = ambushes || start.concealed;
    let vitality = match start.state {
        StartingCondition::Fighting => Vitality::Active,
        StartingCondition::Incapacitated => Vitality::Unconscious,
        StartingCondition::Dead => Vitality::Dead,
        StartingCondition::Surrendered => Vitality::Surrendered,
    };
    let health = start.health.unwrap_or(stats.health).clamp(0, stats.health);
    let health = match vitality {
        Vitality::Dead => 0,
        _ => health.max(1),
    };
    world.entity_mut(entity).insert((
        HitPoints {
            current: health,
            max: stats.health,
        },
        vitality,
        Turn {
            state: if start.spent {
                TurnState::Spent
            } else {
                TurnState::Ready
            },
            ..Turn::default()
        },
        Stamina {
            sprints: start.sprints.unwrap_or(stats.sprints),
            lamed: start.lamed,
            lost_hands: start.lost_hands,
        },
        Mind {
            distracted: start.distracted,
            intimidated: start.intimidated,
            taunted: start.taunted.map(CombatantId),
            broken: start.broken,
            steadied: start.steadied,
            poisoned: start.poisoned,
            ambusher: concealed && ambushes,
            lurking: concealed,
            ..Mind::default()
        },
        Grip::default(),
        Group(group_of(settings, side, &unit.id)),
        Worn::default(),
        Build(Arc::new(stats.clone())),
    ));
    if concealed {
        world.entity_mut(entity).insert(Concealment::Hidden);
        world.resource_mut::<RoundPlan>().secrets = true;
    }
    carry(world, setup, entity, &unit.id, &stats, start)
}

/// Gives a character what it wears, carries and knows.
fn carry(
    world: &mut World,
    setup: &BattleSetup,
    entity: Entity,
    unit: &str,
    stats: &StatBlock,
    start: &StartingState,
) -> Result<(), SetupError> {
    for id in &stats.armour {
        let (kind, block) = setup.item::<ItemBlock>(id, unit)?;
        let (item, armour) = spawn_item(world, kind, entity);
        let state = start.armour.unwrap_or_default();
        let gear = gear_of(
            &block,
            GearStart {
                state,
                ..GearStart::default()
            },
        );
        world.entity_mut(armour).insert((gear, Place::Worn));
        if state != GearState::Destroyed {
            world.entity_mut(entity).insert(Worn(Some(item)));
        }
    }
    let mut free = stats.hands.saturating_sub(start.lost_hands);
    for (place, entry) in stats.items.iter().enumerate() {
        let (kind, block) = setup.item::<ItemBlock>(&entry.item, unit)?;
        let (_, item) = spawn_item(world, kind, entity);
        let mut begins = start.gear.get(place).copied().unwrap_or_default();
        if begins.state == GearState::Sound {
            begins.state = entry.condition;
        }
        let gone = begins.state == GearState::Destroyed;
        let held = entry.readied && block.is_held() && !gone && block.hands <= free;
        if held {
            free -= block.hands;
        }
        let held = if held { Place::Held } else { Place::Stowed };
        world
            .entity_mut(item)
            .insert((gear_of(&block, begins), held));
        stock(world, item, &block, begins.count.unwrap_or(entry.count));
    }
    for id in &stats.powers {
        let (kind, block) = setup.item::<ItemBlock>(id, unit)?;
        let (_, item) = spawn_item(world, kind, entity);
        let gear = gear_of(&block, GearStart::default());
        world.entity_mut(item).insert((gear, Place::Known));
        stock(world, item, &block, 1);
    }
    Ok(())
}

fn gear_of(block: &ItemBlock, start: GearStart) -> (Gear, Wear) {
    let state = if block.improvised && start.state == GearState::Sound {
        GearState::Damaged
    } else {
        start.state
    };
    (
        Gear(Arc::new(block.clone())),
        Wear {
            state,
            used_by: None,
            spent: start.spent,
        },
    )
}

/// Counts what is used up.
fn stock(world: &mut World, item: Entity, block: &ItemBlock, count: u16) {
    let used_up = block.remedy.is_some() || block.attack.as_ref().is_some_and(|row| row.consumable);
    if let Some(power) = &block.power {
        world.entity_mut(item).insert(Stock(power.uses));
    } else if used_up {
        world.entity_mut(item).insert(Stock(count));
    }
}

/// The number of the group in which a unit checks morale: those of the level, then the sides.
fn group_of(settings: &Settings, side: SideId, unit: &str) -> u8 {
    let place = settings.groups.iter().position(|group| {
        group.side.index() == side.index() && group.units.iter().any(|other| other == unit)
    });
    let number = place.unwrap_or(settings.groups.len() + side.index());
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn hold(world: &mut World, holder: Entity, held: CombatantId) {
    let roster = world.resource::<Roster>();
    let Some(&captive) = roster.combatants.get(held.index()) else {
        return;
    };
    let id = world.get::<CombatantId>(holder).copied();
    if let Some(mut grip) = world.get_mut::<Grip>(holder) {
        grip.holds.push(held);
    }
    if let Some(mut grip) = world.get_mut::<Grip>(captive) {
        grip.held_by = id;
    }
}

/// How an item would begin the next battle.
#[must_use]
pub fn gear_after(world: &World, item: ItemId) -> Option<GearStart> {
    let entity = *world.resource::<Roster>().items.get(item.index())?;
    let wear = world.get::<Wear>(entity)?;
    Some(GearStart {
        state: wear.state,
        spent: wear.spent,
        count: world.get::<Stock>(entity).map(|stock| stock.0),
    })
}

/// Whether an item lies on the ground.
#[must_use]
pub fn lies(world: &World, item: Entity) -> bool {
    world.get::<Lying>(item).is_some()
}
