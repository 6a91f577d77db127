//! Levels, units, items, rulebooks and mods, read off the frame thread: at the start, when files
//! change, and when mods have been switched.

mod reader;
mod watch;

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{
    app_systems::AppSystems,
    art::{Gallery, GameArt},
    content::Content,
    launch::Launch,
    screen::Screen,
    waking::Waker,
};

pub(crate) use reader::ContentReader;

use reader::Reply;

/// Adds reading of content.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin)
        .add_systems(
            Update,
            receive
                .run_if(resource_exists::<ContentReader>)
                .in_set(AppSystems::Receive),
        )
        .add_systems(Last, finish);
}

/// Everything that shows drawings.
#[derive(SystemParam)]
struct Pictures<'w> {
    art: Option<ResMut<'w, GameArt>>,
    gallery: Option<ResMut<'w, Gallery>>,
}

impl Pictures<'_> {
    /// Drawings may have changed, or been mended, or replaced by others.
    fn follow(&mut self, art: GameArt) {
        if let Some(gallery) = &mut self.gallery {
            gallery.refresh();
        }
        if let Some(shown) = &mut self.art {
            **shown = art;
        }
    }
}

/// Begins to read; content that came with the launch is taken as it is.
fn begin(
    mut commands: Commands,
    mut launch: ResMut<Launch>,
    waker: Res<Waker>,
    mut pictures: Pictures,
    mut next: ResMut<NextState<Screen>>,
) {
    let content = launch.content.take();
    let art = content.as_ref().map_or_else(
        || GameArt::of(&launch.places.base),
        |content| GameArt::new(Arc::clone(&content.collection.art)),
    );
    pictures.follow(art);
    let reader = ContentReader::start(launch.places.clone(), content.clone(), waker.clone());
    commands.insert_resource(reader);
    if let Some(content) = content {
        commands.insert_resource(content);
        next.set(Screen::Title);
    }
}

fn receive(
    mut commands: Commands,
    mut reader: ResMut<ContentReader>,
    mut pictures: Pictures,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    while let Some(reply) = reader.bypass_change_detection().poll() {
        let Reply::Content(content) = reply else {
            continue;
        };
        info!(
            "content: {} levels, {} units, {} files with errors, {} mods used of {}",
            content.library.levels.len(),
            content.library.units.len(),
            content.library.broken.len(),
            content.collection.mods.used().count(),
            content.collection.mods.list.len()
        );
        pictures.follow(GameArt::new(Arc::clone(&content.collection.art)));
        commands.insert_resource(content);
        if *screen.get() == Screen::Loading {
            next.set(Screen::Title);
        }
    }
}

/// At the end of the game no switch of a mod may be left unwritten.
fn finish(mut exits: MessageReader<AppExit>, reader: Option<ResMut<ContentReader>>) {
    if exits.read().count() > 0
        && let Some(mut reader) = reader
    {
        reader.finish();
    }
}
