//! A word to the player, over whatever is shown: that settings or the battle are not saved, and where a
//! damaged autosave has been put.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, vec2};

use super::Panels;
use crate::{
    palette::Palette,
    screen::{DrawScreens, Screen},
    session::SavingState,
    settings::Store,
    theme,
};

/// Seconds for which it is shown that settings could not be saved.
const SECONDS: f32 = 8.0;
/// Seconds for which it is shown where a damaged autosave is.
const SECONDS_SET_ASIDE: f32 = 20.0;
/// Distance from the lower right corner: above the buttons of a screen.
const MARGIN: egui::Vec2 = vec2(14.0, 84.0);
/// Distance from the upper edge in a battle, where the lower right corner has buttons.
const BELOW_TOP: f32 = 124.0;
/// Width of its text.
const WIDTH: f32 = 380.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(DrawScreens));
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

/// Damaged autosaves that have been set aside, and how long that is still shown.
#[derive(Debug, Default)]
struct SetAside {
    files: Vec<PathBuf>,
    left: f32,
}

impl SetAside {
    fn add(&mut self, files: Vec<PathBuf>) {
        self.files.extend(files);
        self.left = SECONDS_SET_ASIDE;
    }

    /// What is said some seconds later, if anything.
    fn text(&mut self, seconds: f32) -> Option<String> {
        self.left -= seconds;
        if self.left <= 0.0 {
            self.files.clear();
        }
        let files: Vec<String> = self
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        match files.len() {
            0 => None,
            1 => Some(format!(
                "An autosave is damaged. It is kept as {}.",
                files[0]
            )),
            _ => Some(format!(
                "Autosaves are damaged. They are kept as {}.",
                files.join(", ")
            )),
        }
    }
}

fn draw(
    mut panels: Panels,
    store: Option<Res<Store>>,
    mut saving: Option<ResMut<SavingState>>,
    screen: Res<State<Screen>>,
    palette: Res<Palette>,
    time: Res<Time<Real>>,
    mut notice: Local<Notice>,
    mut set_aside: Local<SetAside>,
) -> Result {
    let mut said: Vec<(String, Option<&str>)> = Vec::new();
    let failure = store.and_then(|store| store.save_failure());
    let shown = notice.is_shown(failure.is_some(), time.delta_secs());
    // On the screen of the settings the failure stands anyway.
    if let Some(failure) = failure.filter(|_| shown && *screen != Screen::Settings) {
        let more = "The game tries again at the next change and when it ends.";
        said.push((failure, Some(more)));
    }
    if let Some(saving) = &mut saving {
        // Look before writing, so that it is left unchanged.
        if !saving.set_aside.is_empty() {
            set_aside.add(std::mem::take(&mut saving.set_aside));
        }
        // In the battle it stands over the board.
        let unsaved = saving.not_saved.clone();
        said.extend(
            unsaved
                .filter(|_| *screen != Screen::Battle)
                .map(|text| (text, None)),
        );
    }
    let more = "It is in the list of saved battles, and stays until you delete it.";
    said.extend(
        set_aside
            .text(time.delta_secs())
            .map(|text| (text, Some(more))),
    );
    if said.is_empty() {
        return Ok(());
    }
    let context = panels.context()?;
    let (corner, offset) = if *screen == Screen::Battle {
        (Align2::CENTER_TOP, vec2(0.0, BELOW_TOP))
    } else {
        (Align2::RIGHT_BOTTOM, -MARGIN)
    };
    egui::Area::new(egui::Id::new("save notice"))
        .order(egui::Order::Foreground)
        .anchor(corner, offset)
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
                    for (text, more) in said {
                        ui.label(text);
                        if let Some(more) = more {
                            ui.label(theme::faint(more).small());
                        }
                    }
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

    #[test]
    fn where_a_damaged_autosave_is_stays_long_enough_to_be_read() {
        let mut set_aside = SetAside::default();
        assert_eq!(set_aside.text(1.0), None);
        set_aside.add(vec![PathBuf::from("damaged-1.battle")]);
        let said = set_aside.text(SECONDS_SET_ASIDE - 1.0);
        assert!(said.is_some_and(|said| said.contains("damaged-1.battle")));
        assert_eq!(set_aside.text(2.0), None);
    }
}
