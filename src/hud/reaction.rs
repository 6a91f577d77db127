//! The reaction prompt: who attacks, how well, and the odds of every answer.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, FontId, RichText, Sense, StrokeKind, vec2};
use shieldwall_battle::{Check, Decision, Event, Forecast, Offer, capitalised, terms::LevelRole};
use shieldwall_dice::percent;

use crate::{
    controls::Act,
    decide::{Bar, InputIntent, Orders, Slot, is_reaction},
    input::Acts,
    palette::Palette,
    session::{Asked, Draft, Fold, KnownForecast, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{
    Hud, forecast_parts,
    icons::{Icons, icon_of_action},
    layout::floating_panel,
    log_details,
    offer_button::{self, ButtonParts, keycap},
    wording,
};

/// Width of one answer.
const COLUMN: f32 = 222.0;
/// The least width of an answer.
const LEAST_COLUMN: f32 = 200.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    mut intents: MessageWriter<InputIntent>,
    mut orders: ResMut<Orders>,
    acts: Res<Acts>,
    session: Res<Session>,
    asked: Res<Asked>,
    draft: Res<Draft>,
    palette: Res<Palette>,
    settings: Res<Settings>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let open = session.decision.clone().filter(|_| !session.waiting);
    let Some(decision) = open.filter(|decision| is_reaction(decision)) else {
        return Ok(());
    };
    let room = hud.layout.bottom;
    let fitting = ((room.width() - 24.0) / (LEAST_COLUMN + 8.0))
        .floor()
        .max(1.0) as usize;
    let bar = Bar::of(&decision);
    let mut indices = bar.usual();
    if draft.fold == Fold::Open {
        indices.extend(bar.folded());
    }
    let columns = indices.len().min(fitting);
    let column = ((room.width() - 24.0) / columns.max(1) as f32 - 8.0).clamp(LEAST_COLUMN, COLUMN);
    let width = (columns as f32).max(3.0) * (column + 8.0) + 24.0;
    // It lies in place of the action bar. Many answers need more height than that has.
    let within = egui::Rect::from_min_max(hud.layout.board.min, room.max);
    let mut pressed = None;
    let enabled = hud.enabled;
    let panel = floating_panel(
        &context,
        "reaction",
        egui::Order::Foreground,
        Align2::CENTER_BOTTOM,
        room.center_bottom(),
        width,
        within,
        enabled,
        |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let armed = draft.offer.and_then(|index| decision.offers.get(index));
                    if let Some(offer) = armed {
                        let key = settings.keys.hint(Act::Always);
                        // What it would be stands in the text: beside a long label the question is cut off.
                        let button = egui::Button::new(format!("Always ({key})"));
                        let text = format!(
                            "{}: answers every attack like this where the rules allow it, until you turn it off",
                            offer.label
                        );
                        if ui.add(button).on_hover_text(text).clicked()
                                || enabled && acts.just_pressed(Act::Always)
                            {
                            orders.always(&decision, &offer.choice_at(0), offer.label.clone());
                        }
                    }
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        question(ui, &decision.prompt);
                    });
                });
            });
            heading(ui, &session, &decision, &palette);
            ui.add_space(2.0);
            let lines = |index: &usize| label(ui, &decision.offers[*index], column).rows.len();
            let most = indices.iter().map(lines).max().unwrap_or(1);
            // Below it two lines of odds.
            let height = 42.0 + 17.0 * most as f32;
            for row in indices.chunks(columns) {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    for &index in row {
                        let offer = &decision.offers[index];
                        let armed = draft.offer == Some(index);
                        let key = bar.hotkey(Slot::Offer(index), draft.fold);
                        let key = key.map(|act| settings.keys.hint(act));
                        let parts = (&mut *icons, &*session, &*asked, &*palette);
                        if answer(ui, parts, offer, key, (armed, vec2(column, height))) {
                            pressed = Some(InputIntent::Offer(index));
                        }
                    }
                });
            }
            if !bar.folded().is_empty() {
                let parts = ButtonParts {
                    icons: &mut icons,
                    session: &session,
                    asked: &asked,
                    palette: &palette,
                    settings: &settings,
                    drawn: Vec::new(),
                };
                let key = bar.hotkey(Slot::Fold, draft.fold);
                let fold = offer_button::fold(ui, &parts, bar.label(), key, draft.fold);
                if fold.clicked() {
                    pressed = Some(InputIntent::Fold);
                }
            }
        },
    );
    hud.bar_height = panel.response.rect.height();
    // A frame that cannot be overlooked: the attack waits for an answer.
    context.layer_painter(panel.response.layer_id).rect_stroke(
        panel.response.rect,
        6.0,
        egui::Stroke::new(2.0, palette.accent()),
        StrokeKind::Inside,
    );
    for who in decision.actor.into_iter().chain(decision.against) {
        hud.mark(who);
    }
    if let Some(pressed) = pressed {
        intents.write(pressed);
    }
    Ok(())
}

