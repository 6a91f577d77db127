//! Keys count by what they print, not by their place: on any layout the key that prints a `z` is the key Z of the
//! bindings and of their labels. A key that prints nothing that can be bound counts by its place.

use bevy::{
    input::{
        ButtonState, InputSystems,
        keyboard::{Key, KeyboardInput},
    },
    platform::collections::HashMap,
    prelude::*,
};

use crate::controls::key_printing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, count_by_print.before(InputSystems));
}

/// Gives every keyboard message the code of the key that prints the same on a US layout. A key that is held keeps its
/// code, whatever it would print in between.
fn count_by_print(
    mut messages: MessageMutator<KeyboardInput>,
    mut held: Local<HashMap<KeyCode, KeyCode>>,
) {
    for message in messages.read() {
        let place = message.key_code;
        message.key_code = match message.state {
            ButtonState::Pressed => *held.entry(place).or_insert_with(|| counted(message)),
            ButtonState::Released => held.remove(&place).unwrap_or(place),
        };
    }
}

/// The code that a key counts as.
fn counted(pressed: &KeyboardInput) -> KeyCode {
    match &pressed.logical_key {
        Key::Character(text) => key_printing(text, pressed.key_code).unwrap_or(pressed.key_code),
        _ => pressed.key_code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses keys at these places which print these texts, then lets go of them; which are held in between.
    fn held(keys: &[(KeyCode, &str)]) -> Vec<KeyCode> {
        let mut app = App::new();
        app.add_plugins((bevy::input::InputPlugin, plugin));
        let message = |(key_code, text): &(KeyCode, &str), state| KeyboardInput {
            key_code: *key_code,
            logical_key: Key::Character((*text).into()),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        for key in keys {
            app.world_mut()
                .write_message(message(key, ButtonState::Pressed));
            app.update();
        }
        let pressed = app.world().resource::<ButtonInput<KeyCode>>().get_pressed();
        let mut pressed: Vec<KeyCode> = pressed.copied().collect();
        pressed.sort();
        for (place, _) in keys {
            // It may print something else by the time it is let go.
            app.world_mut()
                .write_message(message(&(*place, "?"), ButtonState::Released));
            app.update();
        }
        let left = app.world().resource::<ButtonInput<KeyCode>>();
        assert_eq!(left.get_pressed().count(), 0);
        pressed
    }

    #[test]
    fn keys_count_by_what_they_print() {
        use KeyCode::*;
        for (place, prints, counts) in [
            // US.
            (KeyZ, "z", KeyZ),
            (KeyZ, "Z", KeyZ),
            (Digit1, "!", Digit1),
            (Equal, "+", Equal),
            // German.
            (KeyY, "z", KeyZ),
            (KeyZ, "y", KeyY),
            (Slash, "-", Minus),
            (Digit8, "[", BracketLeft),
            (Semicolon, "ö", Semicolon),
            // French.
            (KeyW, "z", KeyZ),
            (KeyQ, "A", KeyA),
            (Digit1, "&", Digit1),
            (Digit1, "1", Digit1),
            (KeyM, ",", Comma),
            // Russian.
            (KeyZ, "я", KeyZ),
            // Keys for numbers have names of their own.
            (Numpad1, "1", Numpad1),
        ] {
            assert_eq!(held(&[(place, prints)]), [counts], "{place:?} {prints}");
        }
        assert_eq!(held(&[(KeyY, "z"), (KeyZ, "y")]), [KeyY, KeyZ]);
    }
}
