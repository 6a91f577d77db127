//! The settings screen, also shown from the pause menu.

mod keys;

use bevy::{ecs::system::SystemParam, input::mouse::MouseWheel, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};

use super::{asks_back, focus_first, page, popup::pick_one};
use crate::{
    app_systems::AppSystems,
    controls::{Act, Binding},
    input::{self, Acts},
    palette::Palette,
    screen::{DrawScreens, Screen},
    settings::{AnimationSpeed, LogDetail, PaletteKind, Settings, Store, UI_SCALES},
    sound::SoundDevice,
    theme,
};

/// Window sizes that are offered, in logical pixels.
const SIZES: [(u32, u32); 5] = [
    (1280, 720),
    (1366, 768),
    (1600, 900),
    (1920, 1080),
    (2560, 1440),
];

/// Steps of the scale.
const SCALES: [(f32, &str); 6] = [
    (0.75, "75 %"),
    (0.9, "90 %"),
    (1.0, "100 %"),
    (1.25, "125 %"),
    (1.5, "150 %"),
    (2.0, "200 %"),
];

/// The page of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Game,
    Sound,
    Window,
    Keys,
}

/// An action that waits for the player to press what it shall be bound to.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Capture {
    tab: Tab,
    waiting: Option<Act>,
    /// Frames to wait, so that the click that began it is not what is bound.
    delay: u8,
    /// An action that has waited, to whose row the keys go back.
    returning: Option<Act>,
    /// What the last binding took away from others.
    told: Option<String>,
}

/// What [`view`] shows and changes.
#[derive(SystemParam)]
pub(super) struct SettingsParts<'w, 's> {
    settings: ResMut<'w, Settings>,
    capture: ResMut<'w, Capture>,
    palette: Res<'w, Palette>,
    store: Option<ResMut<'w, Store>>,
    device: SoundDevice<'w, 's>,
}

/// Tells whether the next key is to be bound rather than obeyed.
#[derive(SystemParam)]
pub(crate) struct Capturing<'w> {
    capture: Res<'w, Capture>,
}

impl Capturing<'_> {
    /// Whether it is so.
    pub(crate) fn is_capturing(&self) -> bool {
        self.capture.waiting.is_some() || self.capture.delay > 0
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Capture>()
        .add_systems(Update, capture.in_set(AppSystems::Input))
        .add_systems(Update, mute.in_set(AppSystems::Receive))
        .add_systems(
            Update,
            back.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::Settings)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens).run_if(in_state(Screen::Settings)),
        );
}

fn back(acts: Res<Acts>, capturing: Capturing, mut next: ResMut<NextState<Screen>>) {
    if asks_back(&acts) && !capturing.is_capturing() {
        next.set(Screen::Title);
    }
}

fn mute(acts: Res<Acts>, capturing: Capturing, mut settings: ResMut<Settings>) {
    if acts.pressed_anywhere(Act::Mute) && !capturing.is_capturing() {
        settings.muted = !settings.muted;
    }
}

/// Binds what is pressed while an action waits for it. Escape gives up.
fn capture(
    mut capture: ResMut<Capture>,
    mut settings: ResMut<Settings>,
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut wheel: MessageReader<MouseWheel>,
    pads: Query<&Gamepad>,
) {
    if capture.delay > 0 {
        capture.delay -= 1;
        wheel.clear();
        return;
    }
    let Some(act) = capture.waiting else {
        wheel.clear();
        return;
    };
    let Some(binding) = input::captured(&keys, &mouse, &mut wheel, &pads) else {
        return;
    };
    capture.waiting = None;
    capture.returning = Some(act);
    // So that Escape, Enter or a click ends the waiting and does nothing else.
    capture.delay = 2;
    let gives_up =
        binding == Binding::Key(KeyCode::Escape) && !matches!(act, Act::Cancel | Act::PauseMenu);
    if gives_up {
        capture.told = None;
        return;
    }
    let taken = settings.keys.bind(act, binding);
    capture.told = (!taken.is_empty()).then(|| {
        let names: Vec<&str> = taken.iter().map(|act| act.label()).collect();
        format!("{binding} was taken from: {}.", names.join(", "))
    });
}

fn draw(
    mut contexts: EguiContexts,
    mut parts: SettingsParts,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if page(context, "settings", |ui| view(ui, &mut parts)) {
        next.set(Screen::Title);
    }
    Ok(())
}

