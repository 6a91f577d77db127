//! A text of several lines whose closing quotes are missing.
//!
//! Its end is then taken from where the next one begins, so that the parser stumbles over every line
//! behind it. What the author wants to know is where it was opened.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

/// The quotes that open a text which was not closed, and the byte where its text goes over into
/// something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnclosedText {
    /// The opening quotes.
    pub(crate) opening: Range<usize>,
    /// Where the key stands that the text has swallowed; `None` if it has swallowed no other text.
    pub(crate) swallowed: Option<usize>,
}

/// The first text of several lines that was not closed. Only asked of a file that is not TOML: a
/// text may well end with `key =`.
pub(crate) fn first(text: &str) -> Option<UnclosedText> {
    Source::new(text).lex().find_map(|token| {
        let quotes = match token.kind() {
            TokenKind::MlBasicString => "\"\"\"",
            TokenKind::MlLiteralString => "'''",
            _ => return None,
        };
        let start = token.span().start();
        let raw = text.get(start..token.span().end())?;
        let opening = start..start + quotes.len();
        let inner = raw.get(quotes.len()..)?;
        let Some(inner) = inner.strip_suffix(quotes) else {
            return Some(UnclosedText {
                opening,
                swallowed: None,
            });
        };
        let line = inner.rfind('\n').map_or(0, |newline| newline + 1);
        is_key_with_equals(&inner[line..]).then(|| UnclosedText {
            swallowed: Some(opening.end + line),
            opening,
        })
    })
}

/// Whether a line reads `key = `, as before the opening quotes of a text.
fn is_key_with_equals(line: &str) -> bool {
    line.trim().strip_suffix('=').is_some_and(|key| {
        let key = key.trim();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.\"'".contains(c);
        !key.is_empty() && key.chars().all(is_plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_quotes_are_found() {
        let text = "a = 1\nmap = \"\"\"\n##\ndeployment = \"\"\"\nrb\n\"\"\"\n";
        let found = first(text).map(|found| (found.opening, found.swallowed));
        assert_eq!(found, Some((12..15, Some(19))));
        let text = "map = '''\n##\n";
        let found = first(text).map(|found| (found.opening, found.swallowed));
        assert_eq!(found, Some((6..9, None)));
    }

    #[test]
    fn closed_texts_are_no_matter() {
        assert_eq!(
            first("map = \"\"\"\n##\n\"\"\"\nb = '''x'''\nc = \"\"\n"),
            None
        );
        assert_eq!(first("a = [\n"), None);
    }
}
