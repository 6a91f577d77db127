//! One side: its colour, who commands it, and its warband.

use std::sync::Arc;

use bevy_egui::egui;
use egui::{Align, Layout, PopupCloseBehavior, RichText, vec2};
use shieldwall_ai::BrainKind;
use shieldwall_battle::{Ruleset, Sheet, SideId};
use shieldwall_content::{Library, Unit};
use shieldwall_lab::record::RecordedCommander;

use super::{
    super::{
        follow_focus,
        popup::{Lines, keep_keys},
    },
    Parts, Pick, token, two_lines,
};
use crate::theme;

/// Who can command, with what to call them.
const COMMANDERS: [(RecordedCommander, &str, &str); 4] = [
    (
        RecordedCommander::Human,
        "Human",
        "A person at this computer",
    ),
    (
        RecordedCommander::Brain(BrainKind::Easy),
        "Easy",
        "The computer plays like a beginner: poor targets, dangerous places, little defence",
    ),
    (
        RecordedCommander::Brain(BrainKind::Normal),
        "Normal",
        "The computer plays soundly, but takes risks and sometimes forgets to defend",
    ),
    (
        RecordedCommander::Brain(BrainKind::Hard),
        "Hard",
        "The computer plays as well as it can; where few fight, it takes its time to look ahead",
    ),
];

/// Draws the column of a side.
pub(super) fn draw(ui: &mut egui::Ui, parts: &mut Parts, side: SideId) {
    let index = side.index();
    let library = Arc::clone(&parts.content.library);
    let level = library.levels.get(&parts.pick.level).cloned();
    let swatch = parts.palette.side(side);
    let name = level.as_ref().map_or_else(
        || side.key().to_owned(),
        |level| level.sides[index].name.clone(),
    );
    ui.push_id(side.key(), |ui| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 22.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 3.0, swatch.egui());
            let text = RichText::new(name).size(19.0).strong().color(swatch.text());
            ui.add(egui::Label::new(text).truncate());
        });
        colours(ui, parts, side);
        ui.add_space(2.0);
        commanders(ui, parts, index);
        ui.add_space(6.0);
        let room = level.as_ref().map_or(0, |level| Pick::room(level, index));
        let count = parts.pick.sides[index].warband.len();
        ui.horizontal(|ui| {
            ui.label(RichText::new("Warband").strong());
            let points = points(parts, index, &library);
            let points = points.map_or_else(String::new, |points| format!(", {points} points"));
            let text = format!("{count} of {room}{points}");
            let colour = if count > room {
                parts.palette.bad()
            } else {
                theme::FAINT
            };
            ui.label(RichText::new(text).color(colour))
                .on_hover_text(POINTS);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let reset = egui::Button::new("Reset").small();
                let changed = !parts.pick.sides[index].is_default;
                if changed
                    && ui
                        .add(reset)
                        .on_hover_text("Back to the warband the level comes with")
                        .clicked()
                {
                    parts.pick.take_default(index, &library);
                }
            });
        });
        add(ui, parts, side, &library, count < room);
        ui.add_space(2.0);
        warband(ui, parts, side, &library);
    });
}

/// Meaning of the points of a warband.
const POINTS: &str = "The points of its units added up: the side with more is likely to win";

/// The points of a warband; `None` if those of a unit are not known.
fn points(parts: &Parts, index: usize, library: &Library) -> Option<u32> {
    let warband = parts.pick.sides[index].warband.iter();
    warband
        .map(|id| {
            library
                .units
                .get(id)?
                .points
                .get(&parts.pick.ruleset)
                .copied()
        })
        .sum()
}

fn colours(ui: &mut egui::Ui, parts: &mut Parts, side: SideId) {
    let chosen = parts.palette.chosen(side);
    let mut picked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (number, swatch) in parts.palette.swatches().iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(26.0, 22.0), egui::Sense::click());
            ui.painter().rect_filled(rect, 4.0, swatch.egui());
            let stroke = if number == chosen {
                egui::Stroke::new(2.5, egui::Color32::WHITE)
            } else if response.has_focus() || response.hovered() {
                egui::Stroke::new(2.0, parts.palette.accent())
            } else {
                egui::Stroke::new(1.0, theme::LINE)
            };
            ui.painter()
                .rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Outside);
            if response.on_hover_text(swatch.name).clicked() {
                picked = Some(number);
            }
        }
    });
    if let Some(number) = picked {
        let mut palette = parts.palette.clone();
        palette.choose(side, number);
        let last = &mut parts.settings.last_battle;
        for side in SideId::first(SideId::MOST) {
            last.side_mut(side).colour = Some(palette.chosen(side));
        }
    }
}

fn commanders(ui: &mut egui::Ui, parts: &mut Parts, index: usize) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (commander, label, detail) in COMMANDERS {
            let chosen = parts.pick.sides[index].commander == commander;
            let button = egui::Button::new(label).selected(chosen);
            if ui.add(button).on_hover_text(detail).clicked() {
                parts.pick.sides[index].commander = commander;
            }
        }
    });
}

