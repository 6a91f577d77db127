//! The next battle: level, ruleset, warbands, commanders and seed.

mod level_column;
mod pick;
mod side_column;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::Arc,
};

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_battle::{Ruleset, SideId};

use super::{
    BeginBattle, Panels, asks_back, focus_first,
    level_preview::LevelPreview,
    picture::{self, Pictures},
    whole_window,
};
use crate::{
    app_systems::AppSystems,
    content::Content,
    content_loading::ContentReader,
    input::Acts,
    palette::Palette,
    screen::{DrawScreens, Screen},
    session::Session,
    settings::Settings,
    theme,
};

pub(super) use pick::Pick;

/// Largest seed the dice button rolls: short enough to be told to a friend.
const LARGEST_ROLLED_SEED: u64 = 999_999;

/// Width of the list of levels, in points.
const LEVELS_WIDTH: f32 = 216.0;
/// Width of the column of one side, in points.
const SIDE_WIDTH: f32 = 268.0;
/// Combatants of a battle from which on it takes long: with 100 a side, nearly a minute of computing.
const MANY: usize = 120;

/// Least width of one of more than two such columns; with less room they scroll sideways.
const LEAST_SIDE_WIDTH: f32 = 245.0;
/// Least width in which a level can be read about, in points.
const LEVEL_WIDTH: f32 = 340.0;
/// Width of everything side by side, of two sides; with less, the levels and the sides are pages of
/// their own.
const WHOLE_WIDTH: f32 = LEVELS_WIDTH + LEVEL_WIDTH + TWO_SIDES_WIDTH + 68.0;
/// Width of the columns of two sides, with what is around them.
const TWO_SIDES_WIDTH: f32 = 2.0 * SIDE_WIDTH + 30.0;

/// Size of the button that begins the battle.
const START: egui::Vec2 = vec2(150.0, 40.0);

/// What is shown where there is no room for everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Level,
    Sides,
}

/// The rulesets there are.
#[derive(Resource, Clone)]
struct Rulesets(Vec<Arc<dyn Ruleset>>);

/// A seed from the computer's own source of chance.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % (LARGEST_ROLLED_SEED + 1)
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Rulesets(shieldwall_rulesets::all()))
        .add_systems(OnEnter(Screen::NewBattle), begin)
        .add_systems(
            Update,
            back.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::NewBattle)),
        )
        .add_systems(
            Update,
            renew
                .in_set(AppSystems::Receive)
                .run_if(resource_exists_and_changed::<Content>)
                .run_if(resource_exists::<Pick>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(in_state(Screen::NewBattle))
                .run_if(resource_exists::<Pick>)
                .run_if(resource_exists::<Content>),
        );
}

fn begin(
    mut commands: Commands,
    pick: Option<Res<Pick>>,
    content: Option<Res<Content>>,
    settings: Res<Settings>,
    rulesets: Res<Rulesets>,
) {
    if pick.is_some() {
        return;
    }
    if let Some(content) = content {
        let last = &settings.last_battle;
        let pick = Pick::from_last(last, &content.library, &rulesets.0, random_seed());
        commands.insert_resource(pick);
    }
}

/// After the files have been read again, what was picked stays as far as it still exists.
fn renew(
    mut pick: ResMut<Pick>,
    content: Res<Content>,
    settings: Res<Settings>,
    rulesets: Res<Rulesets>,
) {
    pick.renew(&settings.last_battle, &content.library, &rulesets.0);
}

fn back(acts: Res<Acts>, mut next: ResMut<NextState<Screen>>) {
    if asks_back(&acts) {
        next.set(Screen::Title);
    }
}

/// What the screen reads and changes.
#[derive(SystemParam)]
struct Parts<'w, 's> {
    pick: ResMut<'w, Pick>,
    content: Res<'w, Content>,
    rulesets: Res<'w, Rulesets>,
    settings: ResMut<'w, Settings>,
    palette: Res<'w, Palette>,
    pictures: Pictures<'w>,
    preview: Local<'s, LevelPreview>,
    page: Local<'s, Page>,
    reader: Option<ResMut<'w, ContentReader>>,
}

impl Parts<'_, '_> {
    fn ruleset(&self) -> Option<Arc<dyn Ruleset>> {
        let id = &self.pick.ruleset;
        self.rulesets
            .0
            .iter()
            .find(|ruleset| ruleset.id() == *id)
            .cloned()
    }
}

