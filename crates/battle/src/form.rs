//! Forms: the fields of an offer together, where an option of one can shut others.

use crate::field::{Field, FieldOption, Fields};

/// A field that an option of another one shuts: it has its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shut<'a> {
    /// The field that is shut.
    pub key: &'static str,
    /// The field that shuts it.
    pub by: &'a Field,
    /// The option chosen there.
    pub option: &'a FieldOption,
}

impl Shut<'_> {
    /// The reason, in plain words: "Movement: rooted rules it out".
    #[must_use]
    pub fn reason(&self) -> String {
        format!("{}: {} rules it out", self.by.label, self.option.label)
    }
}

/// The fields that options shut with what is chosen. An option shuts fields after its own, unless its own is shut.
#[must_use]
pub(crate) fn shut<'a>(fields: &'a [Field], chosen: &Fields) -> Vec<Shut<'a>> {
    let mut shut: Vec<Shut<'a>> = Vec::new();
    for (place, by) in fields.iter().enumerate() {
        if shut.iter().any(|shut| shut.key == by.key) {
            continue;
        }
        let value = chosen.get(by.key);
        let Some(option) = value.and_then(|value| by.option_of(value)) else {
            continue;
        };
        let after = fields[place + 1..].iter().map(|field| field.key);
        let shuts = after.filter(|key| option.shuts.contains(key));
        shut.extend(shuts.map(|key| Shut { key, by, option }));
    }
    shut
}
