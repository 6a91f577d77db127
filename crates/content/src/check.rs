//! Checking files and folders that the caller names, wherever they lie.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::{
    collection::Collection,
    content_places::ContentPlaces,
    content_root::ContentRoot,
    diagnostic::{Diagnostic, Diagnostics, Severity},
    document::Document,
    file_kind::{FileKind, MANIFEST},
    folder_walk,
    loader::Loader,
    mods::{Mod, ModState, Mods},
    source_text::SourceText,
};

/// Checks content files and folders of them, or all content of the places if none is named.
///
/// Each file's kind is worked out from the folder it lies in, or else from its keys. What the files
/// refer to is looked for among themselves and in the places; only problems of the files named are
/// reported. A folder or manifest of a mod is checked as that mod would be read if it were named on the command
/// line, and its content even if it cannot be used.
#[must_use]
pub fn check_places(places: &ContentPlaces, paths: &[PathBuf]) -> Diagnostics {
    if paths.is_empty() {
        return Collection::read(places).diagnostics;
    }
    let (manifests, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().partition(|path| is_manifest(path));
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
                .map(|folder| folder.to_path_buf()),
        );
    let asked: Vec<PathBuf> = mods_asked.collect();
    let places = asked.iter().fold(places.clone(), ContentPlaces::with_mod);
    let mods = Mods::find(&places);
    let canonical = |folder: &Path| folder.canonicalize().ok();
    let is_asked = |found: &&Mod| {
        let folder = canonical(&found.folder);
        asked.iter().any(|asked| canonical(asked) == folder)
    };
    let left_out = mods
        .list
        .iter()
        .filter(|found| found.state == ModState::LeftOut && is_asked(found))
        .map(|found| ContentRoot::of_mod(&found.folder, &found.id));
    let roots: Vec<ContentRoot> = places
        .base
        .iter()
        .cloned()
        .chain(mods.roots())
        .chain(left_out)
        .collect();
    let others: Vec<PathBuf> = others.into_iter().cloned().collect();
    let content = if others.is_empty() {
        Diagnostics::default()
    } else {
        check_paths_in(&roots, &others)
    };
    let problems = mods.list.iter().filter(is_asked).flat_map(|m| &m.problems);
    content.into_iter().chain(problems.cloned()).collect()
}

/// Whether a path is a mod's manifest by its name.
fn is_manifest(path: &Path) -> bool {
    FileKind::of_path(path) == Some(FileKind::Mod)
}

/// The same, with the content folders given and no mods.
#[must_use]
pub fn check_paths_in(roots: &[ContentRoot], paths: &[PathBuf]) -> Diagnostics {
    let mut loader = Loader::new(roots);
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
        refused: Vec::new(),
    };
    for path in paths {
        check.add(path);
    }
    let Check {
        loader,
        wanted,
        refused,
        ..
    } = check;
    let (_, diagnostics) = loader.run();
    diagnostics
        .into_iter()
        .filter(|diagnostic| wanted.contains(&diagnostic.file))
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
        let folders: Vec<PathBuf> = if root.assets.is_dir() || root.levels.is_dir() {
            ["items", "terrain", "rules", "units"]
                .iter()
                .map(|inner| root.assets.join(inner))
                .chain([root.levels])
                .filter(|inner| inner.is_dir())
                .collect()
        } else {
            vec![folder.to_owned()]
        };
        let mut count = 0;
        for inner in folders {
            let (files, diagnostics) = folder_walk::toml_files(&inner);
            count += files.len();
            self.refused.extend(diagnostics);
            for file in files {
                self.add_file(&file, false);
            }
        }
        if count == 0 {
            self.refused.push(
                Diagnostic::about_file(folder, "there are no content files in this folder")
                    .with_help("content files are TOML files: `levels/name.toml`"),
            );
        }
    }

    /// Adds a file; one that was not `named` itself but found in a folder need not be content.
    fn add_file(&mut self, path: &Path, named: bool) {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some((_, found)) = self.known.iter().find(|(known, _)| *known == full) {
            self.wanted.insert(self.loader.shown(found));
            return;
        }
        let by_keys = || {
            let source = SourceText::read(path, path.to_owned())?;
            Ok(FileKind::of_keys(&Document::parse(&source)?))
        };
        let kind: Result<_, Box<Diagnostic>> = match FileKind::of_path(&full) {
            Some(kind) => Ok(Some(kind)),
            None => by_keys(),
        };
        let kind = match kind {
            Ok(kind) => kind,
            Err(diagnostic) => {
                self.refused.push(*diagnostic);
                return;
            }
        };
        let Some(kind) = kind else {
            let mut diagnostic =
                Diagnostic::about_file(path, "this is neither a level nor any other content file")
                    .with_help(
                        "a level has a `map`, a unit `art`; \
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
