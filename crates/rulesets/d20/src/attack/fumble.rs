//! Fumbles: what a natural 1 on one's own number leads to besides the miss (D20-076 to D20-081, D20-R37, D20-R38).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Roster, RuleId, Scribe, Writer, inventory::lay_down,
};
use shieldwall_dice::{Dice, DiceExpr, Face};

use crate::{
    attack::{
        Aiming, Manner, Occasion,
        free_attacks::{Interlude, Interludes},
        spawning::Announced,
    },
    content::blocks::Weapon,
    figure::{
        Readied,
        battlefield::{Battlefield, Figure},
        wounds::{Askew, Strained},
    },
    terms::{
        conditions::{ASKEW, STRAINED},
        rules::{R076, R077, R078, R079, R080, R081, RR37, RR38},
        words::DROPPED,
    },
};

/// The rules of a blow that has gone astray.
pub const ASTRAY_RULES: &[RuleId] = &[R079];
/// The rules of the free attacks on a fumbler.
const FREE_RULES: &[RuleId] = &[R076, RR38];
/// Sides of the die for the rounds that a helmet takes.
const HELMET_ROUNDS: u16 = 3;

/// What may happen besides (D20-077).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mishap {
    Nothing,
    Drop,
    Astray,
    Strain,
    Helmet,
}

impl Mishap {
    /// Ends of the ranges of the d6.
    const UPPERS: [i32; 4] = [2, 3, 4, 5];

    const fn of(band: usize) -> (Self, RuleId) {
        match band {
            0 => (Self::Nothing, R077),
            1 => (Self::Drop, R078),
            2 => (Self::Astray, R079),
            3 => (Self::Strain, R080),
            _ => (Self::Helmet, R081),
        }
    }
}

/// Rolls the mishap of the fumble that is next, and lets the enemies of the fumbler strike.
pub fn mishap(
    field: Battlefield,
    roster: Res<Roster>,
    mut interludes: ResMut<Interludes>,
    mut cup: ResMut<DiceCup>,
    mut commands: Commands,
    mut scribe: Scribe,
) {
    let Some(Interlude::Fumble(attack)) = interludes.0.front().cloned() else {
        return;
    };
    interludes.0.pop_front();
    let who = field.figure(attack.who);
    for striker in strikers(&field, &who).into_iter().rev() {
        interludes.0.push_front(Interlude::Attack {
            who: striker,
            target: attack.who,
            occasion: Occasion::Free,
            rules: FREE_RULES,
        });
    }
    if !field.rules.0.fumble_mishaps || attack.weapon.brawls() {
        return;
    }
    let die = cup.band(6, &Mishap::UPPERS);
    let (mishap, rule) = Mishap::of(die.band);
    let die = Face {
        sides: 6,
        face: die.face,
    };
    scribe.die(attack.who, "mishap", die, &[rule, RR37]);
    match mishap {
        Mishap::Nothing => {}
        Mishap::Drop => {
            let cell = who.cell();
            if let Some((item, name)) = dropped(&field, &who, &attack) {
                let entity = roster.item(item);
                commands.change(entity, |readied: &mut Readied| readied.0 = false);
                scribe.item(attack.who, (item, name), DROPPED, Some(cell), &[R078]);
                lay_down(&mut commands.entity(entity), cell);
            }
        }
        Mishap::Astray => {
            let candidates = strays(&field, &who, &attack);
            if candidates.is_empty() {
                return;
            }
            let place = cup.one_of(candidates.len());
            if candidates.len() > 1 {
                let face = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
                let die = Face {
                    sides: face(candidates.len()),
                    face: face(place + 1),
                };
                scribe.die(attack.who, "who is struck", die, &[R079]);
            }
            interludes.0.push_front(Interlude::Astray(Announced {
                target: candidates[place],
                aiming: Aiming::Plain,
                manner: Manner::Kill,
                ..attack
            }));
        }
        Mishap::Strain => {
            if !who.wounds.strained.0 {
                commands.change(who.entity, |strained: &mut Strained| strained.0 = true);
                scribe.condition(attack.who, STRAINED, true, &[R080]);
            }
        }
        Mishap::Helmet => {
            if !who.armour.helmet {
                return;
            }
            let rounds = cup.sum(&DiceExpr::dice(1, HELMET_ROUNDS));
            let die = Face {
                sides: HELMET_ROUNDS,
                face: u16::try_from(rounds.total).unwrap_or(1),
            };
            scribe.die(attack.who, "rounds with the helmet", die, &[R081]);
            let rounds = u8::try_from(rounds.total).unwrap_or(1);
            if who.wounds.askew.0 == 0 {
                scribe.condition(attack.who, ASKEW, true, &[R081]);
            }
            commands.change(who.entity, move |askew: &mut Askew| {
                askew.0 = askew.0.max(rounds);
            });
        }
    }
}

/// The weapon that falls: nothing falls that is grown on, or has left the hand already (D20-078, D20-R37).
fn dropped(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    attack: &Announced,
) -> Option<(shieldwall_battle::ItemId, String)> {
    let Weapon::Item(item) = attack.weapon else {
        return None;
    };
    let mut in_hand = field.in_hand(who);
    let gear = in_hand.find(|gear| *gear.id == item)?;
    Some((item, gear.kind.0.name.clone()))
}

/// The enemies that may strike at a fumbler, in the order of equals (D20-076).
#[must_use]
pub fn strikers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<CombatantId> {
    let enemies = field.enemies(who.side());
    let strikers = enemies.filter(|enemy| field.has_free_attack(enemy, who));
    field.in_order(strikers.map(|enemy| *enemy.id))
}

/// Who may be struck by a blow that has gone astray, in the order of equals: friends within reach or else the fumbler;
/// of a missile, friends beside the one it was meant for, or nobody (D20-079).
#[must_use]
pub fn strays(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    attack: &Announced,
) -> Vec<CombatantId> {
    let target = field.figure(attack.target);
    let arm = field.arm(who, attack.weapon, attack.missile);
    let near = field.friends(who).filter(|friend| {
        if attack.missile {
            field.adjacent(friend.footing(), target.footing())
        } else {
            arm.as_ref()
                .is_some_and(|arm| field.reaches(who, who.footing(), arm, friend.footing()))
        }
    });
    let mut struck = field.in_order(near.map(|friend| *friend.id));
    if struck.is_empty() && !attack.missile {
        struck.push(attack.who);
    }
    struck
}
