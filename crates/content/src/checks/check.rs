//! Checking files and folders that the caller names, wherever they lie.

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Library,
    cases::check_cases::{self, Judge},
    diagnostics::diagnostic::{Diagnostic, Diagnostics, Severity},
    files::{content_root::ContentRoot, folder_walk, shown_path},
    loading::{collection::Collection, loader::Loader},
    media::named_media::MediaKind,
    modding::{
        content_places::ContentPlaces,
        mod_layout,
        mods::{Mod, ModState, Mods},
        mods_around::{mod_around, mods_inside},
    },
    source::{
        document::Document,
        file_kind::{FileKind, MANIFEST},
        source_text::SourceText,
    },
    units::ruleset_tables::Rulesets,
};

/// Checks content files and folders of them, or all content of the places if none is named.
///
/// Each file's kind is worked out from the folder it lies in, or else from its keys. What the files
/// refer to is looked for among themselves, in the mod whose folder they lie in and in the places; only
/// problems of the files named are reported. A folder or manifest of a mod is checked as that mod would
/// be read if it were named on the command line, and its content even if it cannot be used; so is every
/// mod in a folder of mods. Cases are content too.
#[must_use]
pub fn check_places(places: &ContentPlaces, rulesets: &Rulesets, paths: &[PathBuf]) -> Diagnostics {
    check_places_with(places, rulesets, paths, Judge::NONE)
}

/// The same, with somebody who knows more of cases.
#[must_use]
pub fn check_places_with(
    places: &ContentPlaces,
    rulesets: &Rulesets,
    paths: &[PathBuf],
    judge: Judge<'_>,
) -> Diagnostics {
    if paths.is_empty() {
        let read = Collection::read(places, rulesets);
        let cases = check_all_cases(&read, judge);
        let drawings = check_own_media(&read);
        let lessons = check_lessons(&read.library, judge, |_| true);
        let all = read.diagnostics.into_iter().chain(drawings).chain(cases);
        return all.chain(lessons).collect();
    }
    let paths: Vec<PathBuf> = paths
        .iter()
        .flat_map(|path| with_mods_inside(path))
        .collect();
    let (manifests, others): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| is_manifest(path));
    let mods_asked = manifests
        .iter()
        .filter_map(|file| file.parent())
        .map(|folder| {
            // The parent of `mod.toml` alone is an empty path.
            let here = folder.as_os_str().is_empty();
            if here { Path::new(".") } else { folder }.to_owned()
        })
        .chain(
            others
                .iter()
                .filter(|folder| folder.join(MANIFEST).is_file())
                .cloned(),
        );
    let asked: Vec<PathBuf> = mods_asked.collect();
    let around = others.iter().filter_map(|path| mod_around(path));
    let needed: Vec<PathBuf> = asked.iter().cloned().chain(around).collect();
    let places = needed.iter().fold(places.clone(), ContentPlaces::with_mod);
    let mods = Mods::find(&places);
    let canonical = |folder: &Path| folder.canonicalize().ok();
    let is_among = |folders: &[PathBuf], found: &Mod| {
        let folder = canonical(&found.folder);
        folders.iter().any(|asked| canonical(asked) == folder)
    };
    let left_out = mods
        .list
        .iter()
        .filter(|found| found.state == ModState::LeftOut && is_among(&needed, found))
        .map(|found| mods.root_of(found));
    let roots: Vec<ContentRoot> = places
        .base
        .iter()
        .cloned()
        .chain(mods.roots())
        .chain(left_out)
        .collect();
    let content = if others.is_empty() {
        Diagnostics::default()
    } else {
        check_roots(&roots, rulesets, &others, judge)
    };
    let is_asked = |found: &&Mod| is_among(&asked, found);
    let problems = mods.list.iter().filter(is_asked).flat_map(|m| &m.problems);
    content.into_iter().chain(problems.cloned()).collect()
}

/// A folder of mods stands for the mods in it; anything else for itself.
fn with_mods_inside(path: &Path) -> Vec<PathBuf> {
    let root = ContentRoot::at(path);
    let is_content = root.assets.is_dir() || root.levels.is_dir();
    let inside = if is_content || path.join(MANIFEST).is_file() {
        Vec::new()
    } else {
        mods_inside(path)
    };
    if inside.is_empty() {
        vec![path.to_owned()]
    } else {
        inside
    }
}

/// What is wrong with the cases of everything that was read.
fn check_all_cases(read: &Collection, judge: Judge<'_>) -> Vec<Diagnostic> {
    let here = env::current_dir().ok();
    let mut diagnostics = Vec::new();
    let mut files = Vec::new();
    let folders = read
        .roots
        .iter()
        .flat_map(|root| check_cases::folders_of(root).map(|folder| (folder, root.home())));
    for (folder, home) in folders {
        let (found, problems) = check_cases::in_folder(&folder, home);
        files.extend(
            found
                .iter()
                .map(|file| shown_path::without(here.as_deref(), file)),
        );
        diagnostics.extend(problems);
    }
    diagnostics.extend(check_cases::check(&files, &read.library, judge));
    diagnostics
}

