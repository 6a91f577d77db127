//! The least a combatant can do: what it does in cases where nobody chose for it.

use bevy_ecs::world::World;
use shieldwall_battle::{Choice, Decision, FieldValue, Offer, Target};

use crate::{
    combatant::state::Posture,
    context::read::{FighterView, ReadContext, with_read},
    movement::bands::Pace,
    terms::{
        actions::{KNEEL, NONE, PASS, STAND, STAY},
        decisions::{ACTION, AID, DEFENCE, MOVEMENT, STANCE, STATEMENT},
    },
};

/// The choice that changes least: a full-round task under way goes on (PCT-R10), the one who kneels
/// goes on kneeling (PCT-R35), everyone else holds still.
#[must_use]
pub fn least(world: &mut World, decision: &Decision) -> Choice {
    let going_on = with_read(world, |with_read| {
        let read = with_read.read();
        going_on(&read, &read.fighter(decision.actor?), decision)
    });
    if let Some(choice) = going_on {
        return choice;
    }
    let action = match decision.kind {
        MOVEMENT => STAY,
        STANCE => STAND,
        DEFENCE | AID => NONE,
        _ => PASS,
    };
    let wanted = decision.offers.iter().find(|offer| offer.action == action);
    let mut choice = wanted
        .or(decision.offers.first())
        .map_or_else(|| Choice::of(PASS), |offer| offer.choice_at(0));
    if decision.kind == STATEMENT && choice.action == PASS {
        choice
            .fields
            .set(Pace::FIELD, FieldValue::Option(Pace::Hold.key()));
    }
    choice
}

/// The choice by which somebody goes on with what it is at.
fn going_on(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    decision: &Decision,
) -> Option<Choice> {
    match decision.kind {
        ACTION if fighter.turn.task.is_some() => Some(decision.offers.first()?.choice_at(0)),
        STANCE => {
            let target = match *fighter.posture {
                Posture::Standing => return None,
                Posture::Kneeling(facing) => Target::Facing(facing),
                Posture::KneelingBehind(shield) => {
                    let planted = *read.gear(shield)?.planted?;
                    Target::Edge(planted.cell, planted.side)
                }
            };
            let kneel: &Offer = decision.offers.iter().find(|offer| offer.action == KNEEL)?;
            let choice = kneel.choice(Some(target), None);
            decision.offer_for(&choice).is_ok().then_some(choice)
        }
        _ => None,
    }
}
