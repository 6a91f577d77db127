//! Characters that have no business in a text: they would drive a terminal, or turn the order of
//! what is read around.

/// What kind of text a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// A name, an id, a path: line breaks and tabs are refused too.
    One,
    /// A description or a map.
    Many,
}

/// The first character that may not be in a text, and the byte at which it stands.
pub(crate) fn refused(text: &str, lines: Lines) -> Option<(usize, char)> {
    text.char_indices().find(|(_, character)| match character {
        '\n' | '\r' | '\t' => lines == Lines::One,
        character => drives(*character),
    })
}

/// Whether a character is there for its effect and not to be seen. Marks of direction, which
/// right-to-left writing needs, are not meant.
pub(crate) fn drives(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What to call such a character.
pub(crate) fn described(character: char) -> String {
    match character {
        '\n' | '\r' => "a line break".to_owned(),
        '\t' => "a tab".to_owned(),
        character if character.is_control() => {
            format!("a control character (U+{:04X})", u32::from(character))
        }
        character => format!(
            "a character that changes how text is laid out (U+{:04X})",
            u32::from(character)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_line_and_nothing_that_drives_a_terminal() {
        assert_eq!(refused("Ærik the Öld 🛡 \u{200f}", Lines::One), None);
        for bad in ["\u{1b}", "\n", "\t", "\u{9b}", "\u{202e}", "\u{2028}", "\0"] {
            assert!(refused(&format!("é{bad}b"), Lines::One).is_some_and(|(at, _)| at == 2));
        }
        assert_eq!(refused("a\r\n\tb", Lines::Many), None);
        assert_eq!(refused("a\n\u{1b}", Lines::Many), Some((2, '\u{1b}')));
    }
}
