//! Walking (TOY-002, TOY-009): one search says what is offered, what is legal and which way is taken.

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Board, Candidates, CellOption, CombatantId, Combatants, Event, Flow, MoveCost, Offer, Position,
    Refusal, Scribe, Target, Targets, Writer,
};
use shieldwall_grid::{self as grid, Cell, Metres, Passage, Reach};

use crate::{
    combatant::Facing,
    order::Round,
    reasons,
    rules::rule,
    terms::{BASH, LOOSE, WAIT, WALK},
};

/// Cells of a move.
pub const STEPS: i32 = 4;

/// The cells that a combatant can walk to: each costs one, and there is no way through active combatants.
#[must_use]
pub fn reach(board: &Board, from: Cell, taken: &[Cell]) -> Reach {
    let budget = Metres::from_whole(STEPS);
    grid::reach(&board.map, from, budget, |_, step| {
        if taken.contains(&step.to) || !board.map.ground(step.to).passable {
            Passage::Blocked
        } else {
            Passage::Through(Metres::from_whole(1))
        }
    })
}

/// The cells where a move can end.
#[must_use]
pub fn options(reach: &Reach) -> Vec<CellOption> {
    let stops = reach.stops().filter(|(cell, _)| *cell != reach.origin());
    let cost = |metres: Metres| u16::try_from(metres.milli() / 1000).unwrap_or(u16::MAX);
    stops
        .map(|(cell, metres)| CellOption::plain(cell, MoveCost::count(cost(metres), "cells")))
        .collect()
}

/// The moves of a combatant.
pub fn candidates(reach: &Reach, all: &mut Candidates) {
    let cells = options(reach);
    let mut walk = Offer::new(WALK, "Walk", &[rule(2)]);
    let has_room = !cells.is_empty();
    walk.targets = Targets::Cells(cells);
    all.add(WALK, has_room.then_some(walk).ok_or(&reasons::NO_ROOM));
    all.offer(Offer::new(WAIT, "Wait", &[rule(2)]));
    all.bar_all(&[BASH, LOOSE], &reasons::MOVES_FIRST);
}

/// The path of a choice; empty for one that stays.
///
/// # Errors
/// If the choice names a path that is not the shortest one.
pub fn path(reach: &Reach, target: Option<Target>, given: &[Cell]) -> Result<Vec<Cell>, Refusal> {
    let Some(Target::Cell(cell)) = target else {
        return Ok(Vec::new());
    };
    let found = reach.path(cell).unwrap_or_default();
    if given.is_empty() || given == found {
        Ok(found)
    } else {
        let reason = "people walk the shortest way here".to_owned();
        Err(Refusal::with_rules(reason, &[rule(2)]))
    }
}

/// Carries out the answer of a combatant that was asked where it goes.
pub fn walk(
    combatants: Combatants,
    mut facings: Query<&mut Facing>,
    mut round: ResMut<Round>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let answer = flow.take_answer();
    let Some((who, choice)) = answer.and_then(|(decision, choice)| Some((decision.actor?, choice)))
    else {
        return;
    };
    round.moved += 1;
    let (body, board) = (combatants.body(who), &combatants.board);
    let reach = reach(board, body.cell(), &combatants.taken_but_for(who));
    let mut whole = vec![body.cell()];
    whole.extend(path(&reach, choice.target, &choice.path).unwrap_or_default());
    let &[.., before, end] = &whole[..] else {
        return;
    };
    let steps = u16::try_from(whole.len() - 1).unwrap_or(u16::MAX);
    let event = Event::Moved {
        who,
        path: whole,
        cost: MoveCost::count(steps, "cells"),
        stopped: None,
    };
    scribe.write(event, &[rule(2)]);
    commands.entity(body.entity).insert(Position(end));
    if let Ok(mut facing) = facings.get_mut(body.entity) {
        turn(who, &mut facing, (board, before, end), &mut scribe);
    }
}

/// Turns a combatant from one cell towards another (TOY-009).
pub fn turn(
    who: CombatantId,
    facing: &mut Facing,
    (board, from, to): (&Board, Cell, Cell),
    scribe: &mut Scribe<'_, '_>,
) {
    let towards = board.map.grid().direction_towards(from, to);
    if from != to && facing.0 != towards {
        facing.0 = towards;
        scribe.faced(who, towards, &[rule(9)]);
    }
}
