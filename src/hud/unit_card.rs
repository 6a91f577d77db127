//! The card of one combatant: who it is, how it fares, what it can do and what it carries.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, FontId, RichText, Sense, Stroke, StrokeKind, vec2};
use shieldwall_battle::{CombatantId, Sheet, SheetItem, SheetRow, SheetSection};

use crate::{
    palette::Palette,
    session::{Draft, Pointed, Session},
    shown::Figure,
    theme::{self, faint},
};

use super::{
    Hud,
    icons::{Icons, Picture, icon_of_condition},
    layout::{Layout, floating_panel},
    order_strip::side_mark,
    wording::{figure, side_name, unit_name, vitality},
};

/// Side of the portrait.
const PORTRAIT: f32 = 72.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    mut icons: ResMut<Icons>,
    session: Res<Session>,
    palette: Res<Palette>,
    pointed: Res<Pointed>,
    draft: Res<Draft>,
    mut last: Local<Option<CombatantId>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let shown = whose(&session, &pointed, &draft, *last);
    *last = shown;
    let Some(figure) = shown.and_then(|who| figure(&session, who)) else {
        return Ok(());
    };
    let place = hud.layout.card;
    let draw = |ui: &mut egui::Ui| {
        ui.set_max_height(Layout::inner_height(place));
        header(ui, &mut icons, &session, &palette, figure);
        ui.separator();
        let Some(sheet) = session.sheets.get(figure.id.index()) else {
            return;
        };
        egui::ScrollArea::vertical()
            .id_salt("unit card")
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.set_max_width(ui.available_width() - 2.0);
                body(ui, &mut icons, &palette, sheet);
            });
    };
    floating_panel(
        &context,
        "unit card",
        egui::Order::Middle,
        Align2::RIGHT_TOP,
        place.right_top(),
        place.width(),
        place,
        hud.enabled,
        draw,
    );
    Ok(())
}

/// Pointed at, else inspected, else acting, else the one who was shown before.
fn whose(
    session: &Session,
    pointed: &Pointed,
    draft: &Draft,
    last: Option<CombatantId>,
) -> Option<CombatantId> {
    let acting = session.decision.as_ref().and_then(|open| open.actor);
    [pointed.combatant, draft.inspected, acting, last]
        .into_iter()
        .flatten()
        .find(|who| figure(session, *who).is_some())
}

fn header(
    ui: &mut egui::Ui,
    icons: &mut Icons,
    session: &Session,
    palette: &Palette,
    figure: &Figure,
) {
    let swatch = palette.side(figure.side);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(PORTRAIT, PORTRAIT), Sense::hover());
        ui.painter().rect(
            rect,
            6.0,
            swatch.dark(),
            Stroke::new(2.0, swatch.egui()),
            StrokeKind::Inside,
        );
        if let Some(unit) = session.plan.setup.library.units.get(&figure.unit) {
            let picture = Picture::Unit(unit.art.clone());
            icons
                .image(ui.ctx(), &picture, PORTRAIT - 6.0)
                .paint_at(ui, rect.shrink(3.0));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            let title = RichText::new(&figure.name)
                .size(17.0)
                .strong()
                .color(theme::TEXT);
            ui.add(egui::Label::new(title).truncate());
            ui.horizontal(|ui| {
                let (mark, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
                side_mark(ui.painter(), mark, figure.side, palette);
                ui.label(RichText::new(side_name(session, figure.side)).color(swatch.text()));
                let unit = unit_name(session, figure);
                if !figure.name.starts_with(unit) {
                    ui.label(faint(unit));
                }
            });
            hit_points(ui, palette, figure);
            for track in &figure.tracks {
                amount(
                    ui,
                    palette,
                    [track.left, track.max],
                    track.track.key,
                    track.track.help,
                );
            }
        });
    });
    let state = vitality(figure.vitality);
    if state.is_some() || !figure.conditions.is_empty() || figure.hidden {
        ui.horizontal_wrapped(|ui| {
            if let Some((icon, word)) = state {
                let _ = chip(ui, icons, Some(icon), word, palette.bad());
            }
            let hidden = session.words.hidden.filter(|_| figure.hidden);
            let words = figure.conditions.iter().copied().chain(hidden);
            for word in words {
                let response = chip(ui, icons, icon_of_condition(word), word.key, theme::LINE);
                response.on_hover_ui(|ui| {
                    ui.set_max_width(280.0);
                    ui.label(word.help);
                });
            }
        });
    }
}

/// Draws a word with its icon in a frame. Its size is known before it is placed, so that it comes whole into a row.
fn chip(
    ui: &mut egui::Ui,
    icons: &mut Icons,
    icon: Option<&'static str>,
    word: &str,
    line: Color32,
) -> egui::Response {
    const ICON: f32 = 15.0;
    let words = RichText::new(word).small().color(theme::TEXT);
    let words = egui::WidgetText::from(words).into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        ui.max_rect().width() - ICON - 14.0,
        egui::TextStyle::Small,
    );
    let before = if icon.is_some() { ICON + 4.0 } else { 0.0 };
    let size = vec2(
        before + words.size().x + 10.0,
        words.size().y.max(ICON) + 4.0,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let edge = Stroke::new(1.0, line);
    ui.painter()
        .rect(rect, 4.0, theme::CARD, edge, StrokeKind::Inside);
    let inner = rect.shrink2(vec2(5.0, 0.0));
    if let Some(icon) = icon {
        let middle = inner.left_center() + vec2(ICON / 2.0, 0.0);
        let place = egui::Rect::from_center_size(middle, vec2(ICON, ICON));
        icons.icon(ui.ctx(), icon, ICON).paint_at(ui, place);
    }
    let at = inner.left_center() + vec2(before, -words.size().y / 2.0);
    ui.painter().galley(at, words, theme::TEXT);
    response
}

