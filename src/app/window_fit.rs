//! Keeps the window within its monitor, whatever the size that is set and the scale of the desktop.

use bevy::{
    prelude::*,
    window::{Monitor, OnMonitor, PrimaryMonitor, PrimaryWindow, WindowMode},
};

use super::window_size;
use crate::settings::SMALLEST_WINDOW;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fit);
}

/// The share of a monitor's height that is left to a window with its frame, beside bars of the desktop.
const FRAMED: f32 = 0.92;

/// The size, in logical pixels, that a window was cut down to. It is none that the player has chosen.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CutDown(pub(super) (u32, u32));

/// Lowers the scale where the smallest window would not find room on the monitor, and the size of a window that is
/// larger than it.
fn fit(
    mut commands: Commands,
    mut windows: Query<(Entity, &mut Window, Option<&OnMonitor>), With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    primary: Query<&Monitor, With<PrimaryMonitor>>,
) {
    let Ok((entity, mut window, on)) = windows.single_mut() else {
        return;
    };
    let on = on.and_then(|on| monitors.get(on.0).ok());
    let Some(monitor) = on.or_else(|| primary.single().ok()) else {
        return;
    };
    let pixels = UVec2::new(monitor.physical_width, monitor.physical_height);
    if pixels.min_element() == 0 {
        return;
    }
    let least = UVec2::from(SMALLEST_WINDOW).as_vec2();
    let desktop = window.resolution.base_scale_factor();
    let framed = pixels.as_vec2() * Vec2::new(1.0, FRAMED);
    let largest = (framed / least).min_element();
    let lowered = (largest < desktop).then_some(largest);
    if window.resolution.scale_factor_override() != lowered {
        window.resolution.set_scale_factor_override(lowered);
        // The library behind Bevy multiplies the limits by the scale of the desktop.
        let limits = least * lowered.unwrap_or(desktop) / desktop;
        window.resize_constraints.min_width = limits.x;
        window.resize_constraints.min_height = limits.y;
    }
    let size = window.resolution.physical_size();
    let room = if window.mode == WindowMode::Windowed {
        framed.as_uvec2()
    } else {
        pixels
    };
    if size.cmpgt(room).any() {
        let size = size.min(room);
        window.resolution.set_physical_resolution(size.x, size.y);
        commands
            .entity(entity)
            .insert(CutDown(window_size::of(&window)));
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use bevy::window::WindowResolution;

    use super::*;

    /// The logical and physical size of a window that was to be this large on a monitor.
    fn fitted(asked: (u32, u32), monitor: (u32, u32), scale: f32) -> (Vec2, UVec2) {
        let mut app = App::new();
        app.add_plugins(plugin);
        let mut resolution = WindowResolution::new(asked.0, asked.1);
        resolution.set_scale_factor_and_apply_to_physical_size(scale);
        let window = Window {
            resolution,
            ..default()
        };
        let window = app.world_mut().spawn((window, PrimaryWindow)).id();
        let monitor = Monitor {
            name: None,
            physical_height: monitor.1,
            physical_width: monitor.0,
            physical_position: IVec2::ZERO,
            refresh_rate_millihertz: None,
            scale_factor: f64::from(scale),
            video_modes: Vec::new(),
        };
        app.world_mut().spawn((monitor, PrimaryMonitor));
        app.update();
        let window = app.world().get::<Window>(window).unwrap();
        (window.size(), window.physical_size())
    }

    #[test]
    fn a_window_finds_room_on_its_monitor_at_any_scale() {
        let usual = (1280, 720);
        let full_hd = (1920, 1080);
        for scale in [1.0, 1.25] {
            let (logical, physical) = fitted(usual, full_hd, scale);
            assert_eq!(logical, Vec2::new(1280.0, 720.0), "scale {scale}");
            assert!(physical.cmple(UVec2::from(full_hd)).all());
        }
        for (monitor, scale) in [
            (full_hd, 1.5),
            (full_hd, 1.75),
            (full_hd, 2.0),
            (full_hd, 3.0),
            ((1024, 600), 1.0),
        ] {
            let (logical, physical) = fitted(usual, monitor, scale);
            assert!(physical.cmple(UVec2::from(monitor)).all(), "{physical}");
            let least = UVec2::from(SMALLEST_WINDOW).as_vec2();
            assert!(
                logical.cmpge(least - 1.0).all(),
                "{logical} at scale {scale}"
            );
        }
        let (_, large) = fitted((2560, 1440), full_hd, 1.0);
        assert_eq!(large, UVec2::new(1920, 993));
    }
}
