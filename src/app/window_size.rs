//! The size the player drags the window to is remembered for the next game.

use std::time::Duration;

use bevy::{
    ecs::system::NonSendMarker,
    prelude::*,
    window::{PrimaryWindow, WindowMode},
    winit::WINIT_WINDOWS,
};

use super::window_fit::CutDown;
use crate::launch::Launch;
use crate::settings::{Settings, sane_window_size};

/// How long a size must stand still to count as chosen.
const STILL: Duration = Duration::from_millis(500);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        watch.run_if(|launch: Res<Launch>| launch.size.is_none()),
    );
}

/// The size of a window in logical pixels.
pub(super) fn of(window: &Window) -> (u32, u32) {
    let size = window.size().round();
    (size.x as u32, size.y as u32)
}

/// What to do about a size that stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The player has chosen it.
    Chosen((u32, u32)),
    /// Full screen has ended and left the window with some size: the one that is set is wanted.
    LeftOver,
}

/// Watches the size of a window until it stands still.
#[derive(Debug, Default)]
struct Watch {
    /// The size, and since when the window has it.
    seen: Option<((u32, u32), Duration)>,
    /// Whether this size has been dealt with.
    settled: bool,
    /// Whether the window was full screen before it had this size.
    after_fullscreen: bool,
}

impl Watch {
    /// Looks at the size of a window at a time since the start; `None` in full screen.
    fn look(&mut self, size: Option<(u32, u32)>, now: Duration) -> Option<Standing> {
        let Some(size) = size else {
            *self = Self {
                after_fullscreen: true,
                ..Self::default()
            };
            return None;
        };
        let since = match self.seen {
            Some((seen, since)) if seen == size => since,
            _ => {
                self.seen = Some((size, now));
                self.settled = false;
                now
            }
        };
        if self.settled || now.saturating_sub(since) < STILL {
            return None;
        }
        self.settled = true;
        if std::mem::take(&mut self.after_fullscreen) {
            Some(Standing::LeftOver)
        } else {
            Some(Standing::Chosen(size))
        }
    }
}

fn watch(
    time: Res<Time<Real>>,
    mut settings: ResMut<Settings>,
    mut windows: Query<(Entity, &mut Window, Option<&CutDown>), With<PrimaryWindow>>,
    mut watch: Local<Watch>,
    main_thread: NonSendMarker,
) {
    let Ok((entity, mut window, cut_down)) = windows.single_mut() else {
        return;
    };
    let size = (window.mode == WindowMode::Windowed).then(|| of(&window));
    let Some(standing) = watch.look(size, time.elapsed()) else {
        return;
    };
    if is_maximised(entity, &main_thread) {
        return;
    }
    let set = (settings.width, settings.height);
    match standing {
        Standing::Chosen(size) if cut_down == Some(&CutDown(size)) => {}
        Standing::Chosen(size) if size != set && size == sane_window_size(size) => {
            (settings.width, settings.height) = size;
        }
        Standing::LeftOver if size != Some(set) => {
            window.resolution.set(set.0 as f32, set.1 as f32);
        }
        Standing::Chosen(_) | Standing::LeftOver => {}
    }
}

/// Whether a window fills the desktop, which only the library behind Bevy knows, and tells only on
/// the main thread.
fn is_maximised(window: Entity, _main_thread: &NonSendMarker) -> bool {
    WINIT_WINDOWS.with_borrow(|windows| {
        windows
            .get_window(window)
            .is_some_and(|window| window.is_maximized())
    })
}

#[cfg(test)]
mod tests {
    use bevy::window::MonitorSelection;

    use super::*;

    const SMALL: (u32, u32) = (1280, 720);
    const LARGE: (u32, u32) = (1400, 800);

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_size_counts_once_and_only_after_it_has_stood_still() {
        let mut watch = Watch::default();
        assert_eq!(watch.look(Some(SMALL), ms(0)), None);
        assert_eq!(watch.look(Some((1300, 740)), ms(400)), None);
        assert_eq!(watch.look(Some(LARGE), ms(800)), None);
        assert_eq!(watch.look(Some(LARGE), ms(1200)), None);
        assert_eq!(
            watch.look(Some(LARGE), ms(1300)),
            Some(Standing::Chosen(LARGE))
        );
        assert_eq!(watch.look(Some(LARGE), ms(9000)), None);
    }

    #[test]
    fn what_full_screen_leaves_behind_is_no_choice() {
        let mut watch = Watch::default();
        watch.look(Some(SMALL), ms(0));
        assert_eq!(watch.look(None, ms(600)), None);
        assert_eq!(watch.look(Some(LARGE), ms(700)), None);
        assert_eq!(watch.look(Some(LARGE), ms(1300)), Some(Standing::LeftOver));
        assert_eq!(watch.look(Some(SMALL), ms(1400)), None);
        assert_eq!(
            watch.look(Some(SMALL), ms(2000)),
            Some(Standing::Chosen(SMALL))
        );
    }

    /// What the settings say after the window has had a size for a while.
    fn remembered(mode: WindowMode, size: (u32, u32)) -> (u32, u32) {
        let mut app = App::new();
        let mut window = Window {
            mode,
            ..Window::default()
        };
        window.resolution.set(size.0 as f32, size.1 as f32);
        app.world_mut().spawn((window, PrimaryWindow));
        app.init_resource::<Settings>()
            .init_resource::<Launch>()
            .init_resource::<Time<Real>>()
            .add_plugins(plugin);
        for _ in 0..3 {
            let mut time = app.world_mut().resource_mut::<Time<Real>>();
            time.advance_by(STILL);
            app.update();
        }
        let settings = app.world().resource::<Settings>();
        (settings.width, settings.height)
    }

    #[test]
    fn only_sane_sizes_of_a_window_are_remembered() {
        let full = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
        assert_eq!(remembered(WindowMode::Windowed, LARGE), LARGE);
        assert_eq!(remembered(full, LARGE), SMALL);
        assert_eq!(remembered(WindowMode::Windowed, (300, 1)), SMALL);
    }
}
