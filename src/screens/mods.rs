//! The mods: which there are, which are on, what they bring, and what is wrong with them.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_content::{
    BroughtMedia, Collection, Contribution, Diagnostic, MediaKind, Mod, ModState, Severity,
};

use super::{
    asks_back, focus_first, follow_focus, new_battle::two_lines, problem_cards::problem_cards,
    whole_window,
};
use crate::{
    app_systems::AppSystems,
    content::Content,
    content_loading::ContentReader,
    input::Acts,
    launch::Launch,
    palette::Palette,
    screen::{DrawScreens, Screen},
    theme,
};

/// Width of the list, in points.
const LIST_WIDTH: f32 = 330.0;
/// Height of a mod in the list, in points.
const ROW_HEIGHT: f32 = 44.0;
/// Width of a kind and an id in front of a file, in points.
const NAME_WIDTH: f32 = 210.0;

/// What has been done on this screen since it was entered.
#[derive(Resource, Debug, Default)]
struct Switchboard {
    /// Folder of the mod that is read about.
    selected: Option<PathBuf>,
    /// Mods that were switched, and to what; they change when the screen is left.
    switched: BTreeMap<String, bool>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Switchboard>()
        .add_systems(
            Update,
            back.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::Mods)),
        )
        .add_systems(OnExit(Screen::Mods), apply)
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(in_state(Screen::Mods))
                .run_if(resource_exists::<Content>),
        );
}

fn back(acts: Res<Acts>, mut next: ResMut<NextState<Screen>>) {
    if asks_back(&acts) {
        next.set(Screen::Title);
    }
}

/// What was switched takes effect.
fn apply(mut board: ResMut<Switchboard>, reader: Option<ResMut<ContentReader>>) {
    let switched = std::mem::take(&mut board.switched);
    if let Some(mut reader) = reader.filter(|_| !switched.is_empty()) {
        reader.read_again();
    }
}

/// What the screen reads and changes.
#[derive(SystemParam)]
struct Parts<'w> {
    board: ResMut<'w, Switchboard>,
    content: Res<'w, Content>,
    reader: Option<ResMut<'w, ContentReader>>,
    launch: Res<'w, Launch>,
    palette: Res<'w, Palette>,
}

fn draw(
    mut contexts: EguiContexts,
    mut parts: Parts,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut ui = whole_window(context, "mods");
    let read = std::sync::Arc::clone(&parts.content.collection);
    egui::Panel::top("mods heading")
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(12))
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                let leave = ui.button("Back");
                focus_first(ui, &leave);
                if leave.clicked() {
                    next.set(Screen::Title);
                }
                ui.add_space(8.0);
                ui.label(theme::heading("Mods"));
                if !parts.board.switched.is_empty() {
                    ui.add_space(8.0);
                    ui.label(theme::faint("Changes take effect when you go back."));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let again = ui.button("Reload");
                    if let (true, Some(reader)) = (again.clicked(), &mut parts.reader) {
                        reader.read_again();
                    }
                });
            });
        });
    egui::Panel::bottom("mods folder")
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(8))
        .show(&mut ui, |ui| {
            let folder = parts.launch.places.mods_folder.as_deref();
            let text = folder.map_or_else(
                || "No folder of mods is looked at.".to_owned(),
                |folder| format!("Mods are folders in {}", folder.display()),
            );
            ui.add(egui::Label::new(theme::faint(text).small()).truncate());
        });
    egui::Panel::left("mods list")
        .resizable(false)
        .exact_size(LIST_WIDTH)
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(10))
        .show(&mut ui, |ui| list(ui, &mut parts, &read));
    egui::CentralPanel::default()
        .frame(egui::Frame::new().fill(theme::BACKDROP).inner_margin(14))
        .show(&mut ui, |ui| {
            let bad = parts.palette.bad();
            if let Some(failure) = parts.reader.as_ref().and_then(|reader| reader.failure()) {
                let text = format!("The choice of mods could not be saved: {failure}.");
                ui.label(RichText::new(text).color(bad));
            }
            problem_cards(ui, &read.mods.problems);
            match selected(&parts.board, &read) {
                Some(found) => details(ui, found, &read, bad),
                None => nothing(ui),
            }
        });
    Ok(())
}