/// Draws the settings; true when the player is done.
pub(super) fn view(ui: &mut egui::Ui, parts: &mut SettingsParts) -> bool {
    let mut edited = parts.settings.clone();
    let mut capture = parts.capture.clone();
    let mut done = false;
    ui.horizontal(|ui| {
        ui.label(theme::heading("Settings"));
        ui.add_space(16.0);
        theme::choice(
            ui,
            &mut capture.tab,
            [
                (Tab::Game, "Game"),
                (Tab::Sound, "Sound"),
                (Tab::Window, "Window"),
                (Tab::Keys, "Keys and buttons"),
            ],
        );
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = ui.add(egui::Button::new("Done").min_size(vec2(110.0, 34.0)));
            // A key that is to be bound must not press it.
            if capture.waiting.is_none() && capture.delay == 0 && capture.returning.is_none() {
                focus_first(ui, &button);
            }
            done = button.clicked();
        });
    });
    if let Some(store) = &mut parts.store {
        problems(ui, store, parts.palette.bad());
    }
    ui.add_space(10.0);
    let footer = 26.0;
    let height = (ui.available_height() - footer).max(100.0);
    theme::card().show(ui, |ui| {
        egui::ScrollArea::vertical()
            .id_salt(capture.tab as u8)
            .auto_shrink([false, false])
            .max_height(height - 22.0)
            .show(ui, |ui| match capture.tab {
                Tab::Game => game(ui, &mut edited),
                Tab::Sound => sound(ui, &mut edited, parts.device.is_missing()),
                Tab::Window => window(ui, &mut edited),
                Tab::Keys => keys::draw(ui, &mut edited.keys, &mut capture, &parts.palette),
            });
    });
    ui.horizontal(|ui| {
        let place = parts
            .store
            .as_ref()
            .and_then(|store| store.file().map(|f| f.display().to_string()));
        if let Some(place) = place {
            ui.add(egui::Label::new(theme::faint(format!("Kept in {place}")).small()).truncate());
        }
    });
    parts.settings.set_if_neq(edited);
    *parts.capture.bypass_change_detection() = capture;
    done
}

/// What is wrong with the settings file, and what can be done about it.
fn problems(ui: &mut egui::Ui, store: &mut Store, bad: egui::Color32) {
    let mut say = |problem: &str, help: Option<(&str, &str)>| {
        ui.add_space(4.0);
        ui.label(RichText::new(problem).color(bad));
        help.is_some_and(|(label, detail)| ui.button(label).on_hover_text(detail).clicked())
    };
    if let Some(problem) = store.problem() {
        let help = store
            .is_untouchable()
            .then_some(("Replace it", "Writes these settings over the file"));
        if say(problem, help) {
            store.replace();
        }
    }
    if let Some(failure) = store.save_failure() {
        let help = (
            "Try again",
            "The game also tries again by itself, at the latest when it ends",
        );
        if say(&failure, Some(help)) {
            store.retry();
        }
    }
}

/// A setting with its name to the left.
fn row(ui: &mut egui::Ui, label: &str, detail: &str, add: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(
            vec2(210.0, 28.0),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(210.0);
                ui.label(RichText::new(label).strong());
            },
        );
        ui.vertical(|ui| {
            add(ui);
            if !detail.is_empty() {
                ui.label(theme::faint(detail).small());
            }
        });
    });
    ui.add_space(10.0);
}

