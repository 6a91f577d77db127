//! The cursor on the board, for the keyboard and the gamepad.

use bevy::{prelude::*, window::RequestRedraw};
use shieldwall_battle::Target;
use shieldwall_grid::{Cell, Grid};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    input::Acts,
    session::{Draft, Session},
};

use super::{
    Board,
    plane::{bounds, cell_at, centre, heart},
    view::View,
};

/// Seconds a key has to be held before it repeats.
const REPEAT_AFTER: f32 = 0.32;
/// Seconds between repetitions.
const REPEAT_EVERY: f32 = 0.085;

/// The cursor.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Cursor {
    /// Where it is.
    pub(super) cell: Option<Cell>,
    /// Whether it is in use; the pointer takes over when it moves.
    pub(super) shown: bool,
}

/// The cell to which a key leads from another: the nearest in that direction, straying as little
/// as possible to the side. The cell itself at the rim.
fn next(grid: &Grid, from: Cell, towards: Vec2) -> Cell {
    let start = centre(grid, from);
    grid.neighbours(from)
        .map(|(_, to)| (to, (centre(grid, to) - start).normalize()))
        .filter(|(_, way)| way.dot(towards) > 0.3)
        .max_by(|(a, way_a), (b, way_b)| {
            // Of two equally good ones the one that leads back to where one came from in even rows
            // and on in odd ones, so that up and down go straight.
            let preference = |cell: &Cell| {
                let (column, row) = grid.column_row(*cell);
                let (from_column, _) = grid.column_row(from);
                u8::from(column == from_column) + u8::from(row.is_multiple_of(2))
            };
            way_a
                .dot(towards)
                .total_cmp(&way_b.dot(towards))
                .then_with(|| {
                    let close = (way_a.dot(towards) - way_b.dot(towards)).abs() < 1e-3;
                    if close {
                        preference(a).cmp(&preference(b))
                    } else {
                        std::cmp::Ordering::Equal
                    }
                })
        })
        .map_or(from, |(to, _)| to)
}

/// Moves the cursor, and lets it jump to the target that the player goes through by key.
pub(super) fn move_cursor(
    mut cursor: ResMut<Cursor>,
    mut view: ResMut<View>,
    acts: Res<Acts>,
    board: Res<Board>,
    session: Res<Session>,
    draft: Res<Draft>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut held: Local<f32>,
    mut target_before: Local<Option<Target>>,
) {
    if draft.target != *target_before {
        *target_before = draft.target;
        let by_key = [
            Act::NextTarget,
            Act::PreviousTarget,
            Act::NextOffer,
            Act::PreviousOffer,
        ]
        .into_iter()
        .any(|act| acts.pressed(act));
        if by_key && let Some(cell) = draft.target.and_then(|target| cell_of(target, &session)) {
            *cursor = Cursor {
                cell: Some(cell),
                shown: true,
            };
            view.follow(centre(&board.grid, cell));
        }
    }
    let keys = [
        (Act::CursorUp, Vec2::Y),
        (Act::CursorDown, Vec2::NEG_Y),
        (Act::CursorLeft, Vec2::NEG_X),
        (Act::CursorRight, Vec2::X),
    ];
    let mut towards = Vec2::ZERO;
    let mut begins = false;
    for (act, way) in keys {
        if acts.pressed(act) {
            towards += way;
            begins |= acts.just_pressed(act);
        }
    }
    if towards == Vec2::ZERO {
        *held = 0.0;
        return;
    }
    redraw.write(RequestRedraw);
    *held += time.delta_secs();
    let repeats = *held >= REPEAT_AFTER;
    if !begins && !repeats {
        return;
    }
    if repeats {
        *held -= REPEAT_EVERY;
    }
    let cell = match cursor.cell.filter(|cell| board.grid.contains(*cell)) {
        // The first touch only shows where it is.
        Some(cell) if cursor.shown => next(&board.grid, cell, towards.normalize()),
        Some(cell) => cell,
        None => home(&session, &board.grid),
    };
    let wanted = Cursor {
        cell: Some(cell),
        shown: true,
    };
    cursor.set_if_neq(wanted);
    view.follow(centre(&board.grid, cell));
}

