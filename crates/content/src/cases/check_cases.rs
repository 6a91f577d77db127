//! Cases among the files that are checked: how they are told, and read with the reader of `test`.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Case, Lesson, Library,
    diagnostics::diagnostic::Diagnostic,
    files::{content_root::ContentRoot, folder_walk},
    source::{document::Document, key_path::KeyPath},
};

/// Keys at the top of a file that only cases have.
const KEYS: [&str; 7] = [
    "combatant",
    "choice",
    "dice",
    "proves",
    "expect",
    "never",
    "rounds",
];

/// Further problems with a case that could be read, and with a lesson: the meaning of their words is known where
/// rulesets are known.
#[derive(Clone, Copy)]
pub struct Judge<'j> {
    /// Judges a case.
    pub case: &'j dyn Fn(&Case) -> Vec<Diagnostic>,
    /// Judges a lesson, with the library that it is of.
    pub lesson: &'j dyn Fn(&Arc<Lesson>, &Arc<Library>) -> Vec<Diagnostic>,
}

impl Judge<'_> {
    /// Finds nothing wrong.
    pub(crate) const NONE: Judge<'static> = Judge {
        case: &|_| Vec::new(),
        lesson: &|_, _| Vec::new(),
    };
}

/// Where a content folder keeps its cases, and positions, which are cases too.
const FOLDERS: [&str; 2] = ["tests/cases", "tests/positions"];

/// The folders in which a content folder keeps its cases.
pub(crate) fn folders_of(root: &ContentRoot) -> impl Iterator<Item = PathBuf> {
    let inside = root.assets.parent().map(Path::to_owned);
    let folders = inside
        .into_iter()
        .flat_map(|inside| FOLDERS.map(|folder| inside.join(folder)));
    folders.filter(|folder| folder.is_dir())
}

/// The cases in a folder, and what kept the search from being complete. Files whose names begin with
/// an underscore are none.
pub(crate) fn in_folder(folder: &Path, home: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let (files, diagnostics) = folder_walk::toml_files(folder, home);
    (
        files.into_iter().filter(|file| is_meant(file)).collect(),
        diagnostics,
    )
}

/// Whether a file found in a folder of cases is meant to be one.
pub(crate) fn is_meant(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default();
    !name.to_string_lossy().starts_with('_')
}

/// Whether a file lies in a folder of cases.
pub(crate) fn is_among_cases(file: &Path) -> bool {
    file.ancestors()
        .skip(1)
        .any(|folder| FOLDERS.iter().any(|cases| folder.ends_with(cases)))
}

/// Whether a file is a case by its keys.
pub(crate) fn has_keys_of_case(document: &Document<'_>) -> bool {
    KEYS.iter()
        .any(|key| document.get(&KeyPath::from([*key])).is_some())
}

/// What is wrong with cases.
pub(crate) fn check(files: &[PathBuf], library: &Library, judge: Judge<'_>) -> Vec<Diagnostic> {
    let check = |file: &PathBuf| match Case::read(file, library) {
        Ok(case) => (judge.case)(&case),
        Err(diagnostics) => diagnostics.into_iter().collect(),
    };
    files.iter().flat_map(check).collect()
}
