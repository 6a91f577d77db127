//! The end of the battle: who won and why, and on to the aftermath.

use bevy::{prelude::*, window::RequestRedraw};
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, FontId, RichText, Sense, vec2};
use shieldwall_battle::{SideId, capitalised};

use crate::{
    battle_plan::{Commander, Verdict},
    controls::Act,
    input::Acts,
    palette::Palette,
    screen::Screen,
    session::{Playback, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{Hud, icons::Icons, layout::floating_panel, order_strip::side_mark, wording::winners};

/// Seconds until the aftermath comes by itself when nobody plays.
const PATIENCE: f32 = 3.0;

/// Side of the mark of the winner.
const MARK: f32 = 24.0;

/// How long the end has been on the screen, in seconds.
#[derive(Resource, Default, Debug)]
pub(crate) struct EndTimer {
    shown: f32,
}

/// Goes on to the aftermath: by key, or by itself when no person plays. Anyone who watches a record may
/// want to go back in it.
pub(super) fn advance(
    session: Res<Session>,
    playback: Res<Playback>,
    acts: Res<Acts>,
    time: Res<Time>,
    mut timer: ResMut<EndTimer>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut next: ResMut<NextState<Screen>>,
) {
    if session.ending.is_none() || !playback.caught_up() {
        timer.shown = 0.0;
        return;
    }
    let replay = session.plan.origin.replay().is_some();
    timer.shown += time.delta_secs();
    if timer.shown < PATIENCE {
        redraw.write(RequestRedraw);
    }
    let watched = session
        .plan
        .commanders
        .iter()
        .all(|commander| matches!(commander, Commander::Ai(_)));
    // The first moments catch keys that were still meant for the battle, or for the next step.
    let wait = if replay { 1.5 } else { 0.4 };
    let by_key = acts.just_pressed(Act::Confirm) && timer.shown > wait;
    if by_key || (watched && !replay && timer.shown >= PATIENCE) {
        next.set(Screen::Aftermath);
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    mut icons: ResMut<Icons>,
    session: Res<Session>,
    playback: Res<Playback>,
    palette: Res<Palette>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let Some(ending) = session.ending.as_ref().filter(|_| playback.caught_up()) else {
        return Ok(());
    };
    let board = hud.layout.clear;
    let corner = egui::pos2(board.center().x, board.min.y + board.height() * 0.22);
    let line = ending
        .winner
        .map_or(theme::LINE, |side| palette.side(side).egui());
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
                let verdict = session.plan.verdict(ending.winner);
                if verdict.is_none_or(|verdict| verdict == Verdict::Victory) {
                    let image = icons.icon(&context, "trophy", 48.0);
                    ui.add(image);
                }
                let size = match verdict {
                    Some(verdict) => {
                        let word = RichText::new(verdict.word()).size(38.0).strong();
                        ui.label(word.color(theme::TEXT));
                        18.0
                    }
                    None => 34.0,
                };
                if verdict != Some(Verdict::Draw) {
                    title(ui, &session, &palette, ending.winner, size);
                }
                ui.label(
                    RichText::new(capitalised(&ending.reason))
                        .size(16.0)
                        .color(theme::TEXT),
                );
                let rounds = session.shown.round;
                let word = if rounds == 1 { "round" } else { "rounds" };
                ui.label(faint(format!("after {rounds} {word}")));
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

/// The name of the side that won, with its mark, in the middle, in letters of this size.
fn title(
    ui: &mut egui::Ui,
    session: &Session,
    palette: &Palette,
    winner: Option<SideId>,
    size: f32,
) {
    let (text, colour) = match winner {
        Some(side) => (
            format!("{} won", winners(&session.plan.setup.level, side)),
            palette.side(side).text(),
        ),
        None => ("A draw".to_owned(), theme::TEXT),
    };
    let galley = ui
        .painter()
        .layout_no_wrap(text, FontId::proportional(size), colour);
    let room = winner.map_or(0.0, |_| MARK + 10.0);
    let whole = vec2(galley.size().x + room, galley.size().y);
    let (rect, _) = ui.allocate_exact_size(whole, Sense::hover());
    if let Some(side) = winner {
        let centre = rect.left_center() + vec2(MARK / 2.0, 0.0);
        let side_of_mark = MARK.min(size);
        let mark = egui::Rect::from_center_size(centre, vec2(side_of_mark, side_of_mark));
        side_mark(ui.painter(), mark, side, palette);
    }
    ui.painter()
        .galley(rect.min + vec2(room, 0.0), galley, colour);
}
