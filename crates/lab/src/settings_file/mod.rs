//! The file in which settings are kept: reading it, and writing it without losing what it holds.
//!
//! What there is to set is the window's own; here are only the file, its text, and what becomes of
//! both when several windows write them.

mod merging;
mod reading;

use std::path::{Path, PathBuf};

use serde::{Serialize, de::DeserializeOwned};

pub use merging::KnownSettings;
pub use reading::{ReadSettings, read_settings};

/// Name of the file in the configuration folder.
const FILE: &str = "settings.toml";
/// Name under which a file is kept that could not be read.
const BROKEN: &str = "settings.toml.broken";
/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

const HEADER: &str =
    "# Settings of Shieldwall. Written by the game; delete a line for its default.\n\n";

/// What can be kept in the file.
pub trait FileSettings: Serialize + DeserializeOwned + Default {
    /// Keys of tables that make sense only as a whole: they are not mixed with those of others.
    const WHOLE: &'static [&'static str];

    /// The same with every number within its limits.
    #[must_use]
    fn within_limits(self) -> Self;
}

/// The settings file of a folder.
#[must_use]
pub fn settings_file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Settings as the text of the file; `None` if they cannot be written as text.
#[must_use]
pub fn settings_text<S: FileSettings>(settings: &S) -> Option<String> {
    let body = toml::to_string(settings).ok()?;
    Some(format!("{HEADER}{body}"))
}
