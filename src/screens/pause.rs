//! The pause menu over a battle.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{RichText, vec2};

use super::{
    BeginBattle, focus_first,
    new_battle::random_seed,
    rulebook::Reader,
    saves::{self, Purpose, SaveParts},
    settings::{self, SettingsParts},
};
use crate::{
    app_systems::AppSystems,
    controls::Act,
    hud::PinnedRule,
    input::Acts,
    saves::Saves,
    screen::{DrawScreens, OpenPauseMenu, OpenRulebook, Screen},
    session::{Draft, Session},
    theme,
};

/// Which page of the pause menu is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Menu,
    Settings,
    Save,
    Load,
    Restart,
}

/// Whether the pause menu is open.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pause {
    page: Option<Page>,
}

impl Pause {
    /// Whether it lies over the battle. Playback stands still meanwhile.
    pub(crate) fn is_open(self) -> bool {
        self.page.is_some()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pause>()
        .add_message::<OpenPauseMenu>()
        .add_systems(
            Update,
            close
                .in_set(AppSystems::Receive)
                .run_if(on_message::<BeginBattle>),
        )
        .add_systems(
            Update,
            keys.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::Battle)),
        )
        .add_systems(OnExit(Screen::Battle), close)
        .add_systems(OnEnter(Screen::Battle), close)
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(in_state(Screen::Battle))
                .run_if(|pause: Res<Pause>, rulebook: Res<Reader>| {
                    pause.is_open() && !rulebook.is_open()
                }),
        );
}

fn close(mut pause: ResMut<Pause>) {
    pause.page = None;
}

/// Opens and closes the menu. A key that also means "back" opens it only when there is nothing to
/// go back from.
fn keys(
    mut pause: ResMut<Pause>,
    mut acts: ResMut<Acts>,
    draft: Option<Res<Draft>>,
    parts: settings::Capturing,
    mut asked: MessageReader<OpenPauseMenu>,
    saves: Res<Saves>,
    mut pinned: ResMut<PinnedRule>,
) {
    // What came of loading is answered first.
    if saves.loaded.is_some() {
        return;
    }
    if asked.read().count() > 0 && pause.page.is_none() {
        pause.page = Some(Page::Menu);
    }
    let menu = acts.pressed_anywhere(Act::PauseMenu);
    let back = acts.pressed_anywhere(Act::Cancel);
    match pause.page {
        None => {
            let drafting = draft.is_some_and(|draft| draft.offer.is_some());
            if menu && pinned.0.is_some() {
                // The rule beside the log is put away first.
                pinned.0 = None;
                acts.consume(Act::Cancel);
                acts.consume(Act::PauseMenu);
            } else if menu && !(back && drafting) {
                pause.page = Some(Page::Menu);
                acts.consume(Act::Cancel);
                acts.consume(Act::PauseMenu);
            }
        }
        Some(page) if (menu || back) && !parts.is_capturing() => {
            pause.page = (page != Page::Menu).then_some(Page::Menu);
            acts.consume(Act::Cancel);
            acts.consume(Act::PauseMenu);
        }
        Some(_) => {}
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut pause: ResMut<Pause>,
    session: Option<Res<Session>>,
    mut parts: SettingsParts,
    mut saving: SaveParts,
    mut next: ResMut<NextState<Screen>>,
    mut battles: MessageWriter<BeginBattle>,
    mut rulebook: MessageWriter<OpenRulebook>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let window = context.viewport_rect();
    egui::Modal::new(egui::Id::new("pause")).show(context, |ui| match pause.page {
        None => {}
        Some(Page::Menu) => {
            ui.set_width(300.0);
            ui.vertical_centered_justified(|ui| {
                ui.label(theme::heading("Paused"));
                if let Some(session) = &session {
                    let level = &session.plan.setup.level.name;
                    // Rounds begin with the battle, after the set-up.
                    let place = match session.shown.round {
                        0 => level.clone(),
                        round => format!("{level}, round {round}"),
                    };
                    ui.label(theme::faint(place));
                    ui.label(theme::faint(format!("Seed {}", session.plan.setup.seed)));
                }
                ui.add_space(10.0);
                let mut button = |label: &str| {
                    let text = RichText::new(label).size(17.0);
                    ui.add(egui::Button::new(text).min_size(vec2(0.0, 40.0)))
                };
                let resume = button("Resume");
                let watched = session
                    .as_ref()
                    .is_some_and(|session| session.plan.origin.replay().is_some());
                let save = (!watched).then(|| button("Save"));
                let load = button("Load");
                let rules = button("Rulebook");
                let settings = button("Settings");
                let restart = (!watched).then(|| button("Restart"));
                let leave = button("Leave for the title");
                focus_first(ui, &resume);
                if resume.clicked() {
                    pause.page = None;
                }
                if rules.clicked() {
                    rulebook.write(OpenRulebook::default());
                }
                if settings.clicked() {
                    pause.page = Some(Page::Settings);
                }
                if save.is_some_and(|save| save.clicked()) {
                    pause.page = Some(Page::Save);
                    saving.open();
                }
                if load.clicked() {
                    pause.page = Some(Page::Load);
                    saving.open();
                }
                if restart.is_some_and(|restart| restart.clicked()) {
                    pause.page = Some(Page::Restart);
                }
                if leave.clicked() {
                    next.set(Screen::Title);
                }
                ui.add_space(4.0);
                ui.label(theme::faint("The battle waits for you at the title."));
            });
        }
        Some(Page::Settings) => {
            let size = vec2(760.0_f32.min(window.width() - 60.0), window.height() - 90.0);
            ui.set_min_size(size);
            ui.set_max_size(size);
            if settings::view(ui, &mut parts) {
                pause.page = Some(Page::Menu);
            }
        }
        Some(page @ (Page::Save | Page::Load)) => {
            let size = vec2(760.0_f32.min(window.width() - 60.0), window.height() - 90.0);
            ui.set_min_size(size);
            ui.set_max_size(size);
            let purpose = if page == Page::Save {
                Purpose::Save
            } else {
                Purpose::Load
            };
            if saves::view(ui, &mut saving, purpose, session.as_deref()) {
                pause.page = Some(Page::Menu);
            }
        }
        Some(Page::Restart) => {
            ui.set_max_width(380.0);
            ui.label(theme::heading("Restart this battle?"));
            ui.add_space(6.0);
            ui.label("The same level and warbands. What has been fought so far is lost.");
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let keep = ui.button("Go on with this one");
                focus_first(ui, &keep);
                if keep.clicked() {
                    pause.page = Some(Page::Menu);
                }
                let other_dice = ui.button("Restart").on_hover_text("With other dice");
                let same_dice = ui
                    .button("Restart, same seed")
                    .on_hover_text("With the same dice: the same choices lead to the same end");
                if other_dice.clicked() || same_dice.clicked() {
                    pause.page = None;
                    if let Some(session) = &session {
                        let mut plan = session.plan.afresh();
                        if other_dice.clicked() {
                            plan.setup.seed = random_seed();
                        }
                        battles.write(BeginBattle(plan));
                    }
                }
            });
        }
    });
    Ok(())
}
