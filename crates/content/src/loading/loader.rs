//! Reading many content files that refer to each other, in one run.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::{
    Library,
    diagnostics::{
        diagnostic::{Diagnostic, Diagnostics},
        plain_text::{self, Lines},
        suggestion::quote,
    },
    files::{content_root::ContentRoot, folder_walk, shown_path},
    lessons::lesson_file::{self, LessonContext},
    levels::{
        level_reader::{self, LevelContext},
        terrain_file,
    },
    loading::library::{BrokenFile, Contribution, Override, Replaced},
    media::{
        art::{ArtFolders, ArtPlace},
        named_media::{self, MediaKind},
    },
    modding::mod_layout,
    rulebooks::rulebook_file,
    schemas::shape,
    source::{
        catalogue::{Added, Catalogue, Origin},
        document::Document,
        file_kind::FileKind,
        key_path::KeyPath,
        report::Report,
        source_text::SourceText,
    },
    units::{
        item_file, named_units::NamedUnits, ruleset_tables::Rulesets, steeds::Steeds, unit_file,
    },
};

/// A content file that was found, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    pub(crate) kind: FileKind,
    /// Number of the content root it belongs to.
    pub(crate) root: usize,
}

/// One entry of a file: where it stands, its id, and what was made of it.
type Entry<T> = (KeyPath, String, Option<T>);

/// One run of reading.
pub(crate) struct Loader {
    roots: Vec<ContentRoot>,
    rulesets: Rulesets,
    pub(crate) files: Vec<FoundFile>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    broken: Vec<BrokenFile>,
    overrides: Vec<Override>,
    /// Contents of files that are not read from the disk.
    pub(crate) held: BTreeMap<PathBuf, Vec<u8>>,
    contributions: Vec<Contribution>,
    /// The drawings that unit files name.
    named_art: BTreeSet<PathBuf>,
    /// The current folder, which messages leave out of file names.
    here: Option<PathBuf>,
}

impl Loader {
    /// A run over all files of the given roots.
    pub(crate) fn new(roots: &[ContentRoot], rulesets: &Rulesets) -> Self {
        let mut loader = Self {
            roots: roots.to_vec(),
            rulesets: rulesets.clone(),
            files: Vec::new(),
            diagnostics: Vec::new(),
            broken: Vec::new(),
            overrides: Vec::new(),
            held: BTreeMap::new(),
            contributions: Vec::new(),
            named_art: BTreeSet::new(),
            here: env::current_dir().ok(),
        };
        for (number, root) in roots.iter().enumerate() {
            loader.add_root(root, number);
        }
        loader
    }

    /// Adds all files of a root under a number.
    pub(crate) fn add_root(&mut self, root: &ContentRoot, number: usize) {
        if let (Some(_), Some(folder)) = (&root.owner, root.assets.parent()) {
            for stray in mod_layout::strays(folder) {
                let file = self.shown(&stray.file);
                self.diagnostics.push(Diagnostic { file, ..stray });
            }
        }
        for (kind, folder) in [
            (FileKind::Items, root.assets.join("items")),
            (FileKind::Terrains, root.assets.join("terrain")),
            (FileKind::Rulebook, root.assets.join("rules")),
            (FileKind::Unit, root.assets.join("units")),
            (FileKind::Level, root.levels.clone()),
            (FileKind::Lesson, root.assets.join("lessons")),
        ] {
            if !folder.is_dir() {
                continue;
            }
            if !folder_walk::stays_inside(&folder, root.home()) {
                self.diagnostics.push(
                    Diagnostic::about_file(
                        self.shown(&folder),
                        "this link leads out of the content folder",
                    )
                    .with_help("copy the folder instead"),
                );
                continue;
            }
            let (paths, diagnostics) = folder_walk::toml_files(&folder, root.home());
            for diagnostic in diagnostics {
                self.diagnostics.push(Diagnostic {
                    file: self.shown(&diagnostic.file),
                    ..diagnostic
                });
            }
            for path in paths {
                let stray = kind == FileKind::Rulebook
                    && path.file_name().is_none_or(|name| name != "rulebook.toml");
                if stray {
                    self.diagnostics.push(
                        Diagnostic::about_file(self.shown(&path), "this file is not read")
                            .with_help("the rules of a ruleset are in `rulebook.toml`"),
                    );
                } else {
                    self.add_file(path, kind, number);
                }
            }
        }
    }

    /// The content folders that are read.
    pub(crate) fn roots(&self) -> &[ContentRoot] {
        &self.roots
    }

