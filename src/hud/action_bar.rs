//! The action bar: what may be done now, with what, and at whom.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Color32, RichText, Sense, vec2};
use shieldwall_battle::{Choice, Decision};
use shieldwall_lab::record::UndoReach;

use crate::{
    controls::Act,
    decide::{
        Answerer, Bar, Considered, HoveredOffer, InputIntent, Orders, Slot, Undo, explain_undo,
        is_immediate, is_reaction, needs_target, told_apart, undo_reach,
    },
    input::Acts,
    palette::Palette,
    playback::CourseParts,
    session::{Draft, Fold, Playback, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{
    Hud, common_actions,
    icons::Icons,
    layout::{Layout, fitting_panel, floating_panel},
    offer_button::{self, ButtonParts},
    order_strip::side_mark,
    reaction, repeat_buttons, replay_bar,
    targets::Rows,
    thinking,
    wording::{side_name, target_name},
};

/// The least part of the room that is left to what the armed offer asks for.
const LEAST_ROWS: f32 = 0.3;

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    mut intents: MessageWriter<InputIntent>,
    mut backs: MessageWriter<Undo>,
    mut parts: CourseParts,
    mut orders: ResMut<Orders>,
    acts: Res<Acts>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    mut hovered: ResMut<HoveredOffer>,
    palette: Res<Palette>,
    settings: Res<Settings>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let session = &*parts.session;
    hovered.0 = None;
    let (rect, enabled) = (hud.layout.bottom, hud.enabled);
    let open = session.decision.clone().filter(|_| !session.waiting);
    let watched = session.plan.origin.replay().is_some();
    if open.as_deref().is_some_and(is_reaction) && !watched {
        // The answers lie in its place.
        return Ok(());
    }
    let place = (egui::Align2::CENTER_BOTTOM, rect.center_bottom());
    let decision = match open {
        Some(decision) if !watched => decision,
        _ if watched => {
            let panel = floating_bar(&context, rect, enabled, |ui| {
                replay_bar::draw(
                    ui,
                    &mut icons,
                    (session, *parts.seat),
                    &parts.playback,
                    &settings,
                )
            });
            hud.bar_height = panel.response.rect.height();
            if let Some(wish) = panel.inner {
                replay_bar::grant(&mut parts, wish);
            }
            return Ok(());
        }
        _ => {
            let panel = fitting_panel(&context, "idle", place, rect, enabled, |ui| {
                idle(ui, session, &parts.playback, &settings)
            });
            hud.bar_height = panel.response.rect.height();
            if panel.inner {
                parts.host.hurry();
            }
            return Ok(());
        }
    };
    let mut pressed = None;
    let mut taken_back = false;
    let mut always = false;
    let mut pointed = None;
    let panel = floating_bar(&context, rect, enabled, |ui| {
        let armed = draft
            .offer
            .filter(|_| draft.decision == Some(decision.number))
            .and_then(|index| decision.offers.get(index));
        let mut of_buttons = ButtonParts {
            icons: &mut icons,
            session,
            asked: &parts.asked,
            palette: &palette,
            settings: &settings,
            drawn: Vec::new(),
        };
        let news = draft.is_changed();
        // The fields and targets of the armed offer grow upwards, so that the buttons below stay where they are. How high these
        // are is known from the frame before.
        let below = egui::Id::new("question and offers");
        if let Some(offer) = armed {
            let rows = Rows {
                session,
                asked: &parts.asked,
                offer,
                draft: &draft,
                considered: &considered,
                palette: &palette,
                settings: &settings,
            };
            let room = ui.available_height();
            let height = ui.data(|data| data.get_temp(below)).unwrap_or(0.0);
            egui::ScrollArea::vertical()
                .id_salt(("rows", decision.number))
                .max_height((room - height).max(room * LEAST_ROWS))
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    pressed = variants(ui, &mut of_buttons, &decision, &draft, news, &mut pointed);
                    pressed = pressed.or(rows.fields(ui));
                    pressed = pressed.or(rows.targets(ui, &mut hud));
                });
        }
        let top = ui.cursor().top();
        let reach = undo_reach(session, &settings);
        let question = question(session, &decision);
        let asked;
        (asked, taken_back, always) = prompt(
            ui,
            &decision,
            &question,
            &draft,
            &considered,
            &palette,
            &settings,
            reach,
        );
        pressed = pressed.or(asked);
        ui.add_space(1.0);
        let shown = egui::ScrollArea::vertical()
            .id_salt(("action bar", decision.number))
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
                    let row = offers(ui, &mut of_buttons, &decision, &draft, news, &mut pointed);
                    pressed = pressed.or(row);
                    let ready = considered.choice.is_some();
                    let all = repeat_buttons::draw(ui, &of_buttons, &decision, &orders, ready);
                    pressed = pressed.or(all);
                });
            });
        hud.buttons = of_buttons.drawn;
        let height = shown.inner_rect.top() - top + shown.content_size.y;
        ui.data_mut(|data| data.insert_temp(below, height));
    });
    hud.bar_height = panel.response.rect.height();
    let whole = pointed
        .map(|index: usize| &decision.offers[index])
        .filter(|offer| !needs_target(offer))
        .map(|offer| offer.choice(None, None));
    hovered.0 = whole;
    if let Some(pressed) = pressed {
        intents.write(pressed);
    }
    if taken_back {
        backs.write(Undo);
    }
    let key = enabled && acts.just_pressed(Act::Always) && Answerer::of(&decision).is_some();
    if (always || key)
        && let Some(choice) = &considered.choice
    {
        let label = always_label(session, &decision, choice);
        orders.always(&decision, choice, label);
    }
    Ok(())
}

