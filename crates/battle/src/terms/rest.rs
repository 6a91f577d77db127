//! Rest between battles.

/// A way to rest between two battles: "in hospital".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// In plain words, after "weeks of rest".
    pub label: &'static str,
    /// Its effect, in a sentence.
    pub detail: &'static str,
}
