//! Which units there are and which of them can be ridden, for units that begin on another one.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::{
    source::{document::Document, json_value, key_path::KeyPath},
    units::ruleset_tables::{AnyTables, Rulesets},
};

/// Longest identifier of a unit, in bytes.
const MAX_ID: usize = 64;

/// Units by id, as far as their files can be made out before they are read: units may name each
/// other, so that none can be read last.
#[derive(Clone, Debug)]
pub(crate) struct Steeds {
    rulesets: Rulesets,
    /// Under which rulesets each can be ridden.
    units: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Steeds {
    pub(crate) fn new(rulesets: &Rulesets) -> Self {
        Self {
            rulesets: rulesets.clone(),
            units: BTreeMap::new(),
        }
    }

    /// Notes the unit of a file; one that does not say its id most likely has the id that the file
    /// is named for. Of a file that is no TOML nobody knows, so it is not called a mistake to ride what
    /// it holds.
    pub(crate) fn note(&mut self, file: &Path, document: Option<&Document<'_>>) {
        let id = document.and_then(|document| document.text_at(&KeyPath::from(["id"])));
        let id = id.or_else(|| file.file_stem()?.to_str());
        let Some(id) = id.filter(|id| id.len() <= MAX_ID) else {
            return;
        };
        let document = document.filter(|document| document.syntax_errors.is_empty());
        let ridden = self.rulesets.all().filter(|tables| {
            let value = |document: &Document<'_>| {
                let table = document.get(&KeyPath::from([tables.id()]))?;
                Some(json_value::of(table.get_ref()))
            };
            document.is_none_or(|document| {
                value(document).is_some_and(|value| tables.can_be_ridden(&value))
            })
        });
        let ridden: Vec<&'static str> = ridden.map(AnyTables::id).collect();
        self.units.entry(id.to_owned()).or_default().extend(ridden);
    }

    /// Those of one ruleset.
    pub(crate) fn of(&self, ruleset: &'static str) -> SteedsOf<'_> {
        SteedsOf {
            steeds: self,
            ruleset,
        }
    }
}

/// The units that can be ridden under one ruleset.
#[derive(Clone, Copy, Debug)]
pub struct SteedsOf<'s> {
    steeds: &'s Steeds,
    ruleset: &'static str,
}

impl<'s> SteedsOf<'s> {
    /// Whether a unit can be ridden; `None` if there is no such unit.
    #[must_use]
    pub fn can_be_ridden(&self, id: &str) -> Option<bool> {
        let under = self.steeds.units.get(id)?;
        Some(under.contains(self.ruleset))
    }

    /// The ids of all that can be ridden.
    pub fn ids(&self) -> impl Iterator<Item = &'s str> {
        let ruleset = self.ruleset;
        let ridden = self.steeds.units.iter();
        let ridden = ridden.filter(move |(_, under)| under.contains(ruleset));
        ridden.map(|(id, _)| id.as_str())
    }
}
