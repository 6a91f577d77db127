//! The bar below a battle that is watched from a record: play, pause, step, back, rounds.

use bevy_egui::egui;
use egui::{RichText, vec2};
use shieldwall_lab::count;

use crate::{
    controls::Act,
    input::Acts,
    playback::{CourseParts, last_round},
    session::{Playback, Seat, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::icons::Icons;

/// What the player asks of a battle that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Toggle,
    Step,
    Back,
    Round(u32),
}

/// Draws the bar and tells what is asked.
pub(super) fn draw(
    ui: &mut egui::Ui,
    icons: &mut Icons,
    (session, seat): (&Session, Seat),
    playback: &Playback,
    settings: &Settings,
) -> Option<Wish> {
    let total = session
        .plan
        .origin
        .replay()
        .map_or(0, |record| record.choices.len());
    let round = session.shown.round;
    let last = last_round(&session.plan);
    let at_end = session.choices >= total && playback.caught_up();
    let mut wish = None;
    let context = ui.ctx().clone();
    ui.horizontal(|ui| {
        ui.label(theme::subheading("Replay"));
        ui.add_space(8.0);
        ui.label(faint(format!(
            "{} of {}, round {round} of {last}{}",
            session.choices,
            count(total as u64, "choice"),
            if at_end { ": the record ends here" } else { "" }
        )));
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let size = vec2(96.0, 38.0);
        let button = |ui: &mut egui::Ui, text: &str, act: Act, enabled: bool, hint: &str| {
            let key = settings.keys.hint(act);
            let button = egui::Button::new(RichText::new(text).size(15.0)).min_size(size);
            ui.add_enabled(enabled, button)
                .on_hover_text(format!("{hint} ({key})"))
                .clicked()
        };
        let earlier = round > 1 || session.choices > 0;
        if button(
            ui,
            "Previous round",
            Act::PreviousOffer,
            earlier,
            "Start of this round, then of the round before",
        ) {
            wish = Some(Wish::Round(round_before(session)));
        }
        if button(
            ui,
            "Back",
            Act::Undo,
            session.choices > 0,
            "One choice back",
        ) {
            wish = Some(Wish::Back);
        }
        let (icon, label, hint) = if playback.watch.paused {
            (icons.icon(&context, "play", 20.0), "Play", "Go on")
        } else {
            (icons.icon(&context, "pause", 20.0), "Pause", "Stand still")
        };
        let key = settings.keys.hint(Act::SkipAnimation);
        let play = egui::Button::image_and_text(icon, label).min_size(size);
        if ui
            .add_enabled(!at_end, play)
            .on_hover_text(format!("{hint} ({key})"))
            .clicked()
        {
            wish = Some(Wish::Toggle);
        }
        if button(ui, "Step", Act::Confirm, !at_end, "Next choice") {
            wish = Some(Wish::Step);
        }
        if button(
            ui,
            "Next round",
            Act::NextOffer,
            round < last,
            "Start of the next round",
        ) {
            wish = Some(Wish::Round(round + 1));
        }
        ui.add_space(12.0);
        egui::ComboBox::from_id_salt("replay round")
            .selected_text(format!("Round {round}"))
            .width(110.0)
            .show_ui(ui, |ui| {
                for number in 1..=last {
                    if ui
                        .selectable_label(number == round, format!("Round {number}"))
                        .clicked()
                    {
                        wish = Some(Wish::Round(number));
                    }
                }
            });
    });
    ui.add_space(6.0);
    ui.label(faint(if seat.viewer.is_none() {
        "The speed is set at the top. Everything is shown, hidden combatants too."
    } else {
        "The speed is set at the top. Until the battle is over, only what its players see is shown."
    }));
    wish
}

/// What keys ask of a battle that is watched.
pub(super) fn keys(mut parts: CourseParts, acts: bevy::prelude::Res<Acts>) {
    let session = &*parts.session;
    if session.plan.origin.replay().is_none() {
        return;
    }
    let round = session.shown.round;
    let wish = if acts.just_pressed(Act::SkipAnimation) {
        Wish::Toggle
    } else if acts.just_pressed(Act::Confirm) && session.ending.is_none() {
        Wish::Step
    } else if acts.just_pressed(Act::Undo) {
        Wish::Back
    } else if acts.just_pressed(Act::PreviousOffer) {
        Wish::Round(round_before(session))
    } else if acts.just_pressed(Act::NextOffer) && round < last_round(&session.plan) {
        Wish::Round(round + 1)
    } else {
        return;
    };
    grant(&mut parts, wish);
}

/// The round to go back to: this one, unless it has only begun.
fn round_before(session: &Session) -> u32 {
    let round = session.shown.round;
    let begun = session
        .plan
        .origin
        .replay()
        .and_then(|record| record.choices.get(session.choices.checked_sub(1)?))
        .is_some_and(|last| last.round == round);
    if begun {
        round
    } else {
        round.saturating_sub(1).max(1)
    }
}

/// Does what is asked.
pub(super) fn grant(parts: &mut CourseParts<'_>, wish: Wish) {
    parts.work(|course| match wish {
        Wish::Toggle => course.toggle_watching(),
        Wish::Step => course.step_forward(),
        Wish::Back => course.step_back(),
        Wish::Round(round) => course.jump_to_round(round),
    });
}
