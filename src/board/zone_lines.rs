//! The zones of a level, where the ruleset counts in them: a line around each core, so that the cells
//! between two lines can be seen to be a border.

use bevy::prelude::*;
use shieldwall_grid::Grid;

use crate::session::Session;

use super::{
    Board, Showing, layer,
    plane::{centre, side_ends},
    strokes::{StrokeMaterial, Strokes, colour, show},
};

/// Lines along the sides of cells where other zones begin.
fn lines(grid: &Grid, session: &Session) -> Strokes {
    let zones = &session.plan.setup.level.zones;
    let mut strokes = Strokes::default();
    for cell in grid.cells() {
        let own = zones.zones_of(cell);
        // Drawn within the core, so that a border shows no lines of its own.
        if own.len() != 1 || !session.map.ground(cell).passable {
            continue;
        }
        for side in grid.sides() {
            let other = grid.across(cell, side).map(|other| zones.zones_of(other));
            if other.is_none_or(|other| other == own) {
                continue;
            }
            let (from, to) = side_ends(grid, cell, side);
            let inwards = (centre(grid, cell) - (from + to) / 2.0).normalize_or_zero() * 1.2;
            let (from, to) = (from + inwards, to + inwards);
            strokes.dashes(from, to, 3.4, [9.0, 6.0], colour([20, 16, 8], 0.3));
            strokes.dashes(from, to, 1.8, [9.0, 6.0], colour([255, 250, 230], 0.6));
        }
    }
    strokes
}

fn build(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
) {
    if !session.plan.ruleset.uses_zones() {
        return;
    }
    let entity = commands
        .spawn((
            Name::new("zones"),
            Transform::from_xyz(0.0, 0.0, layer::MARKS - 0.5),
            Visibility::default(),
            ChildOf(board.root),
        ))
        .id();
    let strokes = lines(&board.grid, &session);
    show(&mut commands, entity, strokes, &mut meshes, &material);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        build
            .run_if(resource_exists_and_changed::<Board>)
            .in_set(Showing),
    );
}
