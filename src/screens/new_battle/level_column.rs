//! The levels, and what the one that is picked is like.

use std::sync::Arc;

use bevy_egui::egui;
use egui::{RichText, vec2};
use shieldwall_content::{BrokenFile, FileKind, Level, level::Victory};

use super::{
    super::{follow_focus, level_preview, popup::pick_one, problem_cards::problem_cards},
    Parts, two_lines,
};
use crate::theme;

/// In less height than this, in points, the drawing of a level scrolls away with the text.
const LOW: f32 = 400.0;

/// The list of levels; below them every file with errors, whatever it holds, so that nothing is
/// missing without a word.
pub(super) fn draw_list(ui: &mut egui::Ui, parts: &mut Parts) {
    ui.label(theme::subheading("Levels"));
    ui.add_space(4.0);
    let library = Arc::clone(&parts.content.library);
    let bad = parts.palette.bad();
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.with_layout(egui::Layout::top_down_justified(egui::Align::Min), |ui| {
                let mut row = |chosen: bool, job: egui::text::LayoutJob| {
                    let button = egui::Button::selectable(chosen, job).min_size(vec2(0.0, 44.0));
                    let response = ui.add(button);
                    follow_focus(&response);
                    response.clicked()
                };
                for level in library.levels.values() {
                    let chosen = parts.pick.broken.is_none() && parts.pick.level == level.id;
                    let grid = level.map.grid();
                    let size = format!("{} x {} cells", grid.width(), grid.height());
                    let job = two_lines((&level.name, theme::TEXT), (&size, theme::FAINT));
                    if row(chosen, job) && !chosen {
                        parts.pick.take_level(&level.id, &library);
                    }
                }
                let (levels, others): (Vec<_>, Vec<_>) = library
                    .broken
                    .iter()
                    .partition(|file| file.kind == FileKind::Level);
                for file in levels.into_iter().chain(others) {
                    let problems = problems(file);
                    let job = two_lines((&file.title(), theme::FAINT), (&problems, bad));
                    let chosen = parts.pick.broken.as_ref() == Some(&file.path);
                    if row(chosen, job) {
                        parts.pick.broken = Some(file.path.clone());
                    }
                }
                if library.levels.is_empty() {
                    ui.label(theme::faint("There is no level that can be played."));
                }
            });
        });
}

/// What kind of file it is, and how much is wrong with it.
fn problems(file: &BrokenFile) -> String {
    match file.diagnostics.len() {
        1 => format!("{}: 1 problem", file.kind),
        count => format!("{}: {count} problems", file.kind),
    }
}

/// The picked level, or what is wrong with it.
pub(super) fn draw_level(ui: &mut egui::Ui, parts: &mut Parts) {
    let library = Arc::clone(&parts.content.library);
    let broken = parts.pick.broken.as_ref();
    if let Some(file) = broken.and_then(|path| library.broken.iter().find(|f| f.path == *path)) {
        draw_broken(ui, file, parts.palette.bad());
        return;
    }
    let Some(level) = library.levels.get(&parts.pick.level) else {
        ui.label("Pick a level.");
        return;
    };
    let level = &level.under(&parts.pick.ruleset);
    let room = ui.available_height();
    let low = room < LOW;
    if !low {
        picture(ui, parts, level, (room * 0.5).min(620.0));
    }
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            if low {
                picture(ui, parts, level, LOW * 0.5);
            }
            ui.label(&level.description);
            ui.add_space(4.0);
            facts(ui, level);
            without_effect(ui, parts, level);
            ui.add_space(8.0);
            options(ui, parts, level);
        });
}

/// A level's name and a drawing of it.
fn picture(ui: &mut egui::Ui, parts: &mut Parts, level: &Arc<Level>, height: f32) {
    ui.label(theme::heading(&level.name));
    let palette = parts.palette.clone();
    parts.preview.show(ui, level, &palette, height);
    level_preview::legend(ui, level, &palette);
}

