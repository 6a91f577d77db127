//! The attacks that are still to come.

use bevy_ecs::world::World;
use shieldwall_battle::{CombatantId, Flow, Roster, sealed::has_chosen, view::OrderEntry};

use crate::{
    combatant::{
        clock::Clock,
        field::{Combatant, Field, with_field},
    },
    strike::chance::{Aim, chance},
};

/// The chance of an attack that is due on a segment, as things stand.
fn next_chance(field: &Field<'_, '_>, who: &Combatant<'_, '_>, segment: i32) -> Option<i32> {
    let mut attacks = who.attacks.0.iter();
    let attack = attacks.find(|attack| attack.segment == segment)?;
    let weapon = who.plan.weapon_of(attack.number)?;
    let target = field.combatant(who.plan.target()?);
    if !target.body.is_active() {
        return None;
    }
    let arm = field.arm(who, weapon)?;
    Some(chance(field, &Aim::of(who, &arm, &target)).check.chance)
}

/// The attacks that are still to come, by segment.
#[must_use]
pub fn order(world: &mut World) -> Vec<OrderEntry> {
    let clock = *world.resource::<Clock>();
    let sealed: Vec<CombatantId> = {
        let flow = world.resource::<Flow>();
        let all = world.resource::<Roster>().combatant_ids();
        all.filter(|who| has_chosen(flow, *who)).collect()
    };
    with_field(world, |field| {
        let mut entries: Vec<(i32, Combatant<'_, '_>, bool)> = Vec::new();
        for who in field.active() {
            let attacks = who.attacks.0.clone();
            for attack in attacks {
                entries.push((attack.segment, field.combatant(who.id()), attack.waits));
            }
        }
        entries.sort_by_key(|(segment, who, _)| (std::cmp::Reverse(*segment), who.precedence()));
        let mut before = None;
        let told = entries.into_iter().map(|(segment, who, waits)| {
            let with_previous = before == Some(segment);
            before = Some(segment);
            OrderEntry {
                who: who.id(),
                rank: Some(segment),
                ready: true,
                note: waits.then_some("waits"),
                chance: next_chance(field, &who, segment),
                reactions: 0,
                acted: sealed.contains(&who.id()),
                done: false,
                now: clock.segment == Some(segment),
                with_previous,
            }
        });
        told.collect()
    })
}
