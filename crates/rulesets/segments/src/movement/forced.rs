//! Steps that are forced on a combatant: by a drive, or by a spell (SEG-104, SEG-R80).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Roster, Scribe, Writer};
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::{Cell, Direction, DoorUse};

use crate::{
    combatant::field::{Combatant, Field},
    harm::victim::Victim,
    terms::{
        rules::RR80,
        words::{FALL, FALLEN},
    },
};

/// Levels of height in 10 feet.
const LEVELS_IN_10_FEET: i32 = 2;

/// The levels that a combatant falls by a step that is forced on it, 0 for none; `None` where the way is barred.
#[must_use]
pub fn step(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    from: Cell,
    (direction, to): (Direction, Cell),
) -> Option<i32> {
    let map = field.map();
    map.step_with(from, direction, DoorUse::Leave)?;
    let climb = map.climb(from, to);
    if climb > 1 || !field.is_free(who, to) {
        return None;
    }
    let is_pit = map.ground(to).sunk && !map.ground(from).sunk;
    Some(match (climb < -1, is_pit) {
        (true, _) => -climb,
        (false, true) => LEVELS_IN_10_FEET,
        (false, false) => 0,
    })
}

/// Lets a combatant fall: 1d10 for every full 10 feet, and it lies where it lands (SEG-R80). Returns the cells whose
/// ground hurts it.
pub fn fall(
    In(moved): In<Option<(CombatantId, Vec<Cell>, i32)>>,
    mut victims: Query<Victim>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Cell)> {
    let Some((who, cells, levels)) = moved else {
        return Vec::new();
    };
    let dice = u8::try_from(levels / LEVELS_IN_10_FEET).unwrap_or(u8::MAX);
    if dice > 0
        && let Ok(mut victim) = victims.get_mut(roster.combatant(who))
    {
        let rolled = cup.sum(&DiceExpr::dice(dice.into(), 10));
        scribe.sum(who, "the fall", &rolled, &[RR80]);
        victim.lose(rolled.total, (FALL, None), &mut scribe, &[RR80]);
        victim.suffer(false, &mut scribe);
        if !victim.fallen.0 {
            victim.fallen.0 = true;
            scribe.condition(who, FALLEN, true, &[RR80]);
        }
    }
    cells.into_iter().map(|cell| (who, cell)).collect()
}
