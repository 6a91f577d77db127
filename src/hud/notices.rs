//! Short messages over the board: hints to the player and refusals of the rules.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use shieldwall_battle::{Refusal, capitalised};

use crate::{
    decide::Notices,
    palette::Palette,
    session::{Pointed, SavingState, Session},
    theme,
};

use super::{
    Hud,
    on_screen::OnScreen,
    rule_text::{self, PinnedRule},
};

/// No refusal is higher than this, in points.
const REFUSAL_HEIGHT: f32 = 110.0;
/// Messages of more bytes than this get several lines.
const LONG: usize = 70;

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut notices: ResMut<Notices>,
    mut pinned: ResMut<PinnedRule>,
    hud: Res<Hud>,
    session: Res<Session>,
    saving: Res<SavingState>,
    palette: Res<Palette>,
    time: Res<Time>,
    pointed: Res<Pointed>,
    on_screen: OnScreen,
    mut refused: Local<Option<Refusal>>,
    mut low: Local<bool>,
) -> Result {
    notices.pass(time.delta_secs());
    let context = contexts.ctx_mut()?.clone();
    if notices.text().is_some() {
        context.request_repaint();
    }
    let top = hud.layout.clear.center_top() + egui::vec2(0.0, 10.0);
    let mut below = top.y;
    // It stays while it is true.
    if let Some(reason) = &saving.not_saved {
        let at = (egui::Align2::CENTER_TOP, top);
        let area = note(&context, "unsaved", at, &hud, false, palette.bad(), |ui| {
            words(ui, reason, &hud);
        });
        below = area.max.y + 4.0;
    }
    let top = egui::pos2(top.x, below);
    if session.refusal != *refused {
        refused.clone_from(&session.refusal);
        let cell = pointed.cell;
        let at = cell.and_then(|cell| on_screen.cell(&session, cell, &context));
        *low = at.is_some_and(|at| at.min.y < top.y + REFUSAL_HEIGHT);
    }
    if let Some(refusal) = &session.refusal {
        // Not over what was clicked, from which the rules would take the pointer.
        let (pivot, place) = if *low {
            let bottom = hud.layout.clear.center_bottom() - egui::vec2(0.0, 10.0);
            (egui::Align2::CENTER_BOTTOM, bottom)
        } else {
            (egui::Align2::CENTER_TOP, top)
        };
        let at = (pivot, place);
        let area = note(&context, "refusal", at, &hud, true, palette.bad(), |ui| {
            words(ui, &capitalised(&refusal.reason), &hud);
            rule_text::links(ui, &session, &refusal.rules, &mut pinned);
        });
        if !*low {
            below = area.max.y + 4.0;
        }
    }
    if let Some(hint) = notices.text() {
        let place = (egui::Align2::CENTER_TOP, egui::pos2(top.x, below));
        note(
            &context,
            "hint",
            place,
            &hud,
            false,
            palette.accent(),
            |ui| {
                words(ui, hint, &hud);
            },
        );
    }
    Ok(())
}

/// A frame with a message, whose upper or lower edge has its middle there. Hints let the pointer
/// through to the board; refusals do not, since their rules can be pointed at.
fn note(
    context: &egui::Context,
    id: &'static str,
    (pivot, at): (egui::Align2, egui::Pos2),
    hud: &Hud,
    interactable: bool,
    line: egui::Color32,
    contents: impl FnOnce(&mut egui::Ui),
) -> egui::Rect {
    egui::Area::new(egui::Id::new(id))
        .order(egui::Order::Foreground)
        .pivot(pivot)
        .fixed_pos(at)
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
        ui.set_max_width(hud.layout.clear.width() - 80.0);
        ui.add(label.wrap());
    } else {
        ui.add(label.extend());
    }
}
