//! Driving desperate defenders back (SEG-104, SEG-R57, SEG-R80, SEG-R85).

use std::collections::VecDeque;

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    CellOption, ChangeLater, CombatantId, Event, Flow, MoveCost, Offer, Position, RegisterState,
    Roster, Scribe, Target, Targets, Writer, add_stage, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        Exertion,
        allowance::{FIRST, LAST},
        clock::Clock,
        field::{Combatant, Field},
        plan::How,
    },
    harm::hazards,
    movement::{
        forced::{self, Forced, Landing},
        ways::CELLS,
    },
    stages::Driving,
    terms::{
        rules::{R064, R104, RR57, RR80, RR85},
        words::{DRIVE, DRIVING, FALLS_DOWN, IS_DRIVEN, LET_STAY},
    },
};

/// Thousandths of a metre in 10 feet, the most that a defender is driven.
const MOST_MILLI: i64 = 3000;

/// Attackers that may drive a defender back on this segment, with the defender; the next one last.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Drives(pub Vec<(CombatantId, CombatantId)>);

/// The answer of an attacker: true to drive the defender to the cell of the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Answers(bool);

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Driving);
    app.resource_state::<Drives>();
    app.add_systems(
        Driving,
        (
            answer
                .pipe(drive)
                .pipe(forced::stumble)
                .pipe(forced::fall)
                .pipe(hazards::suffer),
            ask,
        )
            .chain(),
    );
}

/// A way on which a defender is driven.
struct Way {
    /// The cells, its own left out.
    cells: Vec<Cell>,
    /// Levels that it falls at the end of the way; 0 if it does not.
    falls: i32,
    /// True if the way leads down stairs.
    stairs: bool,
}

/// The cells to which a defender can be driven, with the ways: up to 10 feet, at least one cell. A fall ends a way.
fn ways(field: &Field<'_, '_>, defender: &Combatant<'_, '_>) -> Vec<Way> {
    let cell = i64::from(field.grid().cell_size().milli()).max(1);
    let most = usize::try_from(MOST_MILLI / cell).unwrap_or(1).max(1);
    let mut seen = vec![defender.cell()];
    let mut found: Vec<Way> = Vec::new();
    let mut ahead = VecDeque::from([(Vec::new(), false)]);
    while let Some((way, stairs)) = ahead.pop_front() {
        let from = way.last().copied().unwrap_or(defender.cell());
        for (direction, to) in field.grid().neighbours(from) {
            let Some(landing) = forced::step(field, defender, from, (direction, to)) else {
                continue;
            };
            if seen.contains(&to) {
                continue;
            }
            seen.push(to);
            let mut cells = way.clone();
            cells.push(to);
            let falls = match landing {
                Landing::Falls(levels) => levels,
                Landing::Level | Landing::Stairs => 0,
            };
            let stairs = stairs || landing == Landing::Stairs;
            if falls == 0 && cells.len() < most {
                ahead.push_back((cells.clone(), stairs));
            }
            found.push(Way {
                cells,
                falls,
                stairs,
            });
        }
    }
    found
}

/// Asks the next attacker that can drive its target.
fn ask(field: Field, mut drives: ResMut<Drives>, mut flow: ResMut<Flow>) {
    if flow.decision().is_some() {
        return;
    }
    while let Some((who, target)) = drives.0.last().copied() {
        let (who, target) = (field.combatant(who), field.combatant(target));
        let in_reach = field.reaches(who.cell(), target.cell(), field.longest_reach(&who));
        let ways = ways(&field, &target);
        if !who.can_act() || !target.body.is_active() || !in_reach || ways.is_empty() {
            drives.0.pop();
            continue;
        }
        let cells = ways.iter().filter_map(|way| {
            let hurts = |cell: &Cell| hazards::hurts(&field.combatants.board, *cell);
            let risky = way.falls > 0 || way.stairs || way.cells.iter().any(hurts);
            let cost = MoveCost::count(u16::try_from(way.cells.len()).ok()?, CELLS);
            Some(CellOption {
                risky,
                ..CellOption::plain(*way.cells.last()?, cost)
            })
        });
        let label = format!("Drive {} back", target.name());
        let mut drive = Offer::new(DRIVE, label, &[R104, RR57]).to_do(Answers(true));
        drive.targets = Targets::Cells(cells.collect());
        let stay = Offer::new(LET_STAY, "Let it stay", &[R104]).to_do(Answers(false));
        let prompt = format!("{} may drive {} back", who.name(), target.name());
        let question = Question::new(who.side(), who.id(), DRIVING, prompt, vec![drive, stay]);
        flow.ask(question.against(target.id()));
        return;
    }
    flow.pop();
}

