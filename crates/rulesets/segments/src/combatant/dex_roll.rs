//! Rolls against multiples of DEX (SEG-R31).

use shieldwall_battle::{DiceCup, Event, RuleId, Scribe, Writer, event::Rolled};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::field::Combatant,
    terms::{rules::RR31, words::DEX_LEVELS},
};

/// Rolls for a combatant: the level, from 1 within DEX to 5 above four times DEX.
pub fn roll(
    who: &Combatant<'_, '_>,
    purpose: &str,
    rule: RuleId,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> u8 {
    let (dex, modifier) = (who.dex().max(1), who.wound_level().modifier());
    let bands = [1, 2, 3, 4].map(|times| times * dex + modifier);
    let die = cup.band(100, &bands);
    let (level, outcome) = match die.band {
        0 => (1, DEX_LEVELS[0]),
        1 => (2, DEX_LEVELS[1]),
        2 => (3, DEX_LEVELS[2]),
        3 => (4, DEX_LEVELS[3]),
        _ => (5, DEX_LEVELS[4]),
    };
    let rolled = Rolled {
        who: who.id(),
        purpose: purpose.to_owned(),
        dice: vec![Face {
            sides: 100,
            face: die.face,
        }],
        chance: None,
        total: None,
        outcome: Some(outcome),
    };
    scribe.write(Event::Rolled(rolled), &[rule, RR31]);
    level
}
