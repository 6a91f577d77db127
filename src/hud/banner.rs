//! The end of the battle: who won and why, and on to the aftermath.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, RichText, vec2};

use crate::{
    host::Commander,
    input::{Act, Acts},
    palette::Palette,
    screen::Screen,
    session::Session,
    settings::Settings,
    theme::{self, faint},
};

use super::{
    Hud,
    icons::Icons,
    layout::floating_panel,
    wording::{capitalised, side_name},
};

/// Seconds until the aftermath comes by itself when nobody plays.
const PATIENCE: f32 = 3.0;

/// How long the end has been on the screen, in seconds.
#[derive(Resource, Default, Debug)]
pub(crate) struct EndTimer {
    shown: f32,
}

/// Goes on to the aftermath: by key, or by itself when no person plays.
pub(super) fn advance(
    session: Res<Session>,
    acts: Res<Acts>,
    time: Res<Time>,
    mut timer: ResMut<EndTimer>,
    mut next: ResMut<NextState<Screen>>,
) {
    if session.ending.is_none() || !session.caught_up() {
        return;
    }
    timer.shown += time.delta_secs();
    let watched = session
        .plan
        .commanders
        .iter()
        .all(|commander| matches!(commander, Commander::Ai(_)));
    // The first moments catch keys that were still meant for the battle.
    let by_key = acts.just_pressed(Act::Confirm) && timer.shown > 0.4;
    if by_key || (watched && timer.shown > PATIENCE) {
        next.set(Screen::Aftermath);
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    mut icons: ResMut<Icons>,
    session: Res<Session>,
    palette: Res<Palette>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let Some(ending) = session.ending.as_ref().filter(|_| session.caught_up()) else {
        return Ok(());
    };
    let board = hud.layout.board;
    let corner = egui::pos2(board.center().x, board.min.y + board.height() * 0.22);
    let (title, colour, line) = match ending.winner {
        Some(side) => {
            let swatch = palette.side(side);
            (
                format!("{} wins", side_name(side)),
                swatch.text(),
                swatch.egui(),
            )
        }
        None => ("A draw".to_owned(), theme::TEXT, theme::LINE),
    };
    let panel = floating_panel(
        &context,
        "end of the battle",
        egui::Order::Middle,
        Align2::CENTER_TOP,
        corner,
        420.0,
        board,
        hud.enabled,
        |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(6.0);
                let image = icons.icon(&context, "trophy", 48.0);
                ui.add(image);
                ui.label(RichText::new(title).size(34.0).strong().color(colour));
                ui.label(
                    RichText::new(capitalised(&ending.reason))
                        .size(16.0)
                        .color(theme::TEXT),
                );
                ui.label(faint(format!("after {} rounds", session.scene.round)));
                ui.add_space(8.0);
                let key = settings.keys.hint(Act::Confirm);
                let button =
                    egui::Button::new(RichText::new(format!("Aftermath ({key})")).size(17.0))
                        .min_size(vec2(220.0, 38.0));
                if ui.add(button).clicked() {
                    next.set(Screen::Aftermath);
                }
                ui.add_space(6.0);
            });
        },
    );
    context.layer_painter(panel.response.layer_id).rect_stroke(
        panel.response.rect,
        6.0,
        egui::Stroke::new(3.0, line),
        egui::StrokeKind::Inside,
    );
    Ok(())
}
