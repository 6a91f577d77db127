//! The picture of the game in the title bar and the list of windows.

use bevy::{
    ecs::system::NonSendMarker,
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
    window::PrimaryWindow,
    winit::WINIT_WINDOWS,
};
use winit::window::Icon;

use crate::art::{ArtError, rasterise};

/// The drawing; in the binary, since it belongs to the program and not to content.
const DRAWING: &str = include_str!("../../assets/art/app_icon.svg");
/// Pixels each way. Window managers scale it down to what they show; much more than this is more
/// than X11 takes in one request.
const PIXELS: u32 = 128;

/// The icon while it is being drawn: its pixels as red, green, blue and opacity.
#[derive(Resource)]
struct Drawn(Task<Result<Vec<u8>, ArtError>>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin)
        .add_systems(Update, hang.run_if(resource_exists::<Drawn>));
}

fn begin(mut commands: Commands) {
    let task = AsyncComputeTaskPool::get().spawn(async { draw() });
    commands.insert_resource(Drawn(task));
}

fn draw() -> Result<Vec<u8>, ArtError> {
    rasterise(DRAWING, PIXELS, PIXELS).map(resvg::tiny_skia::Pixmap::take_demultiplied)
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
        let pixels = draw().unwrap_or_default();
        let opaque = pixels.iter().skip(3).step_by(4).filter(|a| **a == 255);
        assert!(opaque.count() > (PIXELS * PIXELS / 2) as usize);
        assert!(Icon::from_rgba(pixels, PIXELS, PIXELS).is_ok());
    }
}
