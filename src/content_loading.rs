//! Levels, units, items and rulebooks, read off the frame thread.

use std::sync::Arc;

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};
use shieldwall_content::{ContentRoot, Library};

use crate::{
    app::{AppSystems, Launch},
    screen::Screen,
};

/// All content that was read, good and bad.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Content {
    /// What can be used.
    pub(crate) library: Arc<Library>,
}

impl Content {
    /// Reads the content of folders. Takes a while: not for the frame thread.
    pub(crate) fn read(roots: &[ContentRoot]) -> Self {
        // What is wrong stands with the broken files of the library.
        let (library, _) = Library::load(roots);
        Self {
            library: Arc::new(library),
        }
    }
}

#[derive(Resource)]
struct Reading(Task<Content>);

/// Adds reading of content.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin).add_systems(
        Update,
        receive
            .run_if(resource_exists::<Reading>)
            .in_set(AppSystems::Receive),
    );
}

/// Begins to read; content that came with the launch is taken as it is.
fn begin(mut commands: Commands, mut launch: ResMut<Launch>, mut next: ResMut<NextState<Screen>>) {
    if let Some(content) = launch.content.take() {
        commands.insert_resource(content);
        next.set(Screen::Title);
        return;
    }
    read_again(&mut commands, &launch);
}

/// Reads all content again, after files have changed; what is there stays until it is done.
pub(crate) fn read_again(commands: &mut Commands, launch: &Launch) {
    let roots = launch.roots.clone();
    let task = AsyncComputeTaskPool::get().spawn(async move { Content::read(&roots) });
    commands.insert_resource(Reading(task));
}

fn receive(
    mut commands: Commands,
    mut reading: ResMut<Reading>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(content) = block_on(poll_once(&mut reading.0)) else {
        return;
    };
    commands.remove_resource::<Reading>();
    commands.insert_resource(content);
    if *screen.get() == Screen::Loading {
        next.set(Screen::Title);
    }
}