    /// Adds one file under the number of a root.
    pub(crate) fn add_file(&mut self, path: PathBuf, kind: FileKind, root: usize) {
        self.files.push(FoundFile { path, kind, root });
    }

    /// How messages call a file: without the current folder.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        shown_path::without(self.here.as_deref(), path)
    }

    /// Reads everything.
    pub(crate) fn run(mut self) -> (Library, Diagnostics) {
        let rulesets = self.rulesets.clone();
        let mut items = Catalogue::new("item", "items");
        self.read(FileKind::Items, &mut items, |file, _, document, report| {
            let entries = item_file::validate(file, &rulesets, document, report);
            named(entries, |item| item.id.clone())
        });
        let mut terrains = Catalogue::new("terrain", "terrains");
        self.read(
            FileKind::Terrains,
            &mut terrains,
            |file, _, document, report| {
                let entries = terrain_file::validate(file, document, report);
                named(entries, |terrain| terrain.id.clone())
            },
        );
        let mut rulebooks = Catalogue::new("ruleset", "rulesets");
        self.read(
            FileKind::Rulebook,
            &mut rulebooks,
            |file, found, document, report| {
                let folder = found.ruleset();
                let book = rulebook_file::validate(file, folder, document, report);
                vec![(KeyPath::default(), book.ruleset.clone(), Some(book))]
            },
        );
        let mut units = Catalogue::new("unit", "units");
        let steeds = self.steeds();
        let roots = self.roots.clone();
        self.read(
            FileKind::Unit,
            &mut units,
            |file, found, document, report| {
                let art = found.art_folders(&roots);
                let known = (&items, &steeds, &art);
                let unit = unit_file::validate(file, &rulesets, known, document, report);
                vec![(KeyPath::default(), unit.id.clone(), Some(unit))]
            },
        );
        let mut levels = Catalogue::new("level", "levels");
        let context = LevelContext {
            rulesets: &rulesets,
            items: &items,
            terrains: &terrains,
            units: &NamedUnits::OfLibrary(&units),
        };
        self.read(
            FileKind::Level,
            &mut levels,
            |file: crate::levels::level_file::LevelFile, found, document, report| {
                let id = file.id.clone();
                let level = level_reader::validate(file, &found.path, &context, document, report);
                vec![(KeyPath::default(), id, level)]
            },
        );
        let mut lessons = Catalogue::new("lesson", "lessons");
        let context = LessonContext {
            rulesets: &rulesets,
            levels: &levels,
            units: &NamedUnits::OfLibrary(&units),
        };
        self.read(
            FileKind::Lesson,
            &mut lessons,
            |file: crate::lessons::lesson_file::LessonFile, found, document, report| {
                let id = file.id.clone();
                let lesson = lesson_file::validate(file, &found.path, &context, document, report);
                vec![(KeyPath::default(), id, lesson)]
            },
        );
        self.diagnostics.extend(named_media::unused(
            MediaKind::Picture,
            &self.roots,
            &self.named_art,
        ));
        self.diagnostics.extend(named_media::unused(
            MediaKind::Sound,
            &self.roots,
            &BTreeSet::new(),
        ));
        let library = Library {
            rulesets,
            items: items.into_sound(),
            terrains: terrains.into_sound(),
            units: units.into_sound(),
            levels: levels.into_sound(),
            lessons: lessons.into_sound(),
            rulebooks: rulebooks.into_sound(),
            broken: self.broken,
            overrides: self.overrides,
            contributions: self.contributions,
        };
        (library, self.diagnostics.into_iter().collect())
    }

    /// The text of a file, from the disk unless it is held.
    fn source(&self, found: &FoundFile) -> Result<SourceText, Box<Diagnostic>> {
        let shown = self.shown(&found.path);
        match self.held.get(&found.path) {
            Some(bytes) => SourceText::from_bytes(shown, bytes.clone()),
            None => SourceText::read(&found.path, shown),
        }
    }

    /// The units that there will be, and which of them can be ridden.
    fn steeds(&self) -> Steeds {
        let mut steeds = Steeds::new(&self.rulesets);
        let units = self.files.iter();
        for found in units.filter(|found| found.kind == FileKind::Unit) {
            let source = self.source(found).ok();
            let document = source
                .as_ref()
                .and_then(|source| Document::parse(source).ok());
            steeds.note(&found.path, document.as_ref());
        }
        steeds
    }

    /// Reads all files of one kind into a catalogue.
    fn read<F: DeserializeOwned + JsonSchema + 'static, T>(
        &mut self,
        kind: FileKind,
        catalogue: &mut Catalogue<T>,
        mut validate: impl FnMut(F, &FoundFile, &Document<'_>, &mut Report) -> Vec<Entry<T>>,
    ) {
        let mut files: Vec<FoundFile> = self
            .files
            .iter()
            .filter(|file| file.kind == kind)
            .cloned()
            .collect();
        files.sort_by(|a, b| (a.root, &a.path).cmp(&(b.root, &b.path)));
        for found in files {
            let source = self.source(&found);
            let parsed = match &source {
                Ok(source) => parse(source, found.kind),
                Err(diagnostic) => Err(diagnostic.clone()),
            };
            let document = match parsed {
                Ok(document) => document,
                Err(diagnostic) => {
                    self.unreadable(&found, *diagnostic, catalogue);
                    continue;
                }
            };
            if kind == FileKind::Unit
                && let Some(art) = document.text_at(&KeyPath::from(["art"]))
            {
                let named = found.art_folders(&self.roots).nearest(art);
                self.named_art.extend(named);
            }
            let mut report = Report::with_out_of_reach(self.out_of_reach(found.root));
            let entries = match shape::read(&self.rulesets, &document, &mut report) {
                Some(file) => validate(file, &found, &document, &mut report),
                None => ids(&document, kind)
                    .map(|(path, id)| (path, id, None))
                    .collect(),
            };
            for (path, id, value) in entries {
                self.add(&found, catalogue, (path, id, value), &document, &mut report);
            }
            self.finish(found, &document, &report);
        }
    }

    /// The content roots that a file of a root may not refer to, with the mods they are of.
    fn out_of_reach(&self, root: usize) -> BTreeMap<usize, String> {
        let Some(own) = self.roots.get(root) else {
            return BTreeMap::new();
        };
        let others = self.roots.iter().enumerate();
        others
            .filter(|(_, other)| !own.may_use(other))
            .filter_map(|(number, other)| Some((number, other.owner.clone()?)))
            .collect()
    }

    /// Records a file of which nothing could be read. A unit or level most likely has the id that
    /// the file is named for; what refers to it then says so.
    fn unreadable<T>(
        &mut self,
        found: &FoundFile,
        diagnostic: Diagnostic,
        catalogue: &mut Catalogue<T>,
    ) {
        let stem = found.path.file_stem().and_then(|stem| stem.to_str());
        if let (Some(stem), FileKind::Unit | FileKind::Level) = (stem, found.kind) {
            let origin = Origin {
                file: diagnostic.file.clone(),
                line: diagnostic.line().max(1),
                column: diagnostic.column().max(1),
                root: found.root,
            };
            catalogue.add(stem, origin, None);
        }
        self.broken.push(BrokenFile {
            path: found.path.clone(),
            kind: found.kind,
            id: None,
            name: None,
            diagnostics: vec![diagnostic.clone()],
        });
        self.diagnostics.push(diagnostic);
    }

    /// Adds an entry to its catalogue, and reports one whose id is taken.
    fn add<T>(
        &mut self,
        found: &FoundFile,
        catalogue: &mut Catalogue<T>,
        (path, id, value): Entry<T>,
        document: &Document<'_>,
        report: &mut Report,
    ) {
        let key = if found.kind == FileKind::Rulebook {
            "ruleset"
        } else {
            "id"
        };
        let at = path.join(key);
        if id.is_empty() || report.is_spoilt(&at) {
            return;
        }
        let place = document.source.place(document.span(&at));
        let origin = Origin {
            file: document.source.file.clone(),
            line: place.line,
            column: place.column,
            root: found.root,
        };
        let sound = document.syntax_errors.is_empty() && !report.is_broken(&path);
        let value = value.filter(|_| sound);
        let usable = value.is_some();
        match catalogue.add(&id, origin, value) {
            Added::New => self.contribute(found, &id, place.line, document, None, usable),
            Added::Withheld(kept) => {
                self.contribute(found, &id, place.line, document, Some(&kept), usable);
            }
            Added::Overrides(replaced) => {
                self.contribute(found, &id, place.line, document, Some(&replaced), usable);
                self.overrides.push(Override {
                    kind: found.kind,
                    id,
                    file: document.source.file.clone(),
                    replaced: replaced.file,
                });
            }
            Added::Duplicate(first) => report
                .error(
                    document,
                    &at,
                    format!("the id {} is already used at {first}", quote(&id)),
                )
                .help("give one of the two another id".to_owned()),
        }
    }

    /// Notes what a mod has brought.
    fn contribute(
        &mut self,
        found: &FoundFile,
        id: &str,
        line: usize,
        document: &Document<'_>,
        replaced: Option<&Origin>,
        usable: bool,
    ) {
        let owner = |root: usize| self.roots.get(root).and_then(|root| root.owner.clone());
        let Some(by) = owner(found.root) else { return };
        let replaced = replaced.map(|origin| Replaced {
            owner: owner(origin.root),
            file: origin.file.clone(),
        });
        self.contributions.push(Contribution {
            owner: by,
            kind: found.kind,
            id: id.to_owned(),
            file: document.source.file.clone(),
            line,
            replaced,
            usable,
        });
    }

    /// Takes over what was found wrong with a file.
    fn finish(&mut self, found: FoundFile, document: &Document<'_>, report: &Report) {
        let diagnostics: Diagnostics = report.diagnostics(document).into_iter().collect();
        self.diagnostics.extend(diagnostics.iter().cloned());
        if report.is_sound() {
            return;
        }
        let text = |key: &str| {
            let text = document.text_at(&KeyPath::from([key]))?;
            let fine = !text.is_empty() && plain_text::refused(text, Lines::One).is_none();
            fine.then(|| text.chars().take(60).collect())
        };
        let (id, name) = match found.kind {
            FileKind::Rulebook => (text("ruleset"), text("title")),
            _ => (text("id"), text("name")),
        };
        self.broken.push(BrokenFile {
            path: found.path,
            kind: found.kind,
            id,
            name,
            diagnostics: diagnostics.into_iter().collect(),
        });
    }
}

