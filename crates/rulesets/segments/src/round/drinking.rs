//! Drinking potions half-way through the round (SEG-080, SEG-R43, SEG-R45).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Event, HitPoints, Roster, Scribe, Writer,
};
use shieldwall_dice::Dice;

use crate::{
    combatant::{
        Exertion, Haste, UsedUp,
        clock::Clock,
        field::{Combatant, Field},
        handling::HALF_ROUND,
        plan::Plan,
    },
    round::action::Step,
    terms::{
        rules::{R080, RR45},
        words::{DRAUGHT, HASTENED},
    },
};

/// Lets combatants drink, in the order of everything simultaneous.
pub fn drink(
    field: Field,
    clock: Res<Clock>,
    step: Res<Step>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let is_time = clock.segment.is_some_and(|segment| segment <= HALF_ROUND);
    if step.has_begun() || !is_time {
        return;
    }
    let drinks = |who: &Combatant<'_, '_>| who.can_act() && who.plan.handling.drinks.is_some();
    let drinkers = field.active().filter(drinks);
    let drinkers: Vec<CombatantId> = drinkers.map(|who| who.id()).collect();
    for who in field.in_order(drinkers) {
        let who = field.combatant(who);
        let (id, entity) = (who.id(), who.body.entity);
        let stays = who.plan.handling.costs_movement();
        commands.change(entity, |plan: &mut Plan| plan.handling.drinks = None);
        // The free step is paid with (SEG-R45).
        commands.change(entity, move |exertion: &mut Exertion| {
            exertion.stepped |= stays;
        });
        let drunk = who.plan.handling.drinks.map(|drink| drink.potion);
        let mut carried = field.carried(&who);
        let Some(gear) = carried.find(|gear| Some(*gear.id) == drunk) else {
            continue;
        };
        let Some(potion) = &gear.gear.0.potion else {
            continue;
        };
        commands.change(roster.item(*gear.id), |used: &mut UsedUp| used.0 = true);
        let event = Event::Note {
            who: id,
            text: format!("drinks {}", gear.kind.in_sentence()),
            unforeseen: false,
        };
        scribe.write(event, &[R080]);
        if let Some(dice) = &potion.heals {
            let rolled = cup.sum(dice);
            scribe.sum(id, "the potion", &rolled, &[RR45]);
            let mut points = *who.points;
            let left = points.max.min(points.current + rolled.total);
            scribe.points(id, &mut points, left, (DRAUGHT, None), &[RR45]);
            commands.change(entity, move |now: &mut HitPoints| *now = points);
        }
        if potion.initiative > 0 {
            let haste = Haste {
                initiative: potion.initiative,
                rounds: potion.rounds,
                fresh: true,
            };
            commands.change(entity, move |now: &mut Haste| *now = haste);
            scribe.condition(id, HASTENED, true, &[RR45]);
        }
    }
}
