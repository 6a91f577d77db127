//! Walking (TOY-002): one search says what is offered, what is legal and which way is taken.

use shieldwall_battle::{
    Candidates, CellOption, CombatantId, MoveCost, Offer, Refusal, Target, decision::Targets,
};
use shieldwall_grid::{self as grid, Cell, Metres, Passage, Reach};

use crate::{
    combatant::State,
    reasons,
    rules::rule,
    terms::{BASH, LOOSE, WAIT, WALK},
};

/// Cells of a move.
pub const STEPS: i32 = 4;

/// Where somebody can walk: a cell costs one, and nobody walks through those who are in the fight.
#[must_use]
pub fn reach(state: &State, who: CombatantId) -> Reach {
    let map = &state.board.map;
    let taken = |cell: Cell| {
        let mut figures = state.figures.iter();
        figures.any(|figure| figure.is_up() && figure.id != who && figure.cell == cell)
    };
    let budget = Metres::from_whole(STEPS);
    grid::reach(map, state.figure(who).cell, budget, |_, step| {
        if taken(step.to) || !map.ground(step.to).passable {
            Passage::Blocked
        } else {
            Passage::Through(Metres::from_whole(1))
        }
    })
}

/// The cells where somebody can end a move.
#[must_use]
pub fn options(state: &State, who: CombatantId) -> Vec<CellOption> {
    let reach = reach(state, who);
    let stops = reach.stops().filter(|(cell, _)| *cell != reach.origin());
    let cost = |metres: Metres| u16::try_from(metres.milli() / 1000).unwrap_or(u16::MAX);
    stops
        .map(|(cell, metres)| CellOption::plain(cell, MoveCost::count(cost(metres), "cells")))
        .collect()
}

/// The moves of a combatant.
pub fn candidates(state: &State, who: CombatantId, candidates: &mut Candidates) {
    let cells = options(state, who);
    let mut walk = Offer::new(WALK, "Walk", &[rule(2)]);
    let has_room = !cells.is_empty();
    walk.targets = Targets::Cells(cells);
    candidates.add(WALK, has_room.then_some(walk).ok_or(&reasons::NO_ROOM));
    candidates.offer(Offer::new(WAIT, "Wait", &[rule(2)]));
    for attack in [BASH, LOOSE] {
        candidates.bar(attack, &reasons::MOVES_FIRST);
    }
}

/// The path of a choice, or why it is none.
///
/// # Errors
/// If the choice names a path that is not the shortest one.
pub fn path(
    state: &State,
    who: CombatantId,
    target: Option<Target>,
    given: &[Cell],
) -> Result<Vec<Cell>, Refusal> {
    let Some(Target::Cell(cell)) = target else {
        return Ok(Vec::new());
    };
    let found = reach(state, who).path(cell).unwrap_or_default();
    if given.is_empty() || given == found {
        Ok(found)
    } else {
        let reason = "people walk the shortest way here".to_owned();
        Err(Refusal::with_rules(reason, &[rule(2)]))
    }
}