/// Parses a file, which must be of the kind that its folder is for.
fn parse(source: &SourceText, kind: FileKind) -> Result<Document<'_>, Box<Diagnostic>> {
    let document = Document::parse(source)?;
    match FileKind::of_keys(&document).filter(|other| *other != kind) {
        Some(other) if kind.keys_in(&document) == 0 => {
            let message = format!("expected {}, found {}", kind.described(), other.described());
            Err(Box::new(
                Diagnostic::about_file(source.file.clone(), message)
                    .with_help(format!("move it to `{}`", other.folder())),
            ))
        }
        _ => Ok(document),
    }
}

/// Entries with their ids, from entries with their paths.
fn named<T>(entries: Vec<(KeyPath, T)>, id: impl Fn(&T) -> String) -> Vec<Entry<T>> {
    entries
        .into_iter()
        .map(|(path, value)| (path, id(&value), Some(value)))
        .collect()
}

/// The ids that can be made out in a file that could not be read as a whole.
fn ids(document: &Document<'_>, kind: FileKind) -> impl Iterator<Item = (KeyPath, String)> {
    let paths: Vec<(KeyPath, &str)> = match kind.list() {
        Some(list) => {
            let list = KeyPath::from([list]);
            let count = document
                .get(&list)
                .and_then(|value| value.get_ref().as_array())
                .map_or(0, |entries| entries.len());
            (0..count).map(|index| (list.join(index), "id")).collect()
        }
        None if kind == FileKind::Rulebook => vec![(KeyPath::default(), "ruleset")],
        None => vec![(KeyPath::default(), "id")],
    };
    paths.into_iter().filter_map(|(path, key)| {
        let id = document.text_at(&path.join(key))?.to_owned();
        Some((path, id))
    })
}

