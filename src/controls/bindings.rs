//! Which inputs do what: the defaults, what the player changed, and conflicts.

use std::collections::BTreeMap;

use bevy::prelude::{GamepadButton, KeyCode, MouseButton};
use leafwing_input_manager::prelude::InputMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{
    act::{Act, ActGroup},
    binding::{Binding, Stick},
};

/// The inputs of every action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bindings(BTreeMap<Act, Vec<Binding>>);

impl Default for Bindings {
    fn default() -> Self {
        Self(
            Act::ALL
                .into_iter()
                .map(|act| (act, defaults(act)))
                .collect(),
        )
    }
}

/// What an action is bound to unless the player says otherwise.
pub(crate) fn defaults(act: Act) -> Vec<Binding> {
    use Binding::{Key, Mouse, Pad};
    match act {
        Act::Confirm => vec![
            Key(KeyCode::Enter),
            Key(KeyCode::NumpadEnter),
            Pad(GamepadButton::South),
        ],
        Act::Cancel => vec![
            Key(KeyCode::Escape),
            Key(KeyCode::Backspace),
            Mouse(MouseButton::Right),
            Pad(GamepadButton::East),
        ],
        Act::NextOffer => vec![Key(KeyCode::KeyN), Pad(GamepadButton::RightTrigger)],
        Act::PreviousOffer => vec![Key(KeyCode::KeyP), Pad(GamepadButton::LeftTrigger)],
        Act::NextField => vec![Key(KeyCode::Semicolon)],
        Act::NextSelection => vec![Key(KeyCode::KeyR), Pad(GamepadButton::West)],
        Act::PreviousSelection => vec![Key(KeyCode::KeyQ)],
        Act::TurnLeft => vec![Key(KeyCode::BracketLeft)],
        Act::TurnRight => vec![Key(KeyCode::BracketRight)],
        Act::DrawWay => vec![Key(KeyCode::ShiftLeft), Key(KeyCode::ShiftRight)],
        Act::NextTarget => vec![Key(KeyCode::Tab), Pad(GamepadButton::RightTrigger2)],
        Act::PreviousTarget => vec![Key(KeyCode::Backquote), Pad(GamepadButton::LeftTrigger2)],
        // With Ctrl held as well, as everywhere else.
        Act::Undo => vec![Key(KeyCode::KeyU), Key(KeyCode::KeyZ)],
        Act::Always => vec![Key(KeyCode::KeyX)],
        Act::AsLastRound => vec![Key(KeyCode::KeyY)],
        Act::SameForAll => vec![Key(KeyCode::KeyK)],
        // By their first letters: fight, go, block, hold, end.
        Act::Attack => vec![Key(KeyCode::KeyF)],
        Act::Move => vec![Key(KeyCode::KeyG)],
        Act::Defend => vec![Key(KeyCode::KeyB)],
        Act::Wait => vec![Key(KeyCode::KeyH)],
        Act::Offer1 => vec![Key(KeyCode::Digit1)],
        Act::Offer2 => vec![Key(KeyCode::Digit2)],
        Act::Offer3 => vec![Key(KeyCode::Digit3)],
        Act::Offer4 => vec![Key(KeyCode::Digit4)],
        Act::Offer5 => vec![Key(KeyCode::Digit5)],
        Act::Offer6 => vec![Key(KeyCode::Digit6)],
        Act::Offer7 => vec![Key(KeyCode::Digit7)],
        Act::Offer8 => vec![Key(KeyCode::Digit8)],
        Act::Offer9 => vec![Key(KeyCode::Digit9)],
        Act::Finish => vec![
            Key(KeyCode::KeyE),
            Key(KeyCode::Digit0),
            Key(KeyCode::Numpad0),
        ],
        Act::PickCell => vec![Mouse(MouseButton::Left)],
        Act::DragBoard => vec![Mouse(MouseButton::Middle)],
        Act::CursorUp => vec![
            Key(KeyCode::ArrowUp),
            Pad(GamepadButton::DPadUp),
            Binding::Stick(Stick::LeftUp),
        ],
        Act::CursorDown => vec![
            Key(KeyCode::ArrowDown),
            Pad(GamepadButton::DPadDown),
            Binding::Stick(Stick::LeftDown),
        ],
        Act::CursorLeft => vec![
            Key(KeyCode::ArrowLeft),
            Pad(GamepadButton::DPadLeft),
            Binding::Stick(Stick::LeftLeft),
        ],
        Act::CursorRight => vec![
            Key(KeyCode::ArrowRight),
            Pad(GamepadButton::DPadRight),
            Binding::Stick(Stick::LeftRight),
        ],
        Act::PanUp => vec![Key(KeyCode::KeyW), Binding::Stick(Stick::RightUp)],
        Act::PanDown => vec![Key(KeyCode::KeyS), Binding::Stick(Stick::RightDown)],
        Act::PanLeft => vec![Key(KeyCode::KeyA), Binding::Stick(Stick::RightLeft)],
        Act::PanRight => vec![Key(KeyCode::KeyD), Binding::Stick(Stick::RightRight)],
        Act::ZoomIn => vec![
            Key(KeyCode::Equal),
            Key(KeyCode::NumpadAdd),
            Binding::WheelUp,
            Pad(GamepadButton::RightThumb),
        ],
        Act::ZoomOut => vec![
            Key(KeyCode::Minus),
            Key(KeyCode::NumpadSubtract),
            Binding::WheelDown,
            Pad(GamepadButton::LeftThumb),
        ],
        Act::CentreOnActor => vec![
            Key(KeyCode::KeyC),
            Key(KeyCode::Home),
            Pad(GamepadButton::North),
        ],
        Act::ToggleReach => vec![Key(KeyCode::KeyO)],
        Act::ToggleRanges => vec![Key(KeyCode::KeyI)],
        Act::ToggleSight => vec![Key(KeyCode::KeyV)],
        Act::ToggleThreat => vec![Key(KeyCode::KeyT)],
        Act::ToggleLegend => vec![Key(KeyCode::KeyL)],
        Act::ToggleMap => vec![Key(KeyCode::KeyM)],
        Act::ToggleLog => vec![Key(KeyCode::KeyJ)],
        Act::SpeedUp => vec![Key(KeyCode::Period)],
        Act::SpeedDown => vec![Key(KeyCode::Comma)],
        Act::SkipAnimation => vec![Key(KeyCode::Space), Pad(GamepadButton::Select)],
        Act::OpenRulebook => vec![Key(KeyCode::F1)],
        Act::PauseMenu => vec![
            Key(KeyCode::Escape),
            Key(KeyCode::F10),
            Pad(GamepadButton::Start),
        ],
        Act::Mute => vec![Key(KeyCode::F9)],
        Act::ToggleFullscreen => vec![Key(KeyCode::F11)],
    }
}