/// Where the cursor begins: at who decides, else in the middle of the map.
fn home(session: &Session, grid: &Grid) -> Cell {
    let actor = session.decision.as_ref().and_then(|open| open.actor);
    actor
        .and_then(|id| session.shown.figures.get(id.index())?.as_ref())
        .map(|figure| figure.cell)
        .or_else(|| cell_at(grid, bounds(grid).center()))
        .unwrap_or(Cell(0))
}

fn cell_of(target: Target, session: &Session) -> Option<Cell> {
    match target {
        Target::Cell(cell) | Target::Edge(cell, _) | Target::Device(cell, _) => Some(cell),
        Target::Combatant(id) | Target::Injury(id, _) => {
            let figure = session.shown.figures.get(id.index())?.as_ref()?;
            Some(figure.cell)
        }
        Target::Item(item) => {
            let mut lying = session.shown.lying.iter();
            lying
                .find(|(lying, _)| *lying == item)
                .map(|(_, cell)| *cell)
        }
        Target::Zone(zone) => {
            let core: Vec<Cell> = session.plan.setup.level.zones.core_of(zone).collect();
            heart(session.map.grid(), &core)
        }
        Target::Facing(_) | Target::Side(_) => None,
    }
}

/// A new decision: the cursor goes home, so that it is where the player looks.
fn go_home(
    mut cursor: ResMut<Cursor>,
    board: Res<Board>,
    session: Res<Session>,
    mut asked: Local<Option<u32>>,
) {
    let decision = session.decision.as_ref().map(|decision| decision.number);
    if decision == *asked {
        return;
    }
    *asked = decision;
    // A side that decides as a whole has no home: the cursor stays where it is.
    let acts = session
        .decision
        .as_ref()
        .is_some_and(|open| open.actor.is_some());
    if acts || (decision.is_some() && cursor.cell.is_none()) {
        let cell = Some(home(&session, &board.grid));
        if cursor.cell != cell {
            cursor.cell = cell;
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cursor>().add_systems(
        Update,
        (go_home, move_cursor)
            .chain()
            .in_set(AppSystems::Input)
            .run_if(resource_exists::<Board>)
            .run_if(resource_exists::<Session>),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Layout, Metres};

    use super::*;

    #[test]
    fn up_and_down_come_back_to_the_same_column() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 9, 9, Metres::from_milli(1500)).unwrap();
            let from = grid.cell(4, 4).unwrap();
            let mut cell = from;
            for _ in 0..4 {
                cell = next(&grid, cell, Vec2::Y);
            }
            let (column, row) = grid.column_row(cell);
            assert_eq!(row, 0, "{layout:?}");
            assert!(
                column.abs_diff(4) <= 1,
                "{layout:?} strayed to column {column}"
            );
            for _ in 0..4 {
                cell = next(&grid, cell, Vec2::NEG_Y);
            }
            assert_eq!(grid.column_row(cell).1, 4, "{layout:?}");
        }
    }

    #[test]
    fn sideways_steps_leave_the_row_only_where_there_is_no_other_way() {
        for layout in [Layout::HexPointy, Layout::Square] {
            let grid = Grid::new(layout, 9, 9, Metres::from_milli(1500)).unwrap();
            let from = grid.cell(4, 4).unwrap();
            assert_eq!(next(&grid, from, Vec2::X), grid.cell(5, 4).unwrap());
            assert_eq!(next(&grid, from, Vec2::NEG_X), grid.cell(3, 4).unwrap());
        }
    }

    #[test]
    fn the_rim_holds_the_cursor() {
        let grid = Grid::new(Layout::Square, 3, 3, Metres::from_milli(1500)).unwrap();
        assert_eq!(next(&grid, Cell(0), Vec2::Y), Cell(0));
        assert_eq!(next(&grid, Cell(0), Vec2::NEG_X), Cell(0));
    }
}
