//! Which installed mods are switched off, kept in a file beside the settings.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    diagnostics::diagnostic::Diagnostic,
    files::whole_file,
    schemas::shape,
    source::{document::Document, report::Report, source_text::SourceText},
    units::ruleset_tables::Rulesets,
};

/// Name of the file in the folder of settings.
pub const SWITCHES_FILE: &str = "mods.toml";

const HEADER: &str = "# Mods of Shieldwall that are switched off. Written by the game.\n\n";

/// Which mods are off; all others are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModSwitches {
    off: BTreeSet<String>,
}

/// The file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SwitchesFile {
    /// Ids of the mods that are off.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    off: BTreeSet<String>,
}

impl ModSwitches {
    /// Reads the switches; all mods are on if there is no file, or if it is broken, which is told.
    #[must_use]
    pub fn read(file: Option<&Path>) -> (Self, Vec<Diagnostic>) {
        let Some(file) = file.filter(|file| file.exists()) else {
            return (Self::default(), Vec::new());
        };
        let source = match SourceText::read(file, file.to_owned()) {
            Ok(source) => source,
            Err(diagnostic) => return (Self::default(), vec![*diagnostic]),
        };
        let document = match Document::parse(&source) {
            Ok(document) => document,
            Err(diagnostic) => return (Self::default(), vec![*diagnostic]),
        };
        let mut report = Report::default();
        let read: Option<SwitchesFile> = shape::read(&Rulesets::default(), &document, &mut report);
        let sound = report.is_sound();
        let off = read.filter(|_| sound).map(|read| read.off);
        let switches = Self {
            off: off.unwrap_or_default(),
        };
        (switches, report.diagnostics(&document))
    }

    /// Whether a mod is on.
    #[must_use]
    pub fn is_on(&self, id: &str) -> bool {
        !self.off.contains(id)
    }

    /// Switches one mod in the file, which is written as a whole or not at all. A file that could not
    /// be understood is kept as `mods.toml.broken`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or a broken one not be kept.
    pub fn switch(file: &Path, id: &str, on: bool) -> io::Result<()> {
        let (mut switches, problems) = Self::read(Some(file));
        if !problems.is_empty() {
            if !fs::metadata(file)?.is_file() {
                return Err(io::Error::other("it is not a plain file"));
            }
            let mut kept = file.as_os_str().to_owned();
            kept.push(".broken");
            fs::copy(file, PathBuf::from(kept))?;
        }
        let changed = if on {
            switches.off.remove(id)
        } else {
            switches.off.insert(id.to_owned())
        };
        if !changed && problems.is_empty() {
            return Ok(());
        }
        let text =
            toml::to_string(&SwitchesFile { off: switches.off }).map_err(io::Error::other)?;
        whole_file::replace_in_new_folder(file, format!("{HEADER}{text}").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn mods_are_on_until_they_are_switched_off() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deeper").join(SWITCHES_FILE);
        assert_eq!(
            ModSwitches::read(Some(&file)),
            (ModSwitches::default(), vec![])
        );
        ModSwitches::switch(&file, "north", false).unwrap();
        ModSwitches::switch(&file, "south", false).unwrap();
        ModSwitches::switch(&file, "north", true).unwrap();
        let (switches, problems) = ModSwitches::read(Some(&file));
        assert_eq!(problems, []);
        assert!(switches.is_on("north") && !switches.is_on("south") && switches.is_on("east"));
    }

    #[test]
    fn a_broken_file_is_told_and_kept_when_it_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(SWITCHES_FILE);
        fs::write(&file, "of = [\"north\"]\n").unwrap();
        let (switches, problems) = ModSwitches::read(Some(&file));
        assert!(switches.is_on("north"));
        assert_eq!((problems[0].line(), problems[0].column()), (1, 1));
        ModSwitches::switch(&file, "south", false).unwrap();
        let kept = fs::read_to_string(folder.path().join("mods.toml.broken")).unwrap();
        assert_eq!(kept, "of = [\"north\"]\n");
        let (switches, problems) = ModSwitches::read(Some(&file));
        assert!(!switches.is_on("south") && problems.is_empty());
    }

    /// Opening a pipe waits for its other end.
    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(SWITCHES_FILE);
        let made = std::process::Command::new("mkfifo").arg(&file).status();
        assert!(made.unwrap().success());
        let refused = ModSwitches::switch(&file, "north", false).unwrap_err();
        assert_eq!(refused.to_string(), "it is not a plain file");
    }
}
