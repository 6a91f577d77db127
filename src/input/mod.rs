//! Input: what can be done ([`Act`]), with which keys and buttons ([`Bindings`](crate::controls::Bindings)), and what is done
//! at this moment ([`Acts`]).
//!
//! leafwing-input-manager turns keys into actions. [`Acts`] is its answer after the window had its
//! say: while a menu, a text field or the hot-seat curtain is in front, or the pointer is over a
//! panel, nothing reaches the battle, and a key that was held through it must be let go first.

mod double_click;
mod menu_keys;
mod printed_keys;

use std::{collections::BTreeSet, mem::replace};

use bevy::{
    input::{InputSystems, mouse::AccumulatedMouseScroll},
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::{EguiContext, input::EguiWantsInput};
use leafwing_input_manager::{
    plugin::{InputManagerPlugin, InputManagerSystem},
    prelude::ActionState,
};

pub(crate) use crate::controls::Act;
use crate::controls::Binding;
pub(crate) use menu_keys::captured;

use double_click::Clicks;

use crate::{
    screen::{FrontMost, Screen},
    session::Session,
    settings::Settings,
};

/// When [`Acts`] is worked out, in `PreUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Follow;

/// What the player does in this frame. Read this, not leafwing's state.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Acts {
    pressed: BTreeSet<Act>,
    just_pressed: BTreeSet<Act>,
    /// Held while the battle was not in front; ignored until let go.
    ignored: BTreeSet<Act>,
    /// Pressed in this frame whatever is in front, for menus.
    raw: BTreeSet<Act>,
}

impl Acts {
    /// Whether it is being done.
    pub(crate) fn pressed(&self, act: Act) -> bool {
        self.pressed.contains(&act)
    }

    /// Whether it began to be done in this frame.
    pub(crate) fn just_pressed(&self, act: Act) -> bool {
        self.just_pressed.contains(&act)
    }

    /// Whether it began in this frame, whatever lies over the battle. For menus and covers.
    pub(crate) fn pressed_anywhere(&self, act: Act) -> bool {
        self.raw.contains(&act)
    }

    /// The number from 0 of the action hotkey that was pressed in this frame.
    pub(crate) fn offer(&self) -> Option<usize> {
        Act::OFFERS.iter().position(|act| self.just_pressed(*act))
    }

    /// Takes it as done: nobody later in the frame sees it begin.
    pub(crate) fn consume(&mut self, act: Act) {
        self.just_pressed.remove(&act);
        self.raw.remove(&act);
    }

    /// Takes it as not done until it is let go and begun again.
    fn ignore(&mut self, act: Act) {
        self.pressed.remove(&act);
        self.just_pressed.remove(&act);
        self.ignored.insert(act);
    }

    /// Does something, in tests.
    #[cfg(test)]
    pub(crate) fn press(&mut self, act: Act) {
        self.pressed.insert(act);
        self.just_pressed.insert(act);
        self.raw.insert(act);
    }

    /// Takes over what leafwing says. `open` says which actions may reach the battle, `menus` which
    /// may reach menus.
    fn follow(
        &mut self,
        held: &BTreeSet<Act>,
        begun: &BTreeSet<Act>,
        open: impl Fn(Act) -> bool,
        menus: impl Fn(Act) -> bool,
    ) {
        self.raw = begun.iter().copied().filter(|act| menus(*act)).collect();
        self.ignored.retain(|act| held.contains(act));
        self.pressed.clear();
        self.just_pressed.clear();
        for act in held {
            if !open(*act) {
                self.ignored.insert(*act);
            } else if !self.ignored.contains(act) {
                self.pressed.insert(*act);
                if begun.contains(act) {
                    self.just_pressed.insert(*act);
                }
            }
        }
    }
}

/// Adds input.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Act>::default())
        .init_resource::<Acts>()
        .configure_sets(
            PreUpdate,
            InputManagerSystem::Update.run_if(anything_is_held),
        )
        .add_systems(Startup, begin)
        .add_systems(
            PreUpdate,
            (
                rebind
                    .run_if(resource_exists_and_changed::<Settings>)
                    .after(InputSystems)
                    .before(InputManagerSystem::Update),
                follow
                    .in_set(InputManagerSystem::ManualControl)
                    .in_set(Follow),
            ),
        );
    menu_keys::plugin(app);
    printed_keys::plugin(app);
}

/// Whether anything is held, or has just been let go. In all other frames leafwing has nothing to work out, and it would
/// compare every key with every other one.
fn anything_is_held(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    scroll: Res<AccumulatedMouseScroll>,
    pads: Query<(), With<Gamepad>>,
    mut scrolled: Local<bool>,
) -> bool {
    let scrolls = scroll.delta != Vec2::ZERO;
    // The wheel is never let go: it only stands still in the next frame.
    let has_scrolled = replace(&mut *scrolled, scrolls);
    keys.get_pressed().len() + keys.get_just_released().len() > 0
        || mouse.get_pressed().len() + mouse.get_just_released().len() > 0
        || scrolls
        || has_scrolled
        || !pads.is_empty()
}

fn begin(mut commands: Commands, settings: Res<Settings>) {
    commands.spawn((Name::new("Input"), settings.keys.input_map()));
}