fn draw_broken(ui: &mut egui::Ui, file: &BrokenFile, bad: egui::Color32) {
    ui.label(theme::heading(file.title()));
    let cannot = format!("This cannot be used: its file ({}) has errors.", file.kind);
    ui.label(RichText::new(cannot).color(bad));
    ui.label(theme::faint(file.path.display().to_string()));
    ui.add_space(8.0);
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            problem_cards(ui, &file.diagnostics);
            ui.add_space(6.0);
            ui.label(theme::faint(
                "Fix the file and save it: it is reloaded at once.",
            ));
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
        format!(
            "{} x {} {shape} of {}",
            grid.width(),
            grid.height(),
            grid.cell_size()
        ),
    );
    fact("Victory:", victory(level));
    fact("Turn limit:", turn_limit(level));
    let allies: Vec<String> = (0..)
        .zip(&level.sides)
        .filter(|(index, side)| side.alliance != *index)
        .map(|(_, side)| {
            format!(
                "{} stands with {}.",
                side.name, level.sides[side.alliance].name
            )
        })
        .collect();
    if !allies.is_empty() {
        fact("Allies:", allies.join(" "));
    }
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

/// What the level has and the picked ruleset has no rules for.
fn without_effect(ui: &mut egui::Ui, parts: &Parts, level: &Level) {
    let rulesets = &parts.content.library.rulesets;
    let ruleset = &parts.pick.ruleset;
    let idle: Vec<String> = level
        .parts()
        .filter(|(part, _)| !rulesets.uses(ruleset, *part))
        .map(|(_, words)| words)
        .collect();
    if idle.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.label(RichText::new("Of no use under these rules:").strong());
        ui.label(format!("{}.", idle.join(", ")));
    });
}

fn victory(level: &Level) -> String {
    match &level.victory {
        Victory::LastStanding => "the last side with conscious combatants.".to_owned(),
        Victory::Hold { rounds, .. } => format!(
            "hold the marked cells alone for {rounds} rounds in a row, or fell every enemy."
        ),
        Victory::Escape { side, .. } => format!(
            "{} must get more than half of its combatants out by the marked cells; defeating every enemy wins too.",
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

/// The rulesets to choose from, with a sentence on the one that is chosen.
pub(super) fn rulesets(ui: &mut egui::Ui, parts: &mut Parts) {
    let library = Arc::clone(&parts.content.library);
    let book = |id: &str| library.rulebooks.get(id);
    let ids: Vec<&'static str> = parts.rulesets.0.iter().map(|known| known.id()).collect();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Rules").strong());
        for id in ids {
            let chosen = parts.pick.ruleset == id;
            let title = book(id).map_or(id, |book| &book.title);
            let button = ui.add(egui::Button::new(title).selected(chosen));
            if button.clicked() && !chosen {
                parts.pick.take_ruleset(id, &library);
            }
        }
    });
    if let Some(book) = book(&parts.pick.ruleset) {
        ui.add(egui::Label::new(theme::faint(&book.summary)).wrap());
    }
}

/// The options of the ruleset.
fn options(ui: &mut egui::Ui, parts: &mut Parts, level: &Level) {
    let Some(ruleset) = parts.ruleset() else {
        return;
    };
    let all = &ruleset.terms().rule_options;
    let own = shieldwall_battle::options::of_level(all, ruleset.id(), level);
    ui.label(theme::subheading("Options"));
    for option in all {
        ui.add_space(4.0);
        let chosen = parts.pick.options.get(option.key).cloned();
        let of_level = own
            .get(option.key)
            .map_or("", |value| option.label_of(value));
        let of_level = format!("{of_level} (the level's)");
        let label = match &chosen {
            Some(value) => option.label_of(value),
            None => &of_level,
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(option.label).strong())
                .on_hover_text(option.detail);
            let values = option.values.iter().map(|value| {
                let on = chosen.as_deref() == Some(value.key);
                (value.label, on)
            });
            let lines = std::iter::once((of_level.as_str(), chosen.is_none())).chain(values);
            let (button, picked) = pick_one(ui, option.key, 180.0, label, lines);
            follow_focus(&button);
            button.on_hover_text(option.detail);
            let key = option.key;
            match picked.map(|number| number.checked_sub(1)) {
                None => {}
                Some(None) => drop(parts.pick.options.remove(key)),
                Some(Some(number)) => {
                    let value = option.values[number].key.to_owned();
                    parts.pick.options.insert(key.to_owned(), value);
                }
            }
        });
        ui.label(theme::faint(option.detail).small());
    }
}
