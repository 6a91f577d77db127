//! Fire and lava (SEG-R80).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Board, CombatantId, DiceCup, Roster, Scribe, Writer};
use shieldwall_content::terrain::Hazard;
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    combatant::field::Field,
    harm::victim::Victim,
    terms::{rules::RR80, words::HAZARD},
};

/// The dice of the danger in a cell; `None` if there is none.
fn dice(board: &Board, cell: Cell) -> Option<DiceExpr> {
    match board.terrain(cell).hazard? {
        Hazard::Fire => Some(DiceExpr::dice(1, 6)),
        Hazard::Lava => Some(DiceExpr::dice(3, 10)),
        Hazard::Trap => None,
    }
}

/// True if the ground of a cell hurts.
#[must_use]
pub fn hurts(board: &Board, cell: Cell) -> bool {
    dice(board, cell).is_some()
}

/// The combatants in action that stand in fire or lava, in the order of everything simultaneous.
pub fn in_danger(field: Field) -> Vec<(CombatantId, Cell)> {
    let board = &field.combatants.board;
    let burning = field.active().filter(|who| hurts(board, who.cell()));
    let burning: Vec<CombatantId> = burning.map(|who| who.id()).collect();
    let burning = field.in_order(burning).into_iter();
    burning
        .map(|who| (who, field.combatant(who).cell()))
        .collect()
}

/// Lets combatants suffer the ground of some cells. PROT does not count, and it does not stun (SEG-R25).
pub fn suffer(
    In(burnt): In<Vec<(CombatantId, Cell)>>,
    mut victims: Query<Victim>,
    board: Res<Board>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    for (who, cell) in burnt {
        let (Some(dice), Ok(mut victim)) =
            (dice(&board, cell), victims.get_mut(roster.combatant(who)))
        else {
            continue;
        };
        let rolled = cup.sum(&dice);
        scribe.sum(who, "the fire", &rolled, &[RR80]);
        victim.lose(rolled.total, (HAZARD, None), &mut scribe, &[RR80]);
        victim.suffer(false, &mut scribe);
    }
}
