//! When the board is complete, so that the battle can begin to be shown.

use bevy::{prelude::*, window::RequestRedraw};

use super::{Board, Showing, overlay, terrain};
use crate::{
    app_systems::AppSystems,
    art::Gallery,
    session::{BoardReady, Session},
};

/// Frames without anything to wait for: the panels and the counters ask for pictures when they are drawn.
const CALM: u8 = 3;

/// Something is still being drawn for the board.
fn drawing(
    terrain: Option<Res<terrain::Painting>>,
    hatches: Option<Res<overlay::Hatching>>,
    gallery: Res<Gallery>,
) -> bool {
    terrain.is_some() || hatches.is_some() || gallery.busy()
}

/// What is drawn elsewhere is looked for with every frame.
fn look_again(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}

fn finish(
    session: Res<Session>,
    board: Res<Board>,
    terrain: Option<Res<terrain::Painting>>,
    hatches: Option<Res<overlay::Hatching>>,
    gallery: Res<Gallery>,
    mut ready: ResMut<BoardReady>,
    mut calm: Local<u8>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if ready.is(session.battle) || board.battle != session.battle {
        return;
    }
    redraw.write(RequestRedraw);
    let waits = drawing(terrain, hatches, gallery) || session.shown.figures.is_empty();
    *calm = if waits { 0 } else { *calm + 1 };
    if *calm >= CALM {
        *calm = 0;
        ready.0 = Some(session.battle);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardReady>()
        .add_systems(
            Update,
            finish
                .after(Showing)
                .in_set(AppSystems::Present)
                .run_if(resource_exists::<Board>)
                .run_if(resource_exists::<Session>),
        )
        .add_systems(Update, look_again.in_set(Showing).run_if(drawing));
}
