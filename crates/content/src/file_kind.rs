//! The kinds of content files, and how to tell them apart.

use std::{fmt, path::Path};

use serde_json::Value;

use crate::{
    document::Document, item_file::ItemFile, key_path::KeyPath, level_file::LevelFile,
    rulebook_file::RulebookFile, terrain_file::TerrainFile, unit_file::UnitFile,
};

/// What a content file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
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
}

impl FileKind {
    /// All kinds, in the order in which they are read: what is referred to before what refers.
    ///
    /// Levels refer to units and terrains, units to items, and nothing refers to a level: no chain
    /// of references can run in a circle, so there is nothing to check about that.
    pub const ALL: [Self; 5] = [
        Self::Items,
        Self::Terrains,
        Self::Rulebook,
        Self::Unit,
        Self::Level,
    ];

    /// The kind of files that a folder of this name holds.
    fn of_folder(name: &str) -> Option<Self> {
        match name {
            "items" => Some(Self::Items),
            "terrain" => Some(Self::Terrains),
            "units" => Some(Self::Unit),
            "levels" => Some(Self::Level),
            _ => None,
        }
    }

    /// The kind of a file by its name and the folders it lies in.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.file_name().is_some_and(|name| name == "rulebook.toml") {
            return Some(Self::Rulebook);
        }
        path.ancestors()
            .skip(1)
            .take(crate::folder_walk::MAX_DEPTH)
            .filter_map(|folder| folder.file_name()?.to_str())
            .find_map(Self::of_folder)
    }

    /// The kind of a file by its keys.
    pub(crate) fn of_keys(document: &Document) -> Option<Self> {
        let has = |key: &str| document.get(&KeyPath::from([key])).is_some();
        if has("item") {
            Some(Self::Items)
        } else if has("terrain") {
            Some(Self::Terrains)
        } else if has("rule") || has("ruleset") {
            Some(Self::Rulebook)
        } else if has("map") || has("legend") || has("deployment") {
            Some(Self::Level)
        } else if has("art") || has("tags") {
            Some(Self::Unit)
        } else {
            None
        }
    }

    /// The JSON Schema of files of this kind, generated from the types that read them. Editors
    /// check and complete content files with it.
    #[must_use]
    pub fn schema(self) -> Value {
        match self {
            Self::Items => schemars::schema_for!(ItemFile),
            Self::Terrains => schemars::schema_for!(TerrainFile),
            Self::Rulebook => schemars::schema_for!(RulebookFile),
            Self::Unit => schemars::schema_for!(UnitFile),
            Self::Level => schemars::schema_for!(LevelFile),
        }
        .to_value()
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Items => "items",
            Self::Terrains => "terrains",
            Self::Rulebook => "rulebook",
            Self::Unit => "unit",
            Self::Level => "level",
        })
    }
}
