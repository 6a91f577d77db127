//! The aftermath: who won and why, who fell, and what everyone did.

mod course;
mod fight_on;
mod key_guard;
mod table;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_battle::{SideId, capitalised};

use super::{
    BeginBattle, Panels, focus_first,
    new_battle::random_seed,
    picture::{self, Pictures},
    whole_window,
};
use crate::{
    battle_plan::Verdict,
    host::Host,
    hud::winners,
    launch::Launch,
    palette::Palette,
    screen::{DrawScreens, Screen},
    session::{Parts, Session},
    theme,
};

use key_guard::KeyGuard;
use table::{Row, rows};

/// Seconds for which the aftermath is shown before `--quit-at-end` closes the game.
const LAST_LOOK: f32 = 2.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(DrawScreens).run_if(in_state(Screen::Aftermath)),
    )
    .init_resource::<ShownFor>()
    .init_resource::<KeyGuard>()
    .init_resource::<fight_on::ChosenRest>()
    .add_systems(
        OnEnter(Screen::Aftermath),
        |mut shown: ResMut<ShownFor>, mut guard: ResMut<KeyGuard>| {
            shown.0 = 0.0;
            *guard = KeyGuard::default();
        },
    )
    .add_systems(Update, count_seconds.run_if(in_state(Screen::Aftermath)));
}

/// Seconds for which the aftermath has been shown.
#[derive(Resource, Default)]
struct ShownFor(f32);

fn count_seconds(
    launch: Res<Launch>,
    time: Res<Time<Real>>,
    mut shown: ResMut<ShownFor>,
    mut exit: MessageWriter<AppExit>,
) {
    shown.0 += time.delta_secs();
    if launch.quit_at_end && shown.0 >= LAST_LOOK {
        exit.write(AppExit::Success);
    }
}

/// Widths that the card with the fallen of a side may have, in points.
const CARD_WIDTH: std::ops::Range<f32> = 300.0..900.0;
/// Between the cards.
const CARDS_GAP: f32 = 20.0;
/// Most lines of names on a card.
const FALLEN_LINES: usize = 2;
/// With less height left than this, in points, the cards hold no names.
const LOW: f32 = 360.0;

