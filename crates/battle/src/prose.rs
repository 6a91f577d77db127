//! Small helpers for sentences.

/// A text with a capital letter at its beginning.
///
/// ```
/// use shieldwall_battle::capitalised;
///
/// assert_eq!(capitalised("parry with shield"), "Parry with shield");
/// ```
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
