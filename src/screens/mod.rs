//! The screens of the game.

mod aftermath;
mod battle;
mod curtain;
mod lessons;
mod level_preview;
mod loading;
mod mods;
mod new_battle;
mod pause;
mod picture;
mod popup;
mod problem_cards;
mod rulebook;
mod save_notice;
mod saves;
mod settings;
mod title;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, PrimaryEguiContext, egui};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    input::{self, Acts},
    screen::{DrawScreens, FrontMost, Screen},
    session::Seat,
};

pub(crate) use battle::BeginBattle;
pub(crate) use new_battle::random_seed;
#[cfg(test)]
pub(crate) use settings::Capture;
pub(crate) use settings::Capturing;

/// Adds all screens.
pub(crate) fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_resource::<FrontMost>()
        .add_systems(PreUpdate, front_most.before(input::Follow))
        .add_systems(Update, front_most.in_set(AppSystems::Present))
        .configure_sets(EguiPrimaryContextPass, DrawScreens)
        .add_plugins((
            aftermath::plugin,
            battle::plugin,
            curtain::plugin,
            lessons::plugin,
            loading::plugin,
            mods::plugin,
            new_battle::plugin,
            pause::plugin,
            rulebook::plugin,
            save_notice::plugin,
            saves::plugin,
            settings::plugin,
            title::plugin,
        ));
}

fn front_most(
    screen: Res<State<Screen>>,
    seat: Option<Res<Seat>>,
    pause: Res<pause::Pause>,
    rulebook: Res<rulebook::Reader>,
    mut front: ResMut<FrontMost>,
) {
    let now = if *screen.get() != Screen::Battle {
        FrontMost::Menu
    } else if seat.is_some_and(|seat| seat.is_covered()) {
        FrontMost::Curtain
    } else if pause.is_open() || rulebook.is_open() {
        FrontMost::Menu
    } else {
        FrontMost::Battle
    };
    front.set_if_neq(now);
}

/// The window's egui context, for systems that also put pictures on panels.
#[derive(SystemParam)]
struct Panels<'w, 's> {
    contexts: Query<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>,
}

impl Panels<'_, '_> {
    fn context(&mut self) -> Result<egui::Context> {
        Ok(self.contexts.single_mut()?.get_mut().clone())
    }
}

/// A `Ui` over the whole window, behind all panels and windows.
fn whole_window(context: &egui::Context, name: &'static str) -> egui::Ui {
    let ui = egui::Ui::new(
        context.clone(),
        egui::Id::new(name),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.viewport_rect()),
    );
    // The board of a battle that waits lies below.
    ui.painter()
        .rect_filled(ui.max_rect(), 0.0, crate::theme::BACKDROP);
    ui
}

/// Widest that a page of text and controls gets, in points.
const PAGE_WIDTH: f32 = 900.0;

/// A page over the whole window, its contents in a column in the middle; gives what they give.
fn page<T>(
    context: &egui::Context,
    name: &'static str,
    contents: impl FnOnce(&mut egui::Ui) -> T,
) -> T {
    let mut ui = whole_window(context, name);
    let frame = egui::Frame::new()
        .fill(crate::theme::BACKDROP)
        .inner_margin(24);
    let shown = egui::CentralPanel::default()
        .frame(frame)
        .show(&mut ui, |ui| {
            let margin = (ui.available_width() - PAGE_WIDTH).max(0.0) / 2.0;
            let area = ui
                .available_rect_before_wrap()
                .shrink2(egui::vec2(margin, 0.0));
            ui.scope_builder(egui::UiBuilder::new().max_rect(area), contents)
                .inner
        });
    shown.inner
}

/// Whether the player asks to leave what is in front.
fn asks_back(acts: &Acts) -> bool {
    acts.pressed_anywhere(Act::PauseMenu) || acts.pressed_anywhere(Act::Cancel)
}

/// Gives a widget the focus the first time a screen is drawn, so that keys and gamepad work from
/// there. Nothing that lies below an open list takes it.
fn focus_first(ui: &egui::Ui, response: &egui::Response) {
    let free = |memory: &egui::Memory| {
        memory.focused().is_none() && memory.allows_interaction(ui.layer_id())
    };
    if ui.memory(free) {
        response.request_focus();
    }
}

/// Scrolls to a widget when keys or a gamepad have come to it. egui tells of focus that was gained,
/// but not by arrow keys.
fn follow_focus(response: &egui::Response) {
    let followed = egui::Id::new("followed focus");
    let here = response.has_focus();
    let came = response.ctx.data_mut(|data| {
        let last: &mut Option<egui::Id> = data.get_temp_mut_or_default(followed);
        let was_here = *last == Some(response.id);
        if here != was_here {
            *last = here.then_some(response.id);
        }
        here && !was_here
    });
    if came {
        scroll_to(response);
    }
}

/// Scrolls so far that a widget is seen, at once: keys may be pressed faster than a list glides.
fn scroll_to(response: &egui::Response) {
    response.scroll_to_me_animation(None, egui::style::ScrollAnimation::none());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a frame without a window, with the keys that are pressed in it.
    pub(super) fn frame(
        context: &egui::Context,
        keys: &[egui::Key],
        draw: impl FnMut(&mut egui::Ui),
    ) {
        let event = |key, pressed| egui::Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        let events = keys
            .iter()
            .flat_map(|key| [event(*key, true), event(*key, false)])
            .collect();
        let input = egui::RawInput {
            events,
            focused: true,
            ..egui::RawInput::default()
        };
        // Nothing is shown, so textures are of no use.
        context.run_ui(input, draw).textures_delta.clear();
    }

    #[test]
    fn a_list_scrolls_along_with_the_arrow_keys() {
        let context = egui::Context::default();
        // Which line has the focus, and whether the whole of it is seen.
        let mut at = (0, false);
        let mut draw = |keys: &[egui::Key]| {
            frame(&context, keys, |ui| {
                let list = egui::ScrollArea::vertical().max_height(100.0);
                list.show(ui, |ui| {
                    for line in 0..30 {
                        let button = ui.button(format!("line {line}"));
                        focus_first(ui, &button);
                        follow_focus(&button);
                        if button.has_focus() {
                            at = (line, ui.clip_rect().contains_rect(button.rect));
                        }
                    }
                });
            });
        };
        draw(&[]);
        for _ in 0..15 {
            draw(&[egui::Key::ArrowDown]);
            draw(&[]);
        }
        // The list has scrolled some frames after it was asked to.
        for _ in 0..5 {
            draw(&[]);
        }
        assert_eq!(at, (15, true));
    }
}
