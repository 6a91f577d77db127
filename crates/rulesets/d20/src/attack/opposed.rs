//! Opposed rolls: wrestling somebody down, pushing it back, struggling free (D20-166, D20-167, D20-R82).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, Check, DiceCup, Event, Modifier, RuleId, Scribe, Writer, check::Effect, event::Rolled,
};
use shieldwall_dice::{Dice, DiceExpr, Face};

use crate::{
    attack::{Attack, Manner, rolls::next},
    figure::{
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    harm::d20::D20,
    terms::{
        rules::{R007, R101, R166, R167, RR05, RR82},
        words::{FAILURE, SUCCESS},
    },
};

/// What a step of size is worth (D20-R82).
const PER_SIZE: i32 = 4;

/// An opposed roll with all that makes it up.
#[must_use]
pub fn check(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, target: &Figure<'_, '_>) -> Check {
    let mut own = Vec::new();
    let mut theirs = Vec::new();
    let add = |list: &mut Vec<Modifier>, name: &'static str, points: i32, rule: RuleId| {
        if points != 0 {
            list.push(Modifier {
                name: name.into(),
                effect: Effect::Add(points),
                rule,
            });
        }
        points
    };
    let size = PER_SIZE * field.bigger(who, target);
    let bonus = add(&mut own, "STR", who.stats().strength_modifier(), R101)
        + add(&mut own, "attack share", who.round.division.attack, R007)
        + add(&mut own, "size", size, RR82);
    // Skill resists in full, however it is divided, but not while one casts, charges or is surprised.
    let charges = *target.round.intent == Intent::Charge;
    let skill = if charges || target.surprised.0 || target.magic.casting.0.is_some() {
        0
    } else {
        target.stats().combat_bonus()
    };
    let their_bonus = add(&mut theirs, "STR", target.stats().strength_modifier(), R101)
        + add(&mut theirs, "combat bonus", skill, RR05);
    Check {
        skill: "Strength".into(),
        rating: chance(bonus, their_bonus),
        modifiers: own,
        chance: chance(bonus, their_bonus),
        against: Against::Opposed {
            bonus,
            their_bonus,
            their_modifiers: theirs,
        },
    }
}

/// The chance that a d20 with one bonus comes to more than one with another, in percent.
fn chance(bonus: i32, their_bonus: i32) -> i32 {
    let ways = (1..=20).map(|own| (own + bonus - their_bonus - 1).clamp(0, 20));
    ways.sum::<i32>() * 100 / 400
}

/// Whether somebody is overcome without a roll: it is stunned (D20-R82).
#[must_use]
pub fn is_helpless(target: &Figure<'_, '_>) -> bool {
    target.wounds.stunned.0 > 0
}

/// Rolls the next attempt: the attacker first. It needs the higher total.
pub fn roll(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let grips = |attack: &Mut<Attack>| attack.manner.is_grip() && attack.roll.is_none();
    let Some(mut attack) = next(&mut attacks).filter(grips) else {
        return;
    };
    attack.damage = Some(0);
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    if is_helpless(&target) {
        attack.roll = Some(D20::Success);
        return;
    }
    let check = check(&field, &who, &target);
    let Against::Opposed {
        bonus, their_bonus, ..
    } = check.against
    else {
        return;
    };
    let own = cup.sum(&DiceExpr::dice(1, 20));
    let total = own.total + bonus;
    // What the other one must stay below.
    let theirs = cup.band(20, &[(total - their_bonus - 1).clamp(0, 20)]);
    let wins = theirs.band == 0 && total - their_bonus > 1;
    let (outcome, other) = if wins {
        (SUCCESS, FAILURE)
    } else {
        (FAILURE, SUCCESS)
    };
    let (purpose, rule) = match attack.manner {
        Manner::Push { .. } => ("push", R167),
        Manner::Struggle => ("struggle", RR82),
        Manner::Wrestle | Manner::Kill | Manner::Subdue | Manner::Vitals => ("wrestling", R166),
    };
    let rolled = Rolled {
        who: attack.who,
        purpose: purpose.to_owned(),
        dice: own.faces,
        chance: Some(check),
        total: Some(total),
        outcome: Some(outcome),
    };
    scribe.write(Event::Rolled(rolled), &[rule, RR82]);
    let rolled = Rolled {
        who: attack.target,
        purpose: format!("against the {purpose}"),
        dice: vec![Face {
            sides: 20,
            face: theirs.face,
        }],
        chance: None,
        total: Some(i32::from(theirs.face) + their_bonus),
        outcome: Some(other),
    };
    scribe.write(Event::Rolled(rolled), &[rule, RR82]);
    attack.roll = Some(if wins { D20::Success } else { D20::Failure });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 400 pairs 190 are higher for the one, 190 for the other, and 20 equal: ties go to the defender.
    #[test]
    fn d20_r82_ties_go_to_the_defender() {
        assert_eq!(chance(0, 0), 47);
        assert_eq!(chance(20, 0), 100);
        assert_eq!(chance(0, 19), 0);
        assert_eq!(chance(4, 1), 61);
    }
}