/// A drive that is carried out.
struct Driven {
    attacker: CombatantId,
    defender: CombatantId,
    from: Cell,
    way: Way,
    /// The attacker takes the cell that the defender leaves, as its free step.
    follows: bool,
}

/// Takes the answer of an attacker.
fn answer(
    field: Field,
    clock: Res<Clock>,
    mut drives: ResMut<Drives>,
    mut flow: ResMut<Flow>,
    mut commands: Commands,
) -> Option<Driven> {
    let (decision, choice) = flow.take_answer()?;
    let (who, target) = drives.0.pop()?;
    let entity = field.combatant(who).body.entity;
    commands.change(entity, move |exertion: &mut Exertion| {
        exertion.drives.push(target);
    });
    let Some(Target::Cell(to)) = choice.target else {
        return None;
    };
    if decision.act(&choice) != Some(&Answers(true)) {
        return None;
    }
    let (attacker, defender) = (field.combatant(who), field.combatant(target));
    let mut ways = ways(&field, &defender).into_iter();
    let way = ways.find(|way| way.cells.last() == Some(&to))?;
    let from = defender.cell();
    let segment = clock.segment.unwrap_or_default();
    let has_step = attacker.plan.how() == How::Stand
        && !attacker.exertion.stepped
        && (LAST..=FIRST).contains(&segment);
    let reach = field.longest_reach(&attacker);
    // Only where it would lose its target otherwise (SEG-R84).
    let follows = has_step
        && !attacker.attacks.0.is_empty()
        && way.falls == 0
        && field.grid().steps(attacker.cell(), from) == 1
        && !field.reaches(attacker.cell(), to, reach)
        && field.reaches(from, to, reach);
    Some(Driven {
        attacker: who,
        defender: target,
        from,
        way,
        follows,
    })
}

/// The components that a drive changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Moved {
    position: &'static mut Position,
    exertion: &'static mut Exertion,
}

/// Puts the defender into its new cell.
fn drive(
    In(driven): In<Option<Driven>>,
    mut all: Query<Moved>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) -> Option<Forced> {
    let driven = driven?;
    let Driven { defender, way, .. } = &driven;
    let mut at = driven.from;
    for cell in &way.cells {
        let falls = way.falls > 0 && way.cells.last() == Some(cell);
        let event = Event::Placed {
            who: *defender,
            from: at,
            to: *cell,
            how: if falls { FALLS_DOWN } else { IS_DRIVEN },
        };
        scribe.write(event, &[if falls { RR80 } else { R104 }, RR85]);
        at = *cell;
    }
    if let Ok(mut moved) = all.get_mut(roster.combatant(*defender)) {
        moved.position.0 = at;
        moved.exertion.moved = true;
    }
    if driven.follows
        && let Ok(mut attacker) = all.get_mut(roster.combatant(driven.attacker))
    {
        let from = std::mem::replace(&mut attacker.position.0, driven.from);
        attacker.exertion.stepped = true;
        attacker.exertion.moved = true;
        let event = Event::Moved {
            who: driven.attacker,
            path: vec![from, driven.from],
            cost: MoveCost::count(1, CELLS),
            stopped: None,
        };
        scribe.write(event, &[R064, RR57]);
    }
    Some(Forced {
        who: *defender,
        cells: driven.way.cells,
        levels: driven.way.falls,
        stairs: driven.way.stairs,
    })
}
