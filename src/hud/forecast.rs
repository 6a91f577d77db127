//! The forecast: what the choice that is being considered may lead to, before it is made.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::RichText;
use shieldwall_battle::{CombatantId, Forecast, Vitality, capitalised, forecast::Alternative};
use shieldwall_dice::percent;

use crate::{
    decide::{Considered, HoveredTarget, is_reaction},
    palette::Palette,
    session::{Asked, Draft, KnownForecast, Overlays, Pointed, Session},
    theme::{self, faint},
};

use super::{
    Hud, forecast_parts,
    layout::{FORECAST_WIDTH, ForecastPlace, KeptClear, glass_panel},
    log_details,
    on_screen::OnScreen,
    rule_text::PinnedRule,
    wording,
};

/// Seconds that an answer may take before the panel says that it is being worked out. Where there
/// is nothing to forecast, nothing shall flicker.
const PATIENCE: f32 = 0.3;
/// What the frame of the panel adds to its contents, in points.
const FRAME: f32 = 16.0;
/// As high as most forecasts are, in points.
const USUAL_HEIGHT: f32 = 240.0;

/// The warning about a target that the chosen movement does not bring into reach.
const FALLS_SHORT: &str = "Out of reach, as things stand";

/// What the panel showed in the last frame.
#[derive(Default)]
pub(super) struct Shown {
    /// Whether it was there.
    there: bool,
    /// The height that it needs, if only when it was there last.
    height: f32,
    /// The place in which it lay.
    place: ForecastPlace,
    /// Seconds since the answer is awaited.
    awaited: f32,
}

/// What the panel has to show now.
enum Content<'a> {
    WorkingOut,
    Odds(&'a Forecast),
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    session: Res<Session>,
    asked: Res<Asked>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    hovered: Res<HoveredTarget>,
    pointed: Res<Pointed>,
    overlays: Res<Overlays>,
    palette: Res<Palette>,
    time: Res<Time>,
    mut pinned: ResMut<PinnedRule>,
    on_screen: OnScreen,
    mut shown: Local<Shown>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let content = content(&session, &asked, &considered, &mut shown, time.delta_secs());
    if shown.awaited > 0.0 && shown.awaited <= PATIENCE {
        context.request_repaint();
    }
    let Some(content) = content else {
        shown.there = false;
        shown.place = ForecastPlace::default();
        hud.forecast_height = 0.0;
        hud.forecast = None;
        return Ok(());
    };
    let subject = match content {
        Content::Odds(forecast) => forecast.subject,
        Content::WorkingOut => None,
    };
    let mut clear = kept_clear(
        &session,
        &considered,
        &pointed,
        subject,
        &on_screen,
        &context,
    );
    clear.panels = hud.legend.into_iter().chain(hud.overview).collect();
    // How high it will be is known from the frame before; what opens is taken to be as high as last.
    let expected = if shown.there {
        shown.height
    } else {
        shown.height.max(USUAL_HEIGHT)
    };
    let layout = hud.layout;
    let expected = expected.min(layout.forecast_height());
    let (pivot, corner, height) = match layout.forecast_beside(expected, &clear) {
        Some(beside) => {
            shown.place = ForecastPlace::Beside;
            (egui::Align2::LEFT_TOP, beside.min, expected)
        }
        None => {
            let now = match shown.place {
                ForecastPlace::Beside => ForecastPlace::default(),
                place => place,
            };
            let (place, height) = layout.forecast_fit(expected, &clear, now, overlays.legend);
            shown.place = place;
            let (pivot, corner) = layout.forecast_corner(place);
            (pivot, corner, height)
        }
    };
    let highest = if height < expected {
        height - FRAME
    } else {
        layout.forecast_height() - FRAME
    };
    let mut inner = None;
    let working_out = shown.height;
    let takes_pointer = takes_pointer(&draft, &considered, *hovered);
    let panel = glass_panel(
        &context,
        "forecast",
        (pivot, corner),
        FORECAST_WIDTH,
        hud.layout.board,
        (hud.enabled, takes_pointer),
        |ui| match content {
            Content::WorkingOut => {
                // As high as what it replaces, so that nothing jumps.
                ui.set_min_height((working_out - 18.0).clamp(0.0, highest));
                ui.label(faint("Working out the odds..."));
            }
            Content::Odds(forecast) => {
                let shown = egui::ScrollArea::vertical()
                    .id_salt("forecast")
                    .auto_shrink([false, true])
                    .max_height(highest)
                    .min_scrolled_height(highest)
                    .show(ui, |ui| {
                        ui.spacing_mut().item_spacing.y = 3.0;
                        view(ui, &session, &considered, forecast, &palette, &mut pinned);
                    });
                inner = Some(shown.content_size.y);
            }
        },
    );
    shown.there = true;
    let height = panel.response.rect.height();
    // What it needs, not what it was given.
    shown.height = inner.map_or(height, |inner| inner + FRAME);
    hud.forecast_height = match shown.place {
        ForecastPlace::LowerLeft => height,
        _ => 0.0,
    };
    hud.forecast = Some((shown.place, panel.response.rect));
    Ok(())
}

