//! The window: Bevy, its plugins, and the order in which a frame is worked out.

mod frame_pace;
mod window;
mod window_fit;
mod window_icon;
mod window_size;

use bevy::{
    app::{MainScheduleOrder, PanicHandlerPlugin, RunFixedMainLoop, TerminalCtrlCHandlerPlugin},
    ecs::{
        message::{MessageRegistry, ShouldUpdateMessages},
        schedule::{ScheduleLabel, SingleThreadedExecutor},
    },
    log::{Level, LogPlugin},
    prelude::*,
};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, PrimaryEguiContext};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    app_systems::AppSystems,
    launch::Launch,
    main_camera::MainCamera,
    settings::{self, Store},
};

/// Whether the first frame has been drawn: from then on a panic is not about opening the window.
static UP: AtomicBool = AtomicBool::new(false);
/// What the last panic before the first frame said.
static FAILURE: Mutex<Option<String>> = Mutex::new(None);

/// Opens the window and plays until it is closed.
///
/// # Errors
///
/// Says why there is no window.
pub(crate) fn run(launch: Launch) -> Result<AppExit, String> {
    catch_opening_failures();
    let run = catch_unwind(AssertUnwindSafe(|| build(launch).run()));
    run.map_err(|_| {
        FAILURE
            .lock()
            .ok()
            .and_then(|mut failure| failure.take())
            .unwrap_or_else(|| "the game ended unexpectedly".to_owned())
    })
}

/// Libraries panic when there is no display or nothing to draw with. Until the first frame such a
/// panic is a message; afterwards it is a panic like any other.
fn catch_opening_failures() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if UP.load(Ordering::Relaxed) {
            usual(info);
            return;
        }
        let payload = info.payload();
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown failure".to_owned());
        if let Ok(mut failure) = FAILURE.lock() {
            // The first one is the cause; later ones follow from it.
            failure.get_or_insert(text);
        }
    }));
}

fn build(launch: Launch) -> App {
    let folder = shieldwall_content::config_folder();
    let loaded = settings::read(folder.as_deref());
    let mut store = Store::new(folder.as_deref(), &loaded);
    let mut settings = loaded.settings;
    if let Some(speed) = launch.speed {
        store.passing_speed(speed);
        settings.animation_speed = speed;
    }
    let mut app = App::new();
    app.set_error_handler(bevy::ecs::error::error)
        .add_plugins(
            DefaultPlugins
                .build()
                .disable::<PanicHandlerPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>()
                .set(LogPlugin {
                    level: Level::WARN,
                    // Vulkan layers and sound are no news for players; RUST_LOG shows all.
                    filter: "error,shieldwall=warn".to_owned(),
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: Some(window::opening(&settings, &launch)),
                    ..default()
                }),
        )
        .add_plugins(EguiPlugin::default())
        .insert_resource(ClearColor(Color::srgb_u8(
            crate::theme::BACKDROP.r(),
            crate::theme::BACKDROP.g(),
            crate::theme::BACKDROP.b(),
        )))
        .insert_resource(settings)
        .insert_resource(store)
        .insert_resource(launch);
    compose(&mut app);
    app.add_plugins((
        window::plugin,
        window_fit::plugin,
        window_size::plugin,
        window_icon::plugin,
        frame_pace::plugin,
    ))
    .add_systems(PreStartup, camera)
    .add_systems(Last, || UP.store(true, Ordering::Relaxed));
    without_fixed_steps(&mut app);
    on_one_thread(&mut app);
    app
}

/// Everything of the game that does not need a real window.
fn compose(app: &mut App) {
    app.configure_sets(
        Update,
        (
            AppSystems::Receive,
            AppSystems::Input,
            AppSystems::Decide,
            AppSystems::Playback,
            AppSystems::Present,
        )
            .chain(),
    )
    .add_plugins((
        crate::screens::plugin,
        crate::settings::plugin,
        crate::input::plugin,
        crate::palette::plugin,
        crate::theme::plugin,
        crate::content_loading::plugin,
        crate::art::plugin,
        crate::board::plugin,
        crate::playback::plugin,
        crate::hud::plugin,
        crate::decide::plugin,
        crate::waking::plugin,
        crate::progress_log::plugin,
        crate::frame_clock::plugin,
        crate::saves::plugin,
    ))
    .add_plugins((crate::lesson::plugin, crate::sound::plugin));
}

/// Nothing in the game goes by fixed steps, and the input manager would work out all keys a second time for them.
fn without_fixed_steps(app: &mut App) {
    let mut order = app.world_mut().resource_mut::<MainScheduleOrder>();
    order
        .labels
        .retain(|label| *label != RunFixedMainLoop.intern());
    // Messages are kept until the next fixed step unless Bevy is told otherwise: they would never be dropped, and no
    // frame would be the last one.
    app.world_mut()
        .resource_mut::<MessageRegistry>()
        .should_update = ShouldUpdateMessages::Always;
}

/// The systems of a frame are many and small: handing them from thread to thread costs more than they do. Thinking,
/// loading and drawing have threads of their own.
fn on_one_thread(app: &mut App) {
    for label in [
        First.intern(),
        PreUpdate.intern(),
        Update.intern(),
        PostUpdate.intern(),
        Last.intern(),
    ] {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
}

fn camera(mut commands: Commands, mut global: ResMut<EguiGlobalSettings>) {
    global.auto_create_primary_context = false;
    commands.spawn((Name::new("camera"), MainCamera, PrimaryEguiContext));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message)]
    struct News;

    /// Else the window would never rest: news from long ago would be there in every frame.
    #[test]
    fn messages_are_dropped_without_fixed_steps() {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).add_message::<News>();
        without_fixed_steps(&mut app);
        app.update();
        app.world_mut().write_message(News);
        for _ in 0..3 {
            app.update();
        }
        assert!(app.world().resource::<Messages<News>>().is_empty());
    }
}
