//! The title.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_content::ModState;

use super::{Panels, focus_first, picture::Pictures, whole_window};
use crate::{
    content::Content,
    palette::Palette,
    saves::Saves,
    screen::{DrawScreens, OpenRulebook, Screen},
    session::Session,
    settings::{LastBattle, Settings, Store},
    theme,
};

/// Height of the name of the game and the line below it, in points.
const WORDS: f32 = 116.0;
/// Width below which the emblem is left out.
const LEAST_LOGO: f32 = 90.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(DrawScreens).run_if(in_state(Screen::Title)),
    );
}

fn draw(
    mut panels: Panels,
    mut pictures: Pictures,
    session: Option<Res<Session>>,
    content: Option<Res<Content>>,
    store: Option<Res<Store>>,
    settings: Res<Settings>,
    mut saves: ResMut<Saves>,
    palette: Res<Palette>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
    mut rulebook: MessageWriter<OpenRulebook>,
) -> Result {
    let context = panels.context()?;
    let context = &context;
    let mut ui = whole_window(context, "title");
    let window = ui.max_rect();
    egui::Panel::bottom("version")
        .frame(egui::Frame::new().inner_margin(12))
        .show_separator_line(false)
        .show(&mut ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::faint(concat!("Version ", env!("CARGO_PKG_VERSION"))));
                if let Some(content) = &content {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.label(theme::faint(inventory(content)));
                    });
                }
            });
        });
    let running = session.is_some_and(|session| session.ending.is_none());
    let unfinished = saves.unfinished().filter(|_| !running);
    // Nobody has fought a battle of their own choice yet.
    let is_first_start = settings.last_battle == LastBattle::default();
    let first_button = running || unfinished.is_some();
    let buttons = if first_button { 8.0 } else { 7.0 };
    // The buttons have their room first; a low window has a small emblem, or none.
    let room = window.height() - buttons * 54.0 - WORDS - 40.0;
    let logo = (room * 2.0).min(window.width() * 0.42).min(520.0);
    let logo = if logo < LEAST_LOGO { 0.0 } else { logo };
    let content_height = logo * 0.5 + WORDS + buttons * 54.0;
    let mut resume = None;
    ui.vertical_centered(|ui| {
        ui.add_space(((window.height() - content_height) * 0.42).max(12.0));
        if logo > 0.0 {
            // The emblem is twice as wide as high, drawn into a square picture.
            let texture = pictures.art(ui, "logo", logo);
            let (rect, _) = ui.allocate_exact_size(vec2(logo, logo * 0.5), egui::Sense::hover());
            if let Some(texture) = texture {
                let window = egui::Rect::from_min_max(egui::pos2(0.0, 0.25), egui::pos2(1.0, 0.75));
                ui.painter()
                    .image(texture, rect, window, egui::Color32::WHITE);
            }
        }
        ui.add_space(6.0);
        ui.label(
            RichText::new("Shieldwall")
                .size(44.0)
                .strong()
                .color(theme::TEXT),
        );
        ui.label(
            RichText::new("Tactical combat under complete tabletop rules")
                .size(17.0)
                .color(theme::FAINT),
        );
        ui.add_space(24.0);
        let mut button_over = |label: &str, below: &str| {
            // A second line needs room below the first.
            let (text, height) = match below {
                "" => (label, 44.0),
                _ => ("", 56.0),
            };
            let text = RichText::new(text).size(18.0);
            let response = ui.add(egui::Button::new(text).min_size(vec2(260.0, height)));
            if !below.is_empty() {
                let lines = [
                    (label, -9.0, 18.0, theme::TEXT),
                    (below, 13.0, 12.0, theme::FAINT),
                ];
                for (line, at, size, colour) in lines {
                    ui.painter().text(
                        response.rect.center() + vec2(0.0, at),
                        egui::Align2::CENTER_CENTER,
                        line,
                        egui::FontId::proportional(size),
                        colour,
                    );
                }
            }
            ui.add_space(4.0);
            response
        };
        let continued = if running {
            Some(button_over("Continue battle", ""))
        } else {
            unfinished.map(|save| {
                let level = content
                    .as_ref()
                    .and_then(|content| content.library.levels.get(&save.level))
                    .map_or(save.level.as_str(), |level| level.name.as_str());
                button_over("Continue", &format!("{level}, round {}", save.round))
            })
        };
        let offer = if is_first_start {
            "New here? Begin with this"
        } else {
            ""
        };
        let learn = button_over("Learn to play", offer);
        let mut button = |label: &str| button_over(label, "");
        let new_battle = button("New battle");
        let load = button("Load");
        let rules = button("Rulebook");
        let mods = button("Mods");
        let settings = button("Settings");
        let quit = button("Quit");
        let usual = if is_first_start { &learn } else { &new_battle };
        let first = continued.as_ref().unwrap_or(usual).clone();
        if continued.is_some_and(|continued| continued.clicked()) {
            if running {
                next.set(Screen::Battle);
            } else {
                resume = unfinished.map(|save| save.file.clone());
            }
        }
        if learn.clicked() {
            next.set(Screen::Lessons);
        }
        if load.clicked() {
            next.set(Screen::Saves);
        }
        if new_battle.clicked() {
            next.set(Screen::NewBattle);
        }
        if rules.clicked() {
            rulebook.write(OpenRulebook::default());
        }
        if mods.clicked() {
            next.set(Screen::Mods);
        }
        if settings.clicked() {
            next.set(Screen::Settings);
        }
        if quit.clicked() {
            exit.write(AppExit::Success);
        }
        focus_first(ui, &first);
        if store.is_some_and(|store| store.problem().is_some()) {
            let text = "Your settings could not be read; the settings screen says why.";
            ui.label(RichText::new(text).color(palette.bad()));
        }
    });
    if let (Some(file), Some(content)) = (resume, content) {
        saves.load(file, &content, false);
    }
    Ok(())
}

/// What has been read, in a line.
fn inventory(content: &Content) -> String {
    let library = &content.library;
    let mut line = format!(
        "{} levels, {} units, {} items",
        library.levels.len(),
        library.units.len(),
        library.items.len()
    );
    let broken = library.broken.len();
    if broken > 0 {
        let files = if broken == 1 { "file" } else { "files" };
        line.push_str(&format!("; {broken} {files} with errors"));
    }
    let left_out = content.collection.mods.list.iter();
    match left_out
        .filter(|found| found.state == ModState::LeftOut)
        .count()
    {
        0 => {}
        1 => line.push_str("; 1 mod left out"),
        count => line.push_str(&format!("; {count} mods left out")),
    }
    line
}
