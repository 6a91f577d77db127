//! Texture arrays of the board's tilemaps, freed when the board is taken down.
//!
//! `bevy_ecs_tilemap` keeps the handle and the bind group of every texture it has ever drawn, so the
//! pixels of a board would stay in memory until the game ends. They are freed by hand instead: once
//! no frame draws them any more, the texture is destroyed on the graphics card and the image is
//! removed. What the library keeps then is a few hundred bytes for each texture.

use bevy::{
    prelude::*,
    render::{Extract, ExtractSchedule, RenderApp, render_asset::RenderAssets, texture::GpuImage},
};

use crate::app_systems::AppSystems;

/// Frames from the end of a board to the end of its textures. The renderer is one frame behind.
const FRAMES_TO_WAIT: u8 = 3;

/// The textures of the board that is shown, and those that are to be freed.
#[derive(Resource, Default)]
pub(super) struct BoardTextures {
    shown: Vec<AssetId<Image>>,
    retired: Vec<Retired>,
}

/// A texture that is drawn no more, most often of a board that has been taken down.
struct Retired {
    image: AssetId<Image>,
    frames_left: u8,
}

impl BoardTextures {
    /// Adds a texture that is drawn until the board is taken down.
    pub(super) fn add(&mut self, images: &mut Assets<Image>, image: Image) -> Handle<Image> {
        let handle = images.add(image);
        self.shown.push(handle.id());
        handle
    }

    /// A texture is drawn no more: it is freed some frames later.
    pub(super) fn retire_one(&mut self, image: AssetId<Image>) {
        self.shown.retain(|shown| *shown != image);
        self.retired.push(Retired {
            image,
            frames_left: FRAMES_TO_WAIT,
        });
    }

    /// The board has been taken down: its textures are freed some frames later.
    pub(super) fn retire(&mut self) {
        self.retired
            .extend(self.shown.drain(..).map(|image| Retired {
                image,
                frames_left: FRAMES_TO_WAIT,
            }));
    }
}

/// Counts down, and removes the images whose textures were destroyed in the frame before.
fn remove_images(mut textures: ResMut<BoardTextures>, mut images: ResMut<Assets<Image>>) {
    if textures.retired.is_empty() {
        return;
    }
    textures.retired.retain_mut(|retired| {
        let destroyed = retired.frames_left == 0;
        if destroyed {
            images.remove(retired.image);
        }
        retired.frames_left = retired.frames_left.saturating_sub(1);
        !destroyed
    });
}

/// Frees the memory of the graphics card.
fn destroy_textures(
    textures: Extract<Res<BoardTextures>>,
    gpu_images: Res<RenderAssets<GpuImage>>,
) {
    for retired in &textures.retired {
        if retired.frames_left == 0
            && let Some(gpu_image) = gpu_images.get(retired.image)
        {
            gpu_image.texture.destroy();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardTextures>()
        .add_systems(Update, remove_images.in_set(AppSystems::Present));
    if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
        render_app.add_systems(ExtractSchedule, destroy_textures);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_are_removed_some_frames_after_their_board_and_not_before() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>().add_plugins(plugin);
        let handles: Vec<Handle<Image>> = (0..3)
            .map(|_| {
                let world = app.world_mut();
                world.resource_scope(|world, mut textures: Mut<BoardTextures>| {
                    let mut images = world.resource_mut::<Assets<Image>>();
                    textures.add(&mut images, Image::default())
                })
            })
            .collect();
        let count = |app: &App| app.world().resource::<Assets<Image>>().len();
        let before = count(&app);
        for _ in 0..10 {
            app.update();
        }
        assert_eq!(
            count(&app),
            before,
            "a board that is shown keeps its textures"
        );
        app.world_mut().resource_mut::<BoardTextures>().retire();
        for _ in 0..FRAMES_TO_WAIT {
            app.update();
            assert_eq!(count(&app), before);
        }
        app.update();
        assert_eq!(count(&app), before - handles.len());
        let textures = app.world().resource::<BoardTextures>();
        assert!(textures.retired.is_empty() && textures.shown.is_empty());
    }
}
