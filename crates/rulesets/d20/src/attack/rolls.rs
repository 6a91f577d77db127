//! The dice of an attack: the d20, then the damage (D20-001, D20-003, D20-052, D20-075, D20-R50).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    DiceCup, Event, Flow, RuleId, Scribe, Writer, event::Rolled, stage::Stage,
};
use shieldwall_dice::DiceExpr;

use crate::{
    attack::{
        Attack, BlowResults, assassination,
        to_hit::{self, Aim},
    },
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    harm::{d20::D20, rolls::sum},
    terms::{
        rules::{R001, R003, R052, R053, R075, R080, R101, RR50, RR92},
        stages::BLOWS,
        words::{FAILURE, HURT, NO_EFFECT, SUCCESS, UNANSWERED},
    },
};

/// What a strained muscle takes off the damage (D20-080).
const STRAIN: i32 = -1;

/// The attack whose dice are next.
pub(super) fn next<'a>(
    attacks: impl IntoIterator<Item = Mut<'a, Attack>>,
) -> Option<Mut<'a, Attack>> {
    let open = attacks.into_iter().filter(|attack| !attack.rolled);
    open.min_by_key(|attack| attack.number)
}

/// Rolls the d20 of the next attack, as things stood before all of them (D20-024). One in each run of the stage: so
/// forecasts add up what may come of each, instead of going through all that may come of all.
pub fn to_hit(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let blows = |attack: &Mut<Attack>| attack.roll.is_none() && !attack.manner.is_grip();
    let Some(mut attack) = next(&mut attacks).filter(blows) else {
        return;
    };
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    let Some(arm) = attack.arm(&field) else {
        attack.damage = Some(0);
        return;
    };
    let check = to_hit::check(&field, &Aim::of(&who, &arm, &target));
    let needed = to_hit::needed(&check);
    let (fell, face) = D20::roll(&mut cup, needed);
    let outcome = fell.outcome();
    attack.reaches = needed <= i32::from(face.face);
    let rule = match fell {
        D20::One => R075,
        D20::Failure | D20::Success => R003,
        D20::Twenty => R052,
    };
    let rolled = Rolled {
        who: attack.who,
        purpose: format!("attack with {}", arm.name()),
        dice: vec![face],
        total: total_of(&check, face.face),
        chance: Some(check),
        outcome: Some(outcome),
    };
    // All see the roll of an attack, even of an attacker that is not noticed yet: the attack gives it away.
    let event = Event::Rolled(rolled);
    scribe.journal.write(event, &[R001, rule]);
    let event = Event::AttackResolved {
        who: attack.who,
        target: attack.target,
        attack: outcome,
        defence: UNANSWERED,
        defence_level: if fell.succeeds() { FAILURE } else { SUCCESS },
        effect: if fell.succeeds() { HURT } else { NO_EFFECT },
    };
    scribe.write(event, &[rule]);
    attack.roll = Some(fell);
    if !fell.succeeds() {
        attack.damage = Some(0);
    }
}

/// What a face comes to with the bonus of a check.
fn total_of(check: &shieldwall_battle::Check, face: u16) -> Option<i32> {
    match &check.against {
        shieldwall_battle::Against::AtLeast { bonus, .. } => Some(i32::from(face) + bonus),
        _ => None,
    }
}

/// What a strained muscle takes off somebody's damage (D20-080).
#[must_use]
pub fn strain(who: &Figure<'_, '_>) -> i32 {
    if who.wounds.strained.0 { STRAIN } else { 0 }
}

/// What a hit of somebody on another rolls.
#[must_use]
pub fn damage_dice(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    target: &Figure<'_, '_>,
) -> DiceExpr {
    let steps = field.steps(who.footing(), target.footing());
    arm.damage_at(steps, who.stats().strength_modifier())
        .plus(strain(who))
}

/// Rolls the damage of the attack that has just hit (D20-101).
pub fn damage(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let hits = |attack: &Mut<Attack>| attack.hits() && attack.damage.is_none();
    let Some(mut attack) = next(&mut attacks).filter(hits) else {
        return;
    };
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    let Some(arm) = attack.arm(&field) else {
        attack.damage = Some(0);
        return;
    };
    if attack.strikes_plate(&target) {
        attack.damage = Some(0);
        attack.recoil = 1;
        return;
    }
    // A target that special weapons alone can hurt takes no harm from others (D20-053). Dice that change nothing are not rolled.
    if !arm.can_hurt(target.stats()) {
        let event = Event::Damage {
            target: attack.target,
            fixed: 0,
            rolled: 0,
            armour: 0,
            lost: 0,
        };
        scribe.write(event, &[R053, RR92]);
        attack.damage = Some(0);
        return;
    }
    let times = assassination::multiplier(&who, &target);
    if times > 1 {
        let (dice, added) = arm.parts(&field, &who, &target);
        let parts = (&dice, added + strain(&who));
        let total = assassination::multiplied(&who, parts, times, &mut cup, &mut scribe);
        attack.damage = Some(total.max(1));
        return;
    }
    let rules: &[RuleId] = if who.wounds.strained.0 {
        &[R101, R080]
    } else {
        &[R101]
    };
    let dice = damage_dice(&field, &who, &arm, &target);
    let rolled = sum((attack.who, "damage"), &dice, &mut cup, &mut scribe, rules);
    let lost = rolled.max(1);
    let event = Event::Damage {
        target: attack.target,
        fixed: 0,
        rolled,
        armour: 0,
        lost,
    };
    scribe.write(event, &[R101, RR50]);
    attack.damage = Some(lost);
}

/// Marks the attack whose dice have been rolled. When it is the last one, all take effect.
pub fn finish(mut attacks: Query<&mut Attack>, mut flow: ResMut<Flow>) {
    if let Some(mut attack) = next(&mut attacks) {
        attack.rolled = true;
    }
    if attacks.iter().all(|attack| attack.rolled) {
        flow.replace(Stage::new(BlowResults, BLOWS));
    }
}
