//! Which content a command works on, as every command line asks for it.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Args;
use shieldwall_content::{
    Collection, ContentPlaces, Diagnostic, ModState, Severity, WrongPlace, mod_around,
    printable::printable_lines,
};

use crate::LabError;

/// So many files with errors are named; `check` names all.
const FILES_SHOWN: usize = 3;

/// Which content a command works on.
#[derive(Args, Clone, Debug, Default)]
pub struct ContentArgs {
    /// Folder of content (with `assets/` and `levels/`) to use instead of the game's own; given
    /// again, later folders add to earlier ones and override them
    #[arg(long, value_name = "FOLDER", global = true)]
    pub content: Vec<PathBuf>,
    /// Folder of a mod to use besides the installed ones, whether it is switched on or not; may be
    /// given several times, and later ones override earlier ones
    #[arg(long = "mod", value_name = "FOLDER", global = true)]
    pub mods: Vec<PathBuf>,
    /// Leave installed mods out
    #[arg(long, global = true)]
    pub no_mods: bool,
}

impl ContentArgs {
    /// Where to read content from.
    ///
    /// # Errors
    ///
    /// If a folder that was named is not there, or there is no content at all.
    pub fn places(&self) -> Result<ContentPlaces, WrongPlace> {
        ContentPlaces::asked_for(&self.content, &self.mods, !self.no_mods)
    }
}

/// The places together with the mods in whose folders files lie: a case of a mod is played with it.
pub(crate) fn with_mods_around(places: &ContentPlaces, files: &[PathBuf]) -> ContentPlaces {
    let around = files.iter().filter_map(|file| mod_around(file));
    around.fold(places.clone(), ContentPlaces::with_mod)
}

/// Reads all content for a command that works on it.
///
/// # Errors
///
/// If a mod that was named cannot be used: what was asked for is not what would be worked on.
/// Installed mods that cannot be used are left out, as in the game, with a line on standard error; so is
/// content that has errors, in whose place something else may have come.
pub fn read_content(places: &ContentPlaces) -> Result<Collection, LabError> {
    let read = Collection::read(places, shieldwall_rulesets::content());
    let all = read.mods.list.iter();
    for found in all.filter(|found| found.state == ModState::LeftOut) {
        if !found.named {
            // Nobody may be listening; there is nothing to be done about that.
            let _ = writeln!(
                io::stderr(),
                "warning: the mod `{}` is left out; `mods` says why",
                found.id
            );
            continue;
        }
        let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
        return Err(LabError::Broken {
            what: "mod",
            id: found.id.clone(),
            problems: problems.join("\n"),
        });
    }
    let warning = broken_content(&read);
    if !warning.is_empty() {
        // Nobody may be listening; there is nothing to be done about that.
        let _ = writeln!(io::stderr(), "{}", printable_lines(&warning));
    }
    Ok(read)
}

/// A line for each file with errors that is left out, as far as they are worth reading; mods that are
/// left out as a whole have been told of.
fn broken_content(read: &Collection) -> String {
    let of_mods: Vec<&Diagnostic> = read.mods.list.iter().flat_map(|m| &m.problems).collect();
    let mut files: Vec<&Diagnostic> = read
        .diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error && !of_mods.contains(one))
        .collect();
    // They are in the order of files and lines.
    files.dedup_by_key(|one| &one.file);
    let mut lines: Vec<String> = files
        .iter()
        .take(FILES_SHOWN)
        .map(|one| {
            let place = match &one.place {
                Some(place) => format!(":{}:{}", place.line, place.column),
                None => String::new(),
            };
            let file = one.file.display();
            format!(
                "warning: {file}{place}: {}; what has errors is not used, `check` shows all",
                one.message
            )
        })
        .collect();
    if let Some(more) = files
        .len()
        .checked_sub(FILES_SHOWN)
        .filter(|&more| more > 0)
    {
        let files = if more == 1 { "file has" } else { "files have" };
        lines.push(format!("warning: {more} more {files} errors"));
    }
    lines.join("\n")
}
