//! Who is struck at, where chance says: one of several within reach of a weapon (D20-104, D20-R52), or anybody of a
//! melee into which somebody shoots (D20-103, D20-107, D20-R54).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Event, Scribe, Writer};
use shieldwall_dice::{Dice, Face};

use crate::{
    attack::{Aiming, Attack, Occasion, legality::may_strike, rolls::next},
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    terms::rules::{R104, R107, RR52, RR54},
};

/// How near two enemies are in combat, in inches: 10 feet (D20-103).
const IN_COMBAT: u32 = 2;
/// Steps of size by which a target stands out of a melee (D20-R54).
const STANDS_OUT: i32 = 2;

/// Rolls who is struck at by the next attack, if there is more than one, and says that it is made.
pub fn find(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some(mut attack) = next(&mut attacks).filter(|attack| attack.damage.is_none()) else {
        return;
    };
    let who = field.figure(attack.who);
    let Some(arm) = attack.arm(&field) else {
        return;
    };
    let (candidates, rules) = if attack.occasion == Occasion::Astray {
        (vec![attack.target], [R107, RR54])
    } else if attack.missile {
        let pool = field.melee_around(&who, &field.figure(attack.target));
        (pool, [R107, RR54])
    } else if attack.aiming == Aiming::Chance {
        (field.candidates(&who, &arm), [R104, RR52])
    } else {
        (vec![attack.target], [R104, RR52])
    };
    if candidates.len() > 1 {
        let place = cup.one_of(candidates.len());
        attack.target = candidates[place];
        let die = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let die = Face {
            sides: die(candidates.len()),
            face: die(place + 1),
        };
        scribe.die(attack.who, "the target", die, &rules);
    }
    let event = Event::Attacked {
        who: attack.who,
        target: attack.target,
        item: arm.item(),
        with: arm.name(),
        missile: attack.missile,
    };
    scribe.write(event, attack.rules);
}

impl Battlefield<'_, '_> {
    /// The able enemies within reach of a weapon, in the order of equals (D20-R52).
    #[must_use]
    pub fn candidates(&self, who: &Figure<'_, '_>, arm: &Arm) -> Vec<CombatantId> {
        let here = who.footing();
        let within = self
            .enemies(who.side())
            .filter(|enemy| may_strike(self, who, here, arm, enemy, enemy.footing()).is_ok());
        self.in_order(within.map(|enemy| *enemy.id))
    }

    /// Whether two enemies are in combat with each other: near, in sight, and one of them able to act (D20-103).
    #[must_use]
    pub fn fight_each_other(&self, a: &Figure<'_, '_>, b: &Figure<'_, '_>) -> bool {
        self.board.hostile(a.side(), b.side())
            && a.is_able()
            && b.is_able()
            && (a.can_act() || b.can_act())
            && self.steps(a.footing(), b.footing()) <= self.cells_of(IN_COMBAT)
            && self.sees(a.footing(), b.footing())
    }

    /// All who may be struck by a missile aimed at somebody, in the order of equals: the target alone, unless it is in
    /// combat (D20-107, D20-R54).
    #[must_use]
    pub fn melee_around(
        &self,
        shooter: &Figure<'_, '_>,
        target: &Figure<'_, '_>,
    ) -> Vec<CombatantId> {
        self.melee_among(shooter, target, |_| true)
    }

    /// The same among those figures that count: a side knows only some.
    #[must_use]
    pub fn melee_among(
        &self,
        shooter: &Figure<'_, '_>,
        target: &Figure<'_, '_>,
        counts: impl Fn(&Figure<'_, '_>) -> bool,
    ) -> Vec<CombatantId> {
        let in_combat = |who: &Figure<'_, '_>| {
            let mut enemies = self.enemies(who.side()).filter(&counts);
            enemies.any(|enemy| self.fight_each_other(who, &enemy))
        };
        let alone = vec![*target.id];
        if !in_combat(target) {
            return alone;
        }
        let near = self.cells_of(IN_COMBAT);
        let others: Vec<Figure<'_, '_>> = self
            .all()
            .filter(|other| {
                other.is_able()
                    && other.id != target.id
                    && other.id != shooter.id
                    && self.steps(other.footing(), target.footing()) <= near
                    && counts(other)
                    && in_combat(other)
                    && self.sees(shooter.footing(), other.footing())
            })
            .collect();
        let stands_out = others
            .iter()
            .all(|other| self.bigger(target, other) >= STANDS_OUT);
        if stands_out {
            return alone;
        }
        let others = others.iter().map(|other| *other.id);
        self.in_order(others.chain(alone))
    }
}
