//! Changes of what is in hand, at the start of an action step (SEG-076 to SEG-079, SEG-R41, SEG-R43).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Event, ItemId, ItemKind, Roster, Scribe, Writer, inventory::lay_down,
    terms::ItemMove,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{Readied, clock::Clock, field::Field, handling::Handling, plan::Plan},
    round::action::Step,
    terms::{
        rules::{R076, R077, R079, R082, RR59},
        words::{DROPPED, READIED, STOWED},
    },
};

/// A change that comes now.
pub struct Change {
    who: CombatantId,
    entity: Entity,
    cell: Cell,
    handling: Handling,
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
    let changes = field.in_order(now).into_iter();
    changes
        .filter_map(|who| {
            let who = field.combatant(who);
            let (_, handling) = field.next_handling(&who)?;
            Some(Change {
                who: who.id(),
                entity: who.body.entity,
                cell: who.cell(),
                handling,
            })
        })
        .collect()
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
        if let Ok(mut plan) = plans.get_mut(entity) {
            plan.handling = plan.handling.part(!handling.takes_half_a_round());
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
