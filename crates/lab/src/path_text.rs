//! Paths in JSON. Not every path is Unicode; what is not is shown by a stand-in, as one odd name is no reason to print
//! nothing at all.

use std::path::Path;

use serde::Serializer;

/// Serialises a path.
pub(crate) fn of<S: Serializer>(path: &impl AsRef<Path>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path.as_ref().to_string_lossy())
}

/// Serialises a path that may be missing.
pub(crate) fn of_option<S: Serializer>(
    path: &Option<impl AsRef<Path>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => of(path, to),
        None => to.serialize_none(),
    }
}
