//! The button of one offer: icon, words, hotkey, and what pointing at it tells.

use bevy_egui::egui::{self, Color32, FontId, RichText, Sense, Stroke, StrokeKind, vec2};
use shieldwall_battle::{Offer, capitalised};

use crate::{
    controls::Act,
    decide::{is_at_once, needs_target},
    palette::Palette,
    session::{Asked, Fold, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{
    icons::{Icons, icon_of_action},
    rule_text,
};

/// Everything a button needs besides its offer.
pub(super) struct ButtonParts<'a> {
    /// Textures.
    pub(super) icons: &'a mut Icons,
    /// For rule titles.
    pub(super) session: &'a Session,
    /// For what cannot be done.
    pub(super) asked: &'a Asked,
    /// Colours.
    pub(super) palette: &'a Palette,
    /// Keys.
    pub(super) settings: &'a Settings,
    /// Places of the buttons of actions, by their words, gathered while drawing.
    pub(super) drawn: Vec<(&'static str, egui::Rect)>,
}

/// How much a button calls for attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// It is what would be done.
    Armed,
    /// It can be pressed.
    Usual,
    /// It can be pressed, but seldom is.
    Quiet,
    /// It cannot be done now.
    Missing,
}

/// Draws the button of an offer with its hotkey.
pub(super) fn draw(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    offer: &Offer,
    label: &str,
    hotkey: Option<Act>,
    armed: bool,
) -> egui::Response {
    let look = if armed {
        Look::Armed
    } else if offer.role.is_closing() {
        Look::Quiet
    } else {
        Look::Usual
    };
    let key = hotkey.map(|act| parts.settings.keys.hint(act));
    let (response, square) = face(ui, parts, label, key, look, None);
    parts.drawn.push((offer.action.key, response.rect));
    let icon = icon_of_action(offer.action, offer.mode);
    picture(ui, parts, icon, square, look);
    response.on_hover_ui(|ui| tooltip(ui, parts, offer, key))
}

/// The picture of a button, once it is drawn.
pub(super) fn picture(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    icon: &'static str,
    square: egui::Rect,
    look: Look,
) {
    let tint = match look {
        Look::Armed | Look::Usual => Color32::WHITE,
        Look::Quiet => Color32::from_white_alpha(170),
        Look::Missing => Color32::from_white_alpha(70),
    };
    let fade = if ui.is_enabled() { 1.0 } else { 0.5 };
    let image = parts.icons.icon(ui.ctx(), icon, 20.0);
    if parts
        .icons
        .texture(ui.ctx(), &super::icons::Picture::Icon(icon), 20.0)
        .is_some()
    {
        image.tint(tint.gamma_multiply(fade)).paint_at(ui, square);
    }
}

/// Draws the button behind which offers are folded away.
pub(super) fn fold(
    ui: &mut egui::Ui,
    parts: &ButtonParts<'_>,
    label: &str,
    hotkey: Option<Act>,
    fold: Fold,
) -> egui::Response {
    let look = if fold == Fold::Marked {
        Look::Armed
    } else {
        Look::Quiet
    };
    let key = hotkey.map(|act| parts.settings.keys.hint(act));
    let several = label.contains(", ");
    let short = if several { "more" } else { label };
    let (response, square) = face(ui, parts, &format!("{short}…"), key, look, None);
    triangle(ui, square.center(), fold == Fold::Open);
    let what = if fold == Fold::Open { "Hides" } else { "Shows" };
    let back = parts.settings.keys.hint(Act::Cancel);
    let how = match key {
        Some(key) => format!("{what} rare actions: {label}. Click or press {key}."),
        None => format!("{what} rare actions: {label}. Click, or press {back}."),
    };
    response.on_hover_text(how)
}

/// A button without its picture; gives where that belongs. It is as wide as its words, unless a width is given.
pub(super) fn face(
    ui: &mut egui::Ui,
    parts: &ButtonParts<'_>,
    label: &str,
    key: Option<&'static str>,
    look: Look,
    width: Option<f32>,
) -> (egui::Response, egui::Rect) {
    let colour = match look {
        Look::Armed | Look::Usual => theme::TEXT,
        Look::Quiet => theme::FAINT,
        Look::Missing => theme::FAINT.gamma_multiply(0.6),
    };
    let label = capitalised(label);
    let galley = ui
        .painter()
        .layout_no_wrap(label, FontId::proportional(14.0), colour);
    let key_width = if key.is_some() { 20.0 } else { 0.0 };
    let own = galley.size().x + 24.0 + 18.0 + key_width;
    let size = vec2(width.unwrap_or(own), 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let visuals = ui
        .style()
        .interact_selectable(&response, look == Look::Armed);
    let (fill, line) = match look {
        Look::Armed => (
            Color32::from_rgb(92, 76, 34),
            Stroke::new(2.0, parts.palette.accent()),
        ),
        Look::Quiet => (theme::PANEL, visuals.bg_stroke),
        Look::Missing => (
            theme::PANEL,
            Stroke::new(1.0, theme::LINE.gamma_multiply(0.5)),
        ),
        Look::Usual => (visuals.weak_bg_fill, visuals.bg_stroke),
    };
    ui.painter().rect(rect, 5.0, fill, line, StrokeKind::Inside);
    let at = egui::pos2(rect.min.x + 32.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colour);
    if let Some(key) = key {
        keycap(ui, egui::pos2(rect.max.x - 14.0, rect.center().y), key);
    }
    let centre = egui::pos2(rect.min.x + 17.0, rect.center().y);
    let square = egui::Rect::from_center_size(centre, vec2(20.0, 20.0));
    (response, square)
}

/// A triangle that points down where something is open, else to the right.
pub(super) fn triangle(ui: &egui::Ui, centre: egui::Pos2, open: bool) {
    let points = if open {
        [vec2(-3.5, -2.0), vec2(3.5, -2.0), vec2(0.0, 3.0)]
    } else {
        [vec2(-2.0, -3.5), vec2(3.0, 0.0), vec2(-2.0, 3.5)]
    };
    let points = points.map(|point| centre + point).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(
        points,
        theme::FAINT,
        egui::Stroke::NONE,
    ));
}

/// A key drawn as such.
pub(super) fn keycap(ui: &egui::Ui, centre: egui::Pos2, key: &str) {
    let painter = ui.painter();
    let galley = painter.layout_no_wrap(key.to_owned(), FontId::proportional(12.0), theme::TEXT);
    let size = vec2((galley.size().x + 8.0).max(17.0), 17.0);
    let rect = egui::Rect::from_center_size(centre, size);
    painter.rect(
        rect,
        3.0,
        theme::BACKDROP,
        Stroke::new(1.0, theme::LINE),
        StrokeKind::Inside,
    );
    painter.galley(rect.center() - galley.size() / 2.0, galley, theme::TEXT);
}

pub(super) fn tooltip(
    ui: &mut egui::Ui,
    parts: &ButtonParts<'_>,
    offer: &Offer,
    key: Option<&'static str>,
) {
    ui.set_max_width(340.0);
    ui.label(RichText::new(&offer.label).strong().color(theme::TEXT));
    if !offer.detail.is_empty() {
        ui.label(RichText::new(&offer.detail).color(theme::TEXT));
    }
    let decision = parts.session.decision.as_deref();
    let at_once = decision.is_some_and(|decision| is_at_once(decision, offer));
    let how = if needs_target(offer) {
        "Chooses it; then pick a target."
    } else if at_once {
        "Does it."
    } else {
        "Chooses it; then confirm."
    };
    let text = match key {
        Some(key) => format!("Click or press {key}. {how}"),
        None => how.to_owned(),
    };
    ui.label(faint(text).small());
    rule_text::titles(ui, parts.session, &offer.rules);
}
