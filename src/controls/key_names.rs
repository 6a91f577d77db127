//! Names of keys.

use bevy::prelude::KeyCode;

/// The keys that can be bound, with their names in the settings file and on the screen. Those that print a letter or a
/// sign are meant by it, on any layout.
pub(super) const KEYS: [(KeyCode, &str, &str); 101] = [
    (KeyCode::KeyA, "KeyA", "A"),
    (KeyCode::KeyB, "KeyB", "B"),
    (KeyCode::KeyC, "KeyC", "C"),
    (KeyCode::KeyD, "KeyD", "D"),
    (KeyCode::KeyE, "KeyE", "E"),
    (KeyCode::KeyF, "KeyF", "F"),
    (KeyCode::KeyG, "KeyG", "G"),
    (KeyCode::KeyH, "KeyH", "H"),
    (KeyCode::KeyI, "KeyI", "I"),
    (KeyCode::KeyJ, "KeyJ", "J"),
    (KeyCode::KeyK, "KeyK", "K"),
    (KeyCode::KeyL, "KeyL", "L"),
    (KeyCode::KeyM, "KeyM", "M"),
    (KeyCode::KeyN, "KeyN", "N"),
    (KeyCode::KeyO, "KeyO", "O"),
    (KeyCode::KeyP, "KeyP", "P"),
    (KeyCode::KeyQ, "KeyQ", "Q"),
    (KeyCode::KeyR, "KeyR", "R"),
    (KeyCode::KeyS, "KeyS", "S"),
    (KeyCode::KeyT, "KeyT", "T"),
    (KeyCode::KeyU, "KeyU", "U"),
    (KeyCode::KeyV, "KeyV", "V"),
    (KeyCode::KeyW, "KeyW", "W"),
    (KeyCode::KeyX, "KeyX", "X"),
    (KeyCode::KeyY, "KeyY", "Y"),
    (KeyCode::KeyZ, "KeyZ", "Z"),
    (KeyCode::Digit0, "Digit0", "0"),
    (KeyCode::Digit1, "Digit1", "1"),
    (KeyCode::Digit2, "Digit2", "2"),
    (KeyCode::Digit3, "Digit3", "3"),
    (KeyCode::Digit4, "Digit4", "4"),
    (KeyCode::Digit5, "Digit5", "5"),
    (KeyCode::Digit6, "Digit6", "6"),
    (KeyCode::Digit7, "Digit7", "7"),
    (KeyCode::Digit8, "Digit8", "8"),
    (KeyCode::Digit9, "Digit9", "9"),
    (KeyCode::F1, "F1", "F1"),
    (KeyCode::F2, "F2", "F2"),
    (KeyCode::F3, "F3", "F3"),
    (KeyCode::F4, "F4", "F4"),
    (KeyCode::F5, "F5", "F5"),
    (KeyCode::F6, "F6", "F6"),
    (KeyCode::F7, "F7", "F7"),
    (KeyCode::F8, "F8", "F8"),
    (KeyCode::F9, "F9", "F9"),
    (KeyCode::F10, "F10", "F10"),
    (KeyCode::F11, "F11", "F11"),
    (KeyCode::F12, "F12", "F12"),
    (KeyCode::Escape, "Escape", "Esc"),
    (KeyCode::Enter, "Enter", "Enter"),
    (KeyCode::Tab, "Tab", "Tab"),
    (KeyCode::Space, "Space", "Space"),
    (KeyCode::Backspace, "Backspace", "Backspace"),
    (KeyCode::Delete, "Delete", "Delete"),
    (KeyCode::Insert, "Insert", "Insert"),
    (KeyCode::Home, "Home", "Home"),
    (KeyCode::End, "End", "End"),
    (KeyCode::PageUp, "PageUp", "Page up"),
    (KeyCode::PageDown, "PageDown", "Page down"),
    (KeyCode::ArrowUp, "ArrowUp", "Up"),
    (KeyCode::ArrowDown, "ArrowDown", "Down"),
    (KeyCode::ArrowLeft, "ArrowLeft", "Left"),
    (KeyCode::ArrowRight, "ArrowRight", "Right"),
    (KeyCode::ShiftLeft, "ShiftLeft", "Left Shift"),
    (KeyCode::ShiftRight, "ShiftRight", "Right Shift"),
    (KeyCode::ControlLeft, "ControlLeft", "Left Ctrl"),
    (KeyCode::ControlRight, "ControlRight", "Right Ctrl"),
    (KeyCode::AltLeft, "AltLeft", "Left Alt"),
    (KeyCode::AltRight, "AltRight", "Right Alt"),
    (KeyCode::CapsLock, "CapsLock", "Caps Lock"),
    (KeyCode::Backquote, "Backquote", "` (left of 1)"),
    (KeyCode::Minus, "Minus", "-"),
    (KeyCode::Equal, "Equal", "="),
    (KeyCode::BracketLeft, "BracketLeft", "["),
    (KeyCode::BracketRight, "BracketRight", "]"),
    (KeyCode::Backslash, "Backslash", "\\"),
    (
        KeyCode::IntlBackslash,
        "IntlBackslash",
        "< (beside Left Shift)",
    ),
    (KeyCode::Semicolon, "Semicolon", ";"),
    (KeyCode::Quote, "Quote", "'"),
    (KeyCode::Comma, "Comma", ","),
    (KeyCode::Period, "Period", "."),
    (KeyCode::Slash, "Slash", "/"),
    (KeyCode::Pause, "Pause", "Pause"),
    (KeyCode::ScrollLock, "ScrollLock", "Scroll Lock"),
    (KeyCode::ContextMenu, "ContextMenu", "Menu key"),
    (KeyCode::Numpad0, "Numpad0", "Num 0"),
    (KeyCode::Numpad1, "Numpad1", "Num 1"),
    (KeyCode::Numpad2, "Numpad2", "Num 2"),
    (KeyCode::Numpad3, "Numpad3", "Num 3"),
    (KeyCode::Numpad4, "Numpad4", "Num 4"),
    (KeyCode::Numpad5, "Numpad5", "Num 5"),
    (KeyCode::Numpad6, "Numpad6", "Num 6"),
    (KeyCode::Numpad7, "Numpad7", "Num 7"),
    (KeyCode::Numpad8, "Numpad8", "Num 8"),
    (KeyCode::Numpad9, "Numpad9", "Num 9"),
    (KeyCode::NumpadAdd, "NumpadAdd", "Num +"),
    (KeyCode::NumpadSubtract, "NumpadSubtract", "Num -"),
    (KeyCode::NumpadMultiply, "NumpadMultiply", "Num *"),
    (KeyCode::NumpadDivide, "NumpadDivide", "Num /"),
    (KeyCode::NumpadDecimal, "NumpadDecimal", "Num ."),
    (KeyCode::NumpadEnter, "NumpadEnter", "Num Enter"),
];

/// The key that prints a text on a US layout; `None` if none does, or if the key at this place has a name of its own
/// whatever it prints.
pub(crate) fn key_printing(text: &str, place: KeyCode) -> Option<KeyCode> {
    if find(place).is_some_and(|(_, name, _)| name.starts_with("Numpad")) {
        return None;
    }
    let mut letters = text.chars().flat_map(char::to_lowercase);
    let (letter, None) = (letters.next()?, letters.next()) else {
        return None;
    };
    let code = match letter {
        '`' => KeyCode::Backquote,
        // Beside `=` on the same key.
        '+' => KeyCode::Equal,
        _ => {
            let shown = letter.to_ascii_uppercase();
            let prints = |label: &str| label.len() == 1 && label.starts_with(shown);
            KEYS.iter().find(|(_, _, label)| prints(label))?.0
        }
    };
    Some(code)
}

/// The entry of a key; `None` for keys that cannot be bound.
pub(super) fn find(code: KeyCode) -> Option<&'static (KeyCode, &'static str, &'static str)> {
    KEYS.iter().find(|entry| entry.0 == code)
}
