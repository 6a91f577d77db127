//! Answers to questions from outside: how things are, how far one gets, who has yet to act.

use crate::{
    attack::size_effects::Range,
    character::state::{Build, Mind, Stamina, TurnState, Worn},
    content::{
        blocks::{Breaking, GearStart, GearState, ID, StartingState},
        deploy::gear_after,
    },
    context::{read::ReadContext, views::FighterView, write::with_read},
    items::gear::Place,
    movement::ways::Legs,
    terms::conditions,
    turn::round::RoundPlan,
};
use bevy_ecs::world::World;
use shieldwall_battle::{
    BandExtent, CellOption, Choice, CombatantId, Decision, HitPoints, ItemId, ItemState, SideId,
    Start, Threat, ThreatenedCell, Vantage, Vitality, contact::anchors, ruleset::RangeBand,
    terms::Condition, view::OrderEntry,
};
use shieldwall_grid::Cell;

/// How an item is.
#[must_use]
pub fn item_state(read: &ReadContext<'_, '_>, item: ItemId) -> ItemState {
    let Some(gear) = read.gear(item) else {
        return ItemState::default();
    };
    // Sound, damaged, destroyed: as points left of two.
    let left = match gear.wear.state {
        GearState::Sound => 2,
        GearState::Damaged => 1,
        GearState::Destroyed => 0,
    };
    let wears = gear.is_arm() || gear.gear.0.armour.is_some();
    let ammunition = gear
        .gear
        .0
        .attack
        .as_ref()
        .is_some_and(|row| row.ammunition);
    ItemState {
        hit_points: wears.then_some((left, 2)),
        readied: gear.is_held(),
        ammunition: match gear.stock {
            Some(stock) => Some((stock.0, 0)),
            None => ammunition.then_some((u16::from(!gear.wear.spent), 0)),
        },
        cell: gear.lying.map(|lying| lying.0),
    }
}

/// Legs of a character for what it could do in its next turn, no matter whose turn it is now.
fn legs_of(read: &ReadContext<'_, '_>, fighter: &FighterView<'_, '_>) -> Legs {
    if fighter.turn.state == TurnState::Acting {
        return read.legs(fighter, false);
    }
    Legs {
        act: fighter.half_allowance(),
        whole: fighter.allowance(),
        lame: true,
    }
}

/// Cells a character could get to in its turn.
#[must_use]
pub fn reachable(
    read: &ReadContext<'_, '_>,
    who: CombatantId,
    asking: Option<SideId>,
) -> Vec<CellOption> {
    let fighter = read.fighter(who);
    if !fighter.is_fighting() || fighter.is_grabbed() || fighter.riding.0.is_some() {
        return Vec::new();
    }
    let legs = legs_of(read, &fighter);
    let ways = read.ways(&fighter, legs, Some(asking.unwrap_or(fighter.side())));
    read.cell_options(&fighter, &ways, legs, 1)
}

/// The way a mover would take to a cell.
#[must_use]
pub fn path(read: &ReadContext<'_, '_>, mover: CombatantId, to: Cell) -> Vec<Cell> {
    let fighter = read.fighter(mover);
    let mut legs = legs_of(read, &fighter);
    if fighter.may_sprint() {
        legs.whole = legs.whole.max(2 * fighter.allowance());
    }
    read.ways(&fighter, legs, Some(fighter.side())).path(to)
}

/// Cells a character could attack in its next turn, moving first.
#[must_use]
pub fn threatened(
    read: &ReadContext<'_, '_>,
    who: CombatantId,
    asking: Option<SideId>,
) -> Vec<ThreatenedCell> {
    let fighter = read.fighter(who);
    if !fighter.is_fighting() {
        return Vec::new();
    }
    let mut stands: Vec<Cell> = reachable(read, who, asking)
        .into_iter()
        .filter(|option| option.band == 0)
        .map(|option| option.cell)
        .collect();
    stands.push(fighter.cell());
    let arms = read.arms(&fighter);
    let rows: Vec<_> = arms
        .iter()
        .filter_map(|arm| read.row(&fighter, *arm))
        .collect();
    let melee = rows.iter().any(|row| row.range.is_none());
    let range = rows.iter().filter_map(|row| row.range).max();
    let distances = &read.board.level.zone_distances;
    let reach = if fighter.build.size() == crate::content::blocks::Size::Massive {
        2
    } else {
        1
    };
    // Shots are looked for from one stand of each place: all its cells are as far from everywhere.
    let mut places: Vec<_> = stands
        .iter()
        .map(|cell| (distances.place(*cell), *cell))
        .collect();
    places.sort_unstable();
    places.dedup_by_key(|(place, _)| *place);
    let grid = read.board.map.grid();
    grid.cells()
        .filter(|cell| read.board.map.ground(*cell).passable)
        .filter_map(|cell| {
            let near = melee
                && stands.iter().any(|stand| {
                    let nearby = read.half_zones(*stand, cell) <= reach;
                    (nearby || read.touch(*stand, cell)) && read.free_line(*stand, cell)
                });
            let shot = !near
                && range.is_some_and(|range| {
                    places.iter().any(|(_, stand)| {
                        Range::plain(range).reaches(read.half_zones(*stand, cell))
                            && read.free_line(*stand, cell)
                    })
                });
            let threat = if near { Threat::Blow } else { Threat::Missile };
            (near || shot).then_some(ThreatenedCell { cell, threat })
        })
        .collect()
}

