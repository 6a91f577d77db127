//! From a position in a string's value back to the position in the file's text.

/// Offset within the raw text of a string, quotes included, of the byte `decoded` of its value.
///
/// Positions beyond the end give the closing quote. Text that is not a quoted string gives 0.
pub(crate) fn raw_offset(raw: &str, decoded: usize) -> usize {
    let (quotes, escapes) = if raw.starts_with("\"\"\"") {
        (3, true)
    } else if raw.starts_with("'''") {
        (3, false)
    } else if raw.starts_with('"') {
        (1, true)
    } else if raw.starts_with('\'') {
        (1, false)
    } else {
        return 0;
    };
    let mut at = quotes;
    if quotes == 3 {
        // A line break right after the opening quotes belongs to neither.
        let rest = raw.get(at..).unwrap_or_default();
        if rest.starts_with("\r\n") {
            at += 2;
        } else if rest.starts_with('\n') {
            at += 1;
        }
    }
    let end = raw.len().saturating_sub(quotes).max(at);
    let mut value = 0;
    while at < end {
        let rest = raw.get(at..end).unwrap_or_default();
        let (raw_length, value_length) = next(rest, escapes);
        // A piece without a value of its own, a line continuation, comes before what follows it.
        if value_length > 0 && decoded < value + value_length {
            return at;
        }
        at += raw_length;
        value += value_length;
    }
    end
}

/// Lengths in bytes of the first piece of `rest`: as it is written, and of its value.
fn next(rest: &str, escapes: bool) -> (usize, usize) {
    let mut characters = rest.chars();
    let Some(first) = characters.next() else {
        return (1, 1);
    };
    if !escapes || first != '\\' {
        return (first.len_utf8(), first.len_utf8());
    }
    match characters.next() {
        Some('u') => escape_code(rest, 4),
        Some('U') => escape_code(rest, 8),
        Some('x') => escape_code(rest, 2),
        Some(space) if space.is_whitespace() => {
            let rest = &rest[1..];
            (1 + rest.len() - rest.trim_start().len(), 0)
        }
        Some(letter) => (1 + letter.len_utf8(), 1),
        None => (1, 1),
    }
}

/// The same for a character written as a number of so many hexadecimal digits.
fn escape_code(rest: &str, digits: usize) -> (usize, usize) {
    let code = rest
        .get(2..2 + digits)
        .and_then(|code| u32::from_str_radix(code, 16).ok())
        .and_then(char::from_u32);
    match code {
        Some(character) => (2 + digits, character.len_utf8()),
        None => (2, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_strings_are_as_written() {
        assert_eq!(raw_offset("'abc'", 2), 3);
        assert_eq!(raw_offset("'''\nab\ncd\n'''", 3), 7);
        assert_eq!(raw_offset("'''\r\nab'''", 1), 6);
        assert_eq!(raw_offset("'a\\b'", 2), 3);
    }

    #[test]
    fn escapes_take_more_room_than_their_value() {
        assert_eq!(raw_offset(r#""a\tb""#, 2), 4);
        assert_eq!(raw_offset(r#""\u00e9b""#, 2), 7);
        assert_eq!(raw_offset("\"\"\"\na \\\n   b\"\"\"", 2), 11);
    }

    #[test]
    fn beyond_the_end_is_the_closing_quote() {
        assert_eq!(raw_offset("'abc'", 99), 4);
        assert_eq!(raw_offset("12", 1), 0);
        assert_eq!(raw_offset("'", 1), 1);
    }
}
