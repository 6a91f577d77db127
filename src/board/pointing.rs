//! What the player points at, with the pointer or with the cursor, and which cell they confirm.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;
use shieldwall_battle::{CombatantId, Vitality};
use shieldwall_grid::{Cell, Grid};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    input::Acts,
    screen::FrontMost,
    session::{CellConfirmed, Pointed, Session},
    shown::{Figure, ShownBattle},
};

use super::{
    Board,
    camera::Drag,
    cursor::Cursor,
    plane::cell_at,
    pose::{at_rest, lies, mount},
    view::View,
};

/// Pixels the pointer has to move to take over from the cursor.
const NUDGE: f32 = 3.0;

/// All who are in a cell, if only with a part of them. Anyone who rides is wherever its mount is.
fn all_in<'a>(shown: &'a ShownBattle, grid: &Grid, cell: Cell) -> impl Iterator<Item = &'a Figure> {
    let figures = shown.figures.iter().flatten();
    figures.filter(move |figure| {
        let stands = mount(shown, figure).unwrap_or(figure);
        figure.vitality != Vitality::Left && stands.covers(grid, cell)
    })
}

/// The combatant in a cell: one who stands rather than one who lies there.
pub(super) fn combatant_in(shown: &ShownBattle, grid: &Grid, cell: Cell) -> Option<CombatantId> {
    all_in(shown, grid, cell)
        .min_by_key(|figure| (lies(figure.vitality), figure.vitality, figure.id))
        .map(|figure| figure.id)
}

/// Whether several who stand share a cell, as riders do with their mount.
fn is_shared(shown: &ShownBattle, grid: &Grid, cell: Cell) -> bool {
    let standing = all_in(shown, grid, cell).filter(|figure| !lies(figure.vitality));
    standing.count() > 1
}

/// The combatant in a cell whose counter a point is in: of several who stand there the one whose
/// middle is nearest, measured by the size of the counter.
fn combatant_under(shown: &ShownBattle, grid: &Grid, cell: Cell, at: Vec2) -> Option<CombatantId> {
    if !is_shared(shown, grid, cell) {
        return combatant_in(shown, grid, cell);
    }
    let poses = at_rest(shown, grid);
    all_in(shown, grid, cell)
        .filter(|figure| !lies(figure.vitality))
        .filter_map(|figure| Some((figure.id, poses.get(&figure.id)?)))
        .min_by(|(_, one), (_, other)| {
            let off = [one, other].map(|pose| pose.at.distance(at) / pose.scale);
            off[0].total_cmp(&off[1])
        })
        .map(|(id, _)| id)
}

fn point(
    session: Res<Session>,
    board: Res<Board>,
    view: Res<View>,
    front: Res<FrontMost>,
    wants: Res<EguiWantsInput>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut cursor: ResMut<Cursor>,
    mut pointed: ResMut<Pointed>,
    mut before: Local<Option<Vec2>>,
) {
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let moved = match (*before, pointer) {
        (Some(before), Some(now)) => before.distance(now) >= NUDGE,
        (None, Some(_)) => true,
        _ => false,
    };
    if moved {
        *before = pointer;
        if cursor.shown {
            cursor.shown = false;
        }
    }
    let (shown, grid) = (&session.shown, &board.grid);
    let now = if *front != FrontMost::Battle {
        Pointed::default()
    } else if cursor.shown {
        let cell = cursor.cell;
        Pointed {
            cell,
            combatant: cell.and_then(|cell| combatant_in(shown, grid, cell)),
            vague: cell.is_some_and(|cell| is_shared(shown, grid, cell)),
        }
    } else if wants.is_pointer_over_area() || wants.is_using_pointer() {
        Pointed::default()
    } else {
        let at = pointer.map(|pixel| view.at_pixel(pixel));
        let found = at.and_then(|at| Some((cell_at(grid, at)?, at)));
        Pointed {
            cell: found.map(|(cell, _)| cell),
            combatant: found.and_then(|(cell, at)| combatant_under(shown, grid, cell, at)),
            vague: false,
        }
    };
    pointed.set_if_neq(now);
}

fn confirm(
    acts: Res<Acts>,
    drag: Res<Drag>,
    cursor: Res<Cursor>,
    pointed: Res<Pointed>,
    mut confirmed: MessageWriter<CellConfirmed>,
    mut held: Local<bool>,
    mut dragged: Local<bool>,
) {
    let down = acts.pressed(Act::PickCell);
    if acts.just_pressed(Act::PickCell) {
        *dragged = false;
    }
    *dragged |= drag.on;
    let clicked = *held && !down && !*dragged && !cursor.shown;
    *held = down;
    let keyed = cursor.shown && acts.just_pressed(Act::Confirm);
    if (clicked || keyed)
        && let Some(cell) = pointed.cell
    {
        confirmed.write(CellConfirmed {
            cell,
            combatant: pointed.meant(),
        });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (point, confirm)
            .chain()
            .after(super::cursor::move_cursor)
            .in_set(AppSystems::Input)
            .run_if(resource_exists::<Board>)
            .run_if(resource_exists::<Session>),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Layout, Metres};

    use super::{super::plane::figure_centre, *};
    use crate::playback::samples::figure;

    #[test]
    fn riders_and_what_they_ride_are_pointed_at_where_they_are_drawn() {
        let grid = Grid::new(Layout::HexPointy, 8, 8, Metres::from_milli(1500)).unwrap();
        let [mut mount, mut rider] = [0, 1].map(|id| figure(id, 9, Vitality::Active));
        mount.across = 2;
        rider.riding = Some(mount.id);
        let middle = figure_centre(&grid, &mount);
        let other = grid.footprint(mount.cell, mount.across).unwrap()[2];
        let fallen = figure(2, 9, Vitality::Dead);
        let shown = ShownBattle {
            figures: [mount, rider, fallen].into_iter().map(Some).collect(),
            ..ShownBattle::default()
        };
        let sits = at_rest(&shown, &grid)[&CombatantId(1)].at;
        let under = |at| combatant_under(&shown, &grid, Cell(9), at).unwrap();
        assert_eq!(under(sits), CombatantId(1));
        assert_eq!(under(middle - (sits - middle)), CombatantId(0));
        // Any cell of the mount means both.
        assert_eq!(combatant_in(&shown, &grid, other), Some(CombatantId(0)));
        assert!(is_shared(&shown, &grid, Cell(9)) && is_shared(&shown, &grid, other));
        assert!(!is_shared(&shown, &grid, Cell(20)));
    }
}