/// An answer that is given each time, in plain words: "Begins: Challengers".
fn always_label(session: &Session, decision: &Decision, choice: &Choice) -> String {
    let offer = decision.offer_for(choice);
    let mut label = offer.map_or_else(|_| String::new(), |offer| offer.label.clone());
    if let Some(target) = choice.target {
        label = format!("{label}: {}", target_name(session, target));
    }
    label
}

/// The bar, as wide as its place and as high as its contents.
fn floating_bar<R>(
    context: &egui::Context,
    rect: egui::Rect,
    enabled: bool,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<R> {
    floating_panel(
        context,
        "action bar",
        egui::Order::Middle,
        egui::Align2::CENTER_BOTTOM,
        rect.center_bottom(),
        rect.width(),
        rect,
        enabled,
        |ui| {
            ui.set_max_height(Layout::inner_height(rect));
            contents(ui)
        },
    )
}

/// The offers, and after them those that are folded away, if they can be seen; gives what was pressed. With news, the armed one is brought into sight.
fn offers(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    decision: &Decision,
    draft: &Draft,
    news: bool,
    pointed: &mut Option<usize>,
) -> Option<InputIntent> {
    let bar = Bar::of(decision);
    let mut pressed = None;
    if bar.has_places() {
        pressed = common_actions::places(ui, parts, decision, &bar, draft, pointed);
    }
    let row = buttons(ui, parts, decision, draft, bar.row(), news, pointed);
    pressed = pressed.or(row);
    if bar.has_places() {
        common_actions::not_now(ui, parts);
    }
    if bar.folded().is_empty() {
        return pressed;
    }
    let key = bar.hotkey(Slot::Fold, draft.fold);
    if offer_button::fold(ui, parts, bar.label(), key, draft.fold).clicked() {
        pressed = Some(InputIntent::Fold);
    }
    if draft.fold == Fold::Open {
        let within = buttons(ui, parts, decision, draft, bar.folded(), news, pointed);
        pressed = pressed.or(within);
    }
    pressed
}

/// The offers that share the place of the armed one; gives what was pressed.
fn variants(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    decision: &Decision,
    draft: &Draft,
    news: bool,
    pointed: &mut Option<usize>,
) -> Option<InputIntent> {
    let bar = Bar::of(decision);
    let place = common_actions::shared_place(&bar, draft)?;
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        buttons(ui, parts, decision, draft, place, news, pointed)
    });
    row.inner
}

