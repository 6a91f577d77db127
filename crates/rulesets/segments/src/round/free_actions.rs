//! Free actions, and devices that take the round (SEG-082, SEG-083, SEG-R46).

use std::sync::Arc;

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Board, ChangeLater, CombatantId, Event, ItemId, ItemKind, Roster, Scribe, Writer, devices,
    inventory::lay_down,
};
use shieldwall_grid::{Cell, Door};

use crate::{
    combatant::{
        Fallen, Readied,
        clock::Clock,
        field::{Combatant, Field},
        free_action::FreeAction,
        plan::{Plan, PlannedAction},
    },
    round::action::Step,
    terms::{
        rules::{R082, RR46},
        words::{DROPPED, FALLEN},
    },
};

/// A free action, or the work on a device, that takes effect now.
pub struct ActionNow {
    who: CombatantId,
    entity: Entity,
    cell: Cell,
    what: FreeAction,
}

/// Finds the free actions of this segment, in the order of everything simultaneous.
pub fn due(field: Field, clock: Res<Clock>, step: Res<Step>) -> Vec<ActionNow> {
    if step.has_begun() {
        return Vec::new();
    }
    let now = clock.segment.unwrap_or_default();
    let on = |who: &Combatant<'_, '_>| who.plan.free.and_then(|free| free.segment);
    let due = field
        .active()
        .filter(|who| who.can_act() && on(who) == Some(now));
    let due: Vec<CombatantId> = due.map(|who| who.id()).collect();
    let actions = field.in_order(due).into_iter();
    actions
        .filter_map(|who| {
            let who = field.combatant(who);
            action_now(&field, &who, who.plan.free?.what)
        })
        .collect()
}

/// Finds the devices that have been worked for the whole round.
pub fn worked(field: Field) -> Vec<ActionNow> {
    let worked = field.active().filter_map(|who| match who.plan.action {
        PlannedAction::Work { .. } if who.can_act() => Some(who.id()),
        _ => None,
    });
    let worked: Vec<CombatantId> = worked.collect();
    let actions = field.in_order(worked).into_iter();
    actions
        .filter_map(|who| {
            let who = field.combatant(who);
            let PlannedAction::Work { device } = who.plan.action else {
                return None;
            };
            action_now(&field, &who, FreeAction::Device(device))
        })
        .collect()
}

/// The action of a combatant; `None` if it is no longer possible.
fn action_now(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    what: FreeAction,
) -> Option<ActionNow> {
    let can = match what {
        FreeAction::LieDown => !who.fallen.0,
        FreeAction::Drop(item) => field.in_hand(who).any(|gear| *gear.id == item),
        FreeAction::Door(cell, side) => {
            let beyond = field.grid().across(cell, side);
            cell == who.cell() || beyond == Some(who.cell())
        }
        FreeAction::Device(place) => {
            let board = &field.combatants.board;
            let is_taken = |cell| field.active().any(|other| other.cell() == cell);
            board.level.devices.get(place).is_some_and(|device| {
                field.is_at_hand(who, device.cell)
                    && !devices::is_worn_out(board, place)
                    && !devices::shuts_in(device, board, is_taken)
            })
        }
    };
    can.then(|| ActionNow {
        who: who.id(),
        entity: who.body.entity,
        cell: who.cell(),
        what,
    })
}

/// Carries out the actions. Returns the cells whose ground has changed.
pub fn take_effect(
    In(actions): In<Vec<ActionNow>>,
    mut board: ResMut<Board>,
    mut fallen: Query<&mut Fallen>,
    items: Query<&ItemKind>,
    roster: Res<Roster>,
    mut scribe: Scribe,
    mut commands: Commands,
) -> Vec<Cell> {
    let mut changed = Vec::new();
    for ActionNow {
        who,
        entity,
        cell,
        what,
    } in actions
    {
        commands.change(entity, |plan: &mut Plan| plan.free = None);
        match what {
            FreeAction::LieDown => {
                if let Ok(mut fallen) = fallen.get_mut(entity) {
                    fallen.0 = true;
                    scribe.condition(who, FALLEN, true, &[R082, RR46]);
                }
            }
            FreeAction::Drop(item) => drop(
                (who, cell),
                item,
                &items,
                &roster,
                &mut scribe,
                &mut commands,
            ),
            FreeAction::Door(cell, side) => {
                let open = board.map.border(cell, side).is_shut();
                let door = if open { Door::Open } else { Door::Closed };
                board.map_mut().set_door(cell, side, door);
                let event = Event::Door {
                    who: Some(who),
                    cell,
                    side,
                    open,
                };
                scribe.write(event, &[R082, RR46]);
            }
            FreeAction::Device(place) => {
                let level = Arc::clone(&board.level);
                let Some(device) = level.devices.get(place) else {
                    continue;
                };
                for event in devices::work(place, &mut board, Some(who)) {
                    scribe.write(event, &[R082, RR46]);
                }
                changed.extend(device.ground.iter().map(|(cell, _)| *cell));
            }
        }
    }
    changed
}

fn drop(
    (who, cell): (CombatantId, Cell),
    item: ItemId,
    items: &Query<&ItemKind>,
    roster: &Roster,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let entity = roster.item(item);
    let Ok(kind) = items.get(entity) else { return };
    lay_down(&mut commands.entity(entity), cell);
    commands.change(entity, |readied: &mut Readied| readied.0 = false);
    let named = (item, kind.0.name.clone());
    scribe.item(who, named, DROPPED, Some(cell), &[R082, RR46]);
}

/// The combatants that stand on ground that has changed, with true for each that is in a pit now.
pub fn standing_on(In(changed): In<Vec<Cell>>, field: Field) -> Vec<(CombatantId, Cell, bool)> {
    let here = field.active().filter(|who| changed.contains(&who.cell()));
    let here: Vec<CombatantId> = here.map(|who| who.id()).collect();
    let here = field.in_order(here).into_iter();
    here.map(|who| {
        let cell = field.combatant(who).cell();
        (who, cell, field.map().ground(cell).sunk)
    })
    .collect()
}
