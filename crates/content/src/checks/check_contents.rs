//! Checking files whose contents the caller holds, without looking at the disk.

use std::path::PathBuf;

use crate::{
    diagnostics::diagnostic::{Diagnostic, Diagnostics},
    loading::loader::Loader,
    source::file_kind::FileKind,
    units::ruleset_tables::Rulesets,
};

/// Checks files that refer only to each other: what an editor has not saved yet, an archive, or
/// what a fuzzer made up.
///
/// The kind of each file is that of the folder its name puts it in (`levels/a.toml`). Art is looked
/// for on the disk, as everywhere; nothing else is.
#[must_use]
pub fn check_contents(
    rulesets: &Rulesets,
    files: impl IntoIterator<Item = (PathBuf, Vec<u8>)>,
) -> Diagnostics {
    let mut loader = Loader::new(&[], rulesets);
    for (path, bytes) in files {
        match FileKind::of_path(&path) {
            Some(kind) => {
                loader.add_file(path.clone(), kind, 0);
                loader.held.insert(path, bytes);
            }
            None => loader.diagnostics.push(
                Diagnostic::about_file(path, "this is in no folder of content files")
                    .with_help("content files lie in folders: `levels/name.toml`"),
            ),
        }
    }
    loader.run().1
}
