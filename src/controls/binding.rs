//! One key, button, stick direction or wheel turn that can be bound to an action.

use std::fmt;

use bevy::prelude::{GamepadButton, KeyCode, MouseButton};
use leafwing_input_manager::{
    prelude::{GamepadControlDirection, InputMap, MouseScrollDirection},
    user_input::Buttonlike,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{act::Act, key_names};

/// A direction of a gamepad's stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Stick {
    /// Left stick up.
    LeftUp,
    /// Left stick down.
    LeftDown,
    /// Left stick left.
    LeftLeft,
    /// Left stick right.
    LeftRight,
    /// Right stick up.
    RightUp,
    /// Right stick down.
    RightDown,
    /// Right stick left.
    RightLeft,
    /// Right stick right.
    RightRight,
}

/// A physical input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binding {
    /// A key, by what it prints, or by its place on the keyboard if it prints nothing that can be bound.
    Key(KeyCode),
    /// A mouse button.
    Mouse(MouseButton),
    /// The wheel turned away from the player.
    WheelUp,
    /// The wheel turned towards the player.
    WheelDown,
    /// A gamepad button.
    Pad(GamepadButton),
    /// A gamepad stick.
    Stick(Stick),
}

/// The mouse buttons that can be bound, with their names in the settings file and on the screen.
const MOUSE: [(MouseButton, &str, &str); 5] = [
    (MouseButton::Left, "MouseLeft", "Left click"),
    (MouseButton::Right, "MouseRight", "Right click"),
    (MouseButton::Middle, "MouseMiddle", "Middle click"),
    (MouseButton::Back, "MouseBack", "Mouse back"),
    (MouseButton::Forward, "MouseForward", "Mouse forward"),
];

/// The gamepad buttons that can be bound, with their names in the file and on the screen.
pub(crate) const PAD: [(GamepadButton, &str, &str); 16] = [
    (GamepadButton::South, "PadSouth", "Pad A"),
    (GamepadButton::East, "PadEast", "Pad B"),
    (GamepadButton::West, "PadWest", "Pad X"),
    (GamepadButton::North, "PadNorth", "Pad Y"),
    (GamepadButton::LeftTrigger, "PadL1", "Pad LB"),
    (GamepadButton::RightTrigger, "PadR1", "Pad RB"),
    (GamepadButton::LeftTrigger2, "PadL2", "Pad LT"),
    (GamepadButton::RightTrigger2, "PadR2", "Pad RT"),
    (GamepadButton::LeftThumb, "PadL3", "Left stick press"),
    (GamepadButton::RightThumb, "PadR3", "Right stick press"),
    (GamepadButton::Select, "PadSelect", "Pad Back"),
    (GamepadButton::Start, "PadStart", "Pad Start"),
    (GamepadButton::DPadUp, "PadUp", "D-pad up"),
    (GamepadButton::DPadDown, "PadDown", "D-pad down"),
    (GamepadButton::DPadLeft, "PadLeft", "D-pad left"),
    (GamepadButton::DPadRight, "PadRight", "D-pad right"),
];

/// The stick directions, with their names in the file and on the screen.
pub(crate) const STICKS: [(Stick, &str, &str); 8] = [
    (Stick::LeftUp, "LeftStickUp", "Left stick up"),
    (Stick::LeftDown, "LeftStickDown", "Left stick down"),
    (Stick::LeftLeft, "LeftStickLeft", "Left stick left"),
    (Stick::LeftRight, "LeftStickRight", "Left stick right"),
    (Stick::RightUp, "RightStickUp", "Right stick up"),
    (Stick::RightDown, "RightStickDown", "Right stick down"),
    (Stick::RightLeft, "RightStickLeft", "Right stick left"),
    (Stick::RightRight, "RightStickRight", "Right stick right"),
];

impl Stick {
    /// The direction as leafwing knows it.
    const fn direction(self) -> GamepadControlDirection {
        match self {
            Self::LeftUp => GamepadControlDirection::LEFT_UP,
            Self::LeftDown => GamepadControlDirection::LEFT_DOWN,
            Self::LeftLeft => GamepadControlDirection::LEFT_LEFT,
            Self::LeftRight => GamepadControlDirection::LEFT_RIGHT,
            Self::RightUp => GamepadControlDirection::RIGHT_UP,
            Self::RightDown => GamepadControlDirection::RIGHT_DOWN,
            Self::RightLeft => GamepadControlDirection::RIGHT_LEFT,
            Self::RightRight => GamepadControlDirection::RIGHT_RIGHT,
        }
    }
}

