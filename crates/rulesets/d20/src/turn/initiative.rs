//! Initiative: a die for each attack, by DEX (D20-019, D20-020, D20-033, D20-R08 to D20-R10).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Event, Flow, Scribe, Writer, add_stage,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    content::ability,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
        count::Count,
        round::{Intent, Numbers},
    },
    stages::{self, Initiative},
    terms::{
        rules::{R019, R020, R026, R033, RR18},
        stages::{COUNTDOWN, INITIATIVE},
    },
    turn::surprise::Segments,
};

/// Sides of the die where everybody has the same (D20-R08).
const COMMON_DIE: u16 = 10;

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Initiative);
    app.add_systems(Initiative, roll);
}

/// How many dice somebody rolls: one for each attack. A bow in hand gives a second one, for a second shot; those who
/// do not fight have one for their movement.
#[must_use]
pub fn dice(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> u8 {
    if *who.round.intent != Intent::Fight || who.broken.0 {
        return 1;
    }
    let shots = field.arms(who).iter().map(Arm::shots).max().unwrap_or(0);
    who.attacks().max(shots)
}

/// Rolls for everybody, in the order of equals.
fn roll(
    field: Battlefield,
    mut commands: Commands,
    segments: Res<Segments>,
    mut count: ResMut<Count>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let stage = INITIATIVE;
    scribe.write(Event::StageBegan { stage }, &[R019]);
    // In the phase of surprise a spell has no number: it takes effect when the phase is over (D20-151).
    let waits = |who: &Figure<'_, '_>| segments.is_played() && *who.round.intent == Intent::Cast;
    let able = field
        .all()
        .filter(|who| who.has_numbers() && !waits(who))
        .map(|who| *who.id);
    let common = field.rules.0.initiative_d10.then_some(COMMON_DIE);
    let rollers: Vec<(CombatantId, u16, u8)> = field
        .in_order(able)
        .into_iter()
        .map(|id| {
            let who = field.figure(id);
            let own = ability::initiative_sides(who.stats().dexterity);
            (id, common.unwrap_or(own), dice(&field, &who))
        })
        .collect();
    if segments.is_played() && alone(&field) {
        in_order(&rollers, &field, &mut commands, &mut scribe);
        *count = Count::default();
        flow.replace(stages::countdown());
        return;
    }
    scribe.journal.open_group();
    let mut all: Vec<(u16, CombatantId)> = Vec::new();
    for (who, sides, dice) in rollers {
        let mut numbers = Vec::new();
        for number in 0..dice {
            let die = cup.sum(&DiceExpr::dice(1, sides));
            numbers.push(u16::try_from(die.total).unwrap_or(0));
            let rule = if number == 0 { R019 } else { R033 };
            scribe.sum(who, "initiative", &die, &[R020, rule]);
        }
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        all.extend(numbers.iter().map(|number| (*number, who)));
    }
    scribe.journal.close_group();
    together(&field, &mut all);
    for who in field.all() {
        let own = all.iter().filter(|(_, other)| other == who.id);
        let own: Vec<u16> = own.map(|(number, _)| *number).collect();
        if !own.is_empty() {
            commands.change(who.entity, move |numbers: &mut Numbers| numbers.0 = own);
        }
    }
    // The order of equals was that of the rolls.
    all.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    let steps = all.chunk_by(|(a, _), (b, _)| a == b);
    let steps = steps.map(|step| step.iter().map(|(_, who)| *who).collect());
    scribe.write(
        Event::Ordered {
            steps: steps.collect(),
        },
        &[R026],
    );
    let stage = COUNTDOWN;
    scribe.write(Event::StageBegan { stage }, &[R026]);
    *count = Count::default();
    flow.replace(stages::countdown());
}

/// Lets the members of a wall that marches act once, on the lowest of their first numbers (D20-R64).
fn together(field: &Battlefield<'_, '_>, all: &mut Vec<(u16, CombatantId)>) {
    let first = |who: CombatantId| {
        let own = all.iter().filter(move |(_, other)| *other == who);
        own.map(|(number, _)| *number).max()
    };
    let marching = field.all().filter_map(|who| {
        let wall = field.marching_wall(&who)?;
        let firsts = wall.iter().filter_map(|id| first(*id));
        Some((*who.id, firsts.min()?))
    });
    let marching: Vec<(CombatantId, u16)> = marching.collect();
    for (who, number) in marching {
        let place = all.iter().position(|(_, other)| *other == who);
        all.retain(|(_, other)| *other != who);
        all.insert(place.unwrap_or(all.len()), (number, who));
    }
}

/// Whether only one alliance has anybody who can act: the others are surprised (D20-R18).
fn alone(field: &Battlefield<'_, '_>) -> bool {
    let able = || field.all().filter(Figure::has_numbers);
    let Some(first) = able().next() else {
        return false;
    };
    able().all(|other| !field.board.hostile(first.side(), other.side()))
}

/// Lets all act one after the other without dice, each finishing all of its attacks (D20-R18).
fn in_order(
    rollers: &[(CombatantId, u16, u8)],
    field: &Battlefield<'_, '_>,
    commands: &mut Commands<'_, '_>,
    scribe: &mut Scribe<'_, '_>,
) {
    let attacks = rollers.iter().map(|(.., attacks)| u16::from(*attacks));
    let mut left: u16 = attacks.sum();
    for (who, _, attacks) in rollers {
        let mut next = || {
            left -= 1;
            left + 1
        };
        let own: Vec<u16> = (0..*attacks).map(|_| next()).collect();
        commands.change(field.entity(*who), |numbers: &mut Numbers| numbers.0 = own);
    }
    let steps = rollers.iter().map(|(who, ..)| vec![*who]).collect();
    scribe.write(Event::Ordered { steps }, &[RR18]);
    let stage = COUNTDOWN;
    scribe.write(Event::StageBegan { stage }, &[R026]);
}
