//! Strike rolls and damage (SEG-007, SEG-025 to SEG-031).

use bevy_ecs::prelude::*;
use shieldwall_battle::{DiceCup, Event, RuleId, Scribe, Writer, event::Rolled};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::field::Field,
    strike::{
        CRITICAL_FACTOR, Strike, StrikeResult,
        chance::{Aim, chance},
        loss, next_open, surprise,
    },
    terms::{
        rules::{R025, R028, R029, R031, R110},
        words::{CRITICAL, DAMAGE, DOUBLE_DAMAGE, GRIEVOUS, HIT, MISS, NO_DEFENCE, NOTHING},
    },
};

/// Rolls the next strike, as all stand before any of them takes effect. One in each run: so forecasts add up the results
/// of each, and do not go through all results of all.
pub fn roll(
    field: Field,
    mut strikes: Query<&mut Strike>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some(mut strike) = next_open(strikes.iter_mut()) else {
        return;
    };
    if !strike.settled {
        return;
    }
    let (who, target) = (field.combatant(strike.who), field.combatant(strike.target));
    // A weapon that has left the hand meanwhile strikes no more.
    let arm = field.arm(&who, strike.weapon);
    let Some(arm) = arm.filter(|arm| arm.in_hand) else {
        strike.result = Some(StrikeResult::default());
        return;
    };
    scribe.journal.open_group();
    let rule: RuleId = if strike.free { R110 } else { R025 };
    let attacked = Event::Attacked {
        who: strike.who,
        target: strike.target,
        item: arm.item(),
        with: arm.name.clone(),
        missile: arm.missile.is_some(),
    };
    scribe.write(attacked, &[rule]);
    let aim = Aim {
        free: strike.free,
        ..Aim::of(&who, &arm, &target)
    };
    let chance = chance(&field, &aim);
    let limits = chance.limits;
    let die = cup.band(100, &[limits.grievous, limits.critical, limits.hit]);
    let (level, effect) = match die.band {
        0 => (GRIEVOUS, DOUBLE_DAMAGE),
        1 => (CRITICAL, DOUBLE_DAMAGE),
        2 => (HIT, DAMAGE),
        _ => (MISS, NOTHING),
    };
    let rolled = Rolled {
        who: strike.who,
        purpose: format!("strike with {}", arm.name),
        dice: vec![Face {
            sides: 100,
            face: die.face,
        }],
        chance: Some(chance.check),
        total: None,
        outcome: Some(level),
    };
    scribe.write(Event::Rolled(rolled), &[R025]);
    let event = Event::AttackResolved {
        who: strike.who,
        target: strike.target,
        attack: level,
        defence: NO_DEFENCE,
        defence_level: MISS,
        effect,
    };
    scribe.write(event, &[R025]);
    let mut result = StrikeResult {
        hits: level != MISS,
        critical: effect == DOUBLE_DAMAGE,
        grievous: level == GRIEVOUS,
        lost: 0,
    };
    if result.hits {
        let (_, extra, _) = surprise::ambush(&field, &who, &target);
        let dice = cup.sum(&arm.damage.plus(extra));
        let doubled = effect == DOUBLE_DAMAGE;
        let purpose = if doubled {
            "double damage past armour"
        } else {
            "damage"
        };
        scribe.sum(strike.who, purpose, &dice, &[R031]);
        let prot = if doubled { 0 } else { target.prot() };
        result.lost = loss(dice.total, doubled, prot);
        let rule = match (result.grievous, doubled) {
            (true, _) => R029,
            (false, true) => R028,
            (false, false) => R031,
        };
        let event = Event::Damage {
            target: strike.target,
            fixed: 0,
            rolled: dice.total.max(0) * if doubled { CRITICAL_FACTOR } else { 1 },
            armour: prot,
            lost: result.lost,
        };
        scribe.write(event, &[rule]);
    }
    scribe.journal.close_group();
    strike.result = Some(result);
}
