//! Saved battles: the screen to load them, and the pages of the pause menu to save and load.

mod verdict;

use std::{path::PathBuf, time::SystemTime};

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_lab::count;

use super::{asks_back, focus_first, follow_focus, page};
use crate::{
    app_systems::AppSystems,
    battle_plan::Commander,
    content::Content,
    host::Host,
    input::Acts,
    palette::Palette,
    saves::{MAX_NAME, SaveInfo, Saves, file_for, saves_folder, when},
    screen::{DrawScreens, Screen},
    session::Session,
    theme,
};

/// Why an autosave can be neither deleted nor played on.
const IN_USE: &str = "This battle is being fought in a window now";

/// What the list is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To save the battle that is being fought.
    Save,
    /// To load one.
    Load,
}

/// What the player has typed and picked.
#[derive(Resource, Debug, Default)]
pub(super) struct SaveDesk {
    /// Name for a save; empty until the list is opened to save.
    name: String,
    /// The battle and round that the name was proposed for.
    proposed: Option<(u64, u32)>,
    /// A save whose deletion waits for a second click.
    doomed: Option<PathBuf>,
    /// Whether it is asked if the save of that name shall be replaced.
    replaces: bool,
}

impl SaveDesk {
    /// The player wants to save under the name: whether that is done at once. It is asked before
    /// something is replaced.
    fn saves_at_once(&mut self, exists: bool) -> bool {
        self.replaces = exists;
        !exists
    }
}

/// What [`view`] shows and changes.
#[derive(SystemParam)]
pub(super) struct SaveParts<'w> {
    saves: ResMut<'w, Saves>,
    desk: ResMut<'w, SaveDesk>,
    content: Option<Res<'w, Content>>,
    palette: Res<'w, Palette>,
    host: Option<Res<'w, Host>>,
}

impl SaveParts<'_> {
    /// Reads the list anew and forgets what was picked; for when it is opened.
    pub(super) fn open(&mut self) {
        self.desk.doomed = None;
        self.desk.replaces = false;
        self.saves.told = None;
        self.saves.refresh();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SaveDesk>()
        .add_systems(OnEnter(Screen::Saves), |mut parts: SaveParts| parts.open())
        .add_systems(OnEnter(Screen::Title), |saves: Res<Saves>| saves.refresh())
        .add_systems(
            Update,
            back.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::Saves)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens).run_if(in_state(Screen::Saves)),
        );
    verdict::plugin(app);
}

fn back(acts: Res<Acts>, saves: Res<Saves>, mut next: ResMut<NextState<Screen>>) {
    // A verdict over the list is answered first.
    if asks_back(&acts) && saves.loaded.is_none() {
        next.set(Screen::Title);
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut parts: SaveParts,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if page(context, "saves", |ui| {
        view(ui, &mut parts, Purpose::Load, None)
    }) {
        next.set(Screen::Title);
    }
    Ok(())
}

/// Draws the list; true when the player is done.
pub(super) fn view(
    ui: &mut egui::Ui,
    parts: &mut SaveParts,
    purpose: Purpose,
    session: Option<&Session>,
) -> bool {
    let mut done = false;
    ui.horizontal(|ui| {
        ui.label(theme::heading(match purpose {
            Purpose::Save => "Save the battle",
            Purpose::Load => "Saved battles",
        }));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = ui.add(egui::Button::new("Back").min_size(vec2(110.0, 34.0)));
            let first = purpose == Purpose::Load && parts.saves.list.is_empty();
            if first {
                focus_first(ui, &button);
            }
            done = button.clicked();
        });
    });
    ui.add_space(6.0);
    if let Some(session) = session.filter(|_| purpose == Purpose::Save) {
        done |= if parts.desk.replaces {
            replace_row(ui, parts, session);
            false
        } else {
            name_row(ui, parts, session)
        };
    }
    told(ui, parts);
    ui.add_space(4.0);
    let footer = 26.0;
    let height = (ui.available_height() - footer).max(100.0);
    theme::card().show(ui, |ui| {
        egui::ScrollArea::vertical()
            .auto_shrink([false, false])
            .max_height(height - 22.0)
            .show(ui, |ui| list(ui, parts, purpose));
    });
    if let Some(folder) = saves_folder() {
        let text = format!("Kept in {}", folder.display());
        ui.add(egui::Label::new(theme::faint(text).small()).truncate());
    }
    done
}

