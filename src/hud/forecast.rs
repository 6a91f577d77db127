//! The forecast: what the choice that is being considered may lead to, before it is made.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::RichText;
use shieldwall_battle::{CombatantId, Forecast, forecast::Alternative};
use shieldwall_dice::percent;

use crate::{
    app::MainCamera,
    board::cell_centre,
    decide::{Considered, is_reaction},
    palette::Palette,
    session::Session,
    theme::{self, faint},
};

use super::{
    Hud, forecast_parts,
    layout::{FORECAST_WIDTH, floating_panel, points_scale},
    log_details,
    rule_text::PinnedRule,
    wording,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    session: Res<Session>,
    considered: Res<Considered>,
    palette: Res<Palette>,
    mut pinned: ResMut<PinnedRule>,
    cameras: Query<(&Camera, &GlobalTransform), With<MainCamera>>,
    mut height: Local<f32>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if session
        .decision
        .as_ref()
        .is_none_or(|decision| is_reaction(decision))
    {
        return Ok(());
    }
    let Some(choice) = &considered.choice else {
        return Ok(());
    };
    let known = session.forecasts.iter().find(|(asked, _)| asked == choice);
    let Some(forecast) = known.and_then(|(_, forecast)| forecast.as_ref()) else {
        return Ok(());
    };
    if is_empty(forecast) {
        return Ok(());
    }
    let board = hud.layout.board;
    let about = [
        session.decision.as_ref().map(|decision| decision.actor),
        forecast.subject,
    ];
    let places: Vec<egui::Pos2> = about
        .into_iter()
        .flatten()
        .filter_map(|who| on_screen(&session, who, &cameras, &context))
        .collect();
    let (pivot, corner) = hud.layout.forecast_corner(*height, &places);
    let panel = floating_panel(
        &context,
        "forecast",
        egui::Order::Middle,
        pivot,
        corner,
        FORECAST_WIDTH,
        board,
        hud.enabled,
        |ui| {
            egui::ScrollArea::vertical()
                .id_salt("forecast")
                .auto_shrink([false, true])
                .max_height(hud.layout.forecast_height() - 16.0)
                .min_scrolled_height(hud.layout.forecast_height() - 16.0)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    view(ui, &session, forecast, &palette, &mut pinned);
                });
        },
    );
    *height = panel.response.rect.height();
    Ok(())
}

/// Where a combatant is on the screen, in points.
fn on_screen(
    session: &Session,
    who: CombatantId,
    cameras: &Query<(&Camera, &GlobalTransform), With<MainCamera>>,
    context: &egui::Context,
) -> Option<egui::Pos2> {
    let cell = wording::figure(session, who)?.cell;
    let (camera, place) = cameras.single().ok()?;
    let centre = cell_centre(session.map.grid(), cell);
    let pixel = camera.world_to_viewport(place, centre.extend(0.0)).ok()?;
    let scale = points_scale(context);
    Some(egui::pos2(pixel.x / scale, pixel.y / scale))
}

fn is_empty(forecast: &Forecast) -> bool {
    forecast.headline.is_empty() && forecast.outcomes.is_empty() && forecast.notes.is_empty()
}

fn view(
    ui: &mut egui::Ui,
    session: &Session,
    forecast: &Forecast,
    palette: &Palette,
    pinned: &mut PinnedRule,
) {
    if !forecast.headline.is_empty() {
        let text = wording::capitalised(&forecast.headline);
        let text = RichText::new(text).size(15.0).strong().color(theme::TEXT);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.columns_const(|[left, right]| {
        let from_left = egui::Layout::top_down(egui::Align::Min);
        left.with_layout(from_left, |left| {
            right.with_layout(from_left, |right| {
                halves(left, right, session, forecast, palette, pinned);
            });
        });
    });
}

/// Chances and outcomes on the left, harm on the right.
fn halves(
    left: &mut egui::Ui,
    right: &mut egui::Ui,
    session: &Session,
    forecast: &Forecast,
    palette: &Palette,
    pinned: &mut PinnedRule,
) {
    left.spacing_mut().item_spacing.y = 2.0;
    right.spacing_mut().item_spacing.y = 2.0;
    for (index, chance) in forecast.chances.iter().enumerate() {
        // Several chances are an attack and what may answer it; one alone speaks for itself.
        let part = match (forecast.chances.len(), index) {
            (1, _) if forecast.loss.is_none() => "",
            (_, 0) => "To hit: ",
            _ => "Against it: ",
        };
        log_details::breakdown(left, session, part, chance, Some(&mut *pinned));
    }
    for note in &forecast.notes {
        let text = RichText::new(note).size(12.0).color(palette.accent());
        left.add(egui::Label::new(text).wrap());
    }
    forecast_parts::bars(left, &forecast.outcomes, palette);
    harm(right, session, forecast, palette);
    if let Some(assumption) = &forecast.assumption {
        right.add(egui::Label::new(faint(assumption).small().italics()).wrap());
    }
    alternatives(right, &forecast.alternatives);
}

/// Hit points lost and regained, who may fall, and what may break.
fn harm(ui: &mut egui::Ui, session: &Session, forecast: &Forecast, palette: &Palette) {
    let figure = forecast
        .subject
        .and_then(|who| wording::figure(session, who));
    let who = figure.map_or("The target", |figure| figure.name.as_str());
    if let Some(loss) = &forecast.loss
        && loss.max() > 0
    {
        let text = format!("{} to {}, mean {:.1}", loss.min(), loss.max(), loss.mean());
        log_details::row(ui, "Hit points lost", &text);
        let left = figure.map(|figure| figure.hit_points);
        forecast_parts::histogram(ui, loss, left, palette);
        log_details::row(
            ui,
            &format!("{who} falls"),
            &percent(forecast.fells).to_string(),
        );
        if forecast.kills > 0.0 {
            let text = percent(forecast.kills).to_string();
            log_details::row(ui, &format!("{who} is left dying"), &text);
        }
    }
    if let Some(gain) = &forecast.gain
        && gain.max() > 0
    {
        let text = format!("{} to {}, mean {:.1}", gain.min(), gain.max(), gain.mean());
        log_details::row(ui, "Hit points regained", &text);
    }
    for (item, probability) in &forecast.breaks {
        let name = wording::item_name(session, *item);
        let text = percent(*probability).to_string();
        log_details::row(ui, &format!("{name} breaks"), &text);
    }
}

fn alternatives(ui: &mut egui::Ui, alternatives: &[Alternative]) {
    if alternatives.is_empty() {
        return;
    }
    egui::Grid::new("alternatives")
        .num_columns(4)
        .spacing([10.0, 1.0])
        .min_row_height(14.0)
        .striped(true)
        .show(ui, |ui| {
            for title in ["If it answers", "chance", "loses", "falls"] {
                ui.label(faint(title).size(11.0));
            }
            ui.end_row();
            for alternative in alternatives {
                let chance = alternative
                    .chance
                    .map_or_else(|| "-".to_owned(), |chance| format!("{chance} %"));
                ui.label(RichText::new(&alternative.label).size(12.0));
                ui.label(RichText::new(chance).size(12.0));
                ui.label(RichText::new(format!("{:.1}", alternative.expected_loss)).size(12.0));
                ui.label(RichText::new(percent(alternative.fells).to_string()).size(12.0));
                ui.end_row();
            }
        });
}
