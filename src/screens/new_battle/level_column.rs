//! The levels, and what the one that is picked is like.

use std::sync::Arc;

use bevy_egui::egui;
use egui::{RichText, vec2};
use shieldwall_content::{BrokenFile, Diagnostic, Level, Rulebook, level::Victory};

use super::{Parts, super::level_preview};
use crate::theme;

/// The list of levels; files with errors stand below the good ones.
pub(super) fn draw_list(ui: &mut egui::Ui, parts: &mut Parts) {
    ui.label(theme::subheading("Levels"));
    ui.add_space(4.0);
    let library = Arc::clone(&parts.content.library);
    let broken: Vec<BrokenFile> = parts.content.broken_levels().cloned().collect();
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.with_layout(egui::Layout::top_down_justified(egui::Align::Min), |ui| {
            for level in library.levels.values() {
                let chosen = parts.pick.broken.is_none() && parts.pick.level == level.id;
                let grid = level.map.grid();
                let text = format!("{}\n", level.name);
                let mut job = egui::text::LayoutJob::default();
                let font = |size| egui::FontId::proportional(size);
                job.append(&text, 0.0, egui::TextFormat::simple(font(15.0), theme::TEXT));
                job.append(
                    &format!("{} x {} cells", grid.width(), grid.height()),
                    0.0,
                    egui::TextFormat::simple(font(12.0), theme::FAINT),
                );
                let button = egui::Button::selectable(chosen, job).min_size(vec2(0.0, 44.0));
                if ui.add(button).clicked() && !chosen {
                    parts.pick.take_level(&level.id, &library);
                }
            }
            for (number, file) in broken.iter().enumerate() {
                let chosen = parts.pick.broken == Some(number);
                let mut job = egui::text::LayoutJob::default();
                let font = |size| egui::FontId::proportional(size);
                let title = format!("{}\n", file.title());
                job.append(&title, 0.0, egui::TextFormat::simple(font(15.0), theme::FAINT));
                let bad = parts.palette.bad();
                let count = count_of_errors(&file.diagnostics);
                job.append(&count, 0.0, egui::TextFormat::simple(font(12.0), bad));
                let button = egui::Button::selectable(chosen, job).min_size(vec2(0.0, 44.0));
                if ui.add(button).clicked() {
                    parts.pick.broken = Some(number);
                }
            }
            if library.levels.is_empty() && broken.is_empty() {
                ui.label(theme::faint("There are no levels in the folder `levels`."));
            }
        });
    });
}

fn count_of_errors(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.len() {
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    }
}

/// The picked level, or what is wrong with it.
pub(super) fn draw_level(ui: &mut egui::Ui, parts: &mut Parts) {
    let broken = parts.pick.broken.and_then(|number| parts.content.broken_levels().nth(number));
    if let Some(file) = broken {
        draw_broken(ui, file, parts.palette.bad());
        return;
    }
    let library = Arc::clone(&parts.content.library);
    let Some(level) = library.levels.get(&parts.pick.level) else {
        ui.label("Pick a level.");
        return;
    };
    ui.label(theme::heading(&level.name));
    let height = (ui.available_height() * 0.5).clamp(160.0, 620.0);
    let palette = parts.palette.clone();
    parts.preview.show(ui, level, &palette, height);
    level_preview::legend(ui, level, &palette);
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.label(&level.description);
        ui.add_space(4.0);
        facts(ui, level);
        ui.add_space(8.0);
        rules(ui, parts);
    });
}

fn draw_broken(ui: &mut egui::Ui, file: &BrokenFile, bad: egui::Color32) {
    ui.label(theme::heading(file.title()));
    ui.label(RichText::new("This level cannot be played: its file has errors.").color(bad));
    ui.label(theme::faint(file.path.display().to_string()));
    ui.add_space(8.0);
    egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        for diagnostic in &file.diagnostics {
            theme::card().show(ui, |ui| {
                let text = RichText::new(diagnostic.to_string()).monospace();
                ui.add(egui::Label::new(text).extend());
            });
        }
        ui.add_space(6.0);
        ui.label(theme::faint("Mend the file, then press Read files again."));
    });
}

