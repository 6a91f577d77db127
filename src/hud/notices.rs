//! Short messages over the board: hints to the player and refusals of the rules.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use crate::{palette::Palette, session::Session, theme};

use super::{
    Hud,
    rule_text::{self, PinnedRule},
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

/// Says that the battle is not being saved, when that has happened.
pub(super) fn tell_not_saved(mut session: ResMut<Session>, mut notices: ResMut<Notices>) {
    // Look before writing, so that frames without news leave the session unchanged.
    if session.not_saved.is_some()
        && let Some(reason) = session.not_saved.take()
    {
        notices.push(Notice::hint(reason));
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut notices: ResMut<Notices>,
    mut pinned: ResMut<PinnedRule>,
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
    let context = contexts.ctx_mut()?.clone();
    let top = hud.layout.clear.center_top() + egui::vec2(0.0, 10.0);
    let mut below = top.y;
    if let Some(refusal) = &session.refusal {
        let area = note(&context, "refusal", top, &hud, true, palette.bad(), |ui| {
            words(ui, &refusal.reason, &hud);
            rule_text::links(ui, &session, &refusal.rules, &mut pinned);
        });
        below = area.max.y + 4.0;
    }
    if let Some(hint) = &notices.hint {
        let place = egui::pos2(top.x, below);
        note(
            &context,
            "hint",
            place,
            &hud,
            false,
            palette.accent(),
            |ui| {
                words(ui, &hint.text, &hud);
            },
        );
    }
    Ok(())
}

/// A frame with a message, whose upper edge is at `top` in the middle. Hints let the pointer
/// through to the board; refusals do not, since their rules can be pointed at.
fn note(
    context: &egui::Context,
    id: &'static str,
    top: egui::Pos2,
    hud: &Hud,
    interactable: bool,
    line: egui::Color32,
    contents: impl FnOnce(&mut egui::Ui),
) -> egui::Rect {
    egui::Area::new(egui::Id::new(id))
        .order(egui::Order::Foreground)
        .pivot(egui::Align2::CENTER_TOP)
        .fixed_pos(top)
        .default_size(egui::vec2(hud.layout.clear.width() - 40.0, 40.0))
        .constrain_to(hud.layout.board)
        .interactable(interactable)
        .fade_in(false)
        .show(context, |ui| {
            egui::Frame::new()
                .fill(theme::BACKDROP)
                .stroke(egui::Stroke::new(1.5, line))
                .corner_radius(6)
                .inner_margin(egui::Margin::symmetric(12, 6))
                .show(ui, contents);
        })
        .response
        .rect
}

fn words(ui: &mut egui::Ui, text: &str, hud: &Hud) {
    let words = egui::RichText::new(text).color(theme::TEXT).size(15.0);
    let label = egui::Label::new(words);
    if text.len() > LONG {
        ui.set_width(hud.layout.clear.width() - 80.0);
        ui.add(label.wrap());
    } else {
        ui.add(label.extend());
    }
}
