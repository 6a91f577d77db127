//! The `schema` command: prints or writes the JSON Schemas of files and of the journal.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::Value;
use shieldwall_battle::journal_schema;
use shieldwall_content::{Case, FileKind, published_schema, whole_file};

use crate::LabError;

/// Print the JSON Schema of a kind of file or of the journal, for editors and other programs.
#[derive(Args, Clone, Debug)]
pub struct SchemaArgs {
    /// What to print the schema of; with --out, all if left out
    #[arg(value_name = "KIND", required_unless_present = "out")]
    pub kind: Option<SchemaKind>,
    /// Write the schemas into this folder, as KIND.json, instead of printing one
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// What there is a schema of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum SchemaKind {
    /// A level: levels/*.toml
    Level,
    /// A lesson: assets/lessons/*.toml
    Lesson,
    /// A unit: assets/units/*.toml
    Unit,
    /// A file of items: assets/items/*.toml
    Item,
    /// A file of terrains: assets/terrain/*.toml
    Terrain,
    /// A rulebook: assets/rules/RULESET/rulebook.toml
    Rulebook,
    /// The manifest of a mod: mod.toml
    Mod,
    /// A case: tests/cases/RULESET/*.toml
    Case,
    /// One line of a battle's journal, as --journal writes it
    Journal,
}

impl SchemaKind {
    /// All there are. A new kind is added here and in [`Self::schema`]; the test of `schemas/` then
    /// asks for its file.
    pub const ALL: [Self; 9] = [
        Self::Level,
        Self::Lesson,
        Self::Unit,
        Self::Item,
        Self::Terrain,
        Self::Rulebook,
        Self::Mod,
        Self::Case,
        Self::Journal,
    ];

    /// Its name on the command line, and of its file without `.json`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Level => FileKind::Level.schema_name(),
            Self::Lesson => FileKind::Lesson.schema_name(),
            Self::Unit => FileKind::Unit.schema_name(),
            Self::Item => FileKind::Items.schema_name(),
            Self::Terrain => FileKind::Terrains.schema_name(),
            Self::Rulebook => FileKind::Rulebook.schema_name(),
            Self::Mod => FileKind::Mod.schema_name(),
            Self::Case => "case",
            Self::Journal => "journal",
        }
    }

    /// The schema (JSON Schema 2020-12), generated from the types that read or write.
    #[must_use]
    pub fn schema(self) -> Value {
        match self {
            Self::Level => FileKind::Level.schema(shieldwall_rulesets::content()),
            Self::Lesson => FileKind::Lesson.schema(shieldwall_rulesets::content()),
            Self::Unit => FileKind::Unit.schema(shieldwall_rulesets::content()),
            Self::Item => FileKind::Items.schema(shieldwall_rulesets::content()),
            Self::Terrain => FileKind::Terrains.schema(shieldwall_rulesets::content()),
            Self::Rulebook => FileKind::Rulebook.schema(shieldwall_rulesets::content()),
            Self::Mod => FileKind::Mod.schema(shieldwall_rulesets::content()),
            Self::Case => Case::schema(shieldwall_rulesets::content()),
            Self::Journal => journal_schema(),
        }
    }

    /// The schema as text, as it is printed and written.
    #[must_use]
    pub fn text(self) -> String {
        published_schema::to_text(&self.schema())
    }
}

/// Gives the schema that was asked for, or writes schemas and says where, without a line break at
/// its end.
///
/// # Errors
/// If a file cannot be written; it is then as it was before.
pub fn run_schema(args: &SchemaArgs) -> Result<String, LabError> {
    let kinds = match args.kind {
        Some(kind) => vec![kind],
        None => SchemaKind::ALL.to_vec(),
    };
    let Some(folder) = &args.out else {
        let texts: Vec<String> = kinds.into_iter().map(SchemaKind::text).collect();
        return Ok(texts.concat().trim_end().to_owned());
    };
    let mut written = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let file = folder.join(format!("{}.json", kind.name()));
        whole_file::replace_in_new_folder(&file, kind.text().as_bytes())
            .map_err(|error| LabError::file(&file, &error))?;
        written.push(file.display().to_string());
    }
    Ok(written.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        for kind in SchemaKind::ALL {
            let value = kind.to_possible_value();
            assert_eq!(
                value.as_ref().map(clap::builder::PossibleValue::get_name),
                Some(kind.name())
            );
        }
        assert_eq!(SchemaKind::ALL, SchemaKind::value_variants());
    }
}