/// The question of a decision: in one line, or in two of smaller letters where it is too long for that.
pub(super) fn question(ui: &mut egui::Ui, text: &str) {
    let room = ui.available_width();
    let layout = |size: f32, rows: usize| {
        let font = FontId::proportional(size);
        let mut job = egui::text::LayoutJob::simple(text.to_owned(), font, theme::TEXT, room);
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    };
    let large = layout(16.0, 1);
    let galley = if large.elided { layout(13.0, 2) } else { large };
    let label = ui.add(egui::Label::new(galley.clone()));
    if galley.elided {
        label.on_hover_text(text);
    }
}

fn heading(ui: &mut egui::Ui, session: &Session, decision: &Decision, palette: &Palette) {
    let Some(attacker) = decision.against else {
        return;
    };
    // Who only comes near does not strike yet.
    let is_over =
        |event: &Event| matches!(event, Event::AttackResolved { who, .. } if *who == attacker);
    let blow = session
        .shown
        .log
        .iter()
        .rev()
        .take_while(|line| !is_over(&line.entry.event))
        .find_map(|line| match &line.entry.event {
            Event::Attacked {
                who, with, missile, ..
            } if *who == attacker => Some((with.clone(), *missile)),
            _ => None,
        });
    if blow.is_none() {
        return;
    }
    // Not that of an earlier attack.
    let is_attack =
        |event: &Event| matches!(event, Event::Attacked { who, .. } if *who == attacker);
    let roll = session
        .shown
        .log
        .iter()
        .rev()
        .take_while(|line| !is_attack(&line.entry.event))
        .find_map(|line| match &line.entry.event {
            Event::Rolled(rolled) if rolled.who == attacker => Some(rolled),
            _ => None,
        });
    ui.horizontal_wrapped(|ui| {
        let name = wording::name(session, attacker);
        let colour = wording::figure(session, attacker)
            .map_or(theme::TEXT, |figure| palette.side(figure.side).text());
        ui.label(RichText::new(name).strong().color(colour));
        if let Some((with, missile)) = blow {
            let how = if missile {
                "attacks from afar with"
            } else {
                "strikes with"
            };
            ui.label(faint(format!("{how} {with}:")));
        }
        if let Some(outcome) = roll.and_then(|roll| roll.outcome) {
            let colour = if outcome.role == LevelRole::Special {
                palette.bad()
            } else {
                theme::TEXT
            };
            ui.label(RichText::new(outcome.key).strong().color(colour));
        }
        if let Some(roll) = roll
            && let (Some(die), Some(chance)) = (roll.dice.first(), &roll.chance)
        {
            ui.label(faint(format!(
                "({}; {})",
                die.face,
                chance.needed_with_chance()
            )));
        }
    });
}

/// What an answer is called, between its icon and its key.
fn label(ui: &egui::Ui, offer: &Offer, column: f32) -> std::sync::Arc<egui::Galley> {
    let room = column - 42.0 - 28.0;
    ui.painter().layout(
        offer.label.clone(),
        FontId::proportional(14.0),
        theme::TEXT,
        room,
    )
}

