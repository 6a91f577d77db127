//! The aftermath: who won and why, who fell, and what everyone did.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Color32, Layout, RichText, vec2};
use shieldwall_battle::{SideId, Vitality};

use super::{
    BeginBattle, DrawScreens, Panels, focus_first,
    new_battle::random_seed,
    picture::{self, Pictures},
    whole_window,
};
use crate::{
    app::Launch,
    palette::Palette,
    screen::Screen,
    session::{Scene, Session, Tally},
    theme,
};

/// Seconds for which the aftermath is shown before `--quit-at-end` closes the game.
const LAST_LOOK: f32 = 2.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(DrawScreens).run_if(in_state(Screen::Aftermath)),
    )
    .init_resource::<ShownFor>()
    .add_systems(OnEnter(Screen::Aftermath), |mut shown: ResMut<ShownFor>| {
        shown.0 = 0.0;
    })
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

/// Seconds before a key presses a button here: the last one of the battle may still be under way.
const KEYS_WAIT: f32 = 1.0;

/// The first column of the table that holds numbers.
const FIRST_NUMBER: usize = 4;
/// Width of the columns with numbers, in points.
const NUMBER_WIDTH: f32 = 100.0;

/// One line of the table.
struct Row {
    name: String,
    unit: String,
    side: SideId,
    hit_points: String,
    state: &'static str,
    down: bool,
    tally: Tally,
}

/// How a combatant came out of it.
const fn state(vitality: Vitality) -> &'static str {
    match vitality {
        Vitality::Active => "standing",
        Vitality::Unconscious => "unconscious",
        Vitality::Dying => "dying",
        Vitality::Dead => "dead",
        Vitality::Left => "left the field",
    }
}

fn rows(scene: &Scene) -> Vec<Row> {
    scene
        .figures
        .iter()
        .flatten()
        .map(|figure| Row {
            name: figure.name.clone(),
            unit: figure.unit.clone(),
            side: figure.side,
            hit_points: format!("{} of {}", figure.hit_points, figure.max_hit_points),
            state: state(figure.vitality),
            down: !matches!(figure.vitality, Vitality::Active | Vitality::Left),
            tally: scene.tallies.get(&figure.id).copied().unwrap_or_default(),
        })
        .collect()
}

fn draw(
    mut commands: Commands,
    mut panels: Panels,
    mut pictures: Pictures,
    session: Option<Res<Session>>,
    palette: Res<Palette>,
    shown: Res<ShownFor>,
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
                let rematch = button("Rematch").on_hover_text("The same battle with the same dice");
                let other_dice =
                    button("Rematch, new seed").on_hover_text("The same battle with other dice");
                let new_battle = button("New battle");
                let title = button("Title");
                if shown.0 > KEYS_WAIT {
                    focus_first(ui, &rematch);
                }
                let mut plan = session.plan.clone();
                if rematch.clicked() {
                    battles.write(BeginBattle(plan));
                } else if other_dice.clicked() {
                    plan.setup.seed = random_seed();
                    battles.write(BeginBattle(plan));
                } else if new_battle.clicked() {
                    commands.remove_resource::<Session>();
                    next.set(Screen::NewBattle);
                } else if title.clicked() {
                    commands.remove_resource::<Session>();
                    next.set(Screen::Title);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(theme::faint(format!("Seed {}", session.plan.setup.seed)));
                });
            });
        });
    egui::CentralPanel::default()
        .frame(egui::Frame::new().fill(theme::BACKDROP).inner_margin(24))
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                let trophy = pictures.art(ui, "icons/trophy.svg", 56.0);
                picture::show(ui, trophy, vec2(56.0, 56.0));
                ui.add_space(6.0);
                ui.vertical(|ui| {
                    let (text, colour) = match winner {
                        Some(side) => (
                            format!("{} won", level.sides[side.index()].name),
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
            let rounds = session.scene.round;
            let word = if rounds == 1 { "round" } else { "rounds" };
            ui.label(theme::faint(format!("{}, {rounds} {word}", level.name)));
            ui.add_space(10.0);
            let rows = rows(&session.scene);
            ui.horizontal_wrapped(|ui| {
                for side in SideId::ALL {
                    fallen(ui, &rows, side, &level.sides[side.index()].name, &palette);
                    ui.add_space(24.0);
                }
            });
            ui.add_space(10.0);
            egui::ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    table(ui, &rows, &session, &palette, &mut pictures);
                });
        });
    Ok(())
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let body: String = first.to_uppercase().chain(letters).collect();
    if body.ends_with(['.', '!']) {
        body
    } else {
        format!("{body}.")
    }
}

