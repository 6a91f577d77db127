//! The units that settings and combatants may name.

use std::collections::BTreeSet;

use crate::{
    Unit,
    diagnostics::suggestion::{self, quote},
    source::{catalogue::Catalogue, key_path::KeyPath},
    units::ruleset_tables::Table,
};

/// The units that may be named in a file.
#[derive(Debug)]
pub enum NamedUnits<'c> {
    /// In a level: all there are.
    OfLibrary(&'c Catalogue<Unit>),
    /// In a case: those somebody has. Who is no unit is known by their letter, written small.
    OfCase(BTreeSet<String>),
    /// That cannot be said, because of other faults.
    Unknown,
}

impl NamedUnits<'_> {
    /// Reports the id of a unit that there is not.
    pub fn check(&self, id: &str, path: &KeyPath, table: &mut Table<'_, '_>) {
        match self {
            Self::OfLibrary(units) => {
                units.resolve(id, table.document, path, table.report);
            }
            Self::OfCase(known) if !known.contains(id) => {
                let known = known.iter().map(String::as_str);
                table
                    .report
                    .error(
                        table.document,
                        path,
                        format!("no combatant is a unit {}", quote(id)),
                    )
                    .help(suggestion::help(id, known, "units here"));
            }
            Self::OfCase(_) | Self::Unknown => {}
        }
    }
}
