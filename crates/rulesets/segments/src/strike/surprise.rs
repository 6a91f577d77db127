//! Surprise, ambush, and enemies that are not seen: SC and DEF by what a combatant notices (SEG-043 to SEG-047, SEG-052 to
//! SEG-054, SEG-084 to SEG-086, SEG-R30, SEG-R32, SEG-R48).

use shieldwall_battle::RuleId;

use crate::{
    combatant::field::{Combatant, Field},
    terms::rules::{R043, R044, R052, R053, R054, R084, R085, R086},
};

/// The ways to be surprised by an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surprise {
    /// It did not expect this attack (SEG-043, SEG-045, SEG-047).
    InCombat,
    /// It expected no attack at all (SEG-044, SEG-046).
    OutOfCombat,
}

impl Surprise {
    /// SC that it adds, with its name.
    #[must_use]
    pub const fn strike_chance(self) -> (&'static str, i32, RuleId) {
        match self {
            Self::InCombat => ("surprise", 10, R043),
            Self::OutOfCombat => ("surprise out of combat", 25, R044),
        }
    }
}

/// The surprise of a target by an attacker; `None` if it knows of it, or is its friend (SEG-R73). It takes no part in the
/// round of an ambush.
#[must_use]
pub fn surprise(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    target: &Combatant<'_, '_>,
) -> Option<Surprise> {
    let by_ambush = who.senses.ambushed.is_some() || target.senses.ambushed.is_some();
    let is_foe = field.combatants.board.hostile(who.side(), target.side());
    if by_ambush || !is_foe || field.knows(target.side(), who) {
        return None;
    }
    let is_engaged = || {
        let mut enemies = field.enemies(target.side());
        enemies.any(|enemy| field.knows(target.side(), &enemy) && field.are_engaged(target, &enemy))
    };
    let fights = !target.senses.unwary || field.fought.0.contains(target.side()) || is_engaged();
    Some(if fights {
        Surprise::InCombat
    } else {
        Surprise::OutOfCombat
    })
}

/// SC and damage of an ambusher against a target in the round of the ambush.
#[must_use]
pub fn ambush(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    target: &Combatant<'_, '_>,
) -> (i32, i32, RuleId) {
    let springs = field.ambushers.0.contains(who.side());
    match target.senses.ambushed.filter(|_| springs) {
        Some(3) => (10, 0, R052),
        Some(4) => (20, 0, R053),
        Some(5..) => (30, 2, R054),
        _ => (0, 0, R052),
    }
}

/// SC against an enemy that a combatant does not see, at its PER level; 0 if it sees it. Before the roll it is the worst.
#[must_use]
pub fn unseen_target(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    target: &Combatant<'_, '_>,
) -> (i32, RuleId) {
    if !field.is_blind_to(who, target) {
        return (0, R084);
    }
    match who.senses.level(target.id()) {
        Some(1) => (-10, R086),
        Some(2) => (-20, R085),
        _ => (-40, R084),
    }
}

/// DEF against an attacker that a combatant does not see (SEG-084): half as much.
#[must_use]
pub fn unseen_attacker(
    field: &Field<'_, '_>,
    target: &Combatant<'_, '_>,
    attacker: &Combatant<'_, '_>,
) -> (i32, RuleId) {
    let (points, rule) = unseen_target(field, target, attacker);
    (points / 2, rule)
}
