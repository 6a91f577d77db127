//! Characters that have no business in a text: they would drive a terminal, turn the order of
//! what is read around, or make two texts look the same that are not.

/// What kind of text a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// A name, an id, a path: line breaks and tabs are refused too.
    One,
    /// A description or a map.
    Many,
}

/// The first character that may not be in a text, and the byte at which it stands: the first of all if nothing can be
/// seen of the text.
pub(crate) fn refused(text: &str, lines: Lines) -> Option<(usize, char)> {
    if is_blank(text) {
        return text.char_indices().next();
    }
    let mut before = 'a';
    text.char_indices().find(|&(_, character)| {
        let before = std::mem::replace(&mut before, character);
        match character {
            '\n' | '\r' | '\t' => lines == Lines::One,
            // They join or part the letters of many scripts, but none of those that ASCII knows.
            '\u{200c}' | '\u{200d}' => before.is_ascii(),
            character => drives(character) || takes_no_room(character),
        }
    })
}

/// True for a text of which nothing can be seen; not for none at all.
pub(crate) fn is_blank(text: &str) -> bool {
    let unseen = |character: char| {
        character.is_whitespace()
            || takes_no_room(character)
            || matches!(character, '\u{200c}'..='\u{200f}' | '\u{2800}' | '\u{3164}')
    };
    !text.is_empty() && text.chars().all(unseen)
}

/// True for a character that takes no room.
fn takes_no_room(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
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
        character if takes_no_room(character) || matches!(character, '\u{200c}' | '\u{200d}') => {
            format!("an invisible character (U+{:04X})", u32::from(character))
        }
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
        for seen in ["می\u{200c}خواهم", "👩\u{200d}🌾", ""] {
            assert_eq!(refused(seen, Lines::One), None);
        }
        for unseen in [
            " ",
            "\u{a0}\u{a0}",
            "\u{200b}",
            "\u{200d}",
            "a\u{200b}b",
            "a\u{200d}b",
        ] {
            assert!(refused(unseen, Lines::One).is_some(), "{unseen:?}");
        }
        assert_eq!(refused("a\r\n\tb", Lines::Many), None);
        assert_eq!(refused("a\n\u{1b}", Lines::Many), Some((2, '\u{1b}')));
    }
}
