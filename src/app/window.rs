//! The game's own window: how it opens, and how it follows what is set.

use bevy::{
    prelude::*,
    window::{
        MonitorSelection, PresentMode, PrimaryWindow, WindowMode, WindowResizeConstraints,
        WindowResolution,
    },
};

use super::window_size;
use crate::launch::Launch;
use crate::{
    controls::Act,
    input::Acts,
    screens::Capturing,
    settings::{SMALLEST_WINDOW, Settings},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (toggle_fullscreen, follow_settings).chain());
}

/// The window to open.
pub(super) fn opening(settings: &Settings, launch: &Launch) -> Window {
    let (width, height) = launch.size.unwrap_or((settings.width, settings.height));
    let fullscreen = launch.fullscreen || (settings.fullscreen && launch.size.is_none());
    Window {
        title: "Shieldwall".to_owned(),
        name: Some("shieldwall".to_owned()),
        resolution: WindowResolution::new(width, height),
        resize_constraints: WindowResizeConstraints {
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
        let size = (settings.width, settings.height);
        let resized = (before.width, before.height) != size;
        // A size that was remembered is the one that the window has already.
        if resized && window.mode == WindowMode::Windowed && window_size::of(&window) != size {
            window.resolution.set(size.0 as f32, size.1 as f32);
        }
    }
    *before = Some(settings.clone());
}

fn toggle_fullscreen(
    acts: Res<Acts>,
    capturing: Capturing,
    mut settings: ResMut<Settings>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    if !acts.pressed_anywhere(Act::ToggleFullscreen) || capturing.is_capturing() {
        return;
    }
    let Ok(mut window) = windows.single_mut() else {
        return;
    };
    // What is seen counts: for this run the window may have been opened otherwise than it is set.
    let fullscreen = window.mode == WindowMode::Windowed;
    window.mode = mode(fullscreen);
    settings.fullscreen = fullscreen;
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// An app with a window that obeys nobody, and the systems that would command it.
    fn app(settings: Settings, launch: &Launch) -> (App, Entity) {
        let mut app = App::new();
        let window = app
            .world_mut()
            .spawn((opening(&settings, launch), PrimaryWindow))
            .id();
        app.insert_resource(settings)
            .init_resource::<Acts>()
            .init_resource::<crate::screens::Capture>()
            .add_plugins(plugin);
        app.update();
        (app, window)
    }

    fn press_fullscreen(app: &mut App) {
        let mut acts = Acts::default();
        acts.press(Act::ToggleFullscreen);
        app.insert_resource(acts);
        app.update();
        app.insert_resource(Acts::default());
    }

    #[test]
    fn the_key_for_full_screen_changes_the_window_and_the_setting_follows() {
        for (asked, expected) in [(false, true), (true, false)] {
            let launch = Launch {
                fullscreen: asked,
                ..Launch::default()
            };
            let (mut app, window) = app(Settings::default(), &launch);
            for expected in [expected, !expected] {
                press_fullscreen(&mut app);
                let window = app.world().get::<Window>(window).unwrap();
                assert_eq!(window.mode, mode(expected));
                assert_eq!(app.world().resource::<Settings>().fullscreen, expected);
            }
        }
    }

    #[test]
    fn a_size_that_is_set_is_taken_up_in_a_window_and_left_alone_in_full_screen() {
        for fullscreen in [false, true] {
            let settings = Settings {
                fullscreen,
                ..Settings::default()
            };
            let (mut app, window) = app(settings.clone(), &Launch::default());
            app.insert_resource(Settings {
                width: 1600,
                height: 900,
                ..settings
            });
            app.update();
            let size = window_size::of(app.world().get::<Window>(window).unwrap());
            assert_eq!(size == (1600, 900), !fullscreen);
        }
    }
}
