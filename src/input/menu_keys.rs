//! What panels and menus get to see of keys, gamepads and clicks, and catching an input to bind.

use bevy::{
    input::{gamepad::GamepadAxis, mouse::MouseWheel},
    prelude::*,
};
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet, egui, input::EguiWantsInput};

use super::{
    double_click::{Clicks, open_decision},
    panels_take_keys,
};
use crate::{
    controls::{Binding, PAD, STICKS, Stick},
    screen::{FrontMost, Screen},
    session::Session,
    settings::Settings,
};

/// How far a stick must be pushed to count, from 0 to 1.
const STICK_THRESHOLD: f32 = 0.6;

/// Which keys of a menu a gamepad button stands for.
const PAD_KEYS: [(GamepadButton, egui::Key); 6] = [
    (GamepadButton::DPadUp, egui::Key::ArrowUp),
    (GamepadButton::DPadDown, egui::Key::ArrowDown),
    (GamepadButton::DPadLeft, egui::Key::ArrowLeft),
    (GamepadButton::DPadRight, egui::Key::ArrowRight),
    (GamepadButton::South, egui::Key::Enter),
    (GamepadButton::RightTrigger, egui::Key::Tab),
];

/// The button that leaves a list that has popped up, or a text field, as Escape does. Elsewhere it
/// goes back, which is an action that can be bound to any button.
const CLOSING: GamepadButton = GamepadButton::East;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        (
            only_news,
            held_keys_press_once,
            pads_press_keys,
            battle_keeps_its_keys,
            double_clicks_decide_once,
        )
            .chain()
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    );
}

/// The egui plugin reports the modifier keys in every frame, and egui draws again after every
/// report: that would keep a menu drawing for ever. Only changes go through.
fn only_news(mut inputs: Query<&mut EguiInput>, mut before: Local<Option<egui::Modifiers>>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(modifiers) => {
                before.replace(*modifiers) != Some(*modifiers)
            }
            _ => true,
        });
    }
}

/// egui presses a button again for every repeat of a key that is held: one key held a little long
/// would walk through several screens.
fn held_keys_press_once(keys: Res<ButtonInput<KeyCode>>, mut inputs: Query<&mut EguiInput>) {
    for mut input in &mut inputs {
        input
            .events
            .retain(|event| !is_repeat(event, |key| keys.just_pressed(key)));
    }
}

/// Whether an event is a repeat of a key that presses buttons.
fn is_repeat(event: &egui::Event, just_pressed: impl Fn(KeyCode) -> bool) -> bool {
    let egui::Event::Key {
        key, pressed: true, ..
    } = event
    else {
        return false;
    };
    match key {
        egui::Key::Enter => !just_pressed(KeyCode::Enter) && !just_pressed(KeyCode::NumpadEnter),
        egui::Key::Space => !just_pressed(KeyCode::Space),
        _ => false,
    }
}

/// The keys that a gamepad presses in a menu. `taken` says whether a list has popped up or a text
/// field is being filled in.
fn keys_of_pad(
    just_pressed: impl Fn(GamepadButton) -> bool,
    taken: bool,
) -> impl Iterator<Item = egui::Key> {
    let closing = taken.then_some((CLOSING, egui::Key::Escape));
    PAD_KEYS
        .into_iter()
        .chain(closing)
        .filter(move |(button, _)| just_pressed(*button))
        .map(|(_, key)| key)
}

fn key_event(key: egui::Key, pressed: bool) -> egui::Event {
    egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    }
}

/// Lets a gamepad walk through menus as the keyboard does.
fn pads_press_keys(
    screen: Res<State<Screen>>,
    front: Res<FrontMost>,
    wants: Res<EguiWantsInput>,
    mut contexts: Query<&mut EguiContext>,
    pads: Query<&Gamepad>,
    mut inputs: Query<&mut EguiInput>,
) {
    if *screen.get() == Screen::Battle && *front == FrontMost::Battle {
        return;
    }
    let taken = panels_take_keys(&wants, &mut contexts);
    for key in pads
        .iter()
        .flat_map(|pad| keys_of_pad(|button| pad.just_pressed(button), taken))
    {
        // Down and up at once: by the time the button is let go, another screen may be in front.
        for mut input in &mut inputs {
            input
                .events
                .extend([true, false].map(|pressed| key_event(key, pressed)));
        }
    }
}

/// On the battle screen Tab, arrows, Enter and Space belong to the battle: panels must not move
/// their focus or press a button with them.
fn battle_keeps_its_keys(
    screen: Res<State<Screen>>,
    front: Res<FrontMost>,
    mut inputs: Query<&mut EguiInput>,
) {
    if *screen.get() != Screen::Battle || *front != FrontMost::Battle {
        return;
    }
    for mut input in &mut inputs {
        input.events.retain(|event| {
            !matches!(
                event,
                egui::Event::Key {
                    key: egui::Key::Tab
                        | egui::Key::ArrowUp
                        | egui::Key::ArrowDown
                        | egui::Key::ArrowLeft
                        | egui::Key::ArrowRight
                        | egui::Key::Enter
                        | egui::Key::Space,
                    pressed: true,
                    ..
                }
            )
        });
    }
}

