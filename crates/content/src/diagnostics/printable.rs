//! Texts of files that nobody knows, made fit for a terminal.

use crate::diagnostics::plain_text::drives;

/// The text on one line, with control characters and those that turn the direction of writing
/// replaced one for one by `�`, so that no file can drive a terminal; a tab becomes one space.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|character| shown(character, '\u{fffd}'))
        .collect()
}

/// The same for a text of several lines, which stay apart.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.chars()
        .map(|character| shown(character, '\n'))
        .collect()
}

fn shown(character: char, line_break: char) -> char {
    match character {
        '\n' => line_break,
        '\t' => ' ',
        character if drives(character) => '\u{fffd}',
        character => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_drives_a_terminal() {
        let text = "a\u{1b}[2J\tb\r\nc\u{9b}\u{7f}\u{202e}é";
        assert_eq!(
            printable(text),
            "a\u{fffd}[2J b\u{fffd}\u{fffd}c\u{fffd}\u{fffd}\u{fffd}é"
        );
        assert_eq!(
            printable_lines(text),
            "a\u{fffd}[2J b\u{fffd}\nc\u{fffd}\u{fffd}\u{fffd}é"
        );
    }
}