impl FoundFile {
    /// The ruleset whose folder a rulebook lies in.
    fn ruleset(&self) -> Option<&str> {
        let folder = self.path.parent()?;
        let above = folder.parent()?.file_name()?;
        (above == "rules").then(|| folder.file_name()?.to_str())?
    }

    /// Where this file may find its art.
    fn art_folders(&self, roots: &[ContentRoot]) -> ArtFolders {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let own = match roots.get(self.root) {
            Some(root) => ArtPlace {
                folder: folder
                    .strip_prefix(&root.assets)
                    .unwrap_or(Path::new("units"))
                    .to_owned(),
                root: root.assets.clone(),
            },
            // A file outside all content folders: beside it, or beside its folder of units.
            None if folder.ends_with("units") => ArtPlace {
                root: folder.parent().unwrap_or(folder).to_owned(),
                folder: PathBuf::from("units"),
            },
            None => ArtPlace {
                root: folder.to_owned(),
                folder: PathBuf::new(),
            },
        };
        let inside = if roots.get(self.root).is_some() {
            own.folder.clone()
        } else {
            PathBuf::from("units")
        };
        let others = roots
            .iter()
            .enumerate()
            .rev()
            .filter(|(number, _)| *number != self.root)
            .filter(|(_, other)| roots.get(self.root).is_none_or(|own| own.may_use(other)))
            .map(|(_, root)| ArtPlace {
                root: root.assets.clone(),
                folder: inside.clone(),
            });
        ArtFolders(std::iter::once(own).chain(others).collect())
    }
}