/// Problems with the lessons of some files, as messages call them.
fn check_lessons(
    library: &Arc<Library>,
    judge: Judge<'_>,
    is_wanted: impl Fn(&Path) -> bool,
) -> Vec<Diagnostic> {
    let here = env::current_dir().ok();
    let lessons = library.lessons.values();
    lessons
        .filter(|lesson| is_wanted(&shown_path::without(here.as_deref(), &lesson.file)))
        .flat_map(|lesson| (judge.lesson)(lesson, library))
        .collect()
}

/// Faults of the pictures and sounds of the game itself. Those of mods are looked at when they are read.
fn check_own_media(read: &Collection) -> Vec<Diagnostic> {
    let here = env::current_dir().ok();
    let both = [&read.art, &read.sounds].into_iter();
    let files = both.flat_map(|media| media.names().flat_map(|name| media.files(name)));
    let own = files.filter(|file| file.owner.is_none());
    own.flat_map(|file| file.checked(here.as_deref())).collect()
}

/// Whether a path is a mod's manifest by its name.
fn is_manifest(path: &Path) -> bool {
    FileKind::of_path(path) == Some(FileKind::Mod)
}

/// The same, with the content folders given and no mods.
#[must_use]
pub fn check_paths_in(
    roots: &[ContentRoot],
    rulesets: &Rulesets,
    paths: &[PathBuf],
) -> Diagnostics {
    check_roots(roots, rulesets, paths, Judge::NONE)
}

fn check_roots(
    roots: &[ContentRoot],
    rulesets: &Rulesets,
    paths: &[PathBuf],
    judge: Judge<'_>,
) -> Diagnostics {
    let mut loader = Loader::new(roots, rulesets);
    if paths.is_empty() {
        return loader.run().1;
    }
    // Problems with the game's own folders are not what was asked for.
    loader.diagnostics.clear();
    let known: Vec<(PathBuf, PathBuf)> = loader
        .files
        .iter()
        .filter_map(|file| Some((file.path.canonicalize().ok()?, file.path.clone())))
        .collect();
    let mut check = Check {
        loader,
        loose: roots.len(),
        known,
        wanted: BTreeSet::new(),
        media: BTreeSet::new(),
        cases: Vec::new(),
        refused: Vec::new(),
    };
    for path in paths {
        check.add(path);
    }
    let Check {
        loader,
        wanted,
        media,
        cases,
        refused,
        ..
    } = check;
    let (library, diagnostics) = loader.run();
    let library = Arc::new(library);
    let lessons = check_lessons(&library, judge, |file| wanted.contains(file));
    diagnostics
        .into_iter()
        .filter(|Diagnostic { file, .. }| {
            let is_media = || file.canonicalize().is_ok_and(|full| media.contains(&full));
            wanted.contains(file) || is_media()
        })
        .chain(lessons)
        .chain(check_cases::check(&cases, &library, judge))
        .chain(refused)
        .collect()
}

struct Check {
    loader: Loader,
    /// Number of the root that files outside all roots count for, the last one.
    loose: usize,
    /// Files of the roots: without links, and as they were found.
    known: Vec<(PathBuf, PathBuf)>,
    /// Files asked for, as messages call them.
    wanted: BTreeSet<PathBuf>,
    /// Drawings asked for, without links.
    media: BTreeSet<PathBuf>,
    /// Cases asked for, as messages call them.
    cases: Vec<PathBuf>,
    refused: Vec<Diagnostic>,
}

