//! The tokens of the timeline: the face of a combatant with its action, or several of a side as one.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use shieldwall_battle::{CombatantId, terms::DueState};

use crate::{
    palette::Palette,
    session::Session,
    shown::{Due, Figure},
    theme,
};

use super::{
    super::{
        Hud,
        icons::{Icons, Picture, icon_of_action},
        order_strip::side_mark,
        wording::{figure, name},
    },
    sheet::{ROW, Sheet},
    stacks::Token,
};

/// Actions that the tip of a token lists.
const LISTED: usize = 10;

/// Everything that tokens are drawn with.
pub(super) struct Drawing<'a> {
    pub(super) session: &'a Session,
    pub(super) palette: &'a Palette,
    pub(super) sheet: &'a Sheet,
    /// The combatant that the pointer is on, on the board.
    pub(super) pointed: Option<CombatantId>,
}

impl Drawing<'_> {
    /// Draws a token, and marks its combatants and their targets on the board while the pointer is on it. Gives its
    /// combatant if it was clicked.
    pub(super) fn token(
        &self,
        ui: &mut Ui,
        hud: &mut Hud,
        icons: &mut Icons,
        token: &Token,
    ) -> Option<CombatantId> {
        let first = token.all.first()?;
        let shown = figure(self.session, first.who)?;
        let cell = self.sheet.cell(token.column, token.row);
        let side = (self.sheet.width - 2.0).min(ROW - 2.0);
        let place = Rect::from_center_size(cell.center(), vec2(side, side));
        let open = token.all.iter().any(Due::is_open);
        let swatch = self.palette.side(shown.side);
        let fade = |ink: Color32| match open {
            true => ink,
            false => ink.gamma_multiply(0.45),
        };
        if let Some(until) = first.until {
            let ink = fade(swatch.egui());
            let broken = first.broken_by_hit.filter(|_| open);
            self.sheet.bar(ui.painter(), cell, until, ink, broken);
        }
        let edge = Stroke::new(1.5, fade(swatch.egui()));
        let painter = ui.painter();
        painter.rect(place, 4.0, fade(swatch.dark()), edge, StrokeKind::Inside);
        match token.all.as_slice() {
            [one] => self.face(ui, icons, place, (one, shown), open),
            several => {
                let mark = Rect::from_center_size(
                    place.center() - vec2(0.0, side / 5.0),
                    vec2(side / 2.4, side / 2.4),
                );
                side_mark(painter, mark, shown.side, self.palette);
                painter.text(
                    place.center_bottom(),
                    Align2::CENTER_BOTTOM,
                    several.len().to_string(),
                    FontId::proportional(11.0),
                    fade(theme::TEXT),
                );
            }
        }
        if token.all.iter().all(|due| due.state == DueState::Lost) {
            let stroke = Stroke::new(2.0, self.palette.bad());
            let cross = place.shrink(3.0);
            ui.painter()
                .line_segment([cross.left_top(), cross.right_bottom()], stroke);
            ui.painter()
                .line_segment([cross.right_top(), cross.left_bottom()], stroke);
        }
        let id = ui.id().with((first.who, first.nth));
        let response = ui.interact(place, id, Sense::click());
        let mine = |due: &Due| self.pointed == Some(due.who);
        if response.hovered() || token.all.iter().any(mine) {
            let ring = Stroke::new(1.5, theme::TEXT);
            ui.painter()
                .rect_stroke(place, 4.0, ring, StrokeKind::Outside);
        }
        if response.hovered() {
            for due in &token.all {
                hud.mark(due.who);
                due.target.iter().for_each(|target| hud.mark(*target));
            }
        }
        let clicked = response.on_hover_text(self.tip(token)).clicked();
        clicked.then_some(first.who)
    }

    /// Draws the picture of a combatant, with its action and the number of that in the corners.
    fn face(
        &self,
        ui: &Ui,
        icons: &mut Icons,
        place: Rect,
        (due, shown): (&Due, &Figure),
        open: bool,
    ) {
        let alpha = if open { 255 } else { 90 };
        let tint = Color32::from_white_alpha(alpha);
        let units = &self.session.plan.setup.library.units;
        if let Some(unit) = units.get(&shown.unit) {
            let picture = Picture::Unit(unit.art.clone());
            icons
                .image(ui.ctx(), &picture, place.width() - 3.0)
                .tint(tint)
                .paint_at(ui, place.shrink(1.5));
        }
        let corner =
            Rect::from_center_size(place.right_bottom() - vec2(5.0, 5.0), vec2(11.0, 11.0));
        ui.painter().rect_filled(corner, 3.0, theme::BACKDROP);
        icons
            .icon(ui.ctx(), icon_of_action(due.what, None), 10.0)
            .tint(tint)
            .paint_at(ui, corner.shrink(0.5));
        let several = |other: &Due| other.who == due.who && other.nth > 1;
        if self.session.shown.timeline.due.iter().any(several) {
            let place = place.left_top() + vec2(1.0, -1.0);
            let (text, font) = (due.nth.to_string(), FontId::proportional(11.0));
            let ink = if open { theme::TEXT } else { theme::FAINT };
            let shadow = pos2(place.x + 1.0, place.y + 1.0);
            ui.painter().text(
                shadow,
                Align2::LEFT_TOP,
                &text,
                font.clone(),
                theme::BACKDROP,
            );
            ui.painter().text(place, Align2::LEFT_TOP, text, font, ink);
        }
    }

    /// The chance of an action that is still to come, as things stand.
    fn odds(&self, due: &Due) -> Option<i32> {
        let mut entries = self.session.view.order.iter();
        let entry = entries.find(|entry| entry.who == due.who && entry.rank == Some(due.at))?;
        entry.chance.filter(|_| due.is_open())
    }

    /// The words at the pointer: a line for each action.
    fn tip(&self, token: &Token) -> String {
        let counted = self.session.words.timeline.as_ref();
        let counted = counted.map_or("", |timeline| timeline.counted);
        let line = |due: &Due| {
            let target = due
                .target
                .map_or_else(String::new, |who| format!(" > {}", name(self.session, who)));
            let state = match due.state {
                DueState::Planned => format!("on {counted} {}", due.at),
                DueState::Waits => format!("waits since {counted} {}", due.at),
                DueState::Done => format!("done on {counted} {}", due.at),
                DueState::Lost => "lost".to_owned(),
            };
            let who = name(self.session, due.who);
            let odds = self
                .odds(due)
                .map_or_else(String::new, |odds| format!(" ({odds} %)"));
            let broken = due
                .broken_by_hit
                .filter(|_| due.is_open())
                .map_or_else(String::new, |odds| format!(", broken by a hit: {odds} %"));
            let what = format!("{} {}{target}{odds}", due.what.key, due.nth);
            format!("{who}: {what}, {state}{broken}")
        };
        let mut lines: Vec<String> = token.all.iter().take(LISTED).map(line).collect();
        if let Some(more) = token.all.len().checked_sub(LISTED).filter(|more| *more > 0) {
            lines.push(format!("and {more} more"));
        }
        lines.join("\n")
    }
}
