//! What the player points at, with the pointer or with the cursor, and which cell they confirm.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;
use shieldwall_battle::{CombatantId, Vitality};
use shieldwall_grid::Cell;

use crate::{
    app::AppSystems,
    input::{Act, Acts},
    screens::FrontMost,
    session::{CellConfirmed, Pointed, Scene, Session},
};

use super::{Board, camera::Drag, cursor::Cursor, plane::cell_at, view::View};

/// Pixels the pointer has to move to take over from the cursor.
const NUDGE: f32 = 3.0;

/// The combatant in a cell: one who stands rather than one who lies there.
pub(super) fn combatant_in(scene: &Scene, cell: Cell) -> Option<CombatantId> {
    scene
        .figures
        .iter()
        .flatten()
        .filter(|figure| figure.cell == cell && figure.vitality != Vitality::Left)
        .min_by_key(|figure| (figure.vitality, figure.id))
        .map(|figure| figure.id)
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
    let cell = if *front != FrontMost::Battle {
        None
    } else if cursor.shown {
        cursor.cell
    } else if wants.is_pointer_over_area() || wants.is_using_pointer() {
        None
    } else {
        pointer.and_then(|pixel| cell_at(&board.grid, view.at_pixel(pixel)))
    };
    pointed.set_if_neq(Pointed {
        cell,
        combatant: cell.and_then(|cell| combatant_in(&session.scene, cell)),
    });
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
            combatant: pointed.combatant,
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