fn buttons(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    decision: &Decision,
    draft: &Draft,
    indices: &[usize],
    news: bool,
    pointed: &mut Option<usize>,
) -> Option<InputIntent> {
    let bar = Bar::of(decision);
    let labels = told_apart(decision);
    let mut pressed = None;
    for &index in indices {
        let key = common_actions::key_of(&bar, index, draft);
        let armed = draft.offer == Some(index) && draft.decision == Some(decision.number);
        let offer = &decision.offers[index];
        let response = offer_button::draw(ui, parts, offer, &labels[index], key, armed);
        if armed && news {
            response.scroll_to_me(None);
        }
        if response.hovered() {
            *pointed = Some(index);
        }
        if response.clicked() {
            pressed = Some(InputIntent::Offer(index));
        }
    }
    pressed
}

/// What is asked; a side that decides as a whole is named.
fn question(session: &Session, decision: &Decision) -> String {
    let mut text = decision.prompt.clone();
    if decision.actor.is_none() {
        text = format!("{}: {text}", side_name(session, decision.side));
    }
    if decision.sealed {
        text.push_str(" (secret)");
    }
    text
}

/// The question with the buttons to confirm, to go back, to take back what was chosen before, and to give the same
/// answer each time; gives what was pressed.
fn prompt(
    ui: &mut egui::Ui,
    decision: &Decision,
    question: &str,
    draft: &Draft,
    considered: &Considered,
    palette: &Palette,
    settings: &Settings,
    reach: Option<&UndoReach>,
) -> (Option<InputIntent>, bool, bool) {
    let mut pressed = None;
    let mut taken_back = false;
    let mut always = false;
    ui.horizontal(|ui| {
        ui.set_height(32.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let back = draft.offer.is_some() || draft.fold != Fold::Shut;
            if !decision.offers.iter().all(is_immediate) || back {
                let ready = considered.choice.is_some() || draft.fold == Fold::Marked;
                let key = settings.keys.hint(Act::Confirm);
                let confirm = RichText::new(format!("Confirm ({key})"));
                let (confirm, fill) = if ready {
                    (confirm.strong().color(Color32::BLACK), palette.accent())
                } else {
                    (confirm, theme::CARD)
                };
                let button = egui::Button::new(confirm)
                    .fill(fill)
                    .min_size(vec2(120.0, 26.0));
                if ui.add_enabled(ready, button).clicked() {
                    pressed = Some(InputIntent::Confirm);
                }
                let key = settings.keys.hint(Act::Cancel);
                let button = egui::Button::new(format!("Back ({key})")).min_size(vec2(0.0, 26.0));
                if ui.add_enabled(back, button).clicked() {
                    pressed = Some(InputIntent::Cancel);
                }
            }
            if Answerer::of(decision).is_some() {
                let key = settings.keys.hint(Act::Always);
                let button = egui::Button::new(format!("Always ({key})")).min_size(vec2(0.0, 26.0));
                always = ui
                    .add_enabled(considered.choice.is_some(), button)
                    .on_hover_text(
                        "Gives this answer to this question every time, until you turn it off",
                    )
                    .on_disabled_hover_text("First choose an answer")
                    .clicked();
            }
            if let Some(reach) = reach {
                let key = settings.keys.hint(Act::Undo);
                let button = egui::Button::new(format!("Undo ({key})")).min_size(vec2(0.0, 26.0));
                let text = explain_undo(reach);
                taken_back = ui
                    .add_enabled(!reach.steps.is_empty(), button)
                    .on_hover_text(&text)
                    .on_disabled_hover_text(&text)
                    .clicked();
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (mark, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                side_mark(ui.painter(), mark, decision.side, palette);
                reaction::question(ui, question);
            });
        });
    });
    (pressed, taken_back, always)
}

/// What is going on while nothing is asked; whether the computer is to decide at once.
fn idle(ui: &mut egui::Ui, session: &Session, playback: &Playback, settings: &Settings) -> bool {
    let key = settings.keys.hint(Act::SkipAnimation);
    let text = if session.ending.is_some() {
        "The battle is over.".to_owned()
    } else if !playback.caught_up() {
        format!("Playing... {key} skips to the next decision.")
    } else {
        let sides = session.plan.setup.sides.len();
        let which = if sides > 2 { "Another" } else { "The other" };
        let text = format!("{which} side is thinking...");
        if session.plan.may_think_long() {
            return thinking::draw(ui, text, key);
        }
        text
    };
    ui.label(faint(text).size(14.0));
    false
}
