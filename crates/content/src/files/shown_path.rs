//! How messages call files.

use std::path::{Path, PathBuf};

/// A path without the current folder `here`, if it lies in it.
pub(crate) fn without(here: Option<&Path>, path: &Path) -> PathBuf {
    // The root of the disk would only take the first `/` away.
    let here = here.filter(|here| here.parent().is_some());
    here.and_then(|here| path.strip_prefix(here).ok())
        .unwrap_or(path)
        .to_owned()
}