/// One answer with its odds in short; true if it was pressed. Pointing at it shows the odds in full.
fn answer(
    ui: &mut egui::Ui,
    (icons, session, asked, palette): (&mut Icons, &Session, &Asked, &Palette),
    offer: &Offer,
    key: Option<&'static str>,
    (armed, size): (bool, egui::Vec2),
) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let visuals = ui.style().interact_selectable(&response, armed);
    ui.painter().rect(
        rect,
        6.0,
        visuals.weak_bg_fill,
        visuals.bg_stroke,
        StrokeKind::Inside,
    );
    let icon = icon_of_action(offer.action, offer.mode);
    let square = egui::Rect::from_center_size(
        egui::pos2(rect.min.x + 22.0, rect.center().y),
        vec2(28.0, 28.0),
    );
    icons.icon(ui.ctx(), icon, 28.0).paint_at(ui, square);
    let galley = label(ui, offer, size.x);
    let forecast = asked.forecasts.forecast(&offer.choice_at(0));
    let text = in_short(session, forecast);
    let room = size.x - 42.0 - 26.0;
    let mut job =
        egui::text::LayoutJob::simple(text, FontId::proportional(12.5), theme::FAINT, room);
    job.wrap.max_rows = 2;
    let odds = ui.painter().layout_job(job);
    let both = galley.size().y + odds.size().y;
    let at = egui::pos2(rect.min.x + 42.0, rect.center().y - both / 2.0);
    let below = at + vec2(0.0, galley.size().y);
    ui.painter().galley(at, galley, theme::TEXT);
    ui.painter().galley(below, odds, theme::FAINT);
    if let Some(key) = key {
        keycap(ui, egui::pos2(rect.max.x - 16.0, rect.center().y), key);
    }
    response
        .on_hover_ui(|ui| {
            ui.set_max_width(320.0);
            if !offer.detail.is_empty() {
                ui.label(&offer.detail);
            }
            if let KnownForecast::Odds(forecast) = forecast {
                for chance in &forecast.chances {
                    log_details::breakdown(ui, session, "", chance, None);
                }
                odds_in_full(ui, session, forecast, palette);
            }
            super::rule_text::titles(ui, session, &offer.rules);
        })
        .clicked()
}

/// The odds of an answer in one line: its own chance, what it costs, and how likely it ends badly.
fn in_short(session: &Session, forecast: KnownForecast<'_>) -> String {
    let forecast = match forecast {
        KnownForecast::WorkingOut => return "Working out the odds...".to_owned(),
        KnownForecast::Nothing => return String::new(),
        KnownForecast::Odds(forecast) => forecast,
    };
    let chance = forecast
        .chances
        .last()
        .map(|chance| format!("{} %", chance.chance));
    // A free attack is about an enemy.
    if forecast_parts::is_about_an_enemy(session, forecast)
        && let Some(harm) = forecast_parts::at_a_glance(forecast)
    {
        return harm;
    }
    let safe = forecast.expected_loss() == 0.0 && !forecast.others.is_empty();
    let loss = (!safe).then(|| format!("loses {:.1}", forecast.expected_loss()));
    let falls = (forecast.defeats > 0.0).then(|| format!("falls {}", percent(forecast.defeats)));
    // Another combatant may have to pay for it.
    let hurt = forecast.others.iter();
    let others = hurt
        .filter(|stake| stake.expected_loss() > 0.0)
        .map(|stake| {
            let name = wording::name(session, stake.who);
            format!("{name} loses {:.1}", stake.expected_loss())
        });
    let parts = chance.into_iter().chain(loss).chain(falls).chain(others);
    parts.collect::<Vec<_>>().join(", ")
}

fn odds_in_full(ui: &mut egui::Ui, session: &Session, forecast: &Forecast, palette: &Palette) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let chance: Option<&Check> = forecast.chances.last();
    let text = chance.map_or_else(
        || "no roll".to_owned(),
        |chance| format!("{} %", chance.chance),
    );
    log_details::row(ui, "Chance", &text);
    forecast_parts::bars(ui, &forecast.outcomes, palette);
    log_details::row(
        ui,
        "Expected loss",
        &format!("{:.1}", forecast.expected_loss()),
    );
    log_details::row(ui, "Falls", &percent(forecast.defeats).to_string());
    if forecast.kills > 0.0 {
        let text = percent(forecast.kills).to_string();
        log_details::row(ui, "Dying or dead", &text);
    }
    for (change, probability) in &forecast.changes {
        let label = capitalised(change.key);
        log_details::row(ui, &label, &percent(*probability).to_string());
    }
    forecast_parts::stakes(ui, session, &forecast.others);
    for (item, probability) in &forecast.breaks {
        let text = format!("{} breaks", wording::item_name(session, *item));
        log_details::row(ui, &text, &percent(*probability).to_string());
    }
}
