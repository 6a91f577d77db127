//! The kinds of content files, and how to tell them apart.

use std::{fmt, path::Path};

use crate::source::{document::Document, key_path::KeyPath};

/// Name of the file in which a mod says what it is.
pub const MANIFEST: &str = "mod.toml";

/// What a content file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// What a mod says about itself: `mod.toml` in the mod's folder.
    Mod,
    /// Items: `assets/items/*.toml`.
    Items,
    /// Terrains: `assets/terrain/*.toml`.
    Terrains,
    /// A rulebook: `assets/rules/<ruleset>/rulebook.toml`.
    Rulebook,
    /// A unit: `assets/units/*.toml`.
    Unit,
    /// A level: `levels/*.toml`.
    Level,
    /// A lesson: `assets/lessons/*.toml`.
    Lesson,
}

impl FileKind {
    /// All kinds, in the order in which they are read: what is referred to before what refers.
    ///
    /// Lessons refer to levels, levels to units and terrains, and units to items: no chain
    /// of references can run in a circle, so there is nothing to check about that. The unit that
    /// another one rides is only named.
    pub const ALL: [Self; 7] = [
        Self::Mod,
        Self::Items,
        Self::Terrains,
        Self::Rulebook,
        Self::Unit,
        Self::Level,
        Self::Lesson,
    ];

    /// The kind of files that a folder of this name holds.
    fn of_folder(name: &str) -> Option<Self> {
        match name {
            "items" => Some(Self::Items),
            "terrain" => Some(Self::Terrains),
            "units" => Some(Self::Unit),
            "levels" => Some(Self::Level),
            "lessons" => Some(Self::Lesson),
            _ => None,
        }
    }

    /// The kind of a file by its name and the folders it lies in.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.file_name().is_some_and(|name| name == "rulebook.toml") {
            return Some(Self::Rulebook);
        }
        let by_folder = path
            .ancestors()
            .skip(1)
            .take(crate::files::folder_walk::MAX_DEPTH)
            .filter_map(|folder| folder.file_name()?.to_str())
            .find_map(Self::of_folder);
        let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
        by_folder.or(is_manifest.then_some(Self::Mod))
    }

    /// The folder that files of this kind lie in.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Mod => "the mod's own folder",
            Self::Items => "assets/items",
            Self::Terrains => "assets/terrain",
            Self::Rulebook => "assets/rules",
            Self::Unit => "assets/units",
            Self::Level => "levels",
            Self::Lesson => "assets/lessons",
        }
    }

    /// What one thing in a file of this kind is called.
    #[must_use]
    pub fn one(self) -> &'static str {
        match self {
            Self::Mod => "mod",
            Self::Items => "item",
            Self::Terrains => "terrain",
            Self::Rulebook => "rulebook",
            Self::Unit => "unit",
            Self::Level => "level",
            Self::Lesson => "lesson",
        }
    }

    /// How messages call a file of this kind.
    pub(crate) fn described(self) -> &'static str {
        match self {
            Self::Mod => "the manifest of a mod",
            Self::Items => "a file of items",
            Self::Terrains => "a file of terrains",
            Self::Rulebook => "a rulebook",
            Self::Unit => "a unit",
            Self::Level => "a level",
            Self::Lesson => "a lesson",
        }
    }

    /// The key of the list of entries, for files that hold several.
    pub(crate) fn list(self) -> Option<&'static str> {
        match self {
            Self::Items => Some("item"),
            Self::Terrains => Some("terrain"),
            Self::Mod | Self::Rulebook | Self::Unit | Self::Level | Self::Lesson => None,
        }
    }

    /// Keys at the top of a file that only files of this kind have.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Mod => &["version", "after", "conflicts", "game"],
            Self::Items => &["item"],
            Self::Terrains => &["terrain"],
            Self::Rulebook => &["rule", "ruleset"],
            Self::Unit => &["art", "tags"],
            Self::Level => &["map", "legend", "deployment", "side", "grid"],
            Self::Lesson => &["step", "dice"],
        }
    }

    /// The kind of a file by its keys: the one of whose keys it has most.
    pub(crate) fn of_keys(document: &Document<'_>) -> Option<Self> {
        Self::ALL
            .into_iter()
            .rev()
            .map(|kind| (kind.keys_in(document), kind))
            .filter(|(present, _)| *present > 0)
            .max_by_key(|(present, _)| *present)
            .map(|(_, kind)| kind)
    }

    /// How many of its own keys a file has.
    pub(crate) fn keys_in(self, document: &Document<'_>) -> usize {
        self.keys()
            .iter()
            .filter(|key| document.get(&KeyPath::from([**key])).is_some())
            .count()
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mod => "mod",
            Self::Items => "items",
            Self::Terrains => "terrains",
            Self::Rulebook => "rulebook",
            Self::Unit => "unit",
            Self::Level => "level",
            Self::Lesson => "lesson",
        })
    }
}