/// The mod that is read about: the one that was picked, or else the first.
fn selected<'a>(board: &Switchboard, read: &'a Collection) -> Option<&'a Mod> {
    let all = &read.mods.list;
    let picked = board.selected.as_ref();
    picked
        .and_then(|folder| all.iter().find(|found| found.folder == *folder))
        .or(all.first())
}

fn nothing(ui: &mut egui::Ui) {
    ui.label(theme::subheading("There are no mods."));
    ui.add_space(4.0);
    ui.label(
        "A mod is a folder with a file `mod.toml` that says what it is, and with levels, units, \
         items or terrain in folders like those of the game. Put it into the folder named below, \
         and it appears here.",
    );
}

/// The mods in the order in which they are read, each with its switch.
fn list(ui: &mut egui::Ui, parts: &mut Parts, read: &Collection) {
    let shown = selected(&parts.board, read).map(|found| found.folder.clone());
    let bad = parts.palette.bad();
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            for (number, found) in read.mods.list.iter().enumerate() {
                let row = vec2(ui.available_width(), ROW_HEIGHT);
                let centred = Layout::left_to_right(Align::Center);
                ui.allocate_ui_with_layout(row, centred, |ui| {
                    switch(ui, parts, found);
                    let (state, wrong) = state(&parts.board, read, found, number);
                    let colour = if wrong { bad } else { theme::FAINT };
                    let job = two_lines((found.title(), theme::TEXT), (&state, colour));
                    let chosen = shown.as_ref() == Some(&found.folder);
                    let width = ui.available_width();
                    let left = Layout::top_down_justified(Align::Min);
                    ui.allocate_ui_with_layout(vec2(width, ROW_HEIGHT), left, |ui| {
                        let button =
                            egui::Button::selectable(chosen, job).min_size(vec2(0.0, ROW_HEIGHT));
                        let button = ui.add(button);
                        follow_focus(&button);
                        if button.clicked() {
                            parts.board.selected = Some(found.folder.clone());
                        }
                    });
                });
            }
        });
}

/// The switch of a mod.
fn switch(ui: &mut egui::Ui, parts: &mut Parts, found: &Mod) {
    let mut on = is_on(&parts.board, found);
    let switch = egui::Checkbox::without_text(&mut on);
    let response = ui.add_enabled(!found.named, switch);
    follow_focus(&response);
    let response = response
        .on_hover_text("Whether this mod is used")
        .on_disabled_hover_text("Named on the command line: on for as long as the game runs");
    if !response.changed() {
        return;
    }
    let before = found.state != ModState::Off;
    if on == before {
        parts.board.switched.remove(&found.id);
    } else {
        parts.board.switched.insert(found.id.clone(), on);
    }
    if let Some(reader) = &mut parts.reader {
        reader.switch(&found.id, on);
    }
}

/// Whether a mod is on, or will be.
fn is_on(board: &Switchboard, found: &Mod) -> bool {
    let switched = board.switched.get(&found.id).copied();
    switched.unwrap_or(found.state != ModState::Off)
}

/// How a mod stands, in a line; and whether something is wrong with it.
fn state(board: &Switchboard, read: &Collection, found: &Mod, number: usize) -> (String, bool) {
    if let Some(on) = board.switched.get(&found.id) {
        let to = if *on { "on" } else { "off" };
        return (format!("Will be {to}"), false);
    }
    let told = read.problems_of(found);
    let warnings_only = !told.is_empty() && told.iter().all(|one| is_warning(one));
    let what = if warnings_only { "warning" } else { "problem" };
    let problems = match told.len() {
        0 => String::new(),
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    match found.state {
        ModState::Off => ("Off".to_owned(), false),
        ModState::LeftOut => (format!("Left out: {problems}"), true),
        ModState::On if problems.is_empty() => {
            (format!("On, number {} in order", number + 1), false)
        }
        ModState::On => (format!("On, with {problems}"), !warnings_only),
    }
}

/// All about one mod.
fn details(ui: &mut egui::Ui, found: &Mod, read: &Collection, bad: egui::Color32) {
    egui::ScrollArea::vertical()
        .id_salt(&found.folder)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.label(theme::heading(found.title()));
            let id = &found.id;
            ui.label(theme::faint(match &found.manifest {
                Some(manifest) => format!("{id}, version {}", manifest.version),
                None => id.clone(),
            }));
            ui.add_space(4.0);
            if let Some(manifest) = &found.manifest {
                ui.label(&manifest.description);
                ui.add_space(4.0);
                let list = |ids: Vec<&str>| (!ids.is_empty()).then(|| ids.join(", "));
                fact(ui, "Made for version:", manifest.game.clone());
                fact(ui, "Needs:", list(manifest.after().collect()));
                fact(ui, "Conflicts with:", list(manifest.conflicts().collect()));
            }
            fact(ui, "Folder:", Some(found.folder.display().to_string()));
            problems(ui, found, read, bad);
            brought(ui, found, read);
        });
}

