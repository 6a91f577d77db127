//! The least a combatant can do: what it does in cases where nobody chose for it.

use bevy_ecs::world::World;
use shieldwall_battle::{Choice, Decision, Offer, Target};

use crate::{
    field::{Field, FighterView, watch},
    fighter::Posture,
    verbs::{ACTION, AID, DEFENCE, KNEEL, MOVEMENT, NONE, PASS, STANCE, STAND, STATEMENT, STAY},
};

/// The choice that changes least: a full-round task under way goes on (PCT-R10), whoever kneels
/// goes on kneeling (PCT-R35), everyone else holds still.
#[must_use]
pub fn least(world: &mut World, decision: &Decision) -> Choice {
    let going_on = watch(world, |watch| {
        let field = watch.field();
        going_on(&field, &field.fighter(decision.actor?), decision)
    });
    if let Some(choice) = going_on {
        return choice;
    }
    let verb = match decision.kind {
        MOVEMENT => STAY,
        STANCE => STAND,
        DEFENCE | AID => NONE,
        _ => PASS,
    };
    let wanted = decision.offers.iter().find(|offer| offer.verb == verb);
    let mut choice = wanted
        .or(decision.offers.first())
        .map_or_else(|| Choice::of(PASS), |offer| offer.choice_at(0));
    if decision.kind == STATEMENT && choice.verb == PASS {
        choice.selection = Some("hold");
    }
    choice
}

/// The choice by which somebody goes on with what it is at.
fn going_on(
    field: &Field<'_, '_>,
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
                    let planted = *field.gear(shield)?.planted?;
                    Target::Side(planted.cell, planted.side)
                }
            };
            let kneel: &Offer = decision.offers.iter().find(|offer| offer.verb == KNEEL)?;
            let choice = kneel.choice(Some(target), None);
            decision.offer_for(&choice).is_ok().then_some(choice)
        }
        _ => None,
    }
}