/// Where one click is final, the second half of a double click on a panel of the battle would press
/// whatever button the next decision has there.
fn double_clicks_decide_once(
    screen: Res<State<Screen>>,
    front: Res<FrontMost>,
    settings: Res<Settings>,
    session: Option<Res<Session>>,
    time: Res<Time<Real>>,
    mut inputs: Query<&mut EguiInput>,
    mut clicks: Local<Clicks>,
) {
    let battle = *screen.get() == Screen::Battle && *front == FrontMost::Battle;
    if !battle || settings.confirm_before_commit {
        return;
    }
    let open = open_decision(session.as_deref());
    for mut input in &mut inputs {
        input.events.retain(|event| match *event {
            egui::Event::PointerButton {
                pos,
                button: egui::PointerButton::Primary,
                pressed: true,
                ..
            } => !clicks.is_second(time.elapsed(), Some(Vec2::new(pos.x, pos.y)), open),
            _ => true,
        });
    }
}

/// The input that was pressed in this frame, to be bound; the keyboard goes first.
pub(crate) fn captured(
    keys: &ButtonInput<KeyCode>,
    mouse: &ButtonInput<MouseButton>,
    wheel: &mut MessageReader<MouseWheel>,
    pads: &Query<&Gamepad>,
) -> Option<Binding> {
    let turned = wheel.read().map(|turn| turn.y).find(|y| *y != 0.0);
    let pressed = keys
        .get_just_pressed()
        .map(|key| Binding::Key(*key))
        .chain(
            mouse
                .get_just_pressed()
                .map(|button| Binding::Mouse(*button)),
        )
        .find(|binding| binding.key().is_some());
    pressed
        .or(turned.map(|y| {
            if y > 0.0 {
                Binding::WheelUp
            } else {
                Binding::WheelDown
            }
        }))
        .or_else(|| pads.iter().find_map(captured_on_pad))
}

fn captured_on_pad(pad: &Gamepad) -> Option<Binding> {
    let button = PAD.iter().find(|entry| pad.just_pressed(entry.0));
    if let Some(entry) = button {
        return Some(Binding::Pad(entry.0));
    }
    let pushed = |stick: Stick| {
        let (axis, sign) = match stick {
            Stick::LeftUp => (GamepadAxis::LeftStickY, 1.0),
            Stick::LeftDown => (GamepadAxis::LeftStickY, -1.0),
            Stick::LeftLeft => (GamepadAxis::LeftStickX, -1.0),
            Stick::LeftRight => (GamepadAxis::LeftStickX, 1.0),
            Stick::RightUp => (GamepadAxis::RightStickY, 1.0),
            Stick::RightDown => (GamepadAxis::RightStickY, -1.0),
            Stick::RightLeft => (GamepadAxis::RightStickX, -1.0),
            Stick::RightRight => (GamepadAxis::RightStickX, 1.0),
        };
        pad.get(axis).unwrap_or(0.0) * sign > STICK_THRESHOLD
    };
    STICKS
        .iter()
        .find(|entry| pushed(entry.0))
        .map(|entry| Binding::Stick(entry.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(button: GamepadButton, taken: bool) -> Vec<egui::Key> {
        keys_of_pad(|pressed| pressed == button, taken).collect()
    }

    #[test]
    fn in_a_list_that_popped_up_a_gamepad_takes_and_leaves() {
        assert_eq!(keys(GamepadButton::South, true), [egui::Key::Enter]);
        assert_eq!(keys(GamepadButton::East, true), [egui::Key::Escape]);
        assert_eq!(keys(GamepadButton::DPadDown, true), [egui::Key::ArrowDown]);
    }

    #[test]
    fn in_a_plain_menu_going_back_is_left_to_its_action() {
        assert_eq!(keys(GamepadButton::East, false), []);
        assert_eq!(keys(GamepadButton::South, false), [egui::Key::Enter]);
    }

    #[test]
    fn a_held_key_presses_a_button_once_but_walks_on() {
        let enter = key_event(egui::Key::Enter, true);
        assert!(!is_repeat(&enter, |key| key == KeyCode::NumpadEnter));
        assert!(is_repeat(&enter, |_| false));
        assert!(!is_repeat(&key_event(egui::Key::Enter, false), |_| false));
        assert!(!is_repeat(&key_event(egui::Key::ArrowDown, true), |_| {
            false
        }));
    }
}
