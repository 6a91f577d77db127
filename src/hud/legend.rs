//! The legend: switches for the overlays, and what those that are shown mean. It folds to a button.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, RichText, vec2};

use crate::{
    board::{LegendEntry, legend_entries},
    controls::Act,
    session::{Asked, Draft, Overlays, Seat, Session, Threatening},
    settings::Settings,
    theme::{self, faint},
};

use super::{
    Hud,
    icons::{Icons, Picture},
    layout::{LEGEND_WIDTH, floating_panel},
};

/// Side of a sample.
const SAMPLE: f32 = 30.0;
/// Below this height the lines are left out: there is no room to read them.
const LEAST_HEIGHT: f32 = 44.0;
/// Width of the button to which the legend folds.
const FOLDED_WIDTH: f32 = 96.0;

/// The lines of the legend with their samples, worked out when something changes.
#[derive(Default)]
pub(super) struct Lines(Vec<(String, Picture)>);

impl Lines {
    fn of(entries: Vec<LegendEntry>) -> Self {
        Self(
            entries
                .into_iter()
                .map(|entry| {
                    let picture = Picture::Sample(entry.sample);
                    (entry.label, picture)
                })
                .collect(),
        )
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut icons: ResMut<Icons>,
    mut overlays: ResMut<Overlays>,
    mut lines: Local<Lines>,
    mut hud: ResMut<Hud>,
    session: Res<Session>,
    asked: Res<Asked>,
    seat: Res<Seat>,
    draft: Res<Draft>,
    settings: Res<Settings>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let news =
        session.is_changed() || asked.is_changed() || draft.is_changed() || overlays.is_changed();
    if overlays.legend && news {
        *lines = Lines::of(legend_entries((&session, &asked, *seat), &draft, &overlays));
    }
    let mut next = *overlays;
    let width = if overlays.legend {
        LEGEND_WIDTH
    } else {
        FOLDED_WIDTH
    };
    let height = hud.layout.legend_height(hud.forecast_height);
    let panel = floating_panel(
        &context,
        "legend",
        egui::Order::Middle,
        Align2::LEFT_TOP,
        hud.layout.legend_corner(),
        width,
        hud.layout.board,
        hud.enabled,
        |ui| {
            if !overlays.legend {
                next.legend = unfold(ui, &settings);
                return;
            }
            switches(ui, &mut next, &settings);
            if lines.0.is_empty() || height < LEAST_HEIGHT {
                return;
            }
            ui.separator();
            egui::ScrollArea::vertical()
                .id_salt("legend")
                .auto_shrink([false, true])
                .max_height(height)
                .min_scrolled_height(height)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    for (label, picture) in &lines.0 {
                        ui.horizontal(|ui| {
                            let image = icons.image(&context, picture, SAMPLE);
                            ui.add(image);
                            let text = RichText::new(label).size(12.0).color(theme::TEXT);
                            ui.add(egui::Label::new(text).wrap());
                        });
                    }
                });
        },
    );
    hud.legend = Some(panel.response.rect);
    overlays.set_if_neq(next);
    Ok(())
}

/// The button to which the legend folds; whether it was pressed.
fn unfold(ui: &mut egui::Ui, settings: &Settings) -> bool {
    let key = settings.keys.hint(Act::ToggleLegend);
    let button = egui::Button::new(RichText::new(format!("Legend ({key})")).size(12.0));
    ui.add(button)
        .on_hover_text("Overlays and what they mean")
        .clicked()
}

fn switches(ui: &mut egui::Ui, overlays: &mut Overlays, settings: &Settings) {
    ui.spacing_mut().button_padding = vec2(4.0, 2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        let mut threat = overlays.threat != Threatening::Off;
        let threat_before = threat;
        let all = [
            ("Reach", Act::ToggleReach, &mut overlays.reach),
            ("Range", Act::ToggleRanges, &mut overlays.ranges),
            ("Sight", Act::ToggleSight, &mut overlays.sight),
            ("Threat", Act::ToggleThreat, &mut threat),
        ];
        for (label, act, on) in all {
            let key = settings.keys.hint(act);
            let button = egui::Button::new(RichText::new(label).size(12.0)).selected(*on);
            let response = ui.add(button).on_hover_ui(|ui| {
                ui.label(act.label());
                ui.label(faint(format!("Shows or hides it; key {key}")).small());
            });
            if response.clicked() {
                *on = !*on;
            }
        }
        if threat != threat_before {
            overlays.threat = if threat {
                Threatening::All
            } else {
                Threatening::Off
            };
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = settings.keys.hint(Act::ToggleLegend);
            let button = egui::Button::new(RichText::new("Collapse").size(12.0));
            let response = ui
                .add(button)
                .on_hover_text(format!("Collapse the legend (key {key})"));
            if response.clicked() {
                overlays.legend = false;
            }
        });
    });
}