fn draw(
    mut panels: Panels,
    mut parts: Parts,
    session: Option<Res<Session>>,
    mut next: ResMut<NextState<Screen>>,
    mut battles: MessageWriter<BeginBattle>,
) -> Result {
    let context = panels.context()?;
    let mut ui = whole_window(&context, "new battle");
    let room = ui.available_width();
    let whole = room >= WHOLE_WIDTH;
    let plan = parts.pick.plan(&parts.content.library, &parts.rulesets.0);

    egui::Panel::top("new battle heading")
        .show_separator_line(false)
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(12))
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Back").clicked() {
                    next.set(Screen::Title);
                }
                ui.add_space(8.0);
                ui.label(theme::heading("New battle"));
                if !whole {
                    ui.add_space(8.0);
                    let pages = [(Page::Level, "Level"), (Page::Sides, "Sides")];
                    theme::choice(ui, &mut *parts.page, pages);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let again = ui.button("Reload");
                    let again = again.on_hover_text(
                        "The game notices saved files by itself; use this where it does not",
                    );
                    if let (true, Some(reader)) = (again.clicked(), &mut parts.reader) {
                        reader.read_again();
                    }
                });
            });
        });
    egui::Panel::bottom("new battle start")
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(12))
        .show(&mut ui, |ui| {
            let row = vec2(ui.available_width(), START.y);
            ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
                seed(ui, &mut parts);
                let warbands = parts.pick.sides.iter();
                let combatants: usize = warbands.map(|side| side.warband.len()).sum();
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let text = RichText::new("Start").size(18.0).strong();
                    let start = egui::Button::new(text).min_size(START);
                    let start = ui.add_enabled(plan.is_ok(), start);
                    if plan.is_ok() {
                        focus_first(ui, &start);
                    }
                    let clicked = start.clicked();
                    match plan {
                        Ok(plan) => {
                            if clicked {
                                parts.settings.last_battle =
                                    parts.pick.to_last(&parts.settings.last_battle);
                                parts.pick.begun(random_seed());
                                battles.write(BeginBattle(plan));
                            }
                            if session.is_some_and(|session| session.ending.is_none()) {
                                ui.label(theme::faint("This ends the battle that is waiting."));
                            }
                            if combatants > MANY {
                                let text = "With so many combatants the computer thinks for long: minutes for a battle.";
                                ui.label(theme::faint(text));
                            }
                        }
                        Err(reasons) => {
                            ui.add_space(8.0);
                            let text = RichText::new(reasons.join(" ")).color(parts.palette.bad());
                            ui.add(egui::Label::new(text).wrap());
                        }
                    }
                });
            });
        });
    // Drawn after the button that keys begin at, so that they come here with the next press.
    egui::Panel::top("new battle rules")
        .frame(
            egui::Frame::new()
                .fill(theme::PANEL)
                .inner_margin(egui::Margin {
                    top: 0,
                    ..egui::Margin::same(12)
                }),
        )
        .show(&mut ui, |ui| level_column::rulesets(ui, &mut parts));
    let (level, sides) = (
        whole || *parts.page == Page::Level,
        whole || *parts.page == Page::Sides,
    );
    if level {
        egui::Panel::left("levels")
            .resizable(false)
            .exact_size(LEVELS_WIDTH)
            .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(10))
            .show(&mut ui, |ui| level_column::draw_list(ui, &mut parts));
    }
    if sides {
        let width = if whole {
            // More sides take what is left of the room, as far as they need it.
            let count = parts.pick.sides.len() as f32;
            let left = room - (WHOLE_WIDTH - TWO_SIDES_WIDTH);
            (count * (SIDE_WIDTH + 15.0)).min(left)
        } else {
            ui.available_width()
        };
        egui::Panel::right("sides")
            .resizable(false)
            .exact_size(width)
            .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(10))
            .show(&mut ui, |ui| sides_side_by_side(ui, &mut parts));
    }
    if level {
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(theme::BACKDROP).inner_margin(14))
            .show(&mut ui, |ui| level_column::draw_level(ui, &mut parts));
    }
    Ok(())
}

/// A column for each side; more than two scroll sideways if they have to.
fn sides_side_by_side(ui: &mut egui::Ui, parts: &mut Parts) {
    let count = parts.pick.sides.len();
    let mut columns = |ui: &mut egui::Ui| {
        ui.columns(count, |columns| {
            for (side, ui) in SideId::first(count).zip(columns) {
                side_column::draw(ui, parts, side);
            }
        });
    };
    if count <= 2 {
        columns(ui);
        return;
    }
    let gaps = ui.spacing().item_spacing.x * (count - 1) as f32;
    let least = LEAST_SIDE_WIDTH * count as f32 + gaps;
    egui::ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.set_width(ui.available_width().max(least));
            columns(ui);
        });
}

/// The seed, typed or rolled.
fn seed(ui: &mut egui::Ui, parts: &mut Parts) {
    let label = ui.label("Seed");
    let typed = ui
        .add(egui::TextEdit::singleline(&mut parts.pick.seed).desired_width(110.0))
        .labelled_by(label.id)
        .on_hover_text("The same seed with the same choices gives the same battle");
    // A seed that is typed is meant to stay.
    parts.pick.keeps_seed |= typed.changed();
    let dice = parts.pictures.art(ui, "icons/dice", 22.0);
    let size = vec2(22.0, 22.0);
    let clicked = match dice {
        Some(texture) => ui.add(egui::Button::image((texture, size))),
        None => ui.button("New"),
    };
    if clicked.on_hover_text("Roll another seed").clicked() {
        parts.pick.seed = random_seed().to_string();
    }
    ui.checkbox(&mut parts.pick.keeps_seed, "Keep")
        .on_hover_text(
            "For the battles after this one as well; otherwise each gets a seed of its own",
        );
}

/// A title with a smaller line below it, as the text of a button.
pub(super) fn two_lines(
    (title, title_colour): (&str, egui::Color32),
    (detail, detail_colour): (&str, egui::Color32),
) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let format = |size, colour| egui::TextFormat::simple(egui::FontId::proportional(size), colour);
    job.append(&format!("{title}\n"), 0.0, format(15.0, title_colour));
    job.append(detail, 0.0, format(12.0, detail_colour));
    job
}

/// A unit's picture in its side's colour.
fn token(
    ui: &mut egui::Ui,
    pictures: &mut Pictures,
    art: &std::path::Path,
    colour: egui::Color32,
    size: f32,
) {
    let texture = pictures.file(ui, art, size);
    egui::Frame::new()
        .fill(colour)
        .corner_radius((size / 2.0 + 2.0) as u8)
        .inner_margin(2)
        .show(ui, |ui| picture::show(ui, texture, vec2(size, size)));
}