fn draw(
    mut commands: Commands,
    mut panels: Panels,
    mut pictures: Pictures,
    session: Option<Res<Session>>,
    host: Option<Res<Host>>,
    palette: Res<Palette>,
    time: Res<Time<Real>>,
    mut guard: ResMut<KeyGuard>,
    mut rest: ResMut<fight_on::ChosenRest>,
    mut next: ResMut<NextState<Screen>>,
    mut battles: MessageWriter<BeginBattle>,
) -> Result {
    let context = panels.context()?;
    let context = &context;
    let mut ui = whole_window(context, "aftermath");
    let Some(session) = session else {
        next.set(Screen::Title);
        return Ok(());
    };
    let level = &session.plan.setup.level;
    let winner = session.ending.as_ref().and_then(|ending| ending.winner);
    egui::Panel::bottom("aftermath buttons")
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(14))
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                let size = vec2(150.0, 38.0);
                let mut button = |label: &str| ui.add(egui::Button::new(label).min_size(size));
                let rematch = button("Rematch").on_hover_text("The same battle with other dice");
                let same_dice = button("Rematch, same seed").on_hover_text(
                    "The same battle with the same dice: the same choices lead to the same end",
                );
                let watch = button("Watch the replay")
                    .on_hover_text("The battle from its beginning, step by step if you like");
                let new_battle = button("New battle");
                let title = button("Title");
                // Keys begin where nothing begins by one press.
                if guard.lets_through(ui, time.delta_secs()) {
                    focus_first(ui, &new_battle);
                }
                let mut plan = session.plan.afresh();
                if rematch.clicked() {
                    plan.setup.seed = random_seed();
                    battles.write(BeginBattle(plan));
                } else if same_dice.clicked() {
                    battles.write(BeginBattle(plan));
                } else if watch.clicked() {
                    match session.plan.origin.replay() {
                        Some(_) => drop(battles.write(BeginBattle(session.plan.clone()))),
                        None => {
                            let record = host.as_ref().and_then(|host| host.shared_record().copy());
                            if let Some(record) = record {
                                battles.write(BeginBattle(session.plan.to_watch(record)));
                            }
                        }
                    }
                } else if new_battle.clicked() {
                    commands.queue(Parts::remove);
                    next.set(Screen::NewBattle);
                } else if title.clicked() {
                    commands.queue(Parts::remove);
                    next.set(Screen::Title);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(theme::faint(format!("Seed {}", session.plan.setup.seed)));
                });
            });
            if session.plan.origin.replay().is_none() {
                ui.add_space(8.0);
                if let Some(plan) = fight_on::row(ui, &session, &mut rest) {
                    battles.write(BeginBattle(plan));
                }
            }
        });
    egui::CentralPanel::default()
        .frame(egui::Frame::new().fill(theme::BACKDROP).inner_margin(24))
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                let verdict = session.plan.verdict(winner);
                if verdict.is_none_or(|verdict| verdict == Verdict::Victory) {
                    let trophy = pictures.art(ui, "icons/trophy", 56.0);
                    picture::show(ui, trophy, vec2(56.0, 56.0));
                    ui.add_space(6.0);
                }
                ui.vertical(|ui| {
                    let (text, colour) = match winner {
                        _ if verdict.is_some() => {
                            let word = verdict.map_or("", Verdict::word);
                            (word.to_owned(), theme::TEXT)
                        }
                        Some(side) => (
                            format!("{} won", winners(level, side)),
                            palette.side(side).text(),
                        ),
                        None => ("A draw".to_owned(), theme::TEXT),
                    };
                    ui.label(RichText::new(text).size(32.0).strong().color(colour));
                    let reason = session.ending.as_ref().map_or("", |ending| &ending.reason);
                    ui.label(RichText::new(sentence(reason)).size(16.0));
                });
            });
            ui.add_space(4.0);
            let rounds = session.shown.round;
            let word = if rounds == 1 { "round" } else { "rounds" };
            ui.label(theme::faint(format!("{}, {rounds} {word}", level.name)));
            ui.add_space(10.0);
            course::draw(ui, &session.shown, level, &palette);
            ui.add_space(10.0);
            let rows = rows(&session.shown, session.words);
            let lines = if ui.available_height() < LOW {
                0
            } else {
                FALLEN_LINES
            };
            let room = ui.available_width();
            let sides: Vec<SideId> = session.plan.setup.side_ids().collect();
            let count = sides.len() as f32;
            let card = (room - (count - 1.0) * CARDS_GAP) / count;
            let card = card.clamp(CARD_WIDTH.start, CARD_WIDTH.end);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = CARDS_GAP;
                for side in sides {
                    let name = &level.sides[side.index()].name;
                    fallen(ui, &rows, side, name, &palette, (card.min(room), lines));
                }
            });
            ui.add_space(10.0);
            table::draw(ui, &rows, &session, &palette, &mut pictures);
        });
    Ok(())
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let body = capitalised(text);
    if body.is_empty() || body.ends_with(['.', '!']) {
        body
    } else {
        format!("{body}.")
    }
}

/// Who fell on a side, in a card of some width with some lines of names. The table has the same in
/// full, so that a long list may end early here; pointing at it shows the rest.
fn fallen(
    ui: &mut egui::Ui,
    rows: &[Row],
    side: SideId,
    name: &str,
    palette: &Palette,
    (width, lines): (f32, usize),
) {
    let of_side = || rows.iter().filter(|row| row.side == side);
    let down: Vec<&str> = of_side()
        .filter(|row| row.down)
        .map(|row| row.name.as_str())
        .collect();
    let frame = theme::card();
    let inner = width - frame.total_margin().sum().x;
    frame.show(ui, |ui| {
        ui.vertical(|ui| {
            ui.set_width(inner);
            let swatch = palette.side(side);
            let gave_up = of_side().any(|row| row.gave_up);
            let what = if gave_up { "fell or gave up" } else { "fell" };
            let (count, all) = (down.len(), of_side().count());
            let text = RichText::new(format!("{name}: {count} of {all} {what}"));
            ui.label(text.strong().color(swatch.text()));
            if lines == 0 {
                return;
            }
            let list = if down.is_empty() {
                "Nobody.".to_owned()
            } else {
                down.join(", ")
            };
            let font = egui::TextStyle::Body.resolve(ui.style());
            let mut list = egui::text::LayoutJob::simple(list, font, theme::FAINT, inner);
            list.wrap.max_rows = lines;
            ui.label(list);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_become_sentences() {
        assert_eq!(sentence("nobody of Blue stands"), "Nobody of Blue stands.");
        assert_eq!(sentence(""), "");
    }
}