impl Bindings {
    /// The inputs of an action.
    pub(crate) fn of(&self, act: Act) -> &[Binding] {
        self.0.get(&act).map_or(&[], Vec::as_slice)
    }

    /// How to do it, for hints: the first key or mouse button, or whatever there is.
    pub(crate) fn hint(&self, act: Act) -> &'static str {
        let bindings = self.of(act);
        bindings
            .iter()
            .find(|binding| !binding.is_pad())
            .or(bindings.first())
            .map_or("", |binding| binding.label())
    }

    /// Adds an input to an action and takes it away from the actions it would clash with, which are
    /// returned.
    pub(crate) fn bind(&mut self, act: Act, binding: Binding) -> Vec<Act> {
        let clashes = self.clashes(act, binding);
        for other in &clashes {
            self.unbind(*other, binding);
        }
        let bindings = self.0.entry(act).or_default();
        if !bindings.contains(&binding) {
            bindings.push(binding);
        }
        clashes
    }

    /// Takes an input away from an action.
    pub(crate) fn unbind(&mut self, act: Act, binding: Binding) {
        if let Some(bindings) = self.0.get_mut(&act) {
            bindings.retain(|known| *known != binding);
        }
    }

    /// Back to the defaults for one action. Others lose what it gets back.
    pub(crate) fn reset(&mut self, act: Act) {
        self.0.insert(act, Vec::new());
        for binding in defaults(act) {
            self.bind(act, binding);
        }
    }

    /// Other actions with this input that could be meant at the same moment.
    pub(crate) fn clashes(&self, act: Act, binding: Binding) -> Vec<Act> {
        self.0
            .iter()
            .filter(|(other, bindings)| {
                **other != act && bindings.contains(&binding) && !may_share(act, **other)
            })
            .map(|(other, _)| *other)
            .collect()
    }

    /// The map that leafwing reads.
    pub(crate) fn input_map(&self) -> InputMap<Act> {
        let mut map = InputMap::default();
        for (act, bindings) in &self.0 {
            for binding in bindings {
                binding.enter(&mut map, *act);
            }
        }
        map
    }

    /// Every group with its actions, for the settings screen.
    pub(crate) fn groups() -> impl Iterator<Item = (ActGroup, Vec<Act>)> {
        ActGroup::ALL.into_iter().map(|group| {
            let acts = Act::ALL.into_iter().filter(|act| act.group() == group);
            (group, acts.collect())
        })
    }
}

