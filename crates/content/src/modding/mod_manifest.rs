//! What a mod says about itself: `mod.toml`.

use std::{collections::BTreeSet, path::Path, path::PathBuf};

use schemars::JsonSchema;
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Diagnostics, Place},
        plain_text::{self, Lines},
        suggestion::quote,
    },
    schemas::shape,
    source::{
        document::Document, file_kind::FileKind, identifier, key_path::KeyPath, report::Report,
        source_text::SourceText,
    },
    units::ruleset_tables::Rulesets,
};

/// Version of the game, which mods may ask for.
pub const GAME_VERSION: &str = env!("CARGO_PKG_VERSION");

/// What stands for the game itself where mods are named, so that no mod can be called so.
pub const GAME: &str = "game";

/// What a mod is, and how it stands to other mods.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Mod")]
pub(crate) struct ModFile {
    /// Identifier, unique among mods: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64))]
    id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// Version of the mod: three numbers, such as `1.0.0`.
    #[schemars(length(min = 1, max = 40))]
    version: String,
    /// What it adds or changes, in a sentence or two.
    #[schemars(length(min = 1, max = 1000))]
    #[schemars(extend("format" = "lines"))]
    description: String,
    /// Versions of the game it is made for, such as `0.1` or `>=0.1, <0.3`; left out: any.
    #[schemars(length(min = 1, max = 60))]
    game: Option<String>,
    /// Ids of mods that it needs and builds upon: it is read after them.
    #[serde(default)]
    #[schemars(length(max = 64))]
    after: Vec<String>,
    /// Ids of mods that it cannot be used together with.
    #[serde(default)]
    #[schemars(length(max = 64))]
    conflicts: Vec<String>,
}

/// Another mod that a manifest names, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) id: String,
    pub(crate) place: Place,
    /// Whether nothing is wrong with the mention itself.
    pub(crate) sound: bool,
}

/// A manifest without errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Identifier, unique among mods.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// Version of the mod.
    pub version: String,
    /// What it adds or changes.
    pub description: String,
    /// Versions of the game it is made for, as written.
    pub game: Option<String>,
    /// Where its id stands.
    pub(crate) id_place: Place,
    pub(crate) after: Vec<Mention>,
    pub(crate) conflicts: Vec<Mention>,
}

impl Manifest {
    /// The mods that it needs and is read after.
    pub fn after(&self) -> impl Iterator<Item = &str> {
        self.after.iter().map(|mention| mention.id.as_str())
    }

    /// The mods that it says it cannot be used together with.
    pub fn conflicts(&self) -> impl Iterator<Item = &str> {
        self.conflicts.iter().map(|mention| mention.id.as_str())
    }
}

