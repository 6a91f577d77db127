//! What can be attacked on one's number (D20-028, D20-101, D20-106).

use shieldwall_battle::{Choice, CombatantId, Footing, Offer, Target, Targets};

use crate::{
    attack::{Aiming, spawning::Announced},
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    terms::{
        actions::{ADJUST, EXTRACT, PASS, SHOOT, SINGLE_OUT, STRIKE, THROW},
        rules::{R003, R028, R072, R073, R074, R081, R101, R102, R104, R105, R106, R134, RR55},
    },
};

/// Whether somebody may attack at all on its number.
#[must_use]
pub fn may_attack(who: &Figure<'_, '_>) -> bool {
    who.can_act()
        && !who.broken.0
        && !who.round.exertion.spent
        && matches!(who.round.intent, Intent::Fight | Intent::Charge)
        && (*who.round.intent == Intent::Fight || who.round.exertion.attacks == 0)
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
        // Nobody shoots or throws while it lies on the ground (D20-R79), or cannot see (D20-081).
        Usage::Missile { .. } => {
            !who.prone.0 && who.wounds.askew.0 == 0 && field.reaches(who, from, arm, at)
        }
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
            if targets.len() > 1 && is_by_chance(field, who, &arm) {
                let mut single_out = offer.clone();
                single_out.action = SINGLE_OUT;
                single_out.label = format!("Single out: {}", arm.name());
                single_out.detail =
                    "You strike at the one you choose. Until your next action the others strike at you with +2."
                        .to_owned();
                single_out.rules = vec![R101, R105];
                single_out.targets = Targets::AnyOf(targets);
                "You strike at whoever comes before your weapon: a die says who."
                    .clone_into(&mut offer.detail);
                offer.rules = vec![R101, R104];
                offers.push(single_out);
            } else {
                offer.targets = Targets::AnyOf(targets);
            }
            offers.push(offer);
        }
        offers.extend(tasks(field, who));
    }
    offers.push(Offer::new(PASS, "Do nothing", &[R028]));
    offers
}

/// Whether a die says who of several is struck at: not by missiles, nor in a charge (D20-104, D20-R52).
fn is_by_chance(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, arm: &Arm) -> bool {
    field.rules.0.random_melee_target && !arm.is_missile() && *who.round.intent == Intent::Fight
}

/// What takes somebody's whole round, and is done at its end: pulling a missile out, putting the helmet right
/// (D20-072, D20-081).
fn tasks(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let mut tasks = Vec::new();
    let exertion = who.round.exertion;
    if exertion.moved || exertion.attacks > 0 || exertion.exerted {
        return tasks;
    }
    let beside = field.friends(who).filter(|friend| {
        field.adjacent(friend.footing(), who.footing()) && !friend.round.exertion.exerted
    });
    let fallen = field
        .fallen_friends(who)
        .filter(|friend| field.adjacent(friend.footing(), who.footing()));
    let patients = beside.chain(fallen).chain([field.figure(*who.id)]);
    let patients: Vec<Target> = patients
        .filter(|patient| !patient.wounds.lodged.0.is_empty())
        .map(|patient| Target::Combatant(*patient.id))
        .collect();
    if !patients.is_empty() {
        let mut offer = Offer::new(EXTRACT, "Pull a missile out", &[R072, R073, R074]);
        offer.detail =
            "Takes the whole round of both. A saving throw avoids its damage.".to_owned();
        offer.targets = Targets::AnyOf(patients);
        tasks.push(offer);
    }
    if who.wounds.askew.0 > 0 {
        let mut offer = Offer::new(ADJUST, "Put the helmet right", &[R081]);
        let rounds = who.wounds.askew.0;
        offer.detail = format!("Takes the whole round; {rounds} left.");
        tasks.push(offer);
    }
    tasks
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
    if !missile && ![STRIKE, SINGLE_OUT].contains(&choice.action) {
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
    let figure = field.figure(who);
    let arm = arm_of(field, &figure, choice)?;
    let (target, aiming) = match choice.target {
        Some(Target::Combatant(target)) if choice.action == SINGLE_OUT => {
            (target, Aiming::SinglesOut)
        }
        Some(Target::Combatant(target)) => (target, Aiming::Plain),
        _ => {
            let first = field.candidates(&figure, &arm).first().copied()?;
            (first, Aiming::Chance)
        }
    };
    Some(Announced {
        aiming,
        who,
        target,
        weapon: arm.weapon,
        missile: arm.is_missile(),
    })
}
