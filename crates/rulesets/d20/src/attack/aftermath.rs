//! After the blows: who was struck in passing is thrown back, and the attacks are over (D20-116, D20-117, D20-R59).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Astride, DiceCup, Event, Flow, Journal, Position, Roster};
use shieldwall_dice::Dice;
use shieldwall_grid::Cell;

use crate::{
    attack::{Attack, Hit, Occasion, effects::in_order},
    figure::battlefield::{Battlefield, Figure},
    movement::walk::Walk,
    terms::{
        rules::{R116, R117, RR59},
        words::THROWN_OFF,
    },
};

/// Steps of size by which somebody is too big to be thrown back (D20-R59).
const TOO_BIG: i32 = 2;

/// Throws back those whom a free attack has struck as they passed, one step away from the striker (D20-116,
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
        let strikes = attack.occasion == Occasion::Passing && attack.roll.is_some_and(Hit::hurts);
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