/// Whether two actions may have the same input: back and menu share one key, because the menu only
/// opens when there is nothing to go back from.
fn may_share(a: Act, b: Act) -> bool {
    matches!(
        (a, b),
        (Act::Cancel, Act::PauseMenu) | (Act::PauseMenu, Act::Cancel)
    )
}

impl Serialize for Bindings {
    /// Only what differs from the defaults, so that better defaults reach everyone.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changed: BTreeMap<&str, &Vec<Binding>> = self
            .0
            .iter()
            .filter(|(act, bindings)| **bindings != defaults(**act))
            .map(|(act, bindings)| (act.key(), bindings))
            .collect();
        changed.serialize(serializer)
    }
}

/// An action as a key of the settings file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ActKey(Act);

impl<'de> Deserialize<'de> for ActKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Act::from_key(&key).map(Self).ok_or_else(|| {
            let known: Vec<&str> = Act::ALL.into_iter().map(Act::key).collect();
            de::Error::custom(format!(
                "there is no action `{key}`; there are: {}",
                known.join(", ")
            ))
        })
    }
}

impl<'de> Deserialize<'de> for Bindings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let changed = BTreeMap::<ActKey, Vec<Binding>>::deserialize(deserializer)?;
        let mut bindings = Self::default();
        let own: Vec<Act> = changed.keys().map(|ActKey(act)| *act).collect();
        for (ActKey(act), inputs) in changed {
            bindings.0.insert(act, inputs);
        }
        // What a player has chosen goes before defaults, which may be newer than the file.
        for act in &own {
            for binding in bindings.of(*act).to_vec() {
                let clashes = bindings.clashes(*act, binding).into_iter();
                for other in clashes.filter(|other| !own.contains(other)) {
                    bindings.unbind(other, binding);
                }
            }
        }
        Ok(bindings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_do_not_clash() {
        let bindings = Bindings::default();
        for act in Act::ALL {
            for binding in bindings.of(act) {
                assert_eq!(bindings.clashes(act, *binding), [], "{act:?} {binding}");
            }
        }
    }

    #[test]
    fn every_action_has_a_key_or_mouse_button() {
        for act in Act::ALL {
            assert!(
                defaults(act).iter().any(|binding| !binding.is_pad()),
                "{act:?}"
            );
        }
    }

    #[test]
    fn binding_takes_the_key_from_the_action_that_had_it() {
        let mut bindings = Bindings::default();
        let key = Binding::Key(KeyCode::KeyT);
        assert_eq!(bindings.bind(Act::Confirm, key), [Act::ToggleThreat]);
        assert!(bindings.of(Act::Confirm).contains(&key));
        assert!(bindings.of(Act::ToggleThreat).is_empty());
        bindings.reset(Act::ToggleThreat);
        assert_eq!(bindings.of(Act::ToggleThreat), [key]);
        assert_eq!(bindings.of(Act::Confirm), defaults(Act::Confirm));
    }

    #[test]
    fn what_was_chosen_goes_before_a_default_that_came_later() {
        let chosen: Bindings = toml::from_str("ToggleThreat = [\"Digit0\"]").expect("reads");
        let zero = Binding::Key(KeyCode::Digit0);
        assert_eq!(chosen.of(Act::ToggleThreat), [zero]);
        assert!(!chosen.of(Act::Finish).contains(&zero));
        assert_eq!(chosen.clashes(Act::ToggleThreat, zero), []);
    }

    #[test]
    fn only_changes_are_written_and_come_back() {
        let mut bindings = Bindings::default();
        assert_eq!(toml::to_string(&bindings).as_deref(), Ok(""));
        bindings.bind(Act::Confirm, Binding::Key(KeyCode::F5));
        bindings.unbind(Act::ZoomIn, Binding::WheelUp);
        let text = toml::to_string(&bindings).expect("serialises");
        assert_eq!(text.lines().count(), 2);
        assert_eq!(toml::from_str(&text), Ok(bindings));
    }
}