/// The name of a new save and the button that writes it; whether the player wants to leave.
fn name_row(ui: &mut egui::Ui, parts: &mut SaveParts, session: &Session) -> bool {
    let round = session.shown.round;
    if parts.desk.proposed != Some((session.battle, round)) {
        parts.desk.proposed = Some((session.battle, round));
        parts.desk.name = format!("{}, round {round}", session.plan.setup.level.name);
    }
    let mut leaves = false;
    ui.horizontal(|ui| {
        ui.label("Name");
        let width = (ui.available_width() - 140.0).max(120.0);
        let keys = name_field(ui, &mut parts.desk.name, width);
        leaves = keys == Some(FieldKey::Leave);
        let name = parts.desk.name.trim().to_owned();
        let file = saves_folder().map(|folder| file_for(&folder, &name));
        let exists = parts
            .saves
            .list
            .iter()
            .any(|save| Some(&save.file) == file.as_ref());
        let label = if exists { "Replace..." } else { "Save" };
        let button = egui::Button::new(label).min_size(vec2(110.0, 30.0));
        let button = ui.add_enabled(!name.is_empty(), button);
        follow_focus(&button);
        let wanted = button.clicked() || keys == Some(FieldKey::Take);
        if wanted && !name.is_empty() && parts.desk.saves_at_once(exists) {
            write(parts, session);
        }
    });
    leaves
}

/// The question whether a save shall be replaced.
fn replace_row(ui: &mut egui::Ui, parts: &mut SaveParts, session: &Session) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let size = vec2(110.0, 30.0);
            let replace = ui.add(egui::Button::new("Replace it").min_size(size));
            let keep = ui.add(egui::Button::new("Keep it").min_size(size));
            focus_first(ui, &keep);
            follow_focus(&replace);
            follow_focus(&keep);
            if replace.clicked() {
                write(parts, session);
            }
            if replace.clicked() || keep.clicked() {
                parts.desk.replaces = false;
            }
            let text = format!("“{}” is saved already.", parts.desk.name.trim());
            ui.add(egui::Label::new(text).truncate());
        });
    });
}

/// Writes the battle under the name.
fn write(parts: &mut SaveParts, session: &Session) {
    let host = parts.host.as_deref();
    match host.and_then(|host| record(session, host)) {
        Some(record) => parts.saves.save(parts.desk.name.trim(), record),
        None => parts.saves.told = Some(Err("The battle has not begun yet.".to_owned())),
    }
}

/// What a key does to a field that is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldKey {
    /// Takes what is there.
    Take,
    /// Goes back. The field has the keys, so nobody else hears of it.
    Leave,
}

/// The field for the name.
fn name_field(ui: &mut egui::Ui, name: &mut String, width: f32) -> Option<FieldKey> {
    let output = egui::TextEdit::singleline(name)
        .char_limit(MAX_NAME)
        .desired_width(width)
        .show(ui);
    let field = &output.response.response;
    let pressed = |key| field.lost_focus() && ui.input(|input| input.key_pressed(key));
    let key = if pressed(egui::Key::Enter) {
        Some(FieldKey::Take)
    } else if pressed(egui::Key::Escape) {
        Some(FieldKey::Leave)
    } else {
        None
    };
    if key.is_none() {
        // To begin to type means another name, and Enter takes the one proposed.
        focus_first(ui, field);
        if field.gained_focus() && !field.is_pointer_button_down_on() {
            select_all(ui, &output);
        }
    }
    key
}

/// Selects the whole text of a field.
fn select_all(ui: &egui::Ui, field: &egui::text_edit::TextEditOutput) {
    let mut state = field.state.clone();
    let whole = egui::text::CCursorRange::select_all(&field.galley);
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), field.response.response.id);
}

/// The battle as it is saved: all of it for those who play it, and for spectators, whom the
/// simulation is ahead of, what they have seen.
fn record(session: &Session, host: &Host) -> Option<shieldwall_lab::record::BattleRecord> {
    let mut record = host.shared_record().copy()?;
    let played = session.plan.commanders.contains(&Commander::Human);
    if !played && record.choices.len() > session.choices {
        record.choices.truncate(session.choices);
        record.journal = None;
    }
    Some(record)
}

/// What came of the last saving, deleting or loading.
fn told(ui: &mut egui::Ui, parts: &SaveParts) {
    if parts.saves.loading.is_some() {
        ui.label(theme::faint("Reading and replaying it…"));
        return;
    }
    match &parts.saves.told {
        Some(Ok(text)) => {
            ui.label(RichText::new(text).color(parts.palette.good()));
        }
        Some(Err(text)) => {
            ui.label(RichText::new(text).color(parts.palette.bad()));
        }
        None => {
            ui.label(theme::faint(""));
        }
    }
}

fn list(ui: &mut egui::Ui, parts: &mut SaveParts, purpose: Purpose) {
    if parts.saves.list.is_empty() {
        ui.label(theme::faint(if parts.saves.listed {
            "Nothing is saved yet."
        } else {
            "Looking…"
        }));
        return;
    }
    let now = SystemTime::now();
    let saves = parts.saves.list.clone();
    for save in saves {
        // The autosave is the game's own.
        if purpose == Purpose::Save && save.autosave {
            continue;
        }
        row(ui, parts, purpose, &save, now);
        ui.separator();
    }
}