fn rebind(
    settings: Res<Settings>,
    mut maps: Query<&mut leafwing_input_manager::prelude::InputMap<Act>>,
) {
    for mut map in &mut maps {
        let wanted = settings.keys.input_map();
        if *map != wanted {
            *map = wanted;
        }
    }
}

fn follow(
    states: Query<&ActionState<Act>>,
    mut acts: ResMut<Acts>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    front: Res<FrontMost>,
    wants: Res<EguiWantsInput>,
    mut contexts: Query<&mut EguiContext>,
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    pads: Query<&Gamepad>,
    session: Option<Res<Session>>,
    time: Res<Time<Real>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut clicks: Local<Clicks>,
) {
    let Ok(state) = states.single() else { return };
    let mut held: BTreeSet<Act> = state.get_pressed().into_iter().collect();
    let mut begun: BTreeSet<Act> = state.get_just_pressed().into_iter().collect();
    // A key that went down and up again between two frames has been pressed all the same.
    let tapped = |binding: &Binding| match *binding {
        Binding::Key(key) => keys.just_pressed(key),
        Binding::Mouse(button) => mouse.just_pressed(button),
        Binding::Pad(button) => pads.iter().any(|pad| pad.just_pressed(button)),
        Binding::Stick(_) | Binding::WheelUp | Binding::WheelDown => false,
    };
    for act in Act::ALL {
        if !held.contains(&act) && settings.keys.of(act).iter().any(tapped) {
            held.insert(act);
            begun.insert(act);
        }
    }
    let battle = *screen.get() == Screen::Battle && *front == FrontMost::Battle;
    let typing = panels_take_keys(&wants, &mut contexts);
    let over_panel = wants.wants_any_pointer_input();
    let by_hand = |binding: &Binding| match *binding {
        Binding::Key(key) => keys.pressed(key) || keys.just_pressed(key),
        Binding::Pad(button) => pads
            .iter()
            .any(|pad| pad.pressed(button) || pad.just_pressed(button)),
        // Sticks never begin over a panel in any way that matters.
        Binding::Stick(_) => true,
        Binding::Mouse(_) | Binding::WheelUp | Binding::WheelDown => false,
    };
    let by_pointer = |act: Act| !settings.keys.of(act).iter().any(by_hand);
    acts.follow(
        &held,
        &begun,
        |act| {
            battle
                && if by_pointer(act) {
                    !over_panel
                } else {
                    !typing
                }
        },
        |act| !by_pointer(act) && !typing,
    );
    // Where one click is final, the second half of a double click would decide for the one who is next.
    if acts.just_pressed(Act::PickCell) {
        let at = windows.single().ok().and_then(Window::cursor_position);
        let open = double_click::open_decision(session.as_deref());
        if clicks.is_second(time.elapsed(), at, open) && !settings.confirm_before_commit {
            acts.ignore(Act::PickCell);
        }
    }
}

/// Whether keys belong to a list that has popped up or to a text field. A focused button does not
/// want them, whatever egui says.
fn panels_take_keys(wants: &EguiWantsInput, contexts: &mut Query<&mut EguiContext>) -> bool {
    wants.is_popup_open()
        || contexts
            .iter_mut()
            .any(|mut context| context.get_mut().text_edit_focused())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(acts: &[Act]) -> BTreeSet<Act> {
        acts.iter().copied().collect()
    }

    #[test]
    fn a_key_held_through_a_menu_does_not_reach_the_battle() {
        let mut acts = Acts::default();
        let enter = set(&[Act::Confirm]);
        acts.follow(&enter, &enter, |_| false, |_| true);
        assert!(acts.pressed_anywhere(Act::Confirm));
        assert!(!acts.pressed(Act::Confirm) && !acts.just_pressed(Act::Confirm));
        acts.follow(&enter, &set(&[]), |_| true, |_| true);
        assert!(!acts.pressed(Act::Confirm));
        acts.follow(&set(&[]), &set(&[]), |_| true, |_| true);
        acts.follow(&enter, &enter, |_| true, |_| true);
        assert!(acts.pressed(Act::Confirm) && acts.just_pressed(Act::Confirm));
        acts.consume(Act::Confirm);
        assert!(!acts.just_pressed(Act::Confirm));
    }

    #[test]
    fn what_is_ignored_counts_again_after_it_was_let_go() {
        let mut acts = Acts::default();
        let pick = set(&[Act::PickCell]);
        acts.follow(&pick, &pick, |_| true, |_| true);
        acts.ignore(Act::PickCell);
        assert!(!acts.pressed(Act::PickCell) && !acts.just_pressed(Act::PickCell));
        acts.follow(&pick, &set(&[]), |_| true, |_| true);
        assert!(!acts.pressed(Act::PickCell));
        acts.follow(&set(&[]), &set(&[]), |_| true, |_| true);
        acts.follow(&pick, &pick, |_| true, |_| true);
        assert!(acts.just_pressed(Act::PickCell));
    }

    #[test]
    fn hotkeys_count_from_the_first_offer() {
        let mut acts = Acts::default();
        assert_eq!(acts.offer(), None);
        acts.press(Act::Offer3);
        assert_eq!(acts.offer(), Some(2));
    }
}
