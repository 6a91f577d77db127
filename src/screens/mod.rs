//! The screens of the game.

mod aftermath;
mod battle;
mod curtain;
mod level_preview;
mod loading;
mod new_battle;
mod pause;
mod picture;
mod popup;
mod save_notice;
mod settings;
mod title;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, PrimaryEguiContext, egui};

use crate::{
    app::AppSystems,
    input::{self, Act, Acts},
    screen::Screen,
    session::Session,
};

pub(crate) use battle::BeginBattle;
pub(crate) use new_battle::random_seed;
pub(crate) use pause::OpenPauseMenu;
#[cfg(test)]
pub(crate) use settings::Capture;
pub(crate) use settings::Capturing;

/// What the player has in front on the battle screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FrontMost {
    /// The battle itself.
    Battle,
    /// A menu: any other screen, or the pause menu.
    #[default]
    Menu,
    /// The hot-seat cover, even with the pause menu over it: nothing of the battle may be seen.
    Curtain,
}

/// Drawing of all screens that lie over the board, in the egui pass.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DrawScreens;

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
            loading::plugin,
            new_battle::plugin,
            pause::plugin,
            save_notice::plugin,
            settings::plugin,
            title::plugin,
        ));
}

fn front_most(
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    pause: Res<pause::Pause>,
    mut front: ResMut<FrontMost>,
) {
    let now = if *screen.get() != Screen::Battle {
        FrontMost::Menu
    } else if session.is_some_and(|session| session.curtain.is_some()) {
        FrontMost::Curtain
    } else if pause.is_open() {
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

/// Scrolls to a widget that keys or a gamepad have come to.
fn follow_focus(response: &egui::Response) {
    if response.gained_focus() {
        scroll_to(response);
    }
}

/// Scrolls so far that a widget is seen, at once: keys may be pressed faster than a list glides.
fn scroll_to(response: &egui::Response) {
    response.scroll_to_me_animation(None, egui::style::ScrollAnimation::none());
}
