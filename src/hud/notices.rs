//! Short messages over the board: hints to the player and refusals of the rules.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use crate::{palette::Palette, session::Session, theme};

use super::{
    Hud,
    layout::{GAP, LEGEND_WIDTH},
};

/// Seconds that a hint stays.
const HINT_SECONDS: f32 = 5.0;
/// Messages of more bytes than this get several lines.
const LONG: usize = 70;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    text: String,
    left: f32,
}

impl Notice {
    /// Something that helps the player on.
    pub(crate) fn hint(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            left: HINT_SECONDS,
        }
    }
}

/// The hint that is shown, if any. Refusals are kept by the session.
#[derive(Resource, Default, Debug)]
pub(crate) struct Notices {
    hint: Option<Notice>,
}

impl Notices {
    /// Shows a message in place of the one before.
    pub(crate) fn push(&mut self, notice: Notice) {
        self.hint = Some(notice);
    }

    /// Takes the hint away, since the player has done something else.
    pub(crate) fn clear_hint(&mut self) {
        self.hint = None;
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut notices: ResMut<Notices>,
    hud: Res<Hud>,
    session: Res<Session>,
    palette: Res<Palette>,
    time: Res<Time>,
) -> Result {
    if let Some(hint) = &mut notices.hint {
        hint.left -= time.delta_secs();
        if hint.left <= 0.0 {
            notices.hint = None;
        }
    }
    let context = contexts.ctx_mut()?;
    let board = hud.layout.board;
    let lines = [
        session.refusal.as_deref().map(|text| (text, palette.bad())),
        notices
            .hint
            .as_ref()
            .map(|hint| (hint.text.as_str(), palette.accent())),
    ];
    if lines.iter().flatten().next().is_none() {
        return Ok(());
    }
    // Beside the legend, over the middle of the rest.
    let middle = (board.min.x + LEGEND_WIDTH + GAP + board.max.x) / 2.0;
    let width = board.max.x - middle;
    egui::Area::new(egui::Id::new("notices"))
        .order(egui::Order::Foreground)
        .pivot(egui::Align2::CENTER_TOP)
        .fixed_pos(egui::pos2(middle, board.min.y + 10.0))
        .default_size(egui::vec2(2.0 * width - 40.0, 40.0))
        .constrain_to(board)
        .interactable(false)
        .fade_in(false)
        .show(context, |ui| {
            for (text, colour) in lines.into_iter().flatten() {
                egui::Frame::new()
                    .fill(theme::BACKDROP)
                    .stroke(egui::Stroke::new(1.5, colour))
                    .corner_radius(6)
                    .inner_margin(egui::Margin::symmetric(12, 6))
                    .show(ui, |ui| {
                        let words = egui::RichText::new(text).color(theme::TEXT).size(15.0);
                        let label = egui::Label::new(words);
                        if text.len() > LONG {
                            ui.set_width(2.0 * width - 80.0);
                            ui.add(label.wrap());
                        } else {
                            ui.add(label.extend());
                        }
                    });
            }
        });
    Ok(())
}