fn row(
    ui: &mut egui::Ui,
    parts: &mut SaveParts,
    purpose: Purpose,
    save: &SaveInfo,
    now: SystemTime,
) {
    ui.horizontal(|ui| {
        ui.set_height(44.0);
        let doomed = parts.desk.doomed.as_ref() == Some(&save.file);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = if doomed { "Really delete?" } else { "Delete" };
            let delete = ui
                .add_enabled(!save.in_use, egui::Button::new(label))
                .on_disabled_hover_text(IN_USE);
            follow_focus(&delete);
            if delete.clicked() {
                if doomed {
                    parts.saves.delete(save.file.clone());
                }
                parts.desk.doomed = (!doomed).then(|| save.file.clone());
            }
            match purpose {
                Purpose::Load => load_buttons(ui, parts, save),
                Purpose::Save => {
                    let take = ui.button("Use name");
                    follow_focus(&take);
                    if take.clicked() {
                        parts.desk.name.clone_from(&save.name);
                    }
                }
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let title = if save.set_aside {
                    "Damaged autosave".to_owned()
                } else if save.autosave {
                    let level = level_name(save, parts.content.as_deref());
                    format!("{level}, round {}", save.round)
                } else {
                    save.name.clone()
                };
                let title = RichText::new(title).strong().color(theme::TEXT);
                ui.add(egui::Label::new(title).truncate());
                let (text, colour) = match &save.problem {
                    Some(problem) if save.set_aside => (
                        format!("{}: {problem}", save.file.display()),
                        parts.palette.bad(),
                    ),
                    Some(problem) => (problem.clone(), parts.palette.bad()),
                    None => (describe(save, parts.content.as_deref(), now), theme::FAINT),
                };
                let text = RichText::new(text).color(colour).small();
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}

fn load_buttons(ui: &mut egui::Ui, parts: &mut SaveParts, save: &SaveInfo) {
    let Some(content) = parts.content.as_deref() else {
        return;
    };
    let free = save.problem.is_none() && parts.saves.loading.is_none();
    let watch = ui
        .add_enabled(free, egui::Button::new("Watch"))
        .on_hover_text(
            "Watch it from the start, step by step if you like. Until it is over it shows only what its players see",
        );
    let load = ui
        .add_enabled(
            free && !save.over && !save.in_use,
            egui::Button::new("Play on"),
        )
        .on_disabled_hover_text(if save.over {
            "This battle is over"
        } else if save.in_use {
            IN_USE
        } else {
            "It cannot be read"
        });
    if free && !save.over && !save.in_use {
        focus_first(ui, &load);
    }
    follow_focus(&watch);
    follow_focus(&load);
    if watch.clicked() || load.clicked() {
        let file = save.file.clone();
        parts.saves.load(file, content, watch.clicked());
    }
}

/// The name of the level of a save, or its id if there is no such level now.
fn level_name<'a>(save: &'a SaveInfo, content: Option<&'a Content>) -> &'a str {
    let level = content.and_then(|content| content.library.levels.get(&save.level));
    level.map_or(&save.level, |level| &level.name)
}

/// Level, ruleset, sides, round and date in a line.
fn describe(save: &SaveInfo, content: Option<&Content>, now: SystemTime) -> String {
    let library = content.map(|content| &content.library);
    let level = library.and_then(|library| library.levels.get(&save.level));
    let book = library.and_then(|library| library.rulebooks.get(&save.ruleset));
    let ruleset = book.map_or(save.ruleset.as_str(), |book| &book.title);
    let sides = level.map(|level| {
        let names: Vec<&str> = level.sides.iter().map(|side| side.name.as_str()).collect();
        names.join(" against ")
    });
    let what = if save.autosave {
        "Autosave".to_owned()
    } else {
        format!("{}, round {}", level_name(save, content), save.round)
    };
    let over = if save.over {
        Some("over".to_owned())
    } else {
        save.in_use.then(|| "being fought now".to_owned())
    };
    let choices = count(save.choices as u64, "choice");
    let parts = [
        Some(what),
        Some(ruleset.to_owned()),
        sides,
        Some(choices),
        over,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let mut text = format!("{}; {}", parts.join(", "), when(save.written, now));
    if let Some(damage) = &save.damage {
        text.push_str("; ");
        text.push_str(damage);
        if save.set_aside {
            let kept = format!(", kept as {}", save.file.display());
            text.push_str(&kept);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use egui::Key;

    use super::{super::tests::frame, *};

    #[test]
    fn the_field_of_the_name_lets_go_of_enter_and_escape() {
        for (key, expected) in [(Key::Enter, FieldKey::Take), (Key::Escape, FieldKey::Leave)] {
            let context = egui::Context::default();
            let mut name = "Ford, round 2".to_owned();
            let mut heard = Vec::new();
            for keys in [&[][..], &[], &[key], &[]] {
                frame(&context, keys, |ui| {
                    heard.extend(name_field(ui, &mut name, 200.0));
                });
            }
            assert_eq!(heard, [expected], "{key:?}");
            assert_eq!(name, "Ford, round 2");
        }
    }

    #[test]
    fn nothing_is_replaced_unasked() {
        let mut desk = SaveDesk::default();
        assert!(desk.saves_at_once(false) && !desk.replaces);
        assert!(!desk.saves_at_once(true) && desk.replaces);
    }
}
