//! The movement step of a segment: movers enter cells in turn (SEG-020, SEG-R10, SEG-R11).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Board, CombatantId, Event, Flow, Position, Roster, Scribe, Vitality, Writer, add_stage,
    flow::Question, goals,
};
use shieldwall_grid::{Cell, Door};

use crate::{
    combatant::{
        Exertion, Fallen, Route,
        allowance::{Allowance, STANDS},
        clock::Clock,
        field::{Combatant, Field},
        plan::PlannedAction,
    },
    harm::hazards,
    movement::{free_step, heading::Hop, ways::told, withdrawal::Withdrawal},
    stages::{self, Movement},
    terms::{
        rules::{R020, R064, RR11, RR17, RR76},
        words::FALLEN,
    },
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Movement);
    app.add_systems(
        Movement,
        (free_step::answer, look.pipe(go_on).pipe(hazards::suffer)).chain(),
    );
}

/// The next event of a movement step.
pub enum Next {
    /// A combatant has stood up.
    Rise(CombatantId),
    /// A mover enters a cell.
    Enter {
        /// The mover.
        who: CombatantId,
        /// The cell that it leaves.
        from: Cell,
        /// The step.
        hop: Hop,
        /// The combatants that it carries.
        riders: Vec<CombatantId>,
        /// True if it leaves the map there.
        leaves: bool,
        /// True if its movement is over.
        over: bool,
    },
    /// Enemies may strike it before.
    Withdraw {
        /// The mover.
        who: CombatantId,
        /// The cell that it means to enter.
        to: Cell,
        /// The enemies, the first one to be asked last.
        strikers: Vec<CombatantId>,
    },
    /// A combatant is asked for its free step.
    Ask(CombatantId, Box<Question>),
    /// The step is over.
    End,
}

/// Finds the next mover: the one with the fewest steps on this segment, of those the quickest.
fn look(field: Field, clock: Res<Clock>, withdrawal: Res<Withdrawal>) -> Next {
    let segment = clock.segment.unwrap_or_default();
    if segment <= STANDS
        && let Some(who) = field.active().find(Combatant::rises)
    {
        return Next::Rise(who.id());
    }
    if let Some(who) = field.asked_to_step(segment) {
        return Next::Ask(who, Box::new(free_step::ask(&field, who)));
    }
    let hops = field
        .active()
        .filter_map(|mover| Some((field.next_hop(&mover, segment)?, mover)));
    let next = hops.min_by_key(|(_, mover)| (mover.allowance.steps, mover.precedence()));
    let Some((hop, mover)) = next else {
        return Next::End;
    };
    let (who, from) = (mover.id(), mover.cell());
    let first = hop.cells.first().copied().unwrap_or(from);
    let end = hop.end().unwrap_or(from);
    // The one that was struck goes on with the step that it meant to make.
    if withdrawal.step != Some((who, first)) {
        let mut strikers = field.free_attackers(&mover, end, hop.free);
        if !strikers.is_empty() {
            strikers.reverse();
            return Next::Withdraw {
                who,
                to: first,
                strikers,
            };
        }
    }
    let arrives = arrives(&mover, end);
    let exits = goals::exits(&field.combatants.board.level, mover.side());
    let carried = field.active().filter(|rider| rider.riding.0 == Some(who));
    Next::Enter {
        who,
        from,
        riders: carried.map(|rider| rider.id()).collect(),
        leaves: arrives && exits.contains(&end),
        over: arrives,
        hop,
    }
}

/// True if a declared move ends in a cell.
fn arrives(mover: &Combatant<'_, '_>, end: Cell) -> bool {
    matches!(mover.plan.action, PlannedAction::Move { to, .. } | PlannedAction::Dodge { to } if to == end)
}

/// The components that a step changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Mover {
    position: &'static mut Position,
    allowance: &'static mut Allowance,
    route: &'static mut Route,
    exertion: &'static mut Exertion,
    vitality: &'static mut Vitality,
    fallen: &'static mut Fallen,
}

/// Lets it happen. Returns the cell that a mover has entered.
fn go_on(
    In(next): In<Next>,
    mut movers: Query<Mover>,
    mut board: ResMut<Board>,
    mut withdrawal: ResMut<Withdrawal>,
    (roster, clock): (Res<Roster>, Res<Clock>),
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Cell)> {
    let mut entered = Vec::new();
    match next {
        Next::End => {
            for mut mover in &mut movers {
                if mover.allowance.steps > 0 {
                    mover.allowance.steps = 0;
                }
            }
            *withdrawal = Withdrawal::default();
            flow.pop();
        }
        Next::Ask(who, question) => {
            if let Ok(mut mover) = movers.get_mut(roster.combatant(who)) {
                mover.exertion.asked_on = clock.segment;
                flow.ask(*question);
            }
        }
        Next::Rise(who) => {
            if let Ok(mut mover) = movers.get_mut(roster.combatant(who)) {
                mover.fallen.0 = false;
                scribe.condition(who, FALLEN, false, &[RR17]);
            }
        }
        Next::Withdraw { who, to, strikers } => {
            *withdrawal = Withdrawal {
                step: Some((who, to)),
                open: strikers,
                made: 0,
            };
            flow.push(stages::free_attacks());
        }
        Next::Enter {
            who,
            from,
            hop,
            riders,
            leaves,
            over,
        } => {
            *withdrawal = Withdrawal::default();
            for (cell, side) in &hop.doors {
                board.map_mut().set_door(*cell, *side, Door::Open);
                let event = Event::Door {
                    who: Some(who),
                    cell: *cell,
                    side: *side,
                    open: true,
                };
                scribe.write(event, &[R020]);
            }
            let end = hop.end().unwrap_or(from);
            for rider in riders {
                if let Ok(mut rider) = movers.get_mut(roster.combatant(rider)) {
                    rider.position.0 = end;
                }
            }
            let Ok(mut mover) = movers.get_mut(roster.combatant(who)) else {
                return entered;
            };
            // The ground of cells that it passes hurts as well.
            entered.extend(hop.cells.iter().map(|cell| (who, *cell)));
            mover.position.0 = end;
            mover.allowance.steps += 1;
            mover.exertion.moved = true;
            let rule = if hop.free {
                mover.exertion.stepped = true;
                mover.exertion.steps_to = None;
                R064
            } else {
                mover.allowance.spent += hop.cost;
                R020
            };
            mover.allowance.over |= over;
            // A drawn way is left for good by a step off it.
            let ahead = mover.route.0.len().saturating_sub(hop.cells.len());
            let follows = mover.route.0.last() == hop.cells.first();
            mover.route.0.truncate(if follows { ahead } else { 0 });
            let event = Event::Moved {
                who,
                path: std::iter::once(from).chain(hop.cells).collect(),
                cost: told(hop.cost),
                stopped: None,
            };
            scribe.write(event, &[rule, RR11]);
            if leaves {
                scribe.vitality(who, &mut mover.vitality, Vitality::Left, &[RR76]);
            }
        }
    }
    entered
}
