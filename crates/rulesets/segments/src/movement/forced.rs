//! Steps that are forced on a combatant: by a drive, or by a spell (SEG-104, SEG-R80).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Roster, Scribe, Writer};
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::{Cell, Direction, DoorUse};

use crate::{
    combatant::{
        field::{Combatant, Field},
        multiples,
    },
    harm::victim::{Victim, VictimItem},
    terms::{
        rules::RR80,
        words::{FALL, FALLEN},
    },
};

/// The multiple of DEX on which a combatant keeps its feet on stairs.
const KEEPS_ITS_FEET: u8 = 2;
/// Levels of height in 10 feet.
const LEVELS_IN_10_FEET: i32 = 2;

/// The end of a step that is forced on a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// It stands.
    Level,
    /// It is a step down stairs.
    Stairs,
    /// It falls so many levels.
    Falls(i32),
}

/// A combatant that has been moved against its will.
pub struct Forced {
    /// The combatant.
    pub who: CombatantId,
    /// The cells that it has entered.
    pub cells: Vec<Cell>,
    /// The levels that it falls at the end; 0 for none.
    pub levels: i32,
    /// True if it was forced down stairs.
    pub stairs: bool,
}

impl Forced {
    /// Adds the end of a step.
    pub const fn lands(&mut self, landing: Landing) {
        match landing {
            Landing::Level => {}
            Landing::Stairs => self.stairs = true,
            Landing::Falls(levels) => self.levels = levels,
        }
    }
}

/// The end of a step that is forced on a combatant; `None` where the way is barred.
#[must_use]
pub fn step(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    from: Cell,
    (direction, to): (Direction, Cell),
) -> Option<Landing> {
    let map = field.map();
    map.step_with(from, direction, DoorUse::Leave)?;
    let climb = map.climb(from, to);
    if climb > 1 || !field.is_free(who, to) {
        return None;
    }
    let is_pit = map.ground(to).sunk && !map.ground(from).sunk;
    let board = &field.combatants.board;
    let stairs = climb == -1 && [from, to].iter().any(|cell| board.terrain(*cell).stairs);
    Some(match (climb < -1, is_pit) {
        (true, _) => Landing::Falls(-climb),
        (false, true) => Landing::Falls(LEVELS_IN_10_FEET),
        (false, false) if stairs => Landing::Stairs,
        (false, false) => Landing::Level,
    })
}

/// Rolls for a combatant that was forced down stairs: it keeps its feet on twice DEX (SEG-R80).
pub fn stumble(
    In(moved): In<Option<Forced>>,
    field: Field,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Option<Forced> {
    let mut moved = moved?;
    if moved.stairs {
        let who = field.combatant(moved.who);
        let level = multiples::dex(&who, "DEX on the stairs", RR80, &mut cup, &mut scribe);
        moved.stairs = level > KEEPS_ITS_FEET;
    }
    Some(moved)
}

/// Lets a combatant fall: 1d10 for every full 10 feet, 1d6 down stairs, and it lies where it lands (SEG-R80). Returns
/// the cells whose ground hurts it.
pub fn fall(
    In(moved): In<Option<Forced>>,
    mut victims: Query<Victim>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Cell)> {
    let Some(moved) = moved else {
        return Vec::new();
    };
    let who = moved.who;
    if let Ok(mut victim) = victims.get_mut(roster.combatant(who)) {
        let tens = u8::try_from(moved.levels / LEVELS_IN_10_FEET).unwrap_or(u8::MAX);
        if tens > 0 {
            falls(&mut victim, (tens, 10), &mut cup, &mut scribe);
        } else if moved.stairs {
            falls(&mut victim, (1, 6), &mut cup, &mut scribe);
        }
    }
    moved.cells.into_iter().map(|cell| (who, cell)).collect()
}

/// Lets a combatant fall for these dice, and lie where it lands (SEG-R80).
fn falls(
    victim: &mut VictimItem<'_, '_>,
    (dice, sides): (u8, u16),
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) {
    let who = *victim.id;
    let rolled = cup.sum(&DiceExpr::dice(dice.into(), sides));
    scribe.sum(who, "the fall", &rolled, &[RR80]);
    victim.lose(rolled.total, (FALL, None), scribe, &[RR80]);
    victim.suffer(false, scribe);
    if !victim.fallen.0 {
        victim.fallen.0 = true;
        scribe.condition(who, FALLEN, true, &[RR80]);
    }
}

/// Drops combatants into pits that have opened under them. Returns each with its cell, for the damage of the ground.
pub fn give_way(
    In(standing): In<Vec<(CombatantId, Cell, bool)>>,
    mut victims: Query<Victim>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Cell)> {
    for (who, _, sunk) in &standing {
        if *sunk && let Ok(mut victim) = victims.get_mut(roster.combatant(*who)) {
            falls(&mut victim, (1, 10), &mut cup, &mut scribe);
        }
    }
    standing
        .into_iter()
        .map(|(who, cell, _)| (who, cell))
        .collect()
}
