//! What an attack breaks (ZON-126 to ZON-128, ZON-R61 to ZON-R63).

use shieldwall_battle::CombatantId;
use shieldwall_content::zones::GearState;

use crate::{
    arms::{Aim, Arm},
    attack::Attack,
    exchange::{BREAKING, Upshot},
    fray::Fray,
    gear_moves,
    rules::{R126, R127, R128, RR61, RR62, RR63},
};

/// Damaged things break (ZON-126 to ZON-128, ZON-R61 to ZON-R63).
pub(crate) fn wear_out(fray: &mut Fray, attack: &Attack, upshot: &Upshot) {
    let struck = upshot.wounds.iter().any(Option::is_some);
    if struck {
        let breaks = upshot.rolls.iter().flatten().any(|roll| roll.breaks);
        break_weapon(fray, attack.attacker, attack.aim, breaks);
    }
    if let Some(counter) = attack.counter
        && upshot.riposte_wound.is_some()
    {
        let breaks = upshot.riposte_roll.as_ref().is_some_and(|roll| roll.breaks);
        wear_weapon(fray, counter.by, counter.aim);
        break_weapon(fray, counter.by, counter.aim, breaks);
    } else if let Some(counter) = attack.counter {
        wear_weapon(fray, counter.by, counter.aim);
    }
    for (target, wound) in attack.targets.iter().zip(&upshot.wounds) {
        if let Some(wound) = wound {
            wear_armour(fray, target.now, wound.before);
        }
    }
    if let Some(wound) = upshot.riposte_wound {
        wear_armour(fray, attack.attacker, wound.before);
    }
}

/// Notes a weapon as used.
fn wear_weapon(fray: &mut Fray, owner: CombatantId, aim: Aim) {
    if let Some(Arm::Item(item)) = aim.arm() {
        fray.gear_mut(item).wear.used_by = Some(owner);
    }
}

fn break_weapon(fray: &mut Fray, owner: CombatantId, aim: Aim, breaks: bool) {
    let Some(Arm::Item(item)) = aim.arm() else {
        return;
    };
    let damaged = fray
        .field()
        .gear(item)
        .is_some_and(|gear| gear.wear.state == GearState::Damaged);
    if breaks && damaged {
        gear_moves::set_state(fray, owner, item, GearState::Destroyed, &[R126, RR62]);
    }
}

/// Notes armour as used, and breaks it if it is damaged and the blow was strong (ZON-127, ZON-128).
fn wear_armour(fray: &mut Fray, who: CombatantId, before: i32) {
    if before < 1 {
        return;
    }
    let (shield, worn) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let shield = field.shield_of(&fighter);
        let shield = shield.map(|gear| (*gear.id, gear.wear.state));
        let worn = fighter.worn.0.and_then(|item| field.gear(item));
        (shield, worn.map(|gear| (*gear.id, gear.wear.state)))
    };
    for &(item, _) in shield.iter().chain(&worn) {
        fray.gear_mut(item).wear.used_by = Some(who);
    }
    if before < BREAKING {
        return;
    }
    let broken = shield
        .iter()
        .chain(&worn)
        .find(|(_, state)| *state == GearState::Damaged);
    if let Some(&(item, _)) = broken {
        let rules = [R127, R128, RR63, RR61];
        gear_moves::set_state(fray, who, item, GearState::Destroyed, &rules);
    }
}
