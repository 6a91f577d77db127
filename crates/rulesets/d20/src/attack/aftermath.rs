//! After the blows: who was struck in passing is thrown back, and the attacks are over (D20-116, D20-117, D20-R59).

use std::sync::Arc;

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Astride, CarriedBy, DiceCup, Event, Flow, ItemId, ItemKind, Journal, Position, Roster,
    inventory::lay_down,
};
use shieldwall_dice::Dice;
use shieldwall_grid::Cell;

use crate::{
    attack::{Attack, Occasion, d20::D20, effects::in_order},
    content::blocks::Weapon,
    figure::{
        Gear, Readied,
        battlefield::{Battlefield, Figure},
    },
    movement::walk::Walk,
    terms::{
        rules::{R116, R117, RR55, RR59},
        words::{READIED, THROWN, THROWN_OFF},
    },
};

/// Steps of size by which somebody is too big to be thrown back (D20-R59).
const TOO_BIG: i32 = 2;

/// Moves those that a free attack has hit in passing one step away from the attacker (D20-116,
/// D20-117).
pub fn displace(
    mut params: ParamSet<(Battlefield, Query<(&mut Position, &mut Astride)>)>,
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut walks: Query<&mut Walk>,
    mut cup: ResMut<DiceCup>,
    mut journal: ResMut<Journal>,
) {
    for attack in in_order(attacks) {
        let strikes =
            attack.occasion == Occasion::Passing && attack.roll.is_some_and(D20::succeeds);
        if !strikes {
            continue;
        }
        let (cells, from) = {
            let field = params.p0();
            let (who, mover) = (field.figure(attack.who), field.figure(attack.target));
            if !mover.is_able() || field.bigger(&mover, &who) >= TOO_BIG {
                continue;
            }
            (away(&field, &who, &mover), mover.cell())
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
        let to = cells[cup.one_of(cells.len())];
        if let Ok((mut position, mut astride)) =
            params.p1().get_mut(roster.combatant(attack.target))
        {
            position.0 = to;
            astride.0 = None;
        }
        if let Some(walk) = &mut its_walk {
            walk.thrown_off();
        }
        let event = Event::Placed {
            who: attack.target,
            from,
            to,
            how: THROWN_OFF,
        };
        journal.write(event, &[R116, R117, RR59]);
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
        !taken
            && map.ground(*cell).passable
            && map.in_contact(here, *cell)
            && field.steps(who.footing(), footing) > far
    };
    let turned = (0..count).map(|turn| shieldwall_grid::Direction((straight + turn) % count));
    turned
        .filter_map(|direction| grid.neighbour(here, direction))
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
    mut journal: ResMut<Journal>,
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
            let event = Event::ItemMoved {
                item,
                name: kind.name.clone(),
                who: Some(attack.who),
                how,
                cell,
            };
            journal.write(event, &[RR55]);
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

/// Ends the attacks: the stage below goes on.
pub fn end(
    attacks: Query<Entity, With<Attack>>,
    mut commands: Commands,
    mut flow: ResMut<Flow>,
    mut journal: ResMut<Journal>,
) {
    for attack in &attacks {
        commands.entity(attack).despawn();
    }
    journal.close_group();
    flow.pop();
}
