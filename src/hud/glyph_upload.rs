//! Glyphs are on the graphics card in the frame in which they are first used.
//!
//! egui draws a letter into its font texture when a text first needs it, and `bevy_egui` writes the
//! change to an [`Image`] at the end of the frame. The renderer hears of changed images in
//! [`AssetEventSystems`], and nothing orders one before the other: where the executor ran them the
//! other way round, new letters stayed blank for a frame, and all text did when the texture grew.
//! With frames far apart, under load or in a menu that waits for input, that could be seen.

use bevy::{asset::AssetEventSystems, prelude::*};
use bevy_egui::EguiPostUpdateSet;

/// Puts textures of panels before the news of changed images.
pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        PostUpdate,
        EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems),
    );
}

#[cfg(test)]
mod tests {
    use bevy::{asset::AssetPlugin, ecs::schedule::SingleThreadedExecutor, image::Image};

    use super::*;

    /// Images of which the renderer has heard.
    #[derive(Resource, Default)]
    struct Heard(usize);

    #[test]
    fn the_renderer_hears_of_new_glyphs_in_the_same_frame() {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
            .init_asset::<Image>()
            .init_resource::<Heard>();
        plugin(&mut app);
        app.add_systems(
            PostUpdate,
            (|mut images: ResMut<Assets<Image>>| {
                images.add(Image::default());
            })
            .in_set(EguiPostUpdateSet::PostProcessOutput),
        )
        .add_systems(
            Last,
            |mut news: MessageReader<AssetEvent<Image>>, mut heard: ResMut<Heard>| {
                let added = news
                    .read()
                    .filter(|event| matches!(event, AssetEvent::Added { .. }));
                heard.0 += added.count();
            },
        )
        // One after the other, so that only the declared order decides.
        .edit_schedule(PostUpdate, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
        for frame in 1..4 {
            app.update();
            assert_eq!(app.world().resource::<Heard>().0, frame);
        }
    }
}
