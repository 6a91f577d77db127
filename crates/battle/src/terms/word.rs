//! A word of a ruleset: its key, its role, and what people read and see of it.

use std::{borrow::Cow, fmt, hash, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// What a ruleset says of one of its words. Rulesets keep them in constants.
#[derive(Debug, PartialEq, Eq)]
pub struct Term<R: 'static> {
    /// What it is to everything that knows no rules. It comes first, so that words are told apart by it before
    /// any text is compared.
    pub role: R,
    /// Its name in files, on the command line and in the journal.
    pub key: &'static str,
    /// Name of its icon, that of a file in `assets/art/icons`; empty if it has none.
    pub icon: &'static str,
    /// Words for the log, to follow a name: "dodges"; empty where the log needs none.
    pub log: &'static str,
    /// Words for the log when it is over, to follow a name; empty where "is no longer" with the key will do.
    pub end: &'static str,
    /// What it means, in a sentence; empty where it needs no explanation.
    pub help: &'static str,
}

impl<R: Copy> Term<R> {
    /// A term of which people read no more than its key.
    #[must_use]
    pub const fn new(key: &'static str, role: R) -> Self {
        Self {
            key,
            role,
            icon: "",
            log: "",
            end: "",
            help: "",
        }
    }

    /// The same with an icon.
    #[must_use]
    pub const fn icon(self, icon: &'static str) -> Self {
        Self { icon, ..self }
    }

    /// The same with words for the log.
    #[must_use]
    pub const fn log(self, log: &'static str) -> Self {
        Self { log, ..self }
    }

    /// The same with words for the log when it is over.
    #[must_use]
    pub const fn end(self, end: &'static str) -> Self {
        Self { end, ..self }
    }

    /// The same with an explanation.
    #[must_use]
    pub const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// A word of a ruleset: written as its key, copied like a number. Everything above the rulesets goes by its
/// [role](Term::role) and shows its words and icon; nothing there compares keys.
#[derive(Debug, PartialEq, Eq)]
pub struct Word<R: 'static>(pub &'static Term<R>);

impl<R: PartialEq> Word<R> {
    /// Whether it is the same word, as `==` says, but quicker where it mostly is: no text is compared then.
    #[must_use]
    pub fn is(self, other: Self) -> bool {
        std::ptr::eq(self.0, other.0) || self == other
    }
}

impl<R> Clone for Word<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Word<R> {}

impl<R> Deref for Word<R> {
    type Target = Term<R>;

    fn deref(&self) -> &Term<R> {
        self.0
    }
}

impl<R> fmt::Display for Word<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

impl<R: PartialEq> hash::Hash for Word<R> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl<R: Eq> PartialOrd for Word<R> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Eq> Ord for Word<R> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(other.key)
    }
}

impl<R> Serialize for Word<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key)
    }
}

impl<R> JsonSchema for Word<R> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Word")
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}
