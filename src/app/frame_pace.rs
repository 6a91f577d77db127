//! How soon frames follow each other.

use std::time::Duration;

use bevy::{
    prelude::*,
    winit::{UpdateMode, WinitSettings},
};

use crate::launch::Launch;
use crate::{art::Gallery, content_loading::ContentReader, screen::Screen};

/// Between two frames of a menu while something arrives by itself.
const SOON: Duration = Duration::from_millis(16);
/// Between two frames of a menu with a gamepad, which is only heard when a frame is drawn.
const PAD: Duration = Duration::from_millis(20);
/// Between two frames of a menu in which nothing happens.
const NOW_AND_THEN: Duration = Duration::from_millis(500);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, pace);
}

/// What hurries frames on.
#[derive(Clone, Copy, Debug, Default)]
struct Hurry {
    /// A battle is shown.
    battle: bool,
    /// Something is expected to arrive by itself.
    expecting: bool,
    /// A gamepad is connected.
    pad: bool,
}

/// Frames follow each other without a pause only while a battle is shown; menus draw when something
/// happens, and look now and then for what arrives by itself. First the mode while the window is in
/// front, then the one while another is.
fn modes(hurry: Hurry) -> (UpdateMode, UpdateMode) {
    let wait = if hurry.expecting { SOON } else { NOW_AND_THEN };
    if hurry.battle {
        // A battle between two brains goes on while another window is in front.
        let unfocused = UpdateMode::reactive_low_power(SOON);
        return (UpdateMode::Continuous, unfocused);
    }
    let focused = if hurry.pad { wait.min(PAD) } else { wait };
    (
        UpdateMode::reactive(focused),
        UpdateMode::reactive_low_power(wait),
    )
}

fn pace(
    screen: Res<State<Screen>>,
    gallery: Res<Gallery>,
    launch: Res<Launch>,
    reader: Option<Res<ContentReader>>,
    pads: Query<(), With<Gamepad>>,
    mut winit: ResMut<WinitSettings>,
) {
    let (focused, unfocused) = modes(Hurry {
        battle: *screen.get() == Screen::Battle,
        expecting: gallery.busy()
            || *screen.get() == Screen::Loading
            || launch.quit_at_end
            || reader.is_some_and(|reader| reader.is_expecting()),
        pad: !pads.is_empty(),
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
    fn menus_rest_unless_a_gamepad_has_to_be_heard() {
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
    fn a_battle_never_waits_in_front_and_goes_on_behind() {
        let battle = Hurry {
            battle: true,
            ..Hurry::default()
        };
        assert_eq!(waits(battle), [Duration::ZERO, SOON]);
    }
}
