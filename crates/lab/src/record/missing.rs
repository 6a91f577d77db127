//! Content that a record needs and that is not there.

use std::sync::Arc;

use shieldwall_content::{FileKind, Library};

use crate::{LabError, record::fault::RecordError};

impl RecordError {
    /// That something does not exist, or that its file has errors.
    pub(super) fn missing(library: &Arc<Library>, what: &'static str, id: &str) -> Self {
        let (kind, known): (_, Vec<&str>) = match what {
            "level" => (
                Some(FileKind::Level),
                library.levels.keys().map(String::as_str).collect(),
            ),
            "unit" => (
                Some(FileKind::Unit),
                library.units.keys().map(String::as_str).collect(),
            ),
            _ => {
                let rulesets = shieldwall_rulesets::all();
                (None, rulesets.iter().map(|ruleset| ruleset.id()).collect())
            }
        };
        let broken = kind
            .into_iter()
            .flat_map(|kind| library.broken_of(kind))
            .find(|file| file.id.as_deref() == Some(id));
        let error = match broken {
            Some(file) => {
                let problems: Vec<String> =
                    file.diagnostics.iter().map(ToString::to_string).collect();
                LabError::Broken {
                    what,
                    id: id.to_owned(),
                    problems: problems.join("\n"),
                }
            }
            None => LabError::unknown(what, id, known),
        };
        Self::Content(Box::new(error))
    }
}
