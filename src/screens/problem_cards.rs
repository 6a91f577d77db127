//! What is wrong with files, each problem on a card with its place and the line itself.

use bevy_egui::egui;
use egui::RichText;
use shieldwall_content::Diagnostic;

use crate::theme;

/// Draws problems one below the other.
pub(super) fn problem_cards<'a>(
    ui: &mut egui::Ui,
    problems: impl IntoIterator<Item = &'a Diagnostic>,
) {
    for (number, problem) in problems.into_iter().enumerate() {
        theme::card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let text = problem.to_string();
            let (headline, excerpt) = text.split_once('\n').unwrap_or((&text, ""));
            ui.add(egui::Label::new(RichText::new(headline).strong()).wrap());
            if !excerpt.is_empty() {
                egui::ScrollArea::horizontal()
                    .id_salt(number)
                    .show(ui, |ui| {
                        let excerpt = RichText::new(excerpt).monospace();
                        ui.add(egui::Label::new(excerpt).extend());
                    });
            }
        });
    }
}