/// The cells where the anchor of an attacker may be for the target to be nearby (ZON-009), where that stands now.
#[must_use]
pub fn strikes_from(
    read: &ReadContext<'_, '_>,
    attacker: CombatantId,
    target: CombatantId,
) -> Vec<Cell> {
    let (attacker, target) = (read.fighter(attacker), read.fighter(target));
    let stands = read.cells(&target);
    let grid = read.board.map.grid();
    let mut nearby: Vec<Cell> = Vec::new();
    for stand in stands.iter() {
        read.each_nearby(*stand, |cell| nearby.push(cell));
    }
    nearby.sort_unstable();
    nearby.dedup();
    nearby.retain(|cell| read.board.map.ground(*cell).passable);
    if attacker.across.0 > 1 {
        anchors(grid, &nearby, attacker.across.0)
    } else {
        nearby
    }
}

/// Range bands of a weapon: the cells within half of its range and within all of it, from where its
/// owner stands.
#[must_use]
pub fn range_bands(read: &ReadContext<'_, '_>, item: ItemId) -> Vec<RangeBand> {
    let Some(range) = read
        .gear(item)
        .and_then(|gear| gear.gear.0.attack.as_ref()?.range)
    else {
        return Vec::new();
    };
    let owner = read.all().find(|fighter| {
        let carried = read.carried(fighter);
        carried.iter().any(|gear| *gear.id == item)
    });
    let Some(owner) = owner else {
        return Vec::new();
    };
    let range = Range::plain(range);
    let from = owner.cell();
    let within = |far: bool| {
        let distances = &read.board.level.zone_distances;
        distances.cells_at(from, |distance| {
            range.reaches(distance) && (far || !range.is_far(distance))
        })
    };
    vec![
        RangeBand {
            label: "no save",
            extent: BandExtent::Cells(within(false)),
        },
        RangeBand {
            label: "WIT save",
            extent: BandExtent::Cells(within(true)),
        },
    ]
}

/// How far one would have to move before a choice can be carried out: everything on offer can be
/// done from where one stands.
#[must_use]
pub const fn vantage(_decision: &Decision, _choice: &Choice) -> Vantage {
    Vantage::Beyond
}

/// Conditions of a character by name.
#[must_use]
pub fn conditions(read: &ReadContext<'_, '_>, who: CombatantId) -> Vec<Condition> {
    let fighter = read.fighter(who);
    let mind = fighter.mind;
    let all = [
        (fighter.is_grabbed(), conditions::GRABBED),
        (!fighter.grip.holds.is_empty(), conditions::GRABBING),
        (mind.distracted, conditions::DISTRACTED),
        (mind.intimidated, conditions::INTIMIDATED),
        (mind.taunted.is_some(), conditions::TAUNTED),
        (
            mind.broken == Some(Breaking::Retreat),
            conditions::RETREATING,
        ),
        (
            mind.broken == Some(Breaking::Surrender),
            conditions::YIELDING,
        ),
        (mind.steadied, conditions::STEADIED),
        (mind.poisoned, conditions::POISONED),
        (fighter.turn.sprinting, conditions::SPRINTING),
        (fighter.stamina.lamed, conditions::LAMED),
        (fighter.stamina.lost_hands > 0, conditions::MAIMED),
        (fighter.riding.0.is_some(), conditions::MOUNTED),
        (fighter.turn.swept_along, conditions::SWEPT_ALONG),
        (
            fighter.is_fighting() && fighter.turn.state == TurnState::Spent,
            conditions::TURN_SPENT,
        ),
        (
            // In the bonus round nobody reacts (ZON-R50).
            fighter.may_react() && fighter.turn.state != TurnState::Ready && !read.plan.bonus,
            conditions::CAN_REACT,
        ),
    ];
    all.into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, name)| name)
        .collect()
}

