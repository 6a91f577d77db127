//! Why something is not on offer: asked of the code that makes the offers, and only when somebody wants to know.

use shieldwall_battle::{Choice, Decision, Reason, Refusal, Target};

use crate::{
    attack::offers::{Done, may_attack, may_strike, may_use},
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    terms::{
        actions::{
            CHARGE, CLOSE, FIGHT, FINISH, FULL_DEFENCE, HOLD, MARCH, MOVE, SHOOT, SINGLE_OUT,
            STAND, STRIKE, THROW,
        },
        decisions::{ACTION, DECLARATION, MOVEMENT},
        reasons,
    },
};

/// Why a decision does not offer something; `None` if it does, or if it is nothing of which reasons are told.
#[must_use]
pub(crate) fn why_not(
    field: &Battlefield<'_, '_>,
    decision: &Decision,
    wanted: &Choice,
) -> Option<Refusal> {
    let who = field.figure(decision.actor?);
    let of_who = |reason: &'static Reason| Some(Refusal::because(who.name(), reason));
    if let Some(reason) = bar_by_step(decision, wanted) {
        return of_who(reason);
    }
    if decision.kind == DECLARATION {
        let beside = decision.offers.iter().all(|offer| offer.action != CLOSE);
        return match wanted.action {
            CLOSE if beside => of_who(&reasons::BESIDE),
            CHARGE if !field.may_declare_charge(&who) => of_who(&reasons::NO_CHARGE),
            _ => None,
        };
    }
    let strikes = [STRIKE, SHOOT, THROW].contains(&wanted.action);
    if decision.kind != ACTION || !strikes {
        return None;
    }
    if who.may_struggle() {
        return of_who(&reasons::HELD);
    }
    if field.pinned_by(&who).is_some() {
        return of_who(&reasons::HOLDS);
    }
    if !may_attack(&who, &Done::before(&who)) {
        let fights = matches!(who.round.intent, Intent::Fight | Intent::Charge);
        return of_who(if fights {
            &reasons::SPENT
        } else {
            &reasons::STANCE
        });
    }
    no_blow(field, &who, wanted)
}

/// Why something is not done in this step of the round (D20-009, D20-R12); `None` if it may be.
fn bar_by_step(decision: &Decision, wanted: &Choice) -> Option<&'static Reason> {
    let is = |actions: &[_]| actions.contains(&wanted.action);
    let strikes = is(&[STRIKE, SHOOT, THROW, SINGLE_OUT, FINISH]);
    let moves = is(&[MOVE, MARCH, STAND, HOLD]);
    match decision.kind {
        DECLARATION if strikes => Some(&reasons::DECLARES),
        DECLARATION if moves => Some(&reasons::MOVES_LATER),
        MOVEMENT if strikes || is(&[FIGHT]) => Some(&reasons::MOVES_FIRST),
        ACTION if moves => Some(&reasons::MOVED),
        MOVEMENT | ACTION if is(&[FULL_DEFENCE]) => Some(&reasons::DEFENCE),
        _ => None,
    }
}

/// Why the wanted target cannot be struck at, or, without one, why no enemy can; `None` if one can.
fn no_blow(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, wanted: &Choice) -> Option<Refusal> {
    let mut arms = field.arms(who);
    let suits = |arm: &Arm| match arm.usage {
        Usage::Melee(..) => wanted.action == STRIKE,
        Usage::Missile { thrown: true, .. } => wanted.action == THROW,
        Usage::Missile { .. } => wanted.action == SHOOT,
    };
    // If it is not said what one strikes with, whatever is at hand is meant.
    arms.retain(|arm| suits(arm) && (wanted.item.is_none() || arm.item() == wanted.item));
    if arms.is_empty() {
        return Some(Refusal::because("the weapon", &reasons::NOT_IN_HAND));
    }
    let targets: Vec<Figure<'_, '_>> = match wanted.target {
        Some(Target::Combatant(target)) => vec![field.figure(target)],
        _ => field.enemies_known_to(who).collect(),
    };
    if targets.is_empty() {
        return Some(Refusal::because(who.name(), &reasons::NOBODY));
    }
    let mut found = Vec::new();
    for arm in &arms {
        if arm.is_missile() && !field.is_loaded(arm) {
            found.push(Refusal::because(&arm.name(), &reasons::UNLOADED));
            continue;
        }
        if !may_use(field, who, arm, &Done::before(who)) {
            found.push(Refusal::because(&arm.name(), &reasons::SPENT));
            continue;
        }
        for target in &targets {
            let about = format!("{}: {}", arm.name(), target.name());
            found.push(Refusal::because(
                &about,
                bar_to_strike(field, who, arm, target)?,
            ));
        }
    }
    Refusal::all(found)
}

/// Why somebody cannot be struck at with an arm; `None` if it can.
fn bar_to_strike(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    target: &Figure<'_, '_>,
) -> Option<&'static Reason> {
    let (from, at) = (who.footing(), target.footing());
    Some(if !field.board.hostile(who.side(), target.side()) {
        &reasons::FRIEND
    } else if !who.knows_of(target) {
        &reasons::UNDETECTED
    } else if !target.is_able() {
        &reasons::GONE
    } else if may_strike(field, who, from, arm, target, at) {
        return None;
    } else if who.prone.0 && !arm.serves_lying() {
        &reasons::DOWN
    } else if arm.is_missile() {
        &reasons::RANGE
    } else if field.is_barred(who, *target.id) {
        &reasons::BARRED
    } else if field.reaches(who, from, arm, at) && who.locked.0 {
        &reasons::WALL
    } else {
        &reasons::REACH
    })
}