impl Binding {
    /// Its name in the settings file; `None` for what cannot be bound.
    pub(crate) fn key(self) -> Option<&'static str> {
        match self {
            Self::Key(code) => key_names::find(code).map(|entry| entry.1),
            Self::Mouse(button) => MOUSE.iter().find(|entry| entry.0 == button).map(|e| e.1),
            Self::WheelUp => Some("WheelUp"),
            Self::WheelDown => Some("WheelDown"),
            Self::Pad(button) => PAD.iter().find(|entry| entry.0 == button).map(|e| e.1),
            Self::Stick(stick) => STICKS.iter().find(|entry| entry.0 == stick).map(|e| e.1),
        }
    }

    /// Its name on the screen.
    pub(crate) fn label(self) -> &'static str {
        let found = match self {
            Self::Key(code) => key_names::find(code).map(|entry| entry.2),
            Self::Mouse(button) => MOUSE.iter().find(|entry| entry.0 == button).map(|e| e.2),
            Self::WheelUp => Some("Wheel up"),
            Self::WheelDown => Some("Wheel down"),
            Self::Pad(button) => PAD.iter().find(|entry| entry.0 == button).map(|e| e.2),
            Self::Stick(stick) => STICKS.iter().find(|entry| entry.0 == stick).map(|e| e.2),
        };
        found.unwrap_or("?")
    }

    /// The input with this name in the settings file.
    pub(crate) fn from_key(key: &str) -> Option<Self> {
        match key {
            "WheelUp" => return Some(Self::WheelUp),
            "WheelDown" => return Some(Self::WheelDown),
            _ => {}
        }
        key_names::KEYS
            .iter()
            .find(|entry| entry.1 == key)
            .map(|entry| Self::Key(entry.0))
            .or_else(|| MOUSE.iter().find(|e| e.1 == key).map(|e| Self::Mouse(e.0)))
            .or_else(|| PAD.iter().find(|e| e.1 == key).map(|e| Self::Pad(e.0)))
            .or_else(|| STICKS.iter().find(|e| e.1 == key).map(|e| Self::Stick(e.0)))
    }

    /// Whether it belongs to a gamepad.
    pub(crate) const fn is_pad(self) -> bool {
        matches!(self, Self::Pad(_) | Self::Stick(_))
    }

    /// Enters it in the map that leafwing reads.
    pub(super) fn enter(self, map: &mut InputMap<Act>, act: Act) {
        let input: Box<dyn Buttonlike> = match self {
            Self::Key(code) => Box::new(code),
            Self::Mouse(button) => Box::new(button),
            Self::WheelUp => Box::new(MouseScrollDirection::UP),
            Self::WheelDown => Box::new(MouseScrollDirection::DOWN),
            Self::Pad(button) => Box::new(button),
            Self::Stick(stick) => Box::new(stick.direction()),
        };
        map.insert_boxed(act, input);
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl Serialize for Binding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key().unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Binding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Self::from_key(&key).ok_or_else(|| {
            de::Error::custom(format!(
                "there is no key or button `{key}`; keys are named like `KeyA`, `Digit1` or `Enter`, others like `MouseLeft`, `WheelUp`, `PadSouth` or `LeftStickUp`"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_input_is_found_by_its_name_and_no_two_share_one() {
        let all: Vec<Binding> = key_names::KEYS
            .iter()
            .map(|entry| Binding::Key(entry.0))
            .chain(MOUSE.iter().map(|entry| Binding::Mouse(entry.0)))
            .chain(PAD.iter().map(|entry| Binding::Pad(entry.0)))
            .chain(STICKS.iter().map(|entry| Binding::Stick(entry.0)))
            .chain([Binding::WheelUp, Binding::WheelDown])
            .collect();
        let mut keys = BTreeSet::new();
        let mut labels = BTreeSet::new();
        for binding in all {
            let key = binding.key().expect("a name");
            assert_eq!(Binding::from_key(key), Some(binding));
            assert!(keys.insert(key), "{key} twice");
            assert!(labels.insert(binding.label()), "{} twice", binding.label());
        }
        assert_eq!(Binding::from_key("Escpae"), None);
    }
}
