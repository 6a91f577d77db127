//! Spells that push: straight away from the caster (SEG-015 to SEG-017, SEG-R17).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Event, Position, Roster, Scribe, Writer};
use shieldwall_grid::Cell;

use crate::{
    combatant::multiples,
    combatant::{
        allowance,
        field::{Combatant, Field},
    },
    harm::victim::Victim,
    magic::going_off::Spelled,
    movement::forced,
    terms::{
        rules::{R015, R016, R017, RR17, RR36, RR80},
        words::{FALLEN, FALLS_DOWN, IS_PUSHED},
    },
};

/// The multiple of DEX on which a rooted combatant keeps its feet (SEG-016).
const KEEPS_ITS_FEET: u8 = 2;

/// A push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The combatant that is pushed.
    pub who: CombatantId,
    /// The cell from which the push comes.
    pub from: Cell,
    /// Its length in feet.
    pub feet: i32,
}

/// A combatant that has been pushed.
pub struct Pushed {
    who: CombatantId,
    cells: Vec<Cell>,
    falls: i32,
    rooted: bool,
    stays_up: bool,
}

/// True while there are pushes to come. A condition for systems.
pub fn are_open(spelled: Res<Spelled>) -> bool {
    !spelled.pushes.is_empty()
}

/// The next cell straight away from where a push comes from, with the levels that a combatant falls there.
fn away(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    source: Cell,
    at: Cell,
) -> Option<(Cell, i32)> {
    let direction = field.grid().direction_towards(source, at);
    let to = field.grid().neighbour(at, direction)?;
    let falls = forced::step(field, who, at, (direction, to))?;
    Some((to, falls))
}

/// Finds the way of the next push, and rolls for a rooted combatant. One in each run.
pub fn look(
    field: Field,
    mut spelled: ResMut<Spelled>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Option<Pushed> {
    let push = (!spelled.pushes.is_empty()).then(|| spelled.pushes.remove(0))?;
    let who = field.combatant(push.who);
    let most = usize::from(allowance::whole(2 * push.feet, field.grid()) / allowance::CELL);
    let (mut at, mut falls, mut cells) = (who.cell(), 0, Vec::new());
    while cells.len() < most.max(1) && falls == 0 {
        let Some((to, levels)) = away(&field, &who, push.from, at) else {
            break;
        };
        let how = if levels > 0 { FALLS_DOWN } else { IS_PUSHED };
        let event = Event::Placed {
            who: push.who,
            from: at,
            to,
            how,
        };
        scribe.write(event, &[if levels > 0 { RR80 } else { RR36 }, RR17]);
        (at, falls) = (to, levels);
        cells.push(to);
    }
    if cells.is_empty() {
        return None;
    }
    let rooted = who.plan.is_rooted();
    let stays_up = !rooted || {
        let level = multiples::dex(&who, "DEX to keep its feet", R016, &mut cup, &mut scribe);
        level <= KEEPS_ITS_FEET
    };
    Some(Pushed {
        who: push.who,
        cells,
        falls,
        rooted,
        stays_up,
    })
}

/// Puts it where it lands. Returns it with the cells that it enters, and the levels that it falls.
pub fn push(
    In(pushed): In<Option<Pushed>>,
    mut all: Query<(Victim, &mut Position)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) -> Option<(CombatantId, Vec<Cell>, i32)> {
    let pushed = pushed?;
    let (mut victim, mut position) = all.get_mut(roster.combatant(pushed.who)).ok()?;
    position.0 = *pushed.cells.last()?;
    victim.exertion.moved = true;
    if pushed.rooted {
        victim.loses_all_actions(&mut scribe, &[R015, R017]);
    }
    if !pushed.stays_up && !victim.fallen.0 {
        victim.fallen.0 = true;
        scribe.condition(pushed.who, FALLEN, true, &[R016]);
    }
    Some((pushed.who, pushed.cells, pushed.falls))
}