/// Whether the panel takes the pointer: not while it is about what is only pointed at on the board,
/// since it would be gone as soon as the pointer came to it.
fn takes_pointer(draft: &Draft, considered: &Considered, hovered: HoveredTarget) -> bool {
    hovered.0.is_some() || draft.target == considered.aim()
}

/// What the panel is to leave in sight.
fn kept_clear(
    session: &Session,
    considered: &Considered,
    pointed: &Pointed,
    subject: Option<CombatantId>,
    on_screen: &OnScreen,
    context: &egui::Context,
) -> KeptClear {
    let find = |target| on_screen.target(session, target, context);
    let decision = session.decision.as_ref();
    let actor = decision.and_then(|open| open.actor);
    let cell = pointed.cell;
    KeptClear {
        pointed: cell.and_then(|cell| on_screen.cell(session, cell, context)),
        target: considered.aim().and_then(find),
        about: [actor, subject]
            .into_iter()
            .flatten()
            .filter_map(|who| on_screen.figure(session, who, context))
            .collect(),
        others: session
            .shown
            .figures
            .iter()
            .flatten()
            .filter(|figure| figure.vitality == Vitality::Active)
            .filter_map(|figure| on_screen.figure(session, figure.id, context))
            .collect(),
        words: on_screen.sight_words(context),
        panels: Vec::new(),
    }
}

/// What there is to show for the choice that is being considered, if anything.
fn content<'a>(
    session: &Session,
    asked: &'a Asked,
    considered: &Considered,
    shown: &mut Shown,
    seconds: f32,
) -> Option<Content<'a>> {
    session.decision.as_ref().filter(|_| !session.waiting)?;
    let choice = considered.forecast()?;
    match asked.forecasts.forecast(choice) {
        KnownForecast::WorkingOut => {
            shown.awaited += seconds;
            let said = shown.there || shown.awaited > PATIENCE;
            said.then_some(Content::WorkingOut)
        }
        KnownForecast::Nothing => {
            shown.awaited = 0.0;
            None
        }
        KnownForecast::Odds(forecast) => {
            shown.awaited = 0.0;
            (!is_empty(forecast)).then_some(Content::Odds(forecast))
        }
    }
}

fn is_empty(forecast: &Forecast) -> bool {
    forecast.headline.is_empty()
        && forecast.outcomes.is_empty()
        && forecast.notes.is_empty()
        && forecast.changes.is_empty()
        && forecast.others.is_empty()
}