fn hit_points(ui: &mut egui::Ui, palette: &Palette, figure: &Figure) {
    let points = [figure.hit_points, figure.max_hit_points];
    amount(ui, palette, points, "hit points", "Hit points left");
}

/// A bar with what is left of something.
fn amount(ui: &mut egui::Ui, palette: &Palette, [left, max]: [i32; 2], name: &str, help: &str) {
    let size = vec2(ui.available_width().min(220.0), 18.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let filled = left.max(0) as f32 / max.max(1) as f32;
    bar(ui, rect, filled, palette);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        format!("{left} of {max} {name}"),
        FontId::proportional(12.0),
        Color32::WHITE,
    );
    response.on_hover_text(help);
}

/// A bar that is dark enough for white text on any filling.
fn bar(ui: &egui::Ui, rect: egui::Rect, filled: f32, palette: &Palette) {
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::BACKDROP);
    let filled = filled.clamp(0.0, 1.0);
    let colour = if filled > 0.5 {
        palette.good()
    } else if filled > 0.25 {
        palette.accent()
    } else {
        palette.bad()
    };
    let mut part = rect;
    part.set_width(rect.width() * filled);
    painter.rect_filled(part, 4.0, colour.gamma_multiply(0.45));
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, theme::LINE), StrokeKind::Inside);
}

fn body(ui: &mut egui::Ui, icons: &mut Icons, palette: &Palette, sheet: &Sheet) {
    if !sheet.items.is_empty() {
        egui::CollapsingHeader::new(theme::subheading("Carries").size(14.0))
            .id_salt("items")
            .default_open(true)
            .show_unindented(ui, |ui| {
                for item in &sheet.items {
                    carried(ui, icons, palette, item);
                }
            });
    }
    for section in &sheet.sections {
        if section.rows.is_empty() {
            continue;
        }
        egui::CollapsingHeader::new(theme::subheading(section.title).size(14.0))
            .id_salt(section.title)
            .default_open(true)
            .show_unindented(ui, |ui| rows(ui, section));
    }
}

fn rows(ui: &mut egui::Ui, section: &SheetSection) {
    let is_short = |row: &&SheetRow| row.label.len() <= 3 && row.value.len() <= 3;
    let (mut short, mut long): (Vec<&SheetRow>, Vec<&SheetRow>) =
        section.rows.iter().partition(is_short);
    if short.len() < 3 {
        (short, long) = (Vec::new(), section.rows.iter().collect());
    }
    for row in &long {
        let response = ui
            .horizontal_top(|ui| {
                let half = ui.available_width() * 0.44;
                ui.allocate_ui_with_layout(
                    vec2(half, 0.0),
                    egui::Layout::top_down(egui::Align::Min),
                    |ui| {
                        ui.set_width(half);
                        ui.add(egui::Label::new(faint(&row.label).size(13.0)).wrap());
                    },
                );
                let value = RichText::new(&row.value).size(13.0).color(theme::TEXT);
                ui.add(egui::Label::new(value).wrap());
            })
            .response;
        let id = ui.id().with((section.title, &row.label));
        tip(ui.interact(response.rect, id, Sense::hover()), row);
    }
    if short.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for row in short {
            let (rect, response) = ui.allocate_exact_size(vec2(62.0, 20.0), Sense::hover());
            ui.painter().rect_filled(rect, 3.0, theme::CARD);
            ui.painter().text(
                rect.left_center() + vec2(5.0, 0.0),
                Align2::LEFT_CENTER,
                &row.label,
                FontId::proportional(12.0),
                theme::FAINT,
            );
            ui.painter().text(
                rect.right_center() - vec2(5.0, 0.0),
                Align2::RIGHT_CENTER,
                &row.value,
                FontId::proportional(13.0),
                theme::TEXT,
            );
            tip(response, row);
        }
    });
}

fn tip(response: egui::Response, row: &SheetRow) {
    if !row.detail.is_empty() {
        response.on_hover_text(&row.detail);
    }
}

fn carried(ui: &mut egui::Ui, icons: &mut Icons, palette: &Palette, item: &SheetItem) {
    egui::Frame::new()
        .fill(theme::CARD)
        .corner_radius(4)
        .inner_margin(egui::Margin::symmetric(6, 3))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.horizontal(|ui| {
                if item.readied {
                    let image = icons.icon(ui.ctx(), "ready", 16.0);
                    ui.add(image).on_hover_text("In hand");
                }
                let broken = item.hit_points.is_some_and(|(left, _)| left <= 0);
                let name = RichText::new(&item.name).size(13.0);
                let name = if item.readied {
                    name.strong().color(theme::TEXT)
                } else {
                    name
                };
                ui.add(egui::Label::new(name).truncate());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if broken {
                        let image = icons.icon(ui.ctx(), "broken", 16.0);
                        ui.add(image).on_hover_text("Broken");
                    } else if let Some((left, most)) = item.hit_points {
                        let (rect, response) =
                            ui.allocate_exact_size(vec2(46.0, 14.0), Sense::hover());
                        bar(ui, rect, left as f32 / most.max(1) as f32, palette);
                        ui.painter().text(
                            rect.center(),
                            Align2::CENTER_CENTER,
                            format!("{left}/{most}"),
                            FontId::proportional(12.0),
                            Color32::WHITE,
                        );
                        response.on_hover_text("Hit points of the item when parrying");
                    }
                });
            });
            let mut words = vec![item.summary.as_str()];
            words.extend(item.ammunition.as_deref());
            words.retain(|word| !word.is_empty());
            if !words.is_empty() {
                ui.add(egui::Label::new(faint(words.join("; ")).small()).wrap());
            }
        });
}
