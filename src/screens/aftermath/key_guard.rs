//! Keys that were still meant for the battle must not press a button of the aftermath.

use bevy::prelude::Resource;
use bevy_egui::egui;

/// Seconds without a key that presses buttons before such keys count.
const QUIET: f32 = 1.0;
/// Most seconds that one frame counts for: nobody can press anything while the game stalls.
const FRAME: f32 = 0.25;

/// Waits until the player has stopped pressing keys.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct KeyGuard {
    quiet: f32,
    open: bool,
}

impl KeyGuard {
    /// Whether keys may press buttons now. Called once in every frame, so many seconds after the last.
    pub(super) fn lets_through(&mut self, ui: &egui::Ui, seconds: f32) -> bool {
        let keys = [egui::Key::Enter, egui::Key::Space];
        let pressed = ui.input(|input| {
            let held = keys.iter().any(|key| input.key_down(*key));
            held || keys.iter().any(|key| input.key_pressed(*key))
        });
        self.quiet = if pressed {
            0.0
        } else {
            self.quiet + seconds.min(FRAME)
        };
        self.open |= self.quiet > QUIET;
        self.open
    }
}

#[cfg(test)]
mod tests {
    use egui::Key;

    use super::{
        super::super::{focus_first, tests::frame},
        *,
    };

    #[test]
    fn keys_carried_over_from_play_press_nothing() {
        let context = egui::Context::default();
        let mut guard = KeyGuard::default();
        let mut clicks = 0;
        let mut draw = |keys: &[Key], seconds: f32| {
            frame(&context, keys, |ui| {
                let button = ui.button("begin");
                if guard.lets_through(ui, seconds) {
                    focus_first(ui, &button);
                }
                clicks += u32::from(button.clicked());
            });
            clicks
        };
        // Somebody goes on pressing Enter for three seconds.
        for _ in 0..10 {
            draw(&[], 0.15);
            assert_eq!(draw(&[Key::Enter], 0.15), 0);
        }
        // A frame that takes long, as when the screen changes, is no pause of theirs.
        draw(&[], 3.0);
        assert_eq!(draw(&[Key::Enter], 0.15), 0);
        // It is quiet for a moment; then a key counts.
        for _ in 0..8 {
            assert_eq!(draw(&[], 0.15), 0);
        }
        assert_eq!(draw(&[Key::Enter], 0.15), 1);
    }
}
