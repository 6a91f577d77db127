//! Which units there are and which of them can be ridden, for units that begin on another one.

use std::{collections::BTreeMap, path::Path};

use toml::de::DeValue;

use crate::{
    document::Document,
    key_path::KeyPath,
    report::Report,
    suggestion::{self, quote},
};

/// Longest identifier of a unit, in bytes.
const MAX_ID: usize = 64;

/// Units by id, as far as their files can be made out before they are read: units may name each
/// other, so that none can be read last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steeds {
    /// Whether each can be ridden. Of a file that is no TOML nobody knows, so it is not called a
    /// mistake to ride what it holds.
    units: BTreeMap<String, bool>,
}

impl Steeds {
    /// Notes the unit of a file; one that does not say its id most likely has the id that the file
    /// is named for.
    pub(crate) fn note(&mut self, file: &Path, document: Option<&Document<'_>>) {
        let says_so = |document: &Document<'_>| {
            ["mount", "vehicle"].iter().any(|key| {
                let value = document.get(&KeyPath::from(["zones", *key]));
                value.is_some_and(|value| matches!(value.get_ref(), DeValue::Boolean(true)))
            })
        };
        let id = document.and_then(|document| document.text_at(&KeyPath::from(["id"])));
        let id = id.or_else(|| file.file_stem()?.to_str());
        let Some(id) = id.filter(|id| id.len() <= MAX_ID) else {
            return;
        };
        let ridden =
            document.is_none_or(|document| !document.syntax_errors.is_empty() || says_so(document));
        *self.units.entry(id.to_owned()).or_default() |= ridden;
    }

    /// Reports the id of a unit that there is not, or that cannot be ridden.
    pub(crate) fn check(
        &self,
        id: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) {
        match self.units.get(id) {
            Some(true) => {}
            Some(false) => report
                .error(
                    document,
                    path,
                    format!("unit {} cannot be ridden", quote(id)),
                )
                .help("a mount says `mount = true`, a vehicle `vehicle = true`".to_owned()),
            None => {
                let ridden = self.units.iter().filter(|(_, ridden)| **ridden);
                let known = ridden.map(|(id, _)| id.as_str());
                report
                    .error(document, path, format!("unknown unit {}", quote(id)))
                    .help(suggestion::help(id, known, "mounts and vehicles"));
            }
        }
    }
}
