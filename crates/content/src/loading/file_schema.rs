//! The schemas of content files.

use serde_json::Value;

use crate::{
    FileKind, Rulesets,
    lessons::lesson_file::LessonFile,
    levels::{level_file::LevelFile, terrain_file::TerrainFile},
    modding::mod_manifest::ModFile,
    rulebooks::rulebook_file::RulebookFile,
    schemas::published_schema::published,
    units::{item_file::ItemFile, unit_file::UnitFile},
};

impl FileKind {
    /// Name of its schema: `shieldwall schema level` prints it, `schemas/level.json` holds it.
    #[must_use]
    pub fn schema_name(self) -> &'static str {
        self.one()
    }

    /// The JSON Schema (2020-12) of files of this kind, generated from the types that read them. Editors
    /// check and complete content files with it.
    #[must_use]
    pub fn schema(self, rulesets: &Rulesets) -> Value {
        match self {
            Self::Mod => published::<ModFile>(rulesets),
            Self::Items => published::<ItemFile>(rulesets),
            Self::Terrains => published::<TerrainFile>(rulesets),
            Self::Rulebook => published::<RulebookFile>(rulesets),
            Self::Unit => published::<UnitFile>(rulesets),
            Self::Level => published::<LevelFile>(rulesets),
            Self::Lesson => published::<LessonFile>(rulesets),
        }
    }
}