/// The button that opens the list of units.
fn add(ui: &mut egui::Ui, parts: &mut Parts, side: SideId, library: &Library, room: bool) {
    let ruleset = parts.ruleset();
    let index = side.index();
    let width = ui.available_width();
    let button = egui::Button::new("Add a combatant…").min_size(vec2(width, 30.0));
    let response = ui.add_enabled(room, button);
    let mut added = None;
    let mut layer = None;
    egui::Popup::menu(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            layer = Some(ui.layer_id());
            ui.set_width(300.0);
            let height = (ui.ctx().viewport_rect().height() * 0.6).min(420.0);
            egui::ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| {
                    let ruleset = ruleset.as_deref();
                    let mut lines = Lines::default();
                    for unit in library.units.values() {
                        if unit_row(ui, parts, side, unit, library, ruleset, &mut lines) {
                            added = Some(unit.id.clone());
                        }
                    }
                    lines.with_keys(ui);
                });
        });
    keep_keys(&response, layer);
    if let Some(id) = added
        && room
    {
        parts.pick.sides[index].warband.push(id);
        parts.pick.note_default(index, library);
    }
}

/// A unit in the list; true if it was clicked.
fn unit_row(
    ui: &mut egui::Ui,
    parts: &mut Parts,
    side: SideId,
    unit: &Unit,
    library: &Library,
    ruleset: Option<&dyn Ruleset>,
    lines: &mut Lines,
) -> bool {
    let fits = ruleset.is_none_or(|ruleset| unit.supports(ruleset.id()));
    let colour = parts.palette.side(side).egui();
    ui.horizontal(|ui| {
        token(ui, &mut parts.pictures, &unit.art, colour, 30.0);
        let tags = if fits {
            let id = ruleset.map_or("", Ruleset::id);
            let points = unit.points.get(id).map(|points| format!("{points} points"));
            let all: Vec<String> = points
                .into_iter()
                .chain(unit.tags.iter().cloned())
                .collect();
            all.join(", ")
        } else {
            "not for this ruleset".to_owned()
        };
        let job = two_lines((&unit.name, theme::TEXT), (&tags, theme::FAINT));
        let width = ui.available_width();
        let left = Layout::top_down_justified(Align::Min);
        let response = ui
            .allocate_ui_with_layout(vec2(width, 38.0), left, |ui| {
                let button = egui::Button::selectable(false, job).min_size(vec2(0.0, 38.0));
                ui.add_enabled(fits, button)
            })
            .inner;
        if fits {
            lines.lines.push(response.clone());
        }
        response
            .on_hover_ui(|ui| card(ui, unit, library, ruleset))
            .on_disabled_hover_text("Its file has no stat block for this ruleset.")
            .clicked()
    })
    .inner
}

fn warband(ui: &mut egui::Ui, parts: &mut Parts, side: SideId, library: &Library) {
    let index = side.index();
    let ruleset = parts.ruleset();
    let ids = parts.pick.sides[index].warband.clone();
    let colour = parts.palette.side(side).egui();
    let mut removed = None;
    let mut removes = Vec::new();
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            for (place, id) in ids.iter().enumerate() {
                let Some(unit) = library.units.get(id) else {
                    continue;
                };
                let row = ui.horizontal(|ui| {
                    token(ui, &mut parts.pictures, &unit.art, colour, 28.0);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let remove = ui.add(egui::Button::new("Remove").small());
                        follow_focus(&remove);
                        removes.push(remove.id);
                        if remove.clicked() {
                            removed = Some(place);
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(&unit.name).truncate());
                        });
                    });
                });
                row.response
                    .on_hover_ui(|ui| card(ui, unit, library, ruleset.as_deref()));
            }
        });
    if let Some(place) = removed {
        // Anyone who goes by keys is not thrown to the other end of the screen with the last row.
        if place + 1 == removes.len()
            && let Some(above) = place.checked_sub(1)
        {
            ui.memory_mut(|memory| memory.request_focus(removes[above]));
        }
        parts.pick.sides[index].warband.remove(place);
        parts.pick.note_default(index, library);
    }
}

/// What a unit is like under the ruleset.
fn card(ui: &mut egui::Ui, unit: &Unit, library: &Library, ruleset: Option<&dyn Ruleset>) {
    ui.set_max_width(400.0);
    ui.label(theme::subheading(&unit.name));
    let points = ruleset.and_then(|ruleset| unit.points.get(ruleset.id()));
    if let Some(points) = points {
        ui.label(theme::faint(format!("{points} points; 100 is the average")));
    }
    ui.label(&unit.description);
    if let Some(ruleset) = ruleset.filter(|ruleset| unit.supports(ruleset.id())) {
        sheet(ui, &ruleset.unit_sheet(library, unit));
    }
}

fn sheet(ui: &mut egui::Ui, sheet: &Sheet) {
    for section in &sheet.sections {
        if section.rows.is_empty() {
            continue;
        }
        ui.add_space(4.0);
        ui.label(RichText::new(section.title).strong());
        ui.horizontal_wrapped(|ui| {
            for row in &section.rows {
                ui.label(theme::faint(&row.label));
                ui.label(&row.value);
                ui.add_space(6.0);
            }
        });
    }
    if !sheet.items.is_empty() {
        ui.add_space(4.0);
        ui.label(RichText::new("Carries").strong());
        for item in &sheet.items {
            let ammunition = item
                .ammunition
                .as_ref()
                .map_or_else(String::new, |text| format!(", {text}"));
            ui.label(format!("{}{ammunition}", item.name));
            if !item.summary.is_empty() {
                ui.label(theme::faint(&item.summary).small());
            }
        }
    }
}