/// Size, victory and turn limit.
fn facts(ui: &mut egui::Ui, level: &Level) {
    let grid = level.map.grid();
    let shape = match grid.layout() {
        shieldwall_grid::Layout::Square => "squares",
        shieldwall_grid::Layout::HexPointy | shieldwall_grid::Layout::HexFlat => "hexes",
    };
    let mut fact = |label: &str, text: String| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            ui.label(RichText::new(label).strong());
            ui.label(text);
        });
    };
    fact(
        "Field:",
        format!("{} x {} {shape} of {}", grid.width(), grid.height(), grid.cell_size()),
    );
    fact("Victory:", victory(level));
    fact("Turn limit:", turn_limit(level));
    let surprises: Vec<String> = level
        .sides
        .iter()
        .filter_map(|side| {
            let begins = match (side.hidden, side.surprised) {
                (true, true) => "begins hidden and is surprised",
                (true, false) => "begins hidden",
                (false, true) => "is surprised in the first round",
                (false, false) => return None,
            };
            Some(format!("{} {begins}.", side.name))
        })
        .collect();
    if !surprises.is_empty() {
        fact("Surprise:", surprises.join(" "));
    }
}

fn victory(level: &Level) -> String {
    match &level.victory {
        Victory::LastStanding => "the last side with conscious combatants.".to_owned(),
        Victory::Hold { rounds, .. } => format!(
            "hold the marked cells alone for {rounds} rounds in a row, or fell every enemy."
        ),
        Victory::Escape { side, .. } => format!(
            "{} must get more than half of its combatants out by the marked cells; felling every enemy wins too.",
            level.sides[*side].name
        ),
    }
}

fn turn_limit(level: &Level) -> String {
    let then = level.winner_at_limit.map_or_else(
        || "a draw".to_owned(),
        |side| format!("{} wins", level.sides[side].name),
    );
    match level.turn_limit {
        0 => format!("that of the rules; then {then}."),
        1 => format!("1 round; then {then}."),
        limit => format!("{limit} rounds; then {then}."),
    }
}

/// The ruleset with its options.
fn rules(ui: &mut egui::Ui, parts: &mut Parts) {
    let library = Arc::clone(&parts.content.library);
    let title = |id: &str| {
        library
            .rulebooks
            .get(id)
            .map_or_else(|| id.to_owned(), |book: &Arc<Rulebook>| book.title.clone())
    };
    ui.horizontal(|ui| {
        ui.label(theme::subheading("Rules"));
        egui::ComboBox::from_id_salt("ruleset")
            .width(240.0)
            .selected_text(title(&parts.pick.ruleset))
            .show_ui(ui, |ui| {
                for ruleset in &parts.rulesets.0 {
                    let id = ruleset.id();
                    if ui.selectable_label(parts.pick.ruleset == id, title(id)).clicked() {
                        id.clone_into(&mut parts.pick.ruleset);
                    }
                }
            });
    });
    if let Some(book) = library.rulebooks.get(&parts.pick.ruleset) {
        ui.label(theme::faint(&book.summary));
    }
    let options = parts.ruleset().map(|ruleset| ruleset.options()).unwrap_or_default();
    for option in options {
        ui.add_space(4.0);
        let chosen = parts.pick.options.get(option.key).cloned();
        let usual = "As the level has it";
        let label = chosen
            .as_ref()
            .and_then(|key| option.values.iter().find(|value| value.key == *key))
            .map_or(usual, |value| value.label);
        ui.horizontal(|ui| {
            ui.label(RichText::new(option.label).strong()).on_hover_text(option.detail);
            egui::ComboBox::from_id_salt(option.key)
                .width(180.0)
                .selected_text(label)
                .show_ui(ui, |ui| {
                    if ui.selectable_label(chosen.is_none(), usual).clicked() {
                        parts.pick.options.remove(option.key);
                    }
                    for value in &option.values {
                        let on = chosen.as_deref() == Some(value.key);
                        if ui.selectable_label(on, value.label).clicked() {
                            parts
                                .pick
                                .options
                                .insert(option.key.to_owned(), value.key.to_owned());
                        }
                    }
                })
                .response
                .on_hover_text(option.detail);
        });
        ui.label(theme::faint(option.detail).small());
    }
}
