//! Rolls of 1d100 at or below a target number: First Aid, casts, Luck, concentration.

use std::borrow::Cow;

use shieldwall_battle::{
    Against, Check, CombatantId, DiceCup, Event, Modifier, RuleId, Scribe, Writer, check::Effect,
    event::Rolled, terms::RollLevel,
};
use shieldwall_dice::{Dice, Face};

/// A target number with at most one modifier, kept within the rolls that can succeed.
#[must_use]
pub fn check(
    skill: impl Into<Cow<'static, str>>,
    rating: i32,
    (name, points, rule): (&'static str, i32, RuleId),
    [least, most]: [i32; 2],
) -> Check {
    let modifier = Modifier {
        name: name.into(),
        effect: Effect::Add(points),
        rule,
    };
    Check {
        skill: skill.into(),
        rating,
        modifiers: (points != 0).then_some(modifier).into_iter().collect(),
        chance: (rating + points).clamp(least, most),
        against: Against::Percent,
    }
}

/// Rolls for a combatant, and writes it. True if it succeeds.
pub fn roll(
    (who, purpose): (CombatantId, String),
    check: Check,
    [success, failure]: [RollLevel; 2],
    rules: &[RuleId],
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> bool {
    let die = cup.band(100, &[check.chance]);
    let succeeds = die.band == 0;
    let rolled = Rolled {
        who,
        purpose,
        dice: vec![Face {
            sides: 100,
            face: die.face,
        }],
        chance: Some(check),
        total: None,
        outcome: Some(if succeeds { success } else { failure }),
    };
    scribe.write(Event::Rolled(rolled), rules);
    succeeds
}
