//! What earlier battles have left, and how it has healed since (PCT-150 to PCT-152, PCT-R69).

use crate::{
    combatant::{state::Injuries, wounds},
    content::blocks::{ID, StartingInjury, StartingState, StartingVitality},
    context::read::WriteContext,
    terms::{
        rules::{R150, R151, R152, R154, RR69},
        words,
    },
};
use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{CombatantId, Event, HitPoints, Roster, Start, Vitality, Writer};

/// Somebody who has rested since it was injured.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convalescence {
    /// Weeks of rest.
    pub weeks: u32,
    /// Whether in hospital.
    pub hospital: bool,
}

/// Tells what injuries the combatants bring along, and lets those heal who have rested; once, when
/// the battle begins.
pub fn recover(ctx: &mut WriteContext, resting: &Query<(&CombatantId, &Convalescence)>) {
    let injured: Vec<CombatantId> = ctx
        .read()
        .all()
        .filter(|fighter| !fighter.injuries.0.is_empty())
        .map(|fighter| *fighter.id)
        .collect();
    for who in injured {
        let (points, vitality) = {
            let fighter = ctx.fighter_mut(who);
            (*fighter.hit_points, *fighter.vitality)
        };
        write_points(
            ctx,
            who,
            points.max,
            points,
            Event::EARLIER_INJURIES,
            &[R154],
        );
        if vitality != Vitality::Active {
            let event = Event::Vitality {
                who,
                from: Vitality::Active,
                to: vitality,
            };
            ctx.write(event, &[R154]);
        }
        let rest = resting.iter().find(|(id, _)| **id == who);
        if let Some((_, rest)) = rest
            && matches!(vitality, Vitality::Active | Vitality::Unconscious)
        {
            heal(ctx, who, *rest);
        }
    }
}

fn heal(ctx: &mut WriteContext, who: CombatantId, rest: Convalescence) {
    for _ in 0..rest.weeks {
        let mut injuries = std::mem::take(&mut ctx.fighter_mut(who).injuries.0);
        if injuries.is_empty() {
            return;
        }
        let week = wounds::rest_a_week(&mut injuries, rest.hospital, &mut *ctx.dice);
        let (from, points) = {
            let mut fighter = ctx.fighter_mut(who);
            fighter.injuries.0 = injuries;
            let from = fighter.hit_points.current;
            fighter.hit_points.current = (from + week.regained).min(fighter.hit_points.max);
            (from, *fighter.hit_points)
        };
        if let Some(die) = week.die {
            ctx.sum(who, "a week of rest", &die, &[R150, RR69]);
        }
        let rule = if rest.hospital { R152 } else { R150 };
        write_points(ctx, who, from, points, words::REST, &[rule, R151, RR69]);
    }
}

fn write_points(
    ctx: &mut WriteContext,
    who: CombatantId,
    from: i32,
    points: HitPoints,
    cause: &'static str,
    rules: &[shieldwall_battle::RuleId],
) {
    let event = Event::HitPoints {
        who,
        from,
        to: points.current,
        max: points.max,
        cause,
        by: None,
    };
    ctx.write(event, rules);
}

/// How a combatant of this battle would begin the next one; `None` for those who are dead or will
/// be.
#[must_use]
pub fn carried_over(world: &World, who: CombatantId) -> Option<Start> {
    let entity = world.entity(world.resource::<Roster>().combatant(who));
    let points = entity.get::<HitPoints>()?;
    let vitality = entity.get::<Vitality>()?;
    if *vitality == Vitality::Dead || points.current <= wounds::DYING_AT {
        return None;
    }
    let injuries = entity.get::<Injuries>()?;
    let mut start = Start::default();
    start.set(
        ID,
        &StartingState {
            injuries: injuries
                .0
                .iter()
                .filter(|injury| injury.remaining() > 0)
                .map(|injury| StartingInjury {
                    lost: injury.remaining(),
                    treated: injury.treated,
                })
                .collect(),
            state: Some(StartingVitality::Active),
            ..StartingState::default()
        },
    );
    Some(start)
}
