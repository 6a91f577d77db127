//! Keys and gamepads in menus: walking from button to button, and catching an input to bind.

use bevy::{
    input::{gamepad::GamepadAxis, mouse::MouseWheel},
    prelude::*,
};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

use super::binding::{Binding, PAD, STICKS, Stick};
use crate::{screen::Screen, screens::FrontMost};

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

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        (only_news, pads_press_keys, battle_keeps_its_keys)
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

/// Lets a gamepad walk through menus as the keyboard does.
fn pads_press_keys(
    screen: Res<State<Screen>>,
    front: Res<FrontMost>,
    pads: Query<&Gamepad>,
    mut inputs: Query<&mut EguiInput>,
) {
    if *screen.get() == Screen::Battle && *front == FrontMost::Battle {
        return;
    }
    for pad in &pads {
        for (button, key) in PAD_KEYS {
            for (changed, pressed) in [
                (pad.just_pressed(button), true),
                (pad.just_released(button), false),
            ] {
                if changed {
                    for mut input in &mut inputs {
                        input.events.push(egui::Event::Key {
                            key,
                            physical_key: None,
                            pressed,
                            repeat: false,
                            modifiers: egui::Modifiers::NONE,
                        });
                    }
                }
            }
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
