//! The sign that the computer thinks, and the button that hurries it.

use std::time::Duration;

use bevy_egui::egui;

use crate::theme::faint;

/// Seconds for which it thinks before the button appears: it does not flicker where answers come at once.
const PATIENCE: f64 = 0.4;

/// When it began to think, and the last pass in which it did.
#[derive(Clone, Copy)]
struct Thought {
    began: f64,
    pass: u64,
}

/// Draws it; whether it is to decide at once. `hint` names the key that asks for the same.
pub(super) fn draw(ui: &mut egui::Ui, text: String, hint: &str) -> bool {
    let id = egui::Id::new("thought");
    let (now, pass) = (ui.input(|input| input.time), ui.ctx().cumulative_pass_nr());
    let known: Option<Thought> = ui.data(|data| data.get_temp(id));
    let goes_on = known.filter(|thought| thought.pass + 1 >= pass);
    let began = goes_on.map_or(now, |thought| thought.began);
    ui.data_mut(|data| data.insert_temp(id, Thought { began, pass }));
    if now - began < PATIENCE {
        let left = Duration::from_secs_f64(PATIENCE - (now - began));
        ui.ctx().request_repaint_after(left);
        ui.label(faint(text).size(14.0));
        return false;
    }
    ui.horizontal(|ui| {
        ui.add(egui::Spinner::new().size(14.0));
        ui.label(faint(text).size(14.0));
        let button = egui::Button::new(format!("Decide now ({hint})")).small();
        ui.add(button)
            .on_hover_text("It plays the best choice found so far")
            .clicked()
    })
    .inner
}
