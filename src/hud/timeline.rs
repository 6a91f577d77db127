//! The timeline of a round: planned actions on their moments, what has become of them, the moment to which the count
//! has come, and, while an action is being stated, where the dice may put it.

mod sheet;
mod stacks;
mod token;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align2, Sense, Vec2, vec2},
};

use crate::{
    decide::{Considered, HoveredOffer},
    palette::Palette,
    session::{Asked, Draft, LookAt, Pointed, Session},
};

use super::{
    Hud,
    icons::Icons,
    layout::{GAP, fitting_panel},
    top_bar,
    wording::figure,
};
use sheet::{NUMBERS, ROW, Sheet};
use stacks::{Axis, ROWS, tokens};
use token::Drawing;

/// The most width of a column.
const WIDEST: f32 = 34.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    session: Res<Session>,
    asked: Res<Asked>,
    palette: Res<Palette>,
    mut draft: ResMut<Draft>,
    considered: Res<Considered>,
    hovered: Res<HoveredOffer>,
    pointed: Res<Pointed>,
    mut looks: MessageWriter<LookAt>,
) -> Result {
    let Some(terms) = &session.words.timeline else {
        return Ok(());
    };
    if !session.shown.has_begun() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let room = top_bar::middle(hud.layout.top.shrink(GAP));
    let choice = hovered.0.as_ref().or(considered.choice.as_ref());
    let chances = choice.and_then(|choice| asked.due.given(choice));
    let chances = chances.map_or(&[] as &[_], Vec::as_slice);
    let place = (Align2::CENTER_TOP, room.center_top());
    let enabled = hud.enabled;
    let panel = fitting_panel(&context, "timeline", place, room, enabled, |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let timeline = &session.shown.timeline;
        let axis = Axis::of(terms, timeline, chances);
        let width = (ui.available_width() / axis.columns() as f32).min(WIDEST);
        let size = vec2(width * axis.columns() as f32, ROW * ROWS as f32 + NUMBERS);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let sheet = Sheet { rect, width, axis };
        sheet.stretches(ui.painter(), terms);
        if timeline.due.is_empty() && timeline.now.is_none() {
            if chances.is_empty() {
                sheet.hint(ui.painter(), "Dice will put all actions here");
            } else {
                sheet.spread(ui.painter(), chances, &palette);
            }
        }
        let now = timeline.now.map(|now| sheet.glide(ui, now));
        if let Some(x) = now {
            sheet.present(ui.painter(), x, &palette);
        }
        let drawing = Drawing {
            session: &session,
            palette: &palette,
            sheet: &sheet,
            pointed: pointed.combatant,
        };
        let mut clicked = None;
        for token in tokens(axis, timeline, |due| Some(figure(&session, due.who)?.side)) {
            clicked = clicked.or(drawing.token(ui, &mut hud, &mut icons, &token));
        }
        if let Some(x) = now {
            sheet.cursor(ui.painter(), x, &palette);
        }
        clicked
    });
    hud.order = Some(panel.response.rect);
    if let Some(who) = panel.inner {
        draft.inspected = Some(who);
        if let Some(figure) = figure(&session, who) {
            looks.write(LookAt(figure.cell));
        }
    }
    Ok(())
}
