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
    movement::forced::{self, Forced, Landing},
    terms::{
        rules::{R015, R016, R017, RR17, RR36, RR80},
        words::{FALLEN, FALLS_DOWN, IS_PUSHED},
    },
};

/// The multiple of DEX on which a rooted combatant keeps its feet (SEG-016).
const KEEPS_ITS_FEET: u8 = 2;

/// A push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    moved: Forced,
    rooted: bool,
    stays_up: bool,
}

/// True while there are pushes to come. A condition for systems.
pub fn are_open(spelled: Res<Spelled>) -> bool {
    !spelled.pushes.is_empty()
}

/// The next cell straight away from where a push comes from, with the end of the step into it.
fn away(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    source: Cell,
    at: Cell,
) -> Option<(Cell, Landing)> {
    let direction = field.grid().direction_towards(source, at);
    let to = field.grid().neighbour(at, direction)?;
    Some((to, forced::step(field, who, at, (direction, to))?))
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
    let mut at = who.cell();
    let mut moved = Forced {
        who: push.who,
        cells: Vec::new(),
        levels: 0,
        stairs: false,
    };
    while moved.cells.len() < most.max(1) && moved.levels == 0 {
        let Some((to, landing)) = away(&field, &who, push.from, at) else {
            break;
        };
        moved.lands(landing);
        let falls = moved.levels > 0;
        let how = if falls { FALLS_DOWN } else { IS_PUSHED };
        let event = Event::Placed {
            who: push.who,
            from: at,
            to,
            how,
        };
        scribe.write(event, &[if falls { RR80 } else { RR36 }, RR17]);
        at = to;
        moved.cells.push(to);
    }
    if moved.cells.is_empty() {
        return None;
    }
    let rooted = who.plan.is_rooted();
    let stays_up = !rooted || {
        let level = multiples::dex(&who, "DEX to keep its feet", R016, &mut cup, &mut scribe);
        level <= KEEPS_ITS_FEET
    };
    Some(Pushed {
        moved,
        rooted,
        stays_up,
    })
}

/// Puts it where it lands.
pub fn push(
    In(pushed): In<Option<Pushed>>,
    mut all: Query<(Victim, &mut Position)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) -> Option<Forced> {
    let pushed = pushed?;
    let who = pushed.moved.who;
    let (mut victim, mut position) = all.get_mut(roster.combatant(who)).ok()?;
    position.0 = *pushed.moved.cells.last()?;
    victim.exertion.moved = true;
    if pushed.rooted {
        victim.loses_all_actions(&mut scribe, &[R015, R017]);
    }
    if !pushed.stays_up && !victim.fallen.0 {
        victim.fallen.0 = true;
        scribe.condition(who, FALLEN, true, &[R016]);
    }
    Some(pushed.moved)
}
