//! What is named on the command line, found in the content, or said what there is.

use std::sync::Arc;

use shieldwall_battle::{Ruleset, UnitEntry};
use shieldwall_content::{Collection, ContentRoot, FileKind, Level, Library, Mod, ModState, Unit};

use crate::LabError;

/// The ruleset with this id.
///
/// # Errors
/// If there is none.
pub fn ruleset(id: &str) -> Result<Arc<dyn Ruleset>, LabError> {
    shieldwall_rulesets::by_id(id).ok_or_else(|| {
        let all = shieldwall_rulesets::all();
        LabError::unknown("ruleset", id, all.iter().map(|ruleset| ruleset.id()))
    })
}

/// The id of the ruleset that is meant where none is named: that of the first in the list.
pub(crate) fn default_ruleset() -> String {
    let all = shieldwall_rulesets::all();
    let first = all.first();
    first.map_or_else(String::new, |ruleset| ruleset.id().to_owned())
}

/// The level with this id.
///
/// # Errors
/// If there is none, or its file has errors.
pub fn level<'a>(library: &'a Library, id: &str) -> Result<&'a Arc<Level>, LabError> {
    if let Some(level) = library.levels.get(id) {
        return Ok(level);
    }
    broken(library, FileKind::Level, "level", id)?;
    let known = library.levels.keys().map(String::as_str);
    Err(LabError::unknown("level", id, known))
}

/// The unit with this id.
///
/// # Errors
/// If there is none, or its file has errors.
pub fn unit<'a>(library: &'a Library, id: &str) -> Result<&'a Arc<Unit>, LabError> {
    if let Some(unit) = library.units.get(id) {
        return Ok(unit);
    }
    broken(library, FileKind::Unit, "unit", id)?;
    let known = library.units.keys().map(String::as_str);
    Err(LabError::unknown("unit", id, known))
}

/// The error, with the mod that has what was not found and is switched off, if there is one.
pub(crate) fn hint_of_mods(error: LabError, read: &Collection) -> LabError {
    let (kind, id) = match &error {
        LabError::Unknown {
            what: "level", id, ..
        } => (FileKind::Level, id),
        LabError::Unknown {
            what: "unit", id, ..
        } => (FileKind::Unit, id),
        _ => return error,
    };
    let has = |found: &&Mod| {
        let own = ContentRoot::of_mod(&found.folder, &found.id);
        let roots: Vec<ContentRoot> = read.roots.iter().cloned().chain([own]).collect();
        let (library, _) = Library::load(&roots, shieldwall_rulesets::content());
        let mut brought = library.contributions.iter();
        brought.any(|new| new.owner == found.id && new.kind == kind && new.id == *id)
    };
    let mut off = read
        .mods
        .list
        .iter()
        .filter(|found| found.state == ModState::Off);
    let Some(found) = off.find(has) else {
        return error;
    };
    let hint = format!(
        "the mod `{0}` has it and is off: `mods enable {0}`",
        found.id
    );
    error.suggesting(&hint)
}

/// So many of a unit, who take what cells there are.
pub(crate) fn warband(unit: &Arc<Unit>, size: usize) -> Vec<UnitEntry> {
    let unit_entry = UnitEntry::new(Arc::clone(unit));
    vec![unit_entry; size]
}

/// A unit's id out of a list, without the blanks around it.
///
/// # Errors
/// If there is none: nothing at all, or a comma too many.
pub fn unit_id(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the id of a unit is missing".to_owned()),
        id => Ok(id.to_owned()),
    }
}

/// The seed of dice, as options take it.
///
/// # Errors
/// If it is none.
pub fn seed(text: &str) -> Result<u64, String> {
    text.trim()
        .parse::<u64>()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// `KEY=VALUE`, as rule options are given.
///
/// # Errors
/// If there is no `=`.
pub(crate) fn rule_option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| format!("expected KEY=VALUE, found `{text}`"))
}

/// How many battles to play at a time if nobody says: one for each processor.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// An error if the file of something named is there but broken.
fn broken(library: &Library, kind: FileKind, what: &'static str, id: &str) -> Result<(), LabError> {
    let found = library
        .broken_of(kind)
        .find(|file| file.id.as_deref() == Some(id));
    found.map_or(Ok(()), |file| {
        let problems: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
        Err(LabError::Broken {
            what,
            id: id.to_owned(),
            problems: problems.join("\n"),
        })
    })
}
