//! What an attack breaks (ZON-126 to ZON-128, ZON-R61 to ZON-R63).

use crate::{
    attack::{
        arm::{Aim, Arm},
        exchange::{BREAKING, ExchangeResult},
        state::Attack,
    },
    content::blocks::GearState,
    context::write::WriteContext,
    items::moves,
    terms::rules::{R126, R127, R128, RR61, RR62, RR63},
};
use shieldwall_battle::CombatantId;

/// Damaged things break (ZON-126 to ZON-128, ZON-R61 to ZON-R63).
pub(crate) fn wear_out(ctx: &mut WriteContext, attack: &Attack, result: &ExchangeResult) {
    let struck = result.wounds.iter().any(Option::is_some);
    if struck {
        let breaks = result.rolls.iter().flatten().any(|roll| roll.breaks);
        break_weapon(ctx, attack.attacker, attack.aim, breaks);
    }
    if let Some(counter) = attack.counter
        && result.counter_wound.is_some()
    {
        let breaks = result.counter_roll.as_ref().is_some_and(|roll| roll.breaks);
        wear_weapon(ctx, counter.by, counter.aim);
        break_weapon(ctx, counter.by, counter.aim, breaks);
    } else if let Some(counter) = attack.counter {
        wear_weapon(ctx, counter.by, counter.aim);
    }
    for (target, wound) in attack.targets.iter().zip(&result.wounds) {
        if let Some(wound) = wound {
            wear_armour(ctx, target.now, wound.before);
        }
    }
    if let Some(wound) = result.counter_wound {
        wear_armour(ctx, attack.attacker, wound.before);
    }
}

/// Notes a weapon as used.
fn wear_weapon(ctx: &mut WriteContext, owner: CombatantId, aim: Aim) {
    if let Some(Arm::Item(item)) = aim.arm() {
        ctx.gear_mut(item).wear.used_by = Some(owner);
    }
}

fn break_weapon(ctx: &mut WriteContext, owner: CombatantId, aim: Aim, breaks: bool) {
    let Some(Arm::Item(item)) = aim.arm() else {
        return;
    };
    let damaged = ctx
        .read()
        .gear(item)
        .is_some_and(|gear| gear.wear.state == GearState::Damaged);
    if breaks && damaged {
        moves::set_state(ctx, owner, item, GearState::Destroyed, &[R126, RR62]);
    }
}

/// Notes armour as used, and breaks it if it is damaged and the blow was strong (ZON-127, ZON-128).
fn wear_armour(ctx: &mut WriteContext, who: CombatantId, before: i32) {
    if before < 1 {
        return;
    }
    let (shield, worn) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let shield = read.shield_of(&fighter);
        let shield = shield.map(|gear| (*gear.id, gear.wear.state));
        let worn = fighter.worn.0.and_then(|item| read.gear(item));
        (shield, worn.map(|gear| (*gear.id, gear.wear.state)))
    };
    for &(item, _) in shield.iter().chain(&worn) {
        ctx.gear_mut(item).wear.used_by = Some(who);
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
        moves::set_state(ctx, who, item, GearState::Destroyed, &rules);
    }
}
