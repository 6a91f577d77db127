//! Missiles into melee, which may go at a friend (SEG-149 to SEG-154, SEG-R72, SEG-R73).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Event, Scribe, Writer, event::Rolled};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::{
        arms::{Arm, Flight},
        field::{Combatant, Field},
    },
    content::item_block::Specialisation,
    strike::{Strike, StrikeResult, next_open},
    terms::{
        rules::{R149, R150, R152, RR73},
        words::{AT_A_FRIEND, AT_THE_FOE},
    },
};

/// The risk of a missile to friends of the shooter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risk {
    /// The friends in melee with the target, in the order of their ids.
    pub friends: Vec<CombatantId>,
    /// The highest roll of 1d100 at which the missile goes at one of them.
    pub limit: i32,
}

/// The number of 1d100, with what skill adds, up to which a missile goes at a friend (SEG-151, SEG-152, SEG-R72).
const fn number(friends: i32, opponents: i32) -> i32 {
    match (friends, opponents) {
        // The one printed number that is not as the others.
        (3, 2) => 45,
        _ => {
            let number = 30 + 10 * (friends - 1) - 10 * (opponents - 1);
            if number < 0 {
                0
            } else if number > 90 {
                90
            } else {
                number
            }
        }
    }
}

/// The risk of a shot; `None` where the target is in melee with no friend of the shooter.
#[must_use]
pub fn risk(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    target: &Combatant<'_, '_>,
    (arm, missile): (&Arm, Flight),
) -> Option<Risk> {
    let others = field.enemies(target.side());
    let friends: Vec<Combatant<'_, '_>> = others
        .filter(|other| other.id() != who.id() && is_friend(field, who, other))
        .filter(|friend| field.are_engaged(friend, target))
        .collect();
    if friends.is_empty() {
        return None;
    }
    let engaged = |enemy: &Combatant<'_, '_>| {
        enemy.id() == target.id()
            || friends
                .iter()
                .any(|friend| field.are_engaged(enemy, friend))
    };
    let opponents = field.enemies(who.side()).filter(engaged).count();
    let counted = |all: usize| i32::try_from(all).unwrap_or(i32::MAX);
    let number = number(counted(friends.len()), counted(opponents));
    let (skill, always) = match missile.skill {
        Specialisation::None => (0, 5),
        Specialisation::Specialist => (5, 3),
        Specialisation::Double => (10, 1),
    };
    let skill = skill + arm.rank + 2 * who.stats().master_bowman;
    Some(Risk {
        friends: friends.iter().map(Combatant::id).collect(),
        limit: always.max(number - skill),
    })
}

fn is_friend(field: &Field<'_, '_>, who: &Combatant<'_, '_>, other: &Combatant<'_, '_>) -> bool {
    !field.combatants.board.hostile(who.side(), other.side())
}

/// Finds out at which combatant the next missile goes that is shot into melee.
pub fn settle(
    field: Field,
    mut strikes: Query<&mut Strike>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some(mut strike) = next_open(strikes.iter_mut()) else {
        return;
    };
    if strike.settled {
        return;
    }
    strike.settled = true;
    let (who, target) = (field.combatant(strike.who), field.combatant(strike.target));
    let Some(arm) = field.arm(&who, strike.weapon) else {
        return;
    };
    let risk = arm
        .missile
        .and_then(|missile| risk(&field, &who, &target, (&arm, missile)));
    let Some(risk) = risk else {
        return;
    };
    let mut rolled = |sides: u16, face: u16, purpose: &str, outcome, rule| {
        let rolled = Rolled {
            who: strike.who,
            purpose: purpose.to_owned(),
            dice: vec![Face { sides, face }],
            chance: None,
            total: None,
            outcome,
        };
        scribe.write(Event::Rolled(rolled), &[rule]);
    };
    let die = cup.band(100, &[risk.limit]);
    let at_friend = die.band == 0;
    let outcome = if at_friend { AT_A_FRIEND } else { AT_THE_FOE };
    let purpose = format!("shot into melee ({} or less goes at a friend)", risk.limit);
    rolled(100, die.face, &purpose, Some(outcome), R150);
    if !at_friend {
        return;
    }
    let friend = match risk.friends[..] {
        [only] => only,
        ref friends => {
            let sides = u16::try_from(friends.len()).unwrap_or(u16::MAX);
            let bounds: Vec<i32> = (1..i32::from(sides)).collect();
            let die = cup.band(sides, &bounds);
            rolled(sides, die.face, "which friend", None, R152);
            friends[die.band.min(friends.len() - 1)]
        }
    };
    strike.target = friend;
    let friend = field.combatant(friend);
    if !field.strikes_at(who.cell(), friend.cell(), arm.reach) {
        // Out of range or of sight: the shot is lost (SEG-R73).
        strike.result = Some(StrikeResult::default());
        let event = Event::Note {
            who: strike.who,
            text: format!("shoots past {}", friend.name()),
            unforeseen: false,
        };
        scribe.write(event, &[R149, RR73]);
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    /// SEG-151, SEG-152, SEG-R72.
    #[test]
    fn printed_numbers_and_those_between() {
        let one = [1, 2, 3, 4].map(|opponents| number(1, opponents));
        assert_eq!(one, [30, 20, 10, 0]);
        assert_eq!([2, 3, 9].map(|friends| number(friends, 1)), [40, 50, 90]);
        assert_eq!([number(3, 2), number(4, 2)], [45, 50]);
    }
}
