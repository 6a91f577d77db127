//! Rolls against multiples of a characteristic (SEG-R31).

use shieldwall_battle::{DiceCup, Event, RuleId, Scribe, Writer, event::Rolled, terms::RollLevel};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::field::Combatant,
    terms::{
        rules::RR31,
        words::{DEX_LEVELS, PER_LEVELS},
    },
};

/// Rolls against DEX with its wound modifier: the level, from 1 within DEX to 5 above four times DEX.
pub fn dex(
    who: &Combatant<'_, '_>,
    purpose: &str,
    rule: RuleId,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> u8 {
    let number = (who.dex(), who.wound_level().modifier());
    let words = (purpose.to_owned(), &DEX_LEVELS);
    roll(who, number, words, &[rule, RR31], cup, scribe)
}

/// Rolls against PER: wounds count for nothing (SEG-R27).
pub fn per(
    who: &Combatant<'_, '_>,
    purpose: String,
    rules: &[RuleId],
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> u8 {
    let number = (who.stats().per, 0);
    roll(who, number, (purpose, &PER_LEVELS), rules, cup, scribe)
}

fn roll(
    who: &Combatant<'_, '_>,
    (characteristic, modifier): (i32, i32),
    (purpose, words): (String, &[RollLevel; 5]),
    rules: &[RuleId],
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> u8 {
    let once = characteristic.max(1);
    let bands = [1, 2, 3, 4].map(|times| times * once + modifier);
    let die = cup.band(100, &bands);
    let (level, outcome) = match die.band {
        0 => (1, words[0]),
        1 => (2, words[1]),
        2 => (3, words[2]),
        3 => (4, words[3]),
        _ => (5, words[4]),
    };
    let rolled = Rolled {
        who: who.id(),
        purpose,
        dice: vec![Face {
            sides: 100,
            face: die.face,
        }],
        chance: None,
        total: None,
        outcome: Some(outcome),
    };
    scribe.write(Event::Rolled(rolled), rules);
    level
}
