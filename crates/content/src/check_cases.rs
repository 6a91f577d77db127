//! Cases among the files that are checked: how they are told, and read with the reader of `test`.

use std::path::{Path, PathBuf};

use crate::{
    Case, Library, content_root::ContentRoot, diagnostic::Diagnostic, document::Document,
    folder_walk, key_path::KeyPath,
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

/// What else is said about a case that could be read: whether its words mean something is known
/// where rulesets are known.
pub type Judge<'j> = &'j dyn Fn(&Case) -> Vec<Diagnostic>;

/// The folder in which a content folder keeps its cases.
pub(crate) fn folder_of(root: &ContentRoot) -> Option<PathBuf> {
    let folder = root.assets.parent()?.join("tests/cases");
    folder.is_dir().then_some(folder)
}

/// The cases in a folder, and what kept the search from being complete. Files whose names begin with
/// an underscore are none.
pub(crate) fn in_folder(folder: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let (files, diagnostics) = folder_walk::toml_files(folder);
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
        .any(|folder| folder.ends_with("tests/cases"))
}

/// Whether a file is a case by its keys.
pub(crate) fn has_keys_of_case(document: &Document<'_>) -> bool {
    KEYS.iter()
        .any(|key| document.get(&KeyPath::from([*key])).is_some())
}

/// What is wrong with cases.
pub(crate) fn check(files: &[PathBuf], library: &Library, judge: Judge<'_>) -> Vec<Diagnostic> {
    let check = |file: &PathBuf| match Case::read(file, library) {
        Ok(case) => judge(&case),
        Err(diagnostics) => diagnostics.into_iter().collect(),
    };
    files.iter().flat_map(check).collect()
}
