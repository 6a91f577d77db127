//! Everything that was read from the content folders.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use crate::{
    Item, Lesson, Level, Rulebook, Terrain, Unit,
    diagnostics::diagnostic::{Diagnostic, Diagnostics},
    files::content_root::ContentRoot,
    loading::loader::Loader,
    source::file_kind::FileKind,
    units::ruleset_tables::Rulesets,
};

/// All content, by id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The rulesets whose tables were read.
    pub rulesets: Rulesets,
    /// Items.
    pub items: BTreeMap<String, Arc<Item>>,
    /// Terrains.
    pub terrains: BTreeMap<String, Arc<Terrain>>,
    /// Units.
    pub units: BTreeMap<String, Arc<Unit>>,
    /// Levels.
    pub levels: BTreeMap<String, Arc<Level>>,
    /// Lessons.
    pub lessons: BTreeMap<String, Arc<Lesson>>,
    /// Rulebooks, by ruleset id.
    pub rulebooks: BTreeMap<String, Arc<Rulebook>>,
    /// Files with errors, in the order of their kinds and names. What they hold is not above, so
    /// that nothing is played from half-read content.
    pub broken: Vec<BrokenFile>,
    /// What was overridden by a later content folder, in the order in which it was read.
    pub overrides: Vec<Override>,
    /// What mods have added and overridden, in the order in which it was read.
    pub contributions: Vec<Contribution>,
}

/// A file with errors, for menus to show among the good ones.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenFile {
    /// The file.
    pub path: PathBuf,
    /// What it is.
    pub kind: FileKind,
    /// Its id, as far as it could be read.
    pub id: Option<String>,
    /// Its name, as far as it could be read.
    pub name: Option<String>,
    /// What is wrong with it, in order, with at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl BrokenFile {
    /// What to call it: its name, or else its id, or else the name of the file.
    #[must_use]
    pub fn title(&self) -> String {
        let file = || self.path.file_stem().unwrap_or_default().to_string_lossy();
        self.name
            .clone()
            .or_else(|| self.id.clone())
            .unwrap_or_else(|| file().into_owned())
    }
}

/// Something that a later content folder has replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Kind of file it is in.
    pub kind: FileKind,
    /// Its id.
    pub id: String,
    /// The file that is used.
    pub file: PathBuf,
    /// The file that is not.
    pub replaced: PathBuf,
}

/// One thing that a mod has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// Id of the mod.
    pub owner: String,
    /// Kind of file it is in.
    pub kind: FileKind,
    /// Its id.
    pub id: String,
    /// The file.
    pub file: PathBuf,
    /// Line of the id, from 1.
    pub line: usize,
    /// What had that id before; `None` if it is new.
    pub replaced: Option<Replaced>,
    /// Whether it can be used. What has errors replaces nothing.
    pub usable: bool,
}

/// What a mod has put something else in the place of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Id of the mod that brought it; `None` if it is the game's own.
    pub owner: Option<String>,
    /// Its file.
    pub file: PathBuf,
}

impl Library {
    /// Reads all content of the given folders, with the tables of these rulesets; what later ones hold replaces what earlier ones hold
    /// under the same id.
    ///
    /// Reading never fails as a whole: what has errors is left out and listed in
    /// [`Library::broken`], and the diagnostics say everything that was found wrong.
    #[must_use]
    pub fn load(roots: &[ContentRoot], rulesets: &Rulesets) -> (Self, Diagnostics) {
        Loader::new(roots, rulesets).run()
    }

    /// The file with errors that a unit is in, by its id or by the name of the file.
    pub(crate) fn broken_unit(&self, id: &str) -> Option<&BrokenFile> {
        self.broken_of(FileKind::Unit).find(|file| {
            let named_for = file.path.file_stem().is_some_and(|stem| stem == id);
            file.id.as_deref().map_or(named_for, |own| own == id)
        })
    }

    /// The broken files of one kind.
    pub fn broken_of(&self, kind: FileKind) -> impl Iterator<Item = &BrokenFile> {
        self.broken.iter().filter(move |file| file.kind == kind)
    }
}
