//! The columns of the timeline: stretches, numbers, the cursor, and where dice may put an action.

use bevy_egui::egui::{
    self, Align2, FontId, Painter, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};
use shieldwall_battle::{DueChance, terms::Timeline};

use crate::{palette::Palette, theme};

use super::stacks::{Axis, ROWS};

/// Height of the numbers below the columns.
pub(super) const NUMBERS: f32 = 14.0;
/// Height of a row of tokens.
pub(super) const ROW: f32 = 26.0;
/// Seconds in which the cursor glides to the next moment.
const GLIDE: f32 = 0.25;

/// The place of the columns on the screen.
pub(super) struct Sheet {
    pub(super) rect: Rect,
    /// Width of a column.
    pub(super) width: f32,
    pub(super) axis: Axis,
}

impl Sheet {
    /// The left end of a column.
    fn left(&self, column: usize) -> f32 {
        self.rect.min.x + self.width * column as f32
    }

    /// The columns from one to another, without the numbers.
    fn columns(&self, from: usize, to: usize) -> Rect {
        let bottom = self.rect.max.y - NUMBERS;
        Rect::from_min_max(
            pos2(self.left(from), self.rect.min.y),
            pos2(self.left(to + 1), bottom),
        )
    }

    /// The place of a row in a column, the lowest row first.
    pub(super) fn cell(&self, column: usize, row: usize) -> Rect {
        let column = self.columns(column, column);
        let bottom = column.max.y - ROW * row as f32;
        Rect::from_min_max(pos2(column.min.x, bottom - ROW), pos2(column.max.x, bottom))
    }

    /// Draws the stretches with their names, and the numbers of the columns.
    pub(super) fn stretches(&self, painter: &Painter, terms: &Timeline) {
        for (index, stretch) in terms.stretches.iter().enumerate() {
            let first = match index {
                0 => self.axis.first,
                _ => stretch.first,
            };
            let place = self.columns(self.axis.column(first), self.axis.column(stretch.last));
            let fill = match index % 2 {
                0 => theme::BACKDROP,
                _ => theme::CARD,
            };
            painter.rect_filled(place.shrink2(vec2(0.5, 0.0)), 2.0, fill);
            let corner = place.left_top() + vec2(4.0, 1.0);
            let font = FontId::proportional(11.0);
            painter.text(corner, Align2::LEFT_TOP, stretch.name, font, theme::FAINT);
        }
        let moments = self.axis.last..=self.axis.first;
        for at in moments {
            self.number(painter, self.axis.column(at), &at.to_string());
        }
        self.number(painter, self.rim(), "lost");
    }

    /// The column for what is lost after the last moment.
    fn rim(&self) -> usize {
        self.axis.columns() - 1
    }

    fn number(&self, painter: &Painter, column: usize, text: &str) {
        let place = pos2(self.left(column) + self.width / 2.0, self.rect.max.y);
        let font = FontId::proportional(11.0);
        painter.text(place, Align2::CENTER_BOTTOM, text, font, theme::FAINT);
    }

    /// Says what the empty timeline is for.
    pub(super) fn hint(&self, painter: &Painter, text: &str) {
        let (middle, font) = (self.rect.center(), FontId::proportional(13.0));
        painter.text(middle, Align2::CENTER_CENTER, text, font, theme::FAINT);
    }

    /// Draws where dice may put each action: a row for each, darker where it is likelier, red where it is lost.
    pub(super) fn spread(&self, painter: &Painter, chances: &[DueChance], palette: &Palette) {
        let most = chances.iter().map(|chance| chance.probability);
        let most = most.fold(f64::EPSILON, f64::max);
        for chance in chances {
            let row = usize::from(chance.nth.saturating_sub(1)).min(ROWS - 1);
            let column = match chance.lost {
                true => self.rim(),
                false => self.axis.column(chance.at),
            };
            let part = (chance.probability / most) as f32;
            let ink = match chance.lost {
                true => palette.bad(),
                false => palette.accent(),
            };
            let cell = self.cell(column, row).shrink(1.0);
            painter.rect_filled(cell, 3.0, ink.gamma_multiply(0.15 + 0.6 * part));
            let percent = (chance.probability * 100.0).round();
            let text = match percent < 1.0 {
                true => "<1".to_owned(),
                false => format!("{percent}"),
            };
            let font = FontId::proportional(12.0);
            let ink = match part > 0.5 {
                true => theme::BACKDROP,
                false => theme::TEXT,
            };
            painter.text(cell.center(), Align2::CENTER_CENTER, text, font, ink);
        }
    }

    /// The middle of the column of a moment, on its way there from the moment before.
    pub(super) fn glide(&self, ui: &Ui, now: i32) -> f32 {
        let wanted = self.left(self.axis.column(now)) + self.width / 2.0 - self.rect.min.x;
        let id = egui::Id::new("moment of the timeline");
        self.rect.min.x + ui.ctx().animate_value_with_time(id, wanted, GLIDE)
    }

    /// Draws the column of the present moment, below the tokens.
    pub(super) fn present(&self, painter: &Painter, x: f32, palette: &Palette) {
        let half = self.width / 2.0;
        let column = Rect::from_min_max(
            pos2(x - half, self.rect.min.y),
            pos2(x + half, self.rect.max.y),
        );
        let line = Stroke::new(1.5, palette.accent());
        let fill = palette.accent().gamma_multiply(0.25);
        painter.rect(column, 2.0, fill, line, StrokeKind::Inside);
    }

    /// Draws the tip of the cursor, over the tokens.
    pub(super) fn cursor(&self, painter: &Painter, x: f32, palette: &Palette) {
        let corners = [vec2(-6.0, -3.0), vec2(6.0, -3.0), vec2(0.0, 6.0)];
        let corners = corners.map(|corner| pos2(x, self.rect.min.y) + corner);
        let edge = Stroke::new(1.0, theme::BACKDROP);
        let tip = Shape::convex_polygon(corners.to_vec(), palette.accent(), edge);
        painter.add(tip);
    }

    /// Draws a bar for an action that takes time, to the moment on which it ends, with the chance in percent that a
    /// hit breaks it off.
    pub(super) fn bar(
        &self,
        painter: &Painter,
        cell: Rect,
        until: i32,
        ink: egui::Color32,
        broken: Option<u8>,
    ) {
        let end = self.left(self.axis.column(until)) + self.width / 2.0;
        let y = cell.center().y;
        let ends = [pos2(cell.center().x, y), pos2(end, y)];
        painter.line_segment(ends, Stroke::new(5.0, ink));
        if let Some(broken) = broken {
            let font = FontId::proportional(11.0);
            let words = painter.layout_no_wrap(format!("{broken} %"), font, theme::TEXT);
            // Beside the token, which lies over the beginning of the bar.
            let size = words.size() + vec2(6.0, 0.0);
            let middle = (ends[0].x + ROW / 2.0 + ends[1].x) / 2.0;
            let middle = middle.max(ends[0].x + (ROW + size.x) / 2.0);
            let place = Rect::from_center_size(pos2(middle, y), size);
            painter.rect_filled(place, 3.0, theme::BACKDROP);
            painter.galley(place.min + vec2(3.0, 0.0), words, theme::TEXT);
        }
    }
}
