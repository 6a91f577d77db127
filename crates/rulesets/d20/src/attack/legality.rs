//! Reasons against attacks: of a combatant, with an arm, against a target.

use shieldwall_battle::{Footing, Reason, Target};
use shieldwall_grid::Arc;

use crate::{
    attack::done::Done,
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::{Intent, TwoWeapons},
    },
    terms::reasons,
};

/// Lets a combatant attack on its number.
///
/// # Errors
/// The reason why it may not.
pub fn may_attack(who: &Figure<'_, '_>, done: &Done) -> Result<(), &'static Reason> {
    let exertion = who.round.exertion;
    let attacked = done.attacks > 0;
    // A combatant that has moved makes one attack in all (D20-031), and so does one that charges (D20-044).
    let once = exertion.moved || *who.round.intent == Intent::Charge;
    if !matches!(who.round.intent, Intent::Fight | Intent::Charge) {
        Err(&reasons::STANCE)
    } else if !who.can_act() || who.broken.0 || exertion.spent || done.all || once && attacked {
        Err(&reasons::SPENT)
    } else {
        Ok(())
    }
}

/// Lets a combatant use an arm after what it has done: as it fights with two weapons, of which each makes at least one
/// of the attacks (D20-158, D20-R80), with no more attacks than it has (D20-033), not what is unloaded (D20-034), and no
/// missile after a charge (D20-044, D20-108).
///
/// # Errors
/// The reason why it may not.
pub fn may_use(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    done: &Done,
) -> Result<(), &'static Reason> {
    let allowed = |left: bool| if left { Ok(()) } else { Err(&reasons::SPENT) };
    if arm.is_missile() {
        let used = arm.item().is_some_and(|item| done.used.contains(&item));
        let exertion = who.round.exertion;
        let shots = if exertion.drew { 0 } else { arm.shots() };
        if !field.is_loaded(arm) {
            return Err(&reasons::UNLOADED);
        }
        return allowed(!used && !exertion.charged && done.attacks < who.attacks().max(shots));
    }
    let TwoWeapons::TwoAttacks { other } = *who.round.two_weapons else {
        return allowed(done.attacks < who.attacks());
    };
    let in_other_hand = arm.item() == Some(other);
    // The last attack is for the other hand, if it has made none.
    let kept = if done.other_hand { 0 } else { 1 };
    allowed(if in_other_hand {
        !done.other_hand && done.attacks < who.attacks()
    } else {
        done.attacks + kept < who.attacks()
    })
}

/// Lets a combatant in one place use an arm against an enemy in another.
///
/// # Errors
/// The reason why it may not.
pub fn may_strike(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    from: Footing,
    arm: &Arm,
    target: &Figure<'_, '_>,
    at: Footing,
) -> Result<(), &'static Reason> {
    // An enemy that has not been detected cannot be aimed at (D20-089).
    if !who.knows_of(target) {
        return Err(&reasons::UNDETECTED);
    }
    if who.prone.0 && !arm.serves_lying() {
        return Err(&reasons::DOWN);
    }
    let out_of_reach = match arm.usage {
        Usage::Melee(..) => &reasons::REACH,
        Usage::Missile { .. } => &reasons::RANGE,
    };
    if field.is_lost_in_the_dark(who, from, at) {
        return Err(out_of_reach);
    }
    if !arm.is_missile() && field.is_barred(who, *target.id) {
        return Err(&reasons::BARRED);
    }
    // Shots and throws need a target in sight, which a helmet may hide (D20-081).
    if arm.is_missile() && who.wounds.askew.0 > 0 {
        return Err(&reasons::BLINDED);
    }
    if !field.reaches(who, from, arm, at) {
        return Err(out_of_reach);
    }
    let behind_the_wall =
        || who.locked.0 && field.grid().arc(who.facing.0, from.cell, at.cell) != Arc::Front;
    if !arm.is_missile() && behind_the_wall() {
        return Err(&reasons::WALL);
    }
    Ok(())
}

/// True if a target can be beaten down (D20-147).
#[must_use]
pub fn is_subduable(field: &Battlefield<'_, '_>, target: &Target) -> bool {
    matches!(target, Target::Combatant(who) if field.figure(*who).stats().subduable())
}