/// Who fell on a side.
fn fallen(ui: &mut egui::Ui, rows: &[Row], side: SideId, name: &str, palette: &Palette) {
    let of_side = || rows.iter().filter(|row| row.side == side);
    let down: Vec<&str> = of_side()
        .filter(|row| row.down)
        .map(|row| row.name.as_str())
        .collect();
    theme::card().show(ui, |ui| {
        ui.set_max_width(ui.available_width().min(520.0));
        ui.vertical(|ui| {
            let swatch = palette.side(side);
            ui.label(
                RichText::new(format!(
                    "{name}: {} of {} fell",
                    down.len(),
                    of_side().count()
                ))
                .strong()
                .color(swatch.text()),
            );
            let list = if down.is_empty() {
                "Nobody.".to_owned()
            } else {
                down.join(", ")
            };
            ui.label(theme::faint(list));
        });
    });
}

fn table(
    ui: &mut egui::Ui,
    rows: &[Row],
    session: &Session,
    palette: &Palette,
    pictures: &mut Pictures,
) {
    let heads = [
        "",
        "Combatant",
        "Hit points",
        "State",
        "Damage dealt",
        "Damage taken",
        "Attacks",
        "Hits",
        "Felled",
    ];
    egui::Grid::new("tallies")
        .num_columns(heads.len())
        .striped(true)
        .spacing(vec2(18.0, 8.0))
        .show(ui, |ui| {
            for (column, head) in heads.into_iter().enumerate() {
                if column < FIRST_NUMBER {
                    ui.label(theme::faint(head));
                } else {
                    cell(ui, theme::faint(head));
                }
            }
            ui.end_row();
            for row in rows {
                let unit = session.plan.setup.library.units.get(&row.unit);
                let texture = unit.and_then(|unit| pictures.file(ui, &unit.art, 28.0));
                let swatch = palette.side(row.side);
                egui::Frame::new()
                    .fill(swatch.egui())
                    .corner_radius(15)
                    .inner_margin(2)
                    .show(ui, |ui| picture::show(ui, texture, vec2(26.0, 26.0)));
                ui.label(RichText::new(&row.name).strong().color(swatch.text()));
                ui.label(&row.hit_points);
                let colour = if row.down { palette.bad() } else { theme::TEXT };
                ui.label(RichText::new(row.state).color(colour));
                number(ui, row.tally.damage_dealt, theme::TEXT);
                number(ui, row.tally.damage_taken, theme::TEXT);
                number(ui, i64::from(row.tally.attacks), theme::TEXT);
                number(ui, i64::from(row.tally.hits), theme::TEXT);
                number(ui, i64::from(row.tally.felled), palette.accent());
                ui.end_row();
            }
        });
}

/// A number; nothing is shown as a dash, so that what counts stands out.
fn number(ui: &mut egui::Ui, value: impl Into<i64>, colour: Color32) {
    let value = value.into();
    let text = if value == 0 {
        theme::faint("–")
    } else {
        RichText::new(value.to_string()).color(colour)
    };
    cell(ui, text);
}

/// Something at the right of a cell of the table.
fn cell(ui: &mut egui::Ui, text: RichText) {
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(NUMBER_WIDTH, 24.0), layout, |ui| {
        ui.set_min_width(NUMBER_WIDTH);
        ui.label(text);
    });
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::CombatantId;
    use shieldwall_grid::Cell;

    use super::*;
    use crate::session::Figure;

    #[test]
    fn the_table_tells_who_fell_and_what_they_did() {
        let figure = |id, vitality| Figure {
            id: CombatantId(id),
            side: SideId::BLUE,
            unit: "archer".to_owned(),
            name: format!("Archer {id}"),
            cell: Cell(0),
            hit_points: 3,
            max_hit_points: 11,
            vitality,
            hidden: false,
            kneeling: false,
            facing: None,
            conditions: Vec::new(),
        };
        let mut scene = Scene {
            figures: vec![
                Some(figure(0, Vitality::Active)),
                None,
                Some(figure(2, Vitality::Dead)),
            ],
            ..Scene::default()
        };
        let tally = Tally {
            damage_dealt: 7,
            ..Tally::default()
        };
        scene.tallies.insert(CombatantId(2), tally);
        let rows = rows(&scene);
        assert_eq!(rows.len(), 2);
        assert!(!rows[0].down && rows[1].down);
        assert_eq!(rows[0].hit_points, "3 of 11");
        assert_eq!(rows[1].tally.damage_dealt, 7);
    }

    #[test]
    fn reasons_become_sentences() {
        assert_eq!(sentence("nobody of Blue stands"), "Nobody of Blue stands.");
        assert_eq!(sentence(""), "");
    }
}