/// What came of reading a manifest.
pub(crate) struct Reading {
    /// `None` if it has errors.
    pub(crate) manifest: Option<Manifest>,
    /// Its id and name as far as they could be read.
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    /// The mods that it needs, as far as they could be read.
    pub(crate) needs: Vec<Mention>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// Reads a manifest; `shown` is what messages call the file.
pub(crate) fn read(file: &Path, shown: PathBuf) -> Reading {
    let unreadable = |diagnostic: Box<Diagnostic>| Reading {
        manifest: None,
        id: None,
        name: None,
        needs: Vec::new(),
        problems: vec![*diagnostic],
    };
    let source = match SourceText::read(file, shown) {
        Ok(source) => source,
        Err(diagnostic) => return unreadable(diagnostic),
    };
    let document = match Document::parse(&source) {
        Ok(document) => document,
        Err(diagnostic) => return unreadable(diagnostic),
    };
    if FileKind::Mod.keys_in(&document) == 0
        && let Some(other) = FileKind::of_keys(&document)
    {
        let message = format!(
            "expected {}, found {}",
            FileKind::Mod.described(),
            other.described()
        );
        let found = Diagnostic::about_file(source.file.clone(), message);
        return unreadable(Box::new(
            found.with_help(format!("move it to `{}`", other.folder())),
        ));
    }
    let mut report = Report::default();
    let manifest = shape::read(&Rulesets::default(), &document, &mut report)
        .map(|file: ModFile| validate(file, &document, &mut report));
    let sound = report.is_sound();
    let sorted: Diagnostics = report.diagnostics(&document).into_iter().collect();
    // No longer than what is allowed, as the list of mods shows it.
    let text = |key: &str, most: usize| {
        let text = document.text_at(&KeyPath::from([key]))?;
        let fine = !text.is_empty() && plain_text::refused(text, Lines::One).is_none();
        fine.then(|| text.chars().take(most).collect())
    };
    // What is wrong with a mention itself has been said.
    let after = manifest.iter().flat_map(|manifest| &manifest.after);
    let needs = after.filter(|mention| mention.sound).cloned();
    Reading {
        needs: needs.collect(),
        manifest: manifest.filter(|_| sound),
        id: text("id", 64),
        name: text("name", 60),
        problems: sorted.into_iter().collect(),
    }
}

fn validate(file: ModFile, document: &Document<'_>, report: &mut Report) -> Manifest {
    let id = KeyPath::from(["id"]);
    identifier::check(&file.id, document, &id, report);
    if file.id == GAME {
        report
            .error(document, &id, "`game` is the game itself")
            .help("give the mod another id".to_owned());
    }
    let version = KeyPath::from(["version"]);
    if let Err(error) = Version::parse(&file.version) {
        report
            .error(
                document,
                &version,
                format!("{} is no version: {error}", quote(&file.version)),
            )
            .help("three numbers: `1.0.0`".to_owned());
    }
    if let Some(game) = &file.game {
        check_game(game, document, report);
    }
    let after = mentions("after", &file.id, file.after, document, report);
    let conflicts = mentions("conflicts", &file.id, file.conflicts, document, report);
    let list = KeyPath::from(["conflicts"]);
    for (index, mention) in conflicts.iter().enumerate() {
        if after.iter().any(|needed| needed.id == mention.id) {
            report
                .error(
                    document,
                    &list.join(index),
                    format!(
                        "{} cannot be both needed and in conflict",
                        quote(&mention.id)
                    ),
                )
                .help("name it in `after` or in `conflicts`".to_owned());
        }
    }
    Manifest {
        id_place: document.source.place(document.span(&id)),
        id: file.id,
        name: file.name,
        version: file.version,
        description: file.description,
        game: file.game,
        after,
        conflicts,
    }
}

/// Reports versions of the game that cannot be read, or that this one is not among.
fn check_game(game: &str, document: &Document<'_>, report: &mut Report) {
    let path = KeyPath::from(["game"]);
    let wanted = match VersionReq::parse(game) {
        Ok(wanted) => wanted,
        Err(error) => {
            report
                .error(
                    document,
                    &path,
                    format!("{} is no range of versions: {error}", quote(game)),
                )
                .help("such as `0.1` or `>=0.1, <0.3`".to_owned());
            return;
        }
    };
    // A version of ours that is none would be a fault of the build; then mods are not kept out.
    if Version::parse(GAME_VERSION).is_ok_and(|ours| !wanted.matches(&ours)) {
        report
            .error(
                document,
                &path,
                format!(
                    "made for version {} of the game; this is {GAME_VERSION}",
                    quote(game)
                ),
            )
            .help("look for another version of the mod".to_owned());
    }
}

/// The mods that a list names.
fn mentions(
    key: &str,
    own: &str,
    ids: Vec<String>,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<Mention> {
    let list = KeyPath::from([key]);
    let mut seen = BTreeSet::new();
    ids.into_iter()
        .enumerate()
        .map(|(index, id)| {
            let path = list.join(index);
            identifier::check(&id, document, &path, report);
            if id == own {
                report
                    .error(document, &path, format!("`{key}` names the mod itself"))
                    .help("take it out of the list".to_owned());
            } else if !seen.insert(id.clone()) {
                report
                    .error(document, &path, format!("{} is given twice", quote(&id)))
                    .help(None);
            }
            let place = document.source.place(document.span(&path));
            let sound = !report.is_broken(&path);
            Mention { id, place, sound }
        })
        .collect()
}
