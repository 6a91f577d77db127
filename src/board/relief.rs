//! Relief: contours where elevation changes, banks where terrain does, shadows at the foot of walls.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_grid::{Cell, Grid};

use crate::session::Session;

use super::{
    Board, Showing, layer,
    plane::{CELL, centre, side_ends},
    strokes::{StrokeMaterial, Strokes, colour, show},
    terrain::terrain_at,
};

/// Where the light comes from: the upper left.
const LIGHT: Vec2 = Vec2::new(-0.6, 0.8);

/// What an edge between two cells looks like from the ground up.
fn edge(
    strokes: &mut Strokes,
    session: &Session,
    grid: &Grid,
    cell: Cell,
    other: Cell,
    ends: (Vec2, Vec2),
) {
    let (own, across) = (session.map.ground(cell), session.map.ground(other));
    let (from, to) = ends;
    let climb = i32::from(across.elevation) - i32::from(own.elevation);
    if climb != 0 {
        // The lower of the two cells lies in the shadow of the step.
        let low = if climb > 0 { cell } else { other };
        let steps = climb.unsigned_abs();
        let into = (centre(grid, low) - (from + to) / 2.0).normalize_or_zero();
        let turned_away = (into.dot(-LIGHT) + 1.0) / 2.0;
        let depth = CELL * (0.13 + 0.05 * steps.min(3) as f32) * (0.55 + 0.6 * turned_away);
        let darkness = (0.16 + 0.14 * steps.min(3) as f32) * (0.5 + 0.7 * turned_away);
        foot(strokes, (from, to), into * depth, darkness);
        let width = if steps >= 2 { 4.2 } else { 2.4 };
        strokes.line(from, to, width, colour([44, 32, 18], 0.62));
        let lip = -into * (width * 0.7);
        strokes.line(
            from + lip,
            to + lip,
            1.6,
            colour([255, 244, 214], 0.30 * (1.2 - turned_away)),
        );
        if steps >= 2 {
            // Cliffs: short strokes down the slope.
            for notch in 1..6u8 {
                let at = from.lerp(to, f32::from(notch) / 6.0);
                strokes.line(at, at + into * CELL * 0.15, 1.8, colour([44, 32, 18], 0.66));
            }
        }
    }
    let (wall, other_wall) = (own.is_wall(), across.is_wall());
    if wall != other_wall {
        let open = if wall { other } else { cell };
        let into = (centre(grid, open) - (from + to) / 2.0).normalize_or_zero();
        let turned_away = (into.dot(-LIGHT) + 1.0) / 2.0;
        foot(
            strokes,
            (from, to),
            into * CELL * (0.1 + 0.2 * turned_away),
            0.2 + 0.3 * turned_away,
        );
        strokes.line(from, to, 3.4, colour([24, 20, 16], 0.9));
    } else if terrain_at(session, cell) != terrain_at(session, other) {
        strokes.line(from, to, 1.7, colour([30, 22, 10], 0.26));
    }
}

/// A shadow that fades from an edge into a cell.
fn foot(strokes: &mut Strokes, (from, to): (Vec2, Vec2), into: Vec2, darkness: f32) {
    let (dark, clear) = (colour([10, 8, 14], darkness), colour([10, 8, 14], 0.0));
    let inset = (to - from) * (into.length() / (to - from).length().max(1.0)) * 0.5;
    strokes.area(&[
        (from, dark),
        (to, dark),
        (to + into - inset, clear),
        (from + into + inset, clear),
    ]);
}

/// The lines and shadows, as they are for the ground that is shown.
#[derive(Component)]
struct Relief {
    /// Cells whose terrain is not that of the level.
    ground: BTreeMap<Cell, String>,
}

fn begin(mut commands: Commands, board: Res<Board>, session: Res<Session>) {
    commands.spawn((
        Name::new("relief"),
        Relief {
            ground: session.shown.ground.clone(),
        },
        Transform::from_xyz(0.0, 0.0, layer::RELIEF),
        Visibility::default(),
        ChildOf(board.root),
    ));
}

fn build(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut reliefs: Query<(Entity, &mut Relief)>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
) {
    let Ok((entity, mut relief)) = reliefs.single_mut() else {
        return;
    };
    if relief.ground == session.shown.ground && !relief.is_added() {
        return;
    }
    relief.ground.clone_from(&session.shown.ground);
    let grid = &board.grid;
    let mut strokes = Strokes::default();
    for cell in grid.cells() {
        for side in grid.sides() {
            let ends = side_ends(grid, cell, side);
            match grid.across(cell, side) {
                Some(other) if other > cell => {
                    edge(&mut strokes, &session, grid, cell, other, ends);
                }
                Some(_) => {}
                // The rim of the map.
                None => strokes.line(ends.0, ends.1, 3.0, colour([20, 16, 10], 0.85)),
            }
        }
    }
    show(&mut commands, entity, strokes, &mut meshes, &material);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (begin.run_if(resource_exists_and_changed::<Board>), build)
            .chain()
            .in_set(Showing),
    );
}
