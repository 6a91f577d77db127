//! After the blows: who was struck in passing is thrown back, and the attacks are over (D20-116, D20-117, D20-R59).

use std::sync::Arc;

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Astride, CarriedBy, ChangeLater, DiceCup, ItemId, ItemKind, Position, Roster, Scribe, Writer,
    inventory::lay_down,
};
use shieldwall_dice::{Dice, Face};
use shieldwall_grid::Cell;

use crate::{
    attack::{
        Attack, Occasion,
        effects::in_order,
        free_attacks::{Interlude, Provoking},
        spawning::Announced,
    },
    content::blocks::Weapon,
    figure::{
        Gear, Readied,
        battlefield::{Battlefield, Figure},
        round::{Exertion, KeptOff},
        walk::Walk,
    },
    harm::{d20::D20, hazards, victim::Victim},
    terms::{
        conditions::KEPT_OFF,
        rules::{R116, R117, R135, RR55, RR59, RR68},
        words::{READIED, THROWN, THROWN_OFF},
    },
};

/// Steps at which nobody is at arm's length yet (D20-135).
pub const AT_BAY: u32 = 2;

/// Keeps off those that a long weapon has hit before they were at arm's length: they come no nearer this round
/// (D20-135, D20-138, D20-R68, D20-R69).
pub fn keep_off(
    field: Battlefield,
    attacks: Query<&Attack>,
    mut walks: Query<&mut Walk>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let mut kept_off = Vec::new();
    for attack in in_order(attacks) {
        let with_long_weapon = matches!(attack.occasion, Occasion::FendingOff | Occasion::Number);
        if !attack.hits() || attack.missile || !with_long_weapon {
            continue;
        }
        let (who, target) = (field.figure(attack.who), field.figure(attack.target));
        let arm = field.arm(&who, attack.weapon, false);
        let at_bay = field.steps(who.footing(), target.footing()) >= AT_BAY
            && field.board.hostile(who.side(), target.side());
        if !at_bay || !target.is_able() || !arm.is_some_and(|arm| arm.fends()) {
            continue;
        }
        if field.is_unstoppable(&target, &who) {
            continue;
        }
        if attack.occasion == Occasion::FendingOff
            && let Some(mut walk) = walks.iter_mut().find(|walk| walk.who == attack.target)
        {
            walk.stopped();
        }
        if target.round.kept_off.0.is_empty() && !kept_off.contains(&attack.target) {
            scribe.condition(attack.target, KEPT_OFF, true, &[R135, RR68]);
        }
        kept_off.push(attack.target);
        let enemy = attack.who;
        commands.change(target.entity, move |kept_off: &mut KeptOff| {
            kept_off.0.push(enemy);
        });
    }
}

/// Moves those that a free attack has hit in passing one step away from the attacker (D20-116,
/// D20-117).
pub fn displace(
    mut params: ParamSet<(
        Battlefield,
        Query<(&mut Position, &mut Astride, &mut Exertion)>,
        Query<Victim>,
    )>,
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut walks: Query<&mut Walk>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        if attack.occasion != Occasion::Passing || !attack.hits() {
            continue;
        }
        let (cells, from, falls) = {
            let field = params.p0();
            let (who, mover) = (field.figure(attack.who), field.figure(attack.target));
            if !mover.is_able() || field.is_unstoppable(&mover, &who) {
                continue;
            }
            let (cells, from) = (away(&field, &who, &mover), mover.cell());
            let falls: Vec<_> = cells.iter().map(|cell| field.plunge(from, *cell)).collect();
            (cells, from, falls)
        };
        let mut its_walk = walks.iter_mut().find(|walk| walk.who == attack.target);
        if cells.is_empty() {
            // Nowhere to go: it stays, and its movement is over.
            if let Some(walk) = &mut its_walk {
                walk.ahead.clear();
                walk.left = 0;
            }
            continue;
        }
        let place = cup.one_of(cells.len());
        let to = cells[place];
        if cells.len() > 1 {
            let die = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
            scribe.die(
                attack.target,
                "where it is thrown",
                Face {
                    sides: die(cells.len()),
                    face: die(place + 1),
                },
                &[R117, RR59],
            );
        }
        if let Ok((mut position, mut astride, mut exertion)) =
            params.p1().get_mut(roster.combatant(attack.target))
        {
            exertion.exerted = true;
            position.0 = to;
            astride.0 = None;
        }
        if let Some(walk) = &mut its_walk {
            walk.thrown_off();
        }
        scribe.placed(attack.target, (from, to), THROWN_OFF, &[R116, R117, RR59]);
        if let Some(plunge) = falls[place] {
            if let Some(walk) = &mut its_walk {
                walk.stopped();
            }
            hazards::suffer(
                attack.target,
                plunge,
                &roster,
                &mut params.p2(),
                &mut cup,
                &mut scribe,
            );
        }
    }
}

