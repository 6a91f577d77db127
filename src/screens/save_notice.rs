//! A word to the player, over whatever is shown, when settings could not be saved.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, vec2};

use super::{DrawScreens, Panels};
use crate::{palette::Palette, screen::Screen, settings::Store, theme};

/// Seconds for which it is shown.
const SECONDS: f32 = 8.0;
/// Distance from the lower right corner: above the buttons of a screen.
const MARGIN: egui::Vec2 = vec2(14.0, 84.0);
/// Width of its text.
const WIDTH: f32 = 380.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(DrawScreens)
            .run_if(resource_exists::<Store>)
            // There the failure stands anyway.
            .run_if(not(in_state(Screen::Settings))),
    );
}

/// For how long the present failure has been shown.
#[derive(Debug, Default)]
struct Notice {
    seconds: Option<f32>,
}

impl Notice {
    /// Whether it is shown some seconds later. A failure that lasts is told once; one that comes
    /// after a success is told again.
    fn is_shown(&mut self, failed: bool, seconds: f32) -> bool {
        self.seconds = match self.seconds {
            _ if !failed => None,
            None => Some(0.0),
            Some(shown) => Some(shown + seconds),
        };
        self.seconds.is_some_and(|shown| shown < SECONDS)
    }
}

fn draw(
    mut panels: Panels,
    store: Res<Store>,
    palette: Res<Palette>,
    time: Res<Time<Real>>,
    mut notice: Local<Notice>,
) -> Result {
    let failure = store.save_failure();
    if !notice.is_shown(failure.is_some(), time.delta_secs()) {
        return Ok(());
    }
    let context = panels.context()?;
    egui::Area::new(egui::Id::new("save notice"))
        .order(egui::Order::Foreground)
        .anchor(Align2::RIGHT_BOTTOM, -MARGIN)
        .interactable(false)
        .fade_in(false)
        .show(&context, |ui| {
            egui::Frame::new()
                .fill(theme::BACKDROP)
                .stroke(egui::Stroke::new(1.0, palette.bad()))
                .corner_radius(6)
                .inner_margin(egui::Margin::symmetric(12, 6))
                .show(ui, |ui| {
                    ui.set_max_width(WIDTH);
                    ui.label(failure.unwrap_or_default());
                    let more = "The game tries again at the next change and when it ends.";
                    ui.label(theme::faint(more).small());
                });
        });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_for_a_while_and_a_new_one_again() {
        let mut notice = Notice::default();
        assert!(!notice.is_shown(false, 1.0));
        assert!(
            notice.is_shown(true, 60.0),
            "the wait before it does not count"
        );
        assert!(notice.is_shown(true, SECONDS - 1.0));
        assert!(!notice.is_shown(true, 1.0));
        assert!(!notice.is_shown(true, 1.0));
        assert!(!notice.is_shown(false, 1.0));
        assert!(notice.is_shown(true, 1.0));
    }
}