/// Who has yet to act, who acts and who is done, by sides in their cycle.
#[must_use]
pub fn order(read: &ReadContext<'_, '_>) -> Vec<OrderEntry> {
    let first = read.plan.place.unwrap_or(SideId::RED);
    let mut sides = read.sides_after(first);
    sides.rotate_right(1);
    let mut entries = Vec::new();
    for side in sides {
        for fighter in read.all().filter(|fighter| fighter.side() == side) {
            if !fighter.is_fighting() {
                continue;
            }
            let state = fighter.turn.state;
            entries.push(OrderEntry {
                who: *fighter.id,
                rank: None,
                ready: state == TurnState::Ready,
                chance: None,
                note: match state {
                    TurnState::Ready => Some("ready"),
                    TurnState::Acting => Some("acting"),
                    // In the bonus round nobody reacts (ZON-R50).
                    TurnState::Kept | TurnState::Spent
                        if fighter.may_react() && !read.plan.bonus =>
                    {
                        Some("can react")
                    }
                    TurnState::Kept | TurnState::Spent => None,
                },
                reactions: if read.plan.bonus {
                    0
                } else {
                    fighter.reactions_left()
                },
                acted: state != TurnState::Ready && !fighter.turn.may_main(),
                done: state == TurnState::Spent,
                now: state == TurnState::Acting,
                with_previous: false,
            });
        }
    }
    entries
}

/// How a character of this battle would begin one that follows it: with its wounds and with its gear as
/// worn as it is; what lasts for a battle only is over (ZON-R60, ZON-R96). Nobody dead or captured comes
/// along.
#[must_use]
pub fn carried_over(world: &World, who: CombatantId) -> Option<Start> {
    let entity = *world
        .resource::<shieldwall_battle::Roster>()
        .combatants
        .get(who.index())?;
    let vitality = *world.get::<Vitality>(entity)?;
    if vitality == Vitality::Dead || vitality == Vitality::Surrendered {
        return None;
    }
    let build = world.get::<Build>(entity)?;
    let worn = world.get::<Worn>(entity)?.0;
    let carried = world.get::<shieldwall_battle::Carries>(entity);
    let items = carried.map_or(&[] as &[_], |carried| carried.entities());
    let stamina = world.get::<Stamina>(entity)?;
    let holder = world.resource::<RoundPlan>().holder;
    let mut state = StartingState {
        health: Some(world.get::<HitPoints>(entity)?.current),
        poisoned: world.get::<Mind>(entity)?.poisoned,
        lamed: stamina.lamed,
        lost_hands: stamina.lost_hands,
        initiative: holder.map(|side| side.0),
        ..StartingState::default()
    };
    if !build.0.armour.is_empty() {
        let armour = worn.and_then(|item| gear_after(world, item));
        state.armour = Some(armour.map_or(GearState::Destroyed, |gear| gear.state));
    }
    // Things are matched by kind, in the order of the stat block; what is gone is destroyed.
    let mut left: Vec<(String, ItemId)> = items
        .iter()
        .filter_map(|entity| {
            let kind = world.get::<shieldwall_battle::ItemKind>(*entity)?;
            let place = world.get::<Place>(*entity)?;
            let id = *world.get::<ItemId>(*entity)?;
            (*place != Place::Worn && *place != Place::Known).then(|| (kind.0.id.clone(), id))
        })
        .collect();
    for entry in &build.0.items {
        let found = left.iter().position(|(kind, _)| *kind == entry.item);
        let gear = found
            .map(|place| left.remove(place).1)
            .and_then(|item| gear_after(world, item));
        state.gear.push(gear.unwrap_or(GearStart {
            state: GearState::Destroyed,
            ..Default::default()
        }));
    }
    let mut start = Start::default();
    start.set(ID, &state);
    Some(start)
}

/// Whether no attack and no walk is under way.
#[must_use]
pub fn is_settled(world: &mut World) -> bool {
    with_read(world, |read| {
        let plan = read.plan;
        plan.attack.is_none()
            && plan.walk.is_none()
            && plan.sharing.is_none()
            && plan.pending_effects.is_empty()
    })
}
