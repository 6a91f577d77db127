//! How soon frames follow each other: at once while something moves, and hardly ever while nothing does.
//!
//! What moves by itself asks for the next frame ([`RequestRedraw`]) with each frame in which it is not done.
//! Other threads wake the window ([`Waker`]).

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use bevy::{
    prelude::*,
    window::{RequestRedraw, WindowEvent},
    winit::{UpdateMode, WinitSettings},
};
use bevy_egui::{EguiContext, PrimaryEguiContext};

use crate::{
    art::Gallery,
    content_loading::ContentReader,
    launch::Launch,
    screen::Screen,
    session::{Playback, Session},
    waking::Waker,
};

/// Between two frames while something arrives by itself, or moves while another window is in front.
const SOON: Duration = Duration::from_millis(16);
/// Between two frames with a gamepad, which is only heard when a frame is drawn.
const PAD: Duration = Duration::from_millis(20);
/// Between two frames in which nothing happens.
const NOW_AND_THEN: Duration = Duration::from_secs(8);
/// Frames that follow the last one in which something happened: panels take their size from the frame before,
/// and the camera takes its own from the panels.
const TO_SETTLE: u8 = 6;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelDelay>()
        .add_systems(Last, (hear_panels, pace).chain());
}

/// What hurries frames on.
#[derive(Clone, Copy, Debug, Default)]
struct Hurry {
    /// Something happens, or has just happened.
    stirring: bool,
    /// Something is expected to arrive by itself.
    expecting: bool,
    /// A gamepad is connected.
    pad: bool,
    /// When a panel wants to be drawn again, as a tip that comes up after a while.
    panels: Option<Duration>,
}

/// First the mode while the window is in front, then the one while another is.
fn modes(hurry: Hurry) -> (UpdateMode, UpdateMode) {
    let wait = if hurry.expecting { SOON } else { NOW_AND_THEN };
    let wait = hurry.panels.map_or(wait, |panels| wait.min(panels));
    if hurry.stirring {
        // A battle between two brains goes on while another window is in front.
        let unfocused = UpdateMode::reactive_low_power(SOON);
        return (UpdateMode::Continuous, unfocused);
    }
    let focused = if hurry.pad { wait.min(PAD) } else { wait };
    // What the mouse does outside of the window is nothing to the game.
    (
        UpdateMode::reactive_low_power(focused),
        UpdateMode::reactive_low_power(wait),
    )
}

/// Milliseconds until a panel wants to be drawn again; [`u64::MAX`] if none does. Bevy's bridge to the panels only
/// heeds wishes for the next frame.
#[derive(Resource, Clone)]
struct PanelDelay(Arc<AtomicU64>);

impl Default for PanelDelay {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(u64::MAX)))
    }
}

impl PanelDelay {
    /// The shortest that was wished for since this was asked last.
    fn take(&self) -> Option<Duration> {
        let delay = self.0.swap(u64::MAX, Ordering::Relaxed);
        (delay != u64::MAX).then(|| Duration::from_millis(delay))
    }
}

fn hear_panels(
    mut contexts: Query<&mut EguiContext, Added<PrimaryEguiContext>>,
    delay: Res<PanelDelay>,
    waker: Res<Waker>,
) {
    for mut context in &mut contexts {
        let delay = Arc::clone(&delay.0);
        let waker = waker.clone();
        context.get_mut().set_request_repaint_callback(move |wish| {
            let millis = u64::try_from(wish.delay.as_millis()).unwrap_or(u64::MAX);
            delay.fetch_min(millis, Ordering::Relaxed);
            if wish.delay.is_zero() {
                waker.wake();
            }
        });
    }
}

fn pace(
    screen: Res<State<Screen>>,
    gallery: Res<Gallery>,
    launch: Res<Launch>,
    reader: Option<Res<ContentReader>>,
    session: Option<Res<Session>>,
    playback: Option<Res<Playback>>,
    pads: Query<(), With<Gamepad>>,
    panels: Res<PanelDelay>,
    mut wishes: MessageReader<RequestRedraw>,
    mut events: MessageReader<WindowEvent>,
    mut settling: Local<u8>,
    mut winit: ResMut<WinitSettings>,
) {
    // Both are read to their end.
    let wished = wishes.read().count() > 0;
    let touched = events.read().count() > 0;
    let news = session.is_some_and(|session| session.is_changed())
        || playback.is_some_and(|playback| playback.is_changed())
        || screen.is_changed();
    *settling = if wished || touched || news {
        TO_SETTLE
    } else {
        settling.saturating_sub(1)
    };
    let (focused, unfocused) = modes(Hurry {
        stirring: *settling > 0,
        expecting: gallery.busy()
            || *screen.get() == Screen::Loading
            || launch.quit_at_end
            || reader.is_some_and(|reader| reader.is_expecting()),
        pad: !pads.is_empty(),
        panels: panels.take(),
    });
    if winit.focused_mode != focused || winit.unfocused_mode != unfocused {
        winit.focused_mode = focused;
        winit.unfocused_mode = unfocused;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest wait for a frame, in front and behind.
    fn waits(hurry: Hurry) -> [Duration; 2] {
        let (focused, unfocused) = modes(hurry);
        [focused, unfocused].map(|mode| match mode {
            UpdateMode::Continuous => Duration::ZERO,
            UpdateMode::Reactive { wait, .. } => wait,
        })
    }

    #[test]
    fn the_window_rests_unless_a_gamepad_has_to_be_heard() {
        let idle = Hurry::default();
        assert_eq!(waits(idle), [NOW_AND_THEN; 2]);
        let pad = Hurry { pad: true, ..idle };
        assert!(waits(pad)[0] <= Duration::from_millis(33));
        assert_eq!(waits(pad)[1], NOW_AND_THEN);
        let expecting = Hurry {
            expecting: true,
            ..pad
        };
        assert_eq!(waits(expecting), [SOON; 2]);
    }

    #[test]
    fn what_moves_never_waits_in_front_and_goes_on_behind() {
        let stirring = Hurry {
            stirring: true,
            ..Hurry::default()
        };
        assert_eq!(waits(stirring), [Duration::ZERO, SOON]);
    }

    #[test]
    fn tips_come_when_they_are_due() {
        let due = Duration::from_millis(300);
        let hurry = Hurry {
            panels: Some(due),
            ..Hurry::default()
        };
        assert_eq!(waits(hurry), [due; 2]);
    }
}
