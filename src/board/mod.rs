//! The board: terrain, tokens, overlays, camera and pointing.
//!
//! The board shows [`Session::shown`](crate::session::Session) and nothing else of the battle: it
//! knows no rules and never reads ahead. It is built when a battle begins and taken down with it.

mod blows;
mod board_textures;
mod borders;
mod camera;
mod condition_icons;
mod cursor;
mod devices;
mod drawing;
mod effects;
mod hatch;
mod intents;
mod jolt;
mod label;
mod legend;
mod legend_sample;
mod links;
mod lying_items;
mod markings;
mod overlay;
mod overview;
mod path_preview;
mod plane;
mod pointing;
mod pose;
mod readiness;
mod relief;
mod sight_line;
mod strokes;
mod terrain;
mod terrain_art;
mod terrain_pictures;
mod tile_art;
mod token;
mod token_art;
mod token_rings;
mod typeface;
mod view;
mod zone_lines;

use bevy::{ecs::system::ScheduleSystem, prelude::*};
use shieldwall_grid::Grid;

use crate::{
    app_systems::AppSystems,
    session::{CellConfirmed, LookAt, Pointed, Seat, Session},
};

pub(crate) use legend::{LegendEntry, legend_entries};
pub(crate) use legend_sample::Sample;
pub(crate) use overview::Overview;
pub(crate) use plane::{cell_bounds, figure_bounds, figure_centre};
pub(crate) use sight_line::SightWords;
pub(crate) use view::View;

/// The board of the battle that is shown.
#[derive(Resource)]
pub(crate) struct Board {
    /// Number of the battle it was built for.
    battle: u64,
    /// Geometry of its cells.
    pub(crate) grid: Grid,
    /// Everything on the board hangs on this entity.
    root: Entity,
}

/// Adds what is begun anew with each board, and drawn on it from then on.
fn draw_anew<M, N>(
    app: &mut App,
    begin: impl IntoScheduleConfigs<ScheduleSystem, M>,
    draw: impl IntoScheduleConfigs<ScheduleSystem, N>,
) {
    let begin = begin.run_if(resource_exists_and_changed::<Board>);
    app.add_systems(Update, (begin, draw).chain().in_set(Showing));
}

/// Layers from the ground up, as z coordinates.
mod layer {
    /// Ground of the cells.
    pub(super) const GROUND: f32 = 1.0;
    /// Contours, banks and shadows of walls.
    pub(super) const RELIEF: f32 = 2.0;
    /// What grows or lies on the ground.
    pub(super) const GROWTH: f32 = 3.0;
    /// Objectives and exits.
    pub(super) const MARKS: f32 = 4.0;
    /// Hatches of overlays; each kind a little above the one before.
    pub(super) const OVERLAYS: f32 = 5.0;
    /// Outlines of overlays.
    pub(super) const OUTLINES: f32 = 9.0;
    /// Walls, doors and hedges between cells.
    pub(super) const BORDERS: f32 = 10.0;
    /// Levers and wheels.
    pub(super) const DEVICES: f32 = 10.5;
    /// Weapons and shields on the ground.
    pub(super) const LYING: f32 = 11.0;
    /// The fallen.
    pub(super) const FALLEN: f32 = 12.0;
    /// Cursor and path.
    pub(super) const PATH: f32 = 13.0;
    /// Those who stand.
    pub(super) const STANDING: f32 = 20.0;
    /// Those who act, above their neighbours.
    pub(super) const ACTING: f32 = 30.0;
    /// Lines of sight.
    pub(super) const SIGHT: f32 = 40.0;
    /// Arrows, numbers and words.
    pub(super) const EFFECTS: f32 = 50.0;
}

/// Drawing what the board shows, in [`AppSystems::Present`]; only while there is a board.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Showing;

/// Builds the board for a battle, and takes it down.
fn follow_battle(
    mut commands: Commands,
    session: Option<Res<Session>>,
    board: Option<Res<Board>>,
    mut look: ResMut<View>,
    mut textures: ResMut<board_textures::BoardTextures>,
) {
    let wanted = session.as_ref().map(|session| session.battle);
    let shown = board.as_ref().map(|board| board.battle);
    if wanted == shown {
        return;
    }
    if let Some(board) = board {
        commands.entity(board.root).despawn();
        textures.retire();
        commands.remove_resource::<Board>();
    }
    if let Some(session) = session {
        let level = &session.plan.setup.level;
        let grid = *level.map.grid();
        let root = commands
            .spawn((Name::new("board"), Transform::default(), Visibility::Hidden))
            .id();
        commands.insert_resource(Board {
            battle: session.battle,
            grid,
            root,
        });
        look.begin(&grid);
    }
}

/// Hides the board while the curtain is down, so that not even an edge of it can be seen.
fn draw_curtain(
    session: If<Res<Session>>,
    seat: If<Res<Seat>>,
    board: If<Res<Board>>,
    mut roots: Query<&mut Visibility>,
) {
    let covered = seat.is_covered() || session.shown.figures.is_empty();
    let wanted = if covered {
        Visibility::Hidden
    } else {
        Visibility::Visible
    };
    if let Ok(mut visibility) = roots.get_mut(board.root) {
        visibility.set_if_neq(wanted);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(bevy_ecs_tilemap::TilemapPlugin)
        .init_resource::<Pointed>()
        .init_resource::<crate::session::Marked>()
        .init_resource::<crate::session::Draft>()
        .init_resource::<crate::session::Overlays>()
        .init_resource::<crate::session::BoardArea>()
        .add_message::<CellConfirmed>()
        .add_message::<LookAt>()
        .configure_sets(
            Update,
            Showing
                .in_set(AppSystems::Present)
                .run_if(resource_exists::<Board>)
                .run_if(resource_exists::<Session>),
        )
        .add_plugins((
            camera::plugin,
            cursor::plugin,
            pointing::plugin,
            (typeface::plugin, board_textures::plugin, terrain::plugin),
            relief::plugin,
            borders::plugin,
            zone_lines::plugin,
            overlay::plugin,
            label::plugin,
            path_preview::plugin,
            (sight_line::plugin, links::plugin, intents::plugin),
            (devices::plugin, lying_items::plugin),
            token::plugin,
            token_rings::plugin,
            (effects::plugin, readiness::plugin, jolt::plugin),
        ))
        .add_systems(Update, follow_battle.in_set(AppSystems::Receive))
        .add_systems(Update, draw_curtain.in_set(AppSystems::Present));
}
