//! The window: Bevy, its plugins, and the order in which a frame is worked out.

use bevy::{
    app::{PanicHandlerPlugin, TerminalCtrlCHandlerPlugin},
    log::{Level, LogPlugin},
    prelude::*,
    window::{MonitorSelection, PresentMode, PrimaryWindow, WindowMode, WindowResolution},
    winit::{UpdateMode, WinitSettings},
};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, PrimaryEguiContext};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{
    art::Gallery,
    content_loading::Content,
    host::BattlePlan,
    input::{Act, Acts},
    screen::Screen,
    settings::{self, SMALLEST_WINDOW, Settings, Store, config_folder},
};

/// Steps of a frame, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AppSystems {
    /// What the simulation and the loaders have sent.
    Receive,
    /// What the player points at and presses.
    Input,
    /// What becomes of it: drafts, choices, questions to the simulation.
    Decide,
    /// The journal, played entry by entry.
    Playback,
    /// What is seen of it all.
    Present,
}

/// The one camera, which the board moves and the panels are drawn over.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Camera2d)]
pub(crate) struct MainCamera;

/// How the window was asked for.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Launch {
    /// A battle to begin with, instead of the title.
    pub(crate) battle: Option<BattlePlan>,
    /// Content that has been read already.
    pub(crate) content: Option<Content>,
    /// Folders of content.
    pub(crate) roots: Vec<shieldwall_content::ContentRoot>,
    /// Close the game once the aftermath has been shown for a moment.
    pub(crate) quit_at_end: bool,
    /// Full screen for this run, whatever is set.
    pub(crate) fullscreen: bool,
    /// Size of the window for this run in logical pixels, whatever is set.
    pub(crate) size: Option<(u32, u32)>,
    /// Playback speed for this run, whatever is set.
    pub(crate) speed: Option<settings::AnimationSpeed>,
}

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
    let folder = config_folder();
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
                    primary_window: Some(window(&settings, &launch)),
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
    app.add_systems(PreStartup, camera)
        .add_systems(Update, (follow_settings, toggle_fullscreen, pace))
        .add_systems(Last, || UP.store(true, Ordering::Relaxed));
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
        crate::progress_log::plugin,
    ));
}

fn window(settings: &Settings, launch: &Launch) -> Window {
    let (width, height) = launch.size.unwrap_or((settings.width, settings.height));
    let fullscreen = launch.fullscreen || (settings.fullscreen && launch.size.is_none());
    Window {
        title: "Shieldwall".to_owned(),
        name: Some("shieldwall".to_owned()),
        resolution: WindowResolution::new(width, height),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: SMALLEST_WINDOW.0 as f32,
            min_height: SMALLEST_WINDOW.1 as f32,
            ..default()
        },
        present_mode: present_mode(settings),
        mode: mode(fullscreen),
        ..default()
    }
}

const fn present_mode(settings: &Settings) -> PresentMode {
    if settings.vsync {
        PresentMode::AutoVsync
    } else {
        PresentMode::AutoNoVsync
    }
}

const fn mode(fullscreen: bool) -> WindowMode {
    if fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    }
}

fn camera(mut commands: Commands, mut global: ResMut<EguiGlobalSettings>) {
    global.auto_create_primary_context = false;
    commands.spawn((Name::new("camera"), MainCamera, PrimaryEguiContext));
}

/// Applies what has been set about the window since the last look.
fn follow_settings(
    settings: Res<Settings>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut before: Local<Option<Settings>>,
) {
    if !settings.is_changed() {
        return;
    }
    let Ok(mut window) = windows.single_mut() else {
        return;
    };
    if let Some(before) = before.as_ref() {
        if before.vsync != settings.vsync {
            window.present_mode = present_mode(&settings);
        }
        if before.fullscreen != settings.fullscreen {
            window.mode = mode(settings.fullscreen);
        }
        if (before.width, before.height) != (settings.width, settings.height)
            && !settings.fullscreen
        {
            window
                .resolution
                .set(settings.width as f32, settings.height as f32);
        }
    }
    *before = Some(settings.clone());
}

fn toggle_fullscreen(acts: Res<Acts>, mut settings: ResMut<Settings>) {
    if acts.pressed_anywhere(Act::ToggleFullscreen) {
        settings.fullscreen = !settings.fullscreen;
    }
}

/// Frames follow each other without a pause only while a battle is shown; menus draw when something
/// happens, and look now and then for what arrives by itself.
fn pace(
    screen: Res<State<Screen>>,
    gallery: Res<Gallery>,
    launch: Res<Launch>,
    mut winit: ResMut<WinitSettings>,
) {
    let lively = *screen.get() == Screen::Battle;
    let expecting = gallery.busy() || *screen.get() == Screen::Loading || launch.quit_at_end;
    let wait = Duration::from_millis(if expecting { 16 } else { 500 });
    let focused = if lively {
        UpdateMode::Continuous
    } else {
        UpdateMode::reactive(wait)
    };
    // A battle between two brains goes on while another window is in front.
    let unfocused = if lively {
        Duration::from_millis(16)
    } else {
        wait
    };
    let unfocused = UpdateMode::reactive_low_power(unfocused);
    if winit.focused_mode != focused || winit.unfocused_mode != unfocused {
        winit.focused_mode = focused;
        winit.unfocused_mode = unfocused;
    }
}