fn game(ui: &mut egui::Ui, settings: &mut Settings) {
    row(
        ui,
        "Animation speed",
        "Also changed during a battle.",
        |ui| {
            let all = AnimationSpeed::ALL.map(|speed| (speed, speed.label()));
            theme::choice(ui, &mut settings.animation_speed, all);
        },
    );
    row(
        ui,
        "Confirm choices",
        "Pointing at a target shows the odds. With this on, the first click only picks the target.",
        |ui| {
            ui.checkbox(
                &mut settings.confirm_before_commit,
                "Ask before a choice becomes final",
            );
        },
    );
    row(
        ui,
        "Obvious choices",
        "The only legal answer, the last combatant that can act, a stated attack. Undo takes them back.",
        |ui| {
            ui.checkbox(&mut settings.answer_obvious, "Make them for me");
        },
    );
    row(
        ui,
        "Curtain",
        "For two people at one screen. Without it the view changes at once.",
        |ui| {
            ui.checkbox(
                &mut settings.curtains,
                "Cover the board where something is secret",
            );
        },
    );
    row(
        ui,
        "Taking back",
        "Without it you can undo a choice until dice are rolled or another side acts.",
        |ui| {
            ui.checkbox(
                &mut settings.free_undo,
                "Against the computer, undo any choice",
            );
        },
    );
    row(ui, "Combat log", "", |ui| {
        theme::choice(
            ui,
            &mut settings.log_detail,
            LogDetail::ALL.map(|d| (d, d.label())),
        );
    });
    row(ui, "Camera", "", |ui| {
        ui.checkbox(&mut settings.follow, "Follow the action");
        ui.checkbox(&mut settings.close_ups, "Zoom in on the deciding blow");
        ui.checkbox(&mut settings.shake, "Shake at heavy blows");
    });
    row(ui, "Edge scrolling", "", |ui| {
        ui.checkbox(
            &mut settings.edge_scroll,
            "Move the view when the pointer is at the edge",
        );
    });
    row(
        ui,
        "Colours",
        "Sides and overlays also differ by shape and pattern, whatever the colours.",
        |ui| {
            theme::choice(
                ui,
                &mut settings.palette,
                PaletteKind::ALL.map(|k| (k, k.label())),
            );
            ui.horizontal(|ui| {
                for swatch in Palette::new(settings.palette).swatches() {
                    let (rect, response) =
                        ui.allocate_exact_size(vec2(34.0, 22.0), egui::Sense::hover());
                    ui.painter().rect_filled(rect, 4.0, swatch.egui());
                    response.on_hover_text(swatch.name);
                }
            });
        },
    );
}

fn sound(ui: &mut egui::Ui, settings: &mut Settings, no_device: bool) {
    let key = settings.keys.hint(Act::Mute);
    let switch = match key {
        "" => String::new(),
        key => format!("Also with {key}, anywhere in the game."),
    };
    row(ui, "Sound", &switch, |ui| {
        let mut on = !settings.muted;
        ui.checkbox(&mut on, "On");
        settings.muted = !on;
        if no_device {
            ui.label("No sound device was found. Connect one and start the game again.");
        }
    });
    let audible = !settings.muted;
    let mut volume = |label, detail, percent: &mut u8| {
        row(ui, label, detail, |ui| {
            let slider = egui::Slider::new(percent, 0..=100).suffix(" %");
            ui.add_enabled(audible, slider);
        });
    };
    volume(
        "Effects",
        "Steps, blows, dice, and the call when it is your turn.",
        &mut settings.effects_volume,
    );
    volume(
        "Music",
        "The theme. It is quieter during a battle.",
        &mut settings.music_volume,
    );
}

fn window(ui: &mut egui::Ui, settings: &mut Settings) {
    row(ui, "Full screen", "", |ui| {
        ui.checkbox(&mut settings.fullscreen, "Fill the whole screen");
    });
    row(ui, "Window size", "", |ui| {
        ui.add_enabled_ui(!settings.fullscreen, |ui| {
            let current = (settings.width, settings.height);
            let name = |(width, height): (u32, u32)| format!("{width} x {height}");
            let names = SIZES.map(name);
            let lines = names
                .iter()
                .zip(SIZES)
                .map(|(name, size)| (name.as_str(), size == current));
            let (_, picked) = pick_one(ui, "size", 160.0, &name(current), lines);
            if let Some(size) = picked {
                (settings.width, settings.height) = SIZES[size];
            }
        });
    });
    row(
        ui,
        "Vertical sync",
        "Off draws faster than the screen shows, for older drivers.",
        |ui| {
            ui.checkbox(&mut settings.vsync, "Wait for the screen");
        },
    );
    row(ui, "Size of panels and text", "", |ui| {
        let mut scale = SCALES
            .into_iter()
            .map(|(scale, _)| scale)
            .min_by(|a, b| {
                let off = |scale: f32| (scale - settings.ui_scale).abs();
                off(*a).total_cmp(&off(*b))
            })
            .unwrap_or(1.0);
        if theme::choice(ui, &mut scale, SCALES) {
            settings.ui_scale = scale.clamp(*UI_SCALES.start(), *UI_SCALES.end());
        }
        let used = ui.ctx().zoom_factor();
        if used + 0.01 < settings.ui_scale {
            let most = format!("This window has room for {:.0} %.", used * 100.0);
            ui.label(theme::faint(most));
        }
    });
}
