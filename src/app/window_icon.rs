//! The picture of the game in the title bar and the list of windows.

use bevy::{
    ecs::system::NonSendMarker,
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
    window::PrimaryWindow,
    winit::WINIT_WINDOWS,
};
use winit::window::Icon;

use crate::art::{ArtError, GameArt};

/// Pixels each way. Window managers scale it down to what they show; much more than this is more
/// than X11 takes in one request.
const PIXELS: u32 = 128;

/// The icon while it is being drawn: its pixels as red, green, blue and opacity.
#[derive(Resource)]
struct Drawn(Task<Result<Vec<u8>, ArtError>>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            begin.run_if(resource_exists_and_changed::<GameArt>),
            hang.run_if(resource_exists::<Drawn>),
        )
            .chain(),
    );
}

fn begin(mut commands: Commands, art: Res<GameArt>) {
    let art = art.clone();
    let task = AsyncComputeTaskPool::get().spawn(async move { draw(&art) });
    commands.insert_resource(Drawn(task));
}

fn draw(art: &GameArt) -> Result<Vec<u8>, ArtError> {
    let picture = art.picture("app_icon", None, [PIXELS; 2])?;
    Ok(picture.take_demultiplied())
}

/// Puts the icon on the window once both are there. Windows may only be touched on the main thread.
fn hang(
    mut commands: Commands,
    mut drawn: ResMut<Drawn>,
    windows: Query<Entity, With<PrimaryWindow>>,
    _main_thread: NonSendMarker,
) {
    let Ok(entity) = windows.single() else {
        return;
    };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(entity) else {
            return;
        };
        let Some(pixels) = block_on(poll_once(&mut drawn.0)) else {
            return;
        };
        commands.remove_resource::<Drawn>();
        let icon = pixels
            .map_err(|error| error.to_string())
            .and_then(|pixels| {
                Icon::from_rgba(pixels, PIXELS, PIXELS).map_err(|error| error.to_string())
            });
        match icon {
            Ok(icon) => window.set_window_icon(Some(icon)),
            Err(error) => warn!("the window has no icon: {error}"),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_can_be_drawn_and_is_taken() {
        let pixels = draw(&GameArt::of_the_game()).unwrap_or_default();
        let opaque = pixels.iter().skip(3).step_by(4).filter(|a| **a == 255);
        assert!(opaque.count() > (PIXELS * PIXELS / 2) as usize);
        assert!(Icon::from_rgba(pixels, PIXELS, PIXELS).is_ok());
    }
}
