//! What was wrong with a dice expression or a die face in a text.

/// Longest part of a refused text that the error keeps, in bytes.
const KEPT_TEXT: usize = 100;

/// A dice expression or die face that could not be read: where, what was expected, what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?}: expected {expected} at byte {offset}, found {found}")]
pub struct ParseDiceError {
    text: String,
    offset: usize,
    expected: String,
    found: String,
}

impl ParseDiceError {
    /// An error at byte `offset` of `text`, which found what stands there.
    pub(crate) fn at(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let rest = text.get(offset..).unwrap_or_default();
        let word: String = rest
            .chars()
            .take_while(|letter| letter.is_alphanumeric())
            .take(12)
            .collect();
        let found = match rest.chars().next() {
            None => "the end".to_owned(),
            Some(letter) if word.is_empty() => format!("{:?}", letter.to_string()),
            Some(_) => format!("{word:?}"),
        };
        Self::finding(text, offset, expected, found)
    }

    /// An error that says in its own words what was found.
    pub(crate) fn finding(
        text: &str,
        offset: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let mut kept = text.len().min(KEPT_TEXT);
        while !text.is_char_boundary(kept) {
            kept -= 1;
        }
        let ellipsis = if kept < text.len() { "…" } else { "" };
        Self {
            text: format!("{}{ellipsis}", &text[..kept]),
            offset,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// The refused text, cut to 100 bytes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where reading stopped, in bytes from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What could have stood there, in plain words.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What stood there instead, in plain words.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}