impl Check {
    fn add(&mut self, path: &Path) {
        let metadata = match path.metadata() {
            Ok(metadata) => metadata,
            Err(error) => {
                let message = match error.kind() {
                    std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
                    _ => format!("this cannot be read: {error}"),
                };
                self.refused.push(Diagnostic::about_file(path, message));
                return;
            }
        };
        if metadata.is_dir() {
            self.add_folder(path);
        } else if let Some(kind) = MediaKind::of_path(path) {
            self.add_media(kind, path);
        } else if path.extension().is_none_or(|extension| extension != "toml") {
            self.refused.push(
                Diagnostic::about_file(path, "this is no content file")
                    .with_help("content files are TOML files: `levels/name.toml`"),
            );
        } else {
            self.add_file(path, true);
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        let root = ContentRoot::at(folder);
        let cases: Vec<PathBuf> = check_cases::folders_of(&root).collect();
        let is_content = root.assets.is_dir() || root.levels.is_dir() || !cases.is_empty();
        if folder.join(MANIFEST).is_file() {
            self.refused.extend(
                mod_layout::strays(folder)
                    .into_iter()
                    .map(|stray| Diagnostic {
                        file: self.loader.shown(&stray.file),
                        ..stray
                    }),
            );
        }
        let folders: Vec<PathBuf> = if is_content {
            ["items", "terrain", "rules", "units", "lessons"]
                .iter()
                .map(|inner| root.assets.join(inner))
                .chain([root.levels])
                .chain(cases)
                .filter(|inner| inner.is_dir())
                .collect()
        } else {
            vec![folder.to_owned()]
        };
        let mut count = 0;
        for kind in MediaKind::ALL {
            // Drawings that no unit names may be shown too, in the place of those of the game.
            let inner = if is_content {
                root.assets.join(kind.folder())
            } else {
                folder.to_owned()
            };
            if !inner.is_dir() {
                continue;
            }
            let (files, diagnostics) = folder_walk::files(&inner, folder, kind.ending());
            // Of a plain folder this has been said.
            self.refused
                .extend(diagnostics.into_iter().filter(|_| is_content));
            count += files.len();
            for file in files {
                self.add_media(kind, &file);
            }
        }
        if is_content && !folder.join(MANIFEST).is_file() && !self.is_root(folder) {
            let message =
                "there is no `mod.toml` in this folder, so the game does not use it as a mod";
            self.refused
                .push(Diagnostic::about_file(folder, message).with_help(
                    "a mod says in it what it is: `id`, `name`, `version`, `description`; \
                     to check the files alone, name their folder: `…/levels`",
                ));
        }
        for inner in folders {
            let (files, diagnostics) = folder_walk::toml_files(&inner, folder);
            count += files.len();
            self.refused.extend(diagnostics);
            for file in files {
                // As for `test`, what begins with an underscore in a folder of cases is none.
                if check_cases::is_meant(&file) || !check_cases::is_among_cases(&file) {
                    self.add_file(&file, false);
                }
            }
        }
        if count == 0 {
            self.refused.push(
                Diagnostic::about_file(folder, "there are no content files in this folder")
                    .with_help("content files are TOML files (`levels/name.toml`), pictures (`assets/art/icons/name.svg`) and sounds (`assets/sounds/door.ogg`)"),
            );
        }
    }

    /// Whether a folder is one of the content folders of the game.
    fn is_root(&self, folder: &Path) -> bool {
        let full = folder.canonicalize().ok();
        self.loader
            .roots()
            .iter()
            .filter_map(|root| root.assets.parent())
            .any(|root| root.canonicalize().ok() == full)
    }

    /// Adds what is wrong with a picture or a sound, whether or not anything names it.
    fn add_media(&mut self, kind: MediaKind, path: &Path) {
        self.media.extend(path.canonicalize());
        let shown = self.loader.shown(path);
        self.refused.extend(kind.check(path, shown));
    }

    /// Adds a file; one that was not `named` itself but found in a folder need not be content.
    fn add_file(&mut self, path: &Path, named: bool) {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some((_, found)) = self.known.iter().find(|(known, _)| *known == full) {
            self.wanted.insert(self.loader.shown(found));
            return;
        }
        if check_cases::is_among_cases(&full) {
            self.cases.push(self.loader.shown(path));
            return;
        }
        let by_keys = || -> Result<_, Box<Diagnostic>> {
            let source = SourceText::read(path, path.to_owned())?;
            let document = Document::parse(&source)?;
            if check_cases::has_keys_of_case(&document) {
                return Ok((true, None));
            }
            Ok((false, FileKind::of_keys(&document)))
        };
        let kind = match FileKind::of_path(&full) {
            Some(kind) => Ok((false, Some(kind))),
            None => by_keys(),
        };
        let kind = match kind {
            Ok((true, _)) => {
                self.cases.push(self.loader.shown(path));
                return;
            }
            Ok((false, kind)) => kind,
            Err(diagnostic) => {
                self.refused.push(*diagnostic);
                return;
            }
        };
        let Some(kind) = kind else {
            let mut diagnostic =
                Diagnostic::about_file(path, "this is neither a level nor any other content file")
                    .with_help(
                        "a level has a `map`, a unit `art`, a case `[combatant.A]`; \
                         other files have `[[item]]`, `[[terrain]]` or `[[rule]]`",
                    );
            if !named {
                diagnostic.severity = Severity::Warning;
            }
            self.refused.push(diagnostic);
            return;
        };
        self.wanted.insert(self.loader.shown(path));
        self.loader.add_file(path.to_owned(), kind, self.loose);
        self.known.push((full, path.to_owned()));
    }
}
