//! The page of the settings that says which input does what.

use bevy_egui::egui;
use egui::{RichText, vec2};

use super::{super::follow_focus, Capture};
use crate::{
    controls::{Act, Bindings, defaults},
    palette::Palette,
    theme,
};

/// Draws the page.
pub(super) fn draw(
    ui: &mut egui::Ui,
    keys: &mut Bindings,
    capture: &mut Capture,
    palette: &Palette,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::faint(
            "Click + and press a key, a mouse button, the wheel or a gamepad button. Click a key to take it away.",
        ));
        if ui.button("Reset all").clicked() {
            *keys = Bindings::default();
            capture.told = None;
        }
    });
    if let Some(told) = &capture.told {
        ui.label(RichText::new(told).color(palette.accent()));
    }
    for (group, acts) in Bindings::groups() {
        ui.add_space(8.0);
        ui.label(theme::subheading(group.label()));
        egui::Grid::new(group.label())
            .num_columns(2)
            .striped(true)
            .spacing(vec2(16.0, 6.0))
            .show(ui, |ui| {
                for act in acts {
                    ui.label(act.label());
                    inputs(ui, keys, capture, act, palette);
                    ui.end_row();
                }
            });
    }
}

/// The inputs of one action, to be taken away, added or reset.
fn inputs(
    ui: &mut egui::Ui,
    keys: &mut Bindings,
    capture: &mut Capture,
    act: Act,
    palette: &Palette,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let mut removed = None;
        for binding in keys.of(act) {
            let key = ui.add(egui::Button::new(binding.label()).small());
            follow_focus(&key);
            if key.on_hover_text("Take this one away").clicked() {
                removed = Some(*binding);
            }
        }
        if let Some(binding) = removed {
            keys.unbind(act, binding);
        }
        if keys.of(act).is_empty() && capture.waiting != Some(act) {
            ui.label(RichText::new("not bound").color(palette.bad()).small());
        }
        if capture.waiting == Some(act) {
            ui.label(RichText::new("Press it now… (Esc: cancel)").color(palette.accent()));
        } else {
            let add = ui.add(egui::Button::new("+").small());
            if capture.returning == Some(act) && capture.delay == 0 {
                capture.returning = None;
                add.request_focus();
            }
            follow_focus(&add);
            if add.on_hover_text("Add a key").clicked() {
                capture.waiting = Some(act);
                capture.delay = 2;
                capture.told = None;
            }
        }
        let changed = keys.of(act) != defaults(act);
        if changed && ui.add(egui::Button::new("Reset").small()).clicked() {
            keys.reset(act);
        }
    });
}