fn fact(ui: &mut egui::Ui, label: &str, text: Option<String>) {
    let Some(text) = text else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.label(RichText::new(label).strong());
        ui.label(text);
    });
}

/// Whether something is only to be looked at and leaves nothing out.
fn is_warning(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Warning
}

fn problems(ui: &mut egui::Ui, found: &Mod, read: &Collection, bad: egui::Color32) {
    let problems = read.problems_of(found);
    if problems.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let warnings_only = problems.iter().all(|one| is_warning(one));
    let text = match found.state {
        ModState::LeftOut => "This mod is left out, because something is wrong with it:",
        ModState::On if warnings_only => "It is used, but this should be looked at:",
        ModState::On => "These parts of it are left out, because they have errors:",
        ModState::Off => "Something is wrong with this mod:",
    };
    let text = RichText::new(text);
    ui.label(if warnings_only { text } else { text.color(bad) });
    ui.add_space(4.0);
    problem_cards(ui, problems);
}

/// What a mod adds and overrides, and what it has in common with other mods.
fn brought(ui: &mut egui::Ui, found: &Mod, read: &Collection) {
    if found.state == ModState::Off {
        ui.add_space(8.0);
        ui.label(theme::faint("Turn it on to see what it adds."));
    }
    if found.state != ModState::On {
        return;
    }
    let (new, others): (Vec<_>, Vec<_>) = read
        .brought_by(&found.id)
        .partition(|new| new.replaced.is_none());
    for (title, list) in [("Adds", new), ("Overrides", others)] {
        if list.is_empty() {
            continue;
        }
        ui.add_space(8.0);
        ui.label(theme::subheading(title));
        for one in list {
            contribution(ui, one, &found.folder);
        }
    }
    for (title, kind) in [
        ("Pictures", MediaKind::Picture),
        ("Sounds", MediaKind::Sound),
    ] {
        let media = read.media_of(found).filter(|new| new.kind == kind);
        let media: Vec<BroughtMedia<'_>> = media.collect();
        if media.is_empty() {
            continue;
        }
        ui.add_space(8.0);
        ui.label(theme::subheading(title));
        for one in &media {
            let of = one.replaced.map(|replaced| replaced.owner.as_deref());
            let text = match of {
                None => "one more of its kind".to_owned(),
                Some(of) => format!("in place of that of {}", of.unwrap_or("the game")),
            };
            row(ui, one.name, text);
        }
    }
    let conflicts = read.conflicts();
    let mut own = conflicts
        .iter()
        .filter(|conflict| conflict.winner == found.id || conflict.loser == found.id)
        .peekable();
    if own.peek().is_some() {
        ui.add_space(8.0);
        ui.label(theme::subheading("Shared with other mods"));
    }
    for conflict in own {
        ui.label(format!(
            "{} {}: that of {} is used, not that of {}, because {}.",
            conflict.kind.one(),
            conflict.id,
            conflict.winner,
            conflict.loser,
            conflict.reason.replace('`', "\"")
        ));
    }
}

fn contribution(ui: &mut egui::Ui, one: &Contribution, folder: &Path) {
    let file = one.file.strip_prefix(folder).unwrap_or(&one.file).display();
    let mut text = file.to_string();
    if let Some(replaced) = &one.replaced {
        let of = replaced.owner.as_deref().unwrap_or("the game");
        text.push_str(&format!(", in place of that of {of}"));
    }
    if !one.usable {
        text.push_str("; not used, it has errors");
    }
    row(ui, &format!("{} {}", one.kind.one(), one.id), text);
}

/// A name, and what there is to say about it.
fn row(ui: &mut egui::Ui, name: &str, text: String) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(NAME_WIDTH, 18.0), left, |ui| {
            ui.set_min_width(NAME_WIDTH);
            ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
        });
        ui.add(egui::Label::new(theme::faint(text)).truncate());
    });
}