/// The cells into which somebody may be thrown: next to it, farther from the striker than it is now, clockwise from
/// the one that lies straight opposite (D20-R59).
fn away(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, mover: &Figure<'_, '_>) -> Vec<Cell> {
    let (grid, map) = (field.grid(), &field.board.map);
    let here = mover.cell();
    let far = field.steps(who.footing(), mover.footing());
    let straight = field.towards(who.cell(), here).0;
    let count = grid.direction_count();
    let open = |cell: &Cell| {
        let taken = field.all().any(|other| {
            other.vitality.is_alive_here() && other.is_able() && other.footing().covers(grid, *cell)
        });
        let footing = shieldwall_battle::Footing::in_cell(*cell);
        !taken && map.climb(here, *cell) <= 1 && field.steps(who.footing(), footing) > far
    };
    let turned = (0..count).map(|turn| shieldwall_grid::Direction((straight + turn) % count));
    turned
        .filter_map(|direction| Some(map.step(here, direction)?.to))
        .filter(open)
        .collect()
}

/// One item in hand or in the pack.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Thing {
    entity: Entity,
    id: &'static ItemId,
    kind: &'static ItemKind,
    gear: &'static Gear,
    readied: &'static mut Readied,
    carried_by: Option<&'static CarriedBy>,
}

/// What was thrown lies in the cell of the target, and another one of the same kind is taken in hand at no cost
/// (D20-R55).
pub fn land_what_was_thrown(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    positions: Query<&Position>,
    mut things: Query<Thing>,
    mut commands: Commands,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        let Weapon::Item(item) = attack.weapon else {
            continue;
        };
        let target = positions.get(roster.combatant(attack.target));
        let (Ok(target), Ok(mut thing)) = (target, things.get_mut(roster.item(item))) else {
            continue;
        };
        let missile = thing.gear.0.missile.as_ref();
        if !attack.missile || !missile.is_some_and(|missile| missile.thrown) {
            continue;
        }
        thing.readied.0 = false;
        let kind = Arc::clone(&thing.kind.0);
        lay_down(&mut commands.entity(thing.entity), target.0);
        let mut write = |item, how, cell| {
            scribe.item(attack.who, (item, kind.name.clone()), how, cell, &[RR55]);
        };
        write(item, THROWN, Some(target.0));
        let owner = roster.combatant(attack.who);
        let others = things.iter_mut().filter(|other| {
            *other.id != item
                && !other.readied.0
                && other.kind.0.id == kind.id
                && other.carried_by.is_some_and(|carrier| carrier.0 == owner)
        });
        if let Some(mut next) = others.min_by_key(|other| *other.id) {
            next.readied.0 = true;
            write(*next.id, READIED, None);
        }
    }
}

/// Notes who has fought, so that what sticks in them hurts (D20-R35).
pub fn exert(attacks: Query<&Attack>, roster: Res<Roster>, mut figures: Query<&mut Exertion>) {
    for attack in in_order(attacks) {
        if attack.occasion != Occasion::Astray
            && let Ok(mut exertion) = figures.get_mut(roster.combatant(attack.who))
        {
            exertion.exerted = true;
        }
    }
}

/// Ends the attacks: the stage below goes on, after what natural 1s on one's own numbers lead to (D20-076).
pub fn end(
    attacks: Query<(Entity, &Attack)>,
    mut commands: Commands,
    mut provoking: Provoking,
    mut scribe: Scribe,
) {
    for (entity, _) in &attacks {
        commands.entity(entity).despawn();
    }
    scribe.journal.close_group();
    provoking.flow.pop();
    let attacks = in_order(attacks.iter().map(|(_, attack)| attack));
    let fumbles = attacks
        .into_iter()
        .filter(|attack| attack.roll == Some(D20::One) && attack.occasion == Occasion::Number);
    provoking.provoke(fumbles.map(|attack| {
        Interlude::Fumble(Announced {
            who: attack.who,
            target: attack.aimed_at,
            weapon: attack.weapon,
            missile: attack.missile,
            aiming: attack.aiming,
            manner: attack.manner,
        })
    }));
}
