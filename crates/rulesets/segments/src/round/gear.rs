//! Changes of what is in hand, at the start of an action step (SEG-076 to SEG-079, SEG-R41, SEG-R43).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Event, ItemId, ItemKind, Roster, Scribe, Writer,
    inventory::{give, lay_down},
    terms::ItemMove,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{Readied, clock::Clock, field::Field, handling::Handling, plan::Plan},
    round::action::Step,
    terms::{
        rules::{R076, R077, R079, R082, RR44, RR59, RR86},
        words::{DROPPED, READIED, STOWED},
    },
};

/// A change that comes now.
pub struct Change {
    who: CombatantId,
    entity: Entity,
    cell: Cell,
    handling: Handling,
    /// True if the shield that it readies is gone.
    is_late: bool,
}

/// Finds the changes of this segment, in the order of everything simultaneous.
pub fn look(field: Field, clock: Res<Clock>, step: Res<Step>) -> Vec<Change> {
    let segment = clock.segment.unwrap_or_default();
    if step.has_begun() {
        return Vec::new();
    }
    let now = field.active().filter(|who| {
        let next = field.next_handling(who);
        who.can_act() && next.is_some_and(|(at, _)| segment <= at)
    });
    let now: Vec<CombatantId> = now.map(|who| who.id()).collect();
    let mut taken: Vec<ItemId> = Vec::new();
    let mut changes = Vec::new();
    for who in field.in_order(now) {
        let who = field.combatant(who);
        let Some((_, mut handling)) = field.next_handling(&who) else {
            continue;
        };
        // Of two that reach for one shield the first has it, and the action of the other is spent (SEG-R86).
        let mut is_late = false;
        if let Some(shield) = handling.readies {
            let item = field.item(shield);
            let in_reach = item.is_some_and(|item| field.is_in_easy_reach(&who, &item));
            is_late = taken.contains(&shield) || !in_reach;
            if is_late {
                handling.readies = None;
            } else {
                taken.push(shield);
            }
        }
        changes.push(Change {
            who: who.id(),
            entity: who.body.entity,
            cell: who.cell(),
            handling,
            is_late,
        });
    }
    changes
}

/// Lets them happen: hands are emptied before they are filled.
pub fn change(
    In(changes): In<Vec<Change>>,
    mut plans: Query<&mut Plan>,
    mut items: Query<(&mut Readied, &ItemKind)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    for Change {
        who,
        entity,
        cell,
        handling,
        is_late,
    } in changes
    {
        let mut put = |item: ItemId, readied: bool, how: ItemMove, rule| {
            let item_entity = roster.item(item);
            let Ok((mut held, kind)) = items.get_mut(item_entity) else {
                return;
            };
            held.0 = readied;
            let falls = how == DROPPED;
            if falls {
                lay_down(&mut commands.entity(item_entity), cell);
            } else if rule == R079 {
                // It may have lain on the ground (SEG-R44).
                give(&mut commands.entity(item_entity), entity);
            }
            let event = Event::ItemMoved {
                item,
                name: kind.0.name.clone(),
                who: Some(who),
                how,
                cell: falls.then_some(cell),
            };
            scribe.write(event, &[rule]);
        };
        for item in handling.drops.into_iter().flatten() {
            put(item, false, DROPPED, R082);
        }
        if let Some(item) = handling.sheathes {
            put(item, false, STOWED, R077);
        }
        if let Some(item) = handling.draws {
            put(item, true, READIED, R076);
        }
        if let Some(item) = handling.readies {
            put(item, true, READIED, R079);
        }
        if is_late {
            let event = Event::Note {
                who,
                text: "finds the shield gone".to_owned(),
                unforeseen: false,
            };
            scribe.write(event, &[RR44, RR86]);
        }
        if let Ok(mut plan) = plans.get_mut(entity) {
            plan.handling = plan
                .handling
                .part(!(handling.takes_half_a_round() || is_late));
        }
    }
}

/// Combatants out of action let go of what they have in hand (SEG-R59). At the end of the round, since nothing is picked up
/// before the next one.
pub fn let_fall(field: Field, mut scribe: Scribe, mut commands: Commands) {
    for who in field.out_of_action() {
        let cell = who.cell();
        for gear in field.in_hand(&who) {
            let entity = field.combatants.roster.item(*gear.id);
            lay_down(&mut commands.entity(entity), cell);
            commands.change(entity, |readied: &mut Readied| readied.0 = false);
            let named = (*gear.id, gear.kind.0.name.clone());
            scribe.item(who.id(), named, DROPPED, Some(cell), &[RR59]);
        }
    }
}
