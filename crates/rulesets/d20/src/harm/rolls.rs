//! Dice that are rolled for other things than an attack, written into the journal.

use shieldwall_battle::{
    Against, Check, CombatantId, DiceCup, Event, RuleId, Scribe, SideSet, Writer, event::Rolled,
};
use shieldwall_dice::{Dice, DiceExpr, Face};

use crate::terms::words::{FAILURE, SUCCESS};

/// Rolls dice that nothing is compared with, and writes what they came to: damage, healing.
pub fn sum(
    (who, purpose): (CombatantId, &str),
    dice: &DiceExpr,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) -> i32 {
    let roll = cup.sum(dice);
    scribe.sum(who, purpose, &roll, rules);
    roll.total
}

/// Rolls a d20 that may not be above a score, and writes it; whether it is made (D20-091, D20-122, D20-R87). A roll that
/// fails is written for some sides only, if `failure_for` names them.
pub fn not_above(
    (who, purpose): (CombatantId, &str),
    (ability, limit): (&'static str, i32),
    cup: &mut DiceCup,
    (scribe, failure_for): (&mut Scribe<'_, '_>, Option<SideSet>),
    rules: &[RuleId],
) -> bool {
    let within = limit.clamp(0, 20);
    let roll = cup.band(20, &[within]);
    let made = within > 0 && roll.band == 0;
    let rolled = Rolled {
        who,
        purpose: purpose.to_owned(),
        dice: vec![Face {
            sides: 20,
            face: roll.face,
        }],
        chance: Some(Check {
            skill: ability.into(),
            rating: limit,
            modifiers: Vec::new(),
            chance: within * 5,
            against: Against::AtMost(limit),
        }),
        total: None,
        outcome: Some(if made { SUCCESS } else { FAILURE }),
    };
    match failure_for.filter(|_| !made) {
        // A side that may learn of the failure may not know of the combatant that fails.
        Some(sides) => {
            let sides = if scribe.is_unseen(who) {
                SideSet::default()
            } else {
                sides
            };
            scribe
                .journal
                .write_for(Event::Rolled(rolled), rules, Some(sides));
        }
        None => scribe.write(Event::Rolled(rolled), rules),
    }
    made
}
