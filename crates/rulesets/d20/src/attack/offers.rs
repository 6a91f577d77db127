//! What can be attacked on one's number (D20-028, D20-101, D20-106).

use shieldwall_battle::{Choice, CombatantId, Footing, Offer, Target, Targets};

use crate::{
    attack::spawning::Announced,
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    terms::{
        actions::{PASS, SHOOT, STRIKE, THROW},
        rules::{R003, R028, R101, R102, R106, R134, RR55},
    },
};

/// Whether somebody may attack at all on its number.
#[must_use]
pub fn may_attack(who: &Figure<'_, '_>) -> bool {
    who.is_able()
        && !who.broken.0
        && !who.round.exertion.spent
        && *who.round.intent == Intent::Fight
}

/// Whether an arm of somebody who stands in a place may be used against an enemy in another, as the rules go.
#[must_use]
pub fn may_strike(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    from: Footing,
    arm: &Arm,
    target: &Figure<'_, '_>,
    at: Footing,
) -> bool {
    let front = shieldwall_grid::Arc::Front;
    let before_the_wall =
        !who.locked.0 || field.grid().arc(who.facing.0, from.cell, at.cell) == front;
    match arm.usage {
        Usage::Melee(..) => {
            before_the_wall
                && !field.is_barred(who, *target.id)
                && field.reaches(who, from, arm, at)
        }
        // Nobody shoots or throws while it lies on the ground (D20-R79).
        Usage::Missile { .. } => !who.prone.0 && field.reaches(who, from, arm, at),
    }
}

/// What is offered to somebody whose number it is.
#[must_use]
pub fn offers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    if may_attack(who) {
        for arm in field.arms(who) {
            let targets: Vec<Target> = field
                .enemies(who.side())
                .filter(|enemy| may_strike(field, who, who.footing(), &arm, enemy, enemy.footing()))
                .map(|enemy| Target::Combatant(*enemy.id))
                .collect();
            if targets.is_empty() {
                continue;
            }
            let mut offer = of_arm(&arm);
            offer.targets = Targets::AnyOf(targets);
            offers.push(offer);
        }
    }
    offers.push(Offer::new(PASS, "Do nothing", &[R028]));
    offers
}

fn of_arm(arm: &Arm) -> Offer {
    let name = arm.name();
    let mut offer = match arm.usage {
        Usage::Melee(_, 1) => Offer::new(STRIKE, format!("Strike: {name}"), &[R101, R003, R102]),
        Usage::Melee(..) => Offer::new(STRIKE, format!("Strike: {name}"), &[R101, R003, R134]),
        Usage::Missile { thrown: true, .. } => {
            Offer::new(THROW, format!("Throw: {name}"), &[R106, R003, RR55])
        }
        Usage::Missile { .. } => Offer::new(SHOOT, format!("Shoot: {name}"), &[R106, R003, RR55]),
    };
    offer.item = arm.item();
    offer
}

/// The arm that a choice uses; `None` if it is no attack.
#[must_use]
pub fn arm_of(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, choice: &Choice) -> Option<Arm> {
    let missile = [SHOOT, THROW].contains(&choice.action);
    if !missile && choice.action != STRIKE {
        return None;
    }
    let mut arms = field.arms(who).into_iter();
    arms.find(|arm| arm.is_missile() == missile && arm.item() == choice.item)
}

/// The attack that a choice makes; `None` if it is none.
#[must_use]
pub fn announced(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<Announced> {
    let Some(Target::Combatant(target)) = choice.target else {
        return None;
    };
    let arm = arm_of(field, &field.figure(who), choice)?;
    Some(Announced {
        who,
        target,
        weapon: arm.weapon,
        missile: arm.is_missile(),
    })
}