fn view(
    ui: &mut egui::Ui,
    session: &Session,
    considered: &Considered,
    forecast: &Forecast,
    palette: &Palette,
    pinned: &mut PinnedRule,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut line = |text: String, size: f32, colour| {
        let text = RichText::new(wording::unparted(&text));
        let text = text.size(size).color(colour);
        ui.add(egui::Label::new(text.strong()).wrap());
    };
    let glance = forecast_parts::at_a_glance(forecast);
    let size = if glance.is_some() { 13.0 } else { 15.0 };
    if let Some(glance) = glance {
        line(capitalised(&glance), 16.0, palette.accent());
    }
    if !forecast.headline.is_empty() {
        line(capitalised(&forecast.headline), size, theme::TEXT);
    }
    if considered.falls_short && considered.attack.is_none() {
        line(FALLS_SHORT.to_owned(), 13.0, palette.bad());
    }
    let side = session.decision.as_ref().map(|open| open.side);
    let (own, others) = forecast_parts::own_first(session, side, &forecast.others);
    for stake in own {
        let (name, fate) = (
            wording::name(session, stake.who),
            forecast_parts::at_stake(stake),
        );
        line(format!("Risk to {name}: {fate}"), 13.0, palette.bad());
    }
    let answers = session.decision.as_deref().is_some_and(is_reaction);
    for (index, chance) in forecast.chances.iter().enumerate() {
        // Several chances are an attack and what may answer it; one alone speaks for itself.
        let part = match (forecast.chances.len(), index) {
            (1, _) if forecast.loss.is_none() || answers => "",
            (_, 0) => "To hit: ",
            _ => "Against it: ",
        };
        log_details::breakdown(ui, session, part, chance, Some(&mut *pinned));
    }
    for note in &forecast.notes {
        let text = RichText::new(note).size(12.0).color(palette.accent());
        ui.add(egui::Label::new(text).wrap());
    }
    forecast_parts::bars(ui, &forecast.outcomes, palette);
    harm(ui, session, forecast, palette);
    forecast_parts::stakes(ui, session, others);
    if let Some(assumption) = &forecast.assumption {
        ui.add(egui::Label::new(faint(assumption).small().italics()).wrap());
    }
    alternatives(ui, &forecast.alternatives);
}

/// Width of the answers in the table of them.
const ANSWER: f32 = 138.0;

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
        forecast_parts::histogram(ui, loss, &forecast.defeating, palette);
    }
    // Some fall without a scratch: they are put to sleep.
    let hurts = forecast.loss.as_ref().is_some_and(|loss| loss.max() > 0);
    if hurts || forecast.defeats > 0.0 {
        log_details::row(
            ui,
            &format!("{who} falls"),
            &percent(forecast.defeats).to_string(),
        );
        if forecast.kills > 0.0 {
            let text = percent(forecast.kills).to_string();
            log_details::row(ui, &format!("{who} is dying or dead"), &text);
        }
    }
    if let Some(gain) = &forecast.gain
        && gain.max() > 0
    {
        let text = format!("{} to {}, mean {:.1}", gain.min(), gain.max(), gain.mean());
        log_details::row(ui, "Hit points regained", &text);
    }
    for (change, probability) in &forecast.changes {
        let text = percent(*probability).to_string();
        log_details::row(ui, &format!("{who} {change}"), &text);
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
                ui.label(faint(title).size(12.0));
            }
            ui.end_row();
            for alternative in alternatives {
                let chance = alternative
                    .chance
                    .map_or_else(|| "-".to_owned(), |chance| format!("{chance} %"));
                let label = RichText::new(&alternative.label).size(12.0);
                ui.scope(|ui| {
                    // The panel is not to grow over what is pointed at.
                    ui.set_width(ANSWER);
                    ui.add(egui::Label::new(label).wrap());
                });
                ui.label(RichText::new(chance).size(12.0));
                ui.label(RichText::new(format!("{:.1}", alternative.expected_loss)).size(12.0));
                ui.label(RichText::new(percent(alternative.defeats).to_string()).size(12.0));
                ui.end_row();
            }
        });
}
