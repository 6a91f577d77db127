//! Where settings are kept.

use std::{env, path::PathBuf};

/// Environment variable that names another folder, for tests and portable installations.
pub(crate) const CONFIG_OVERRIDE: &str = "SHIELDWALL_CONFIG";

/// The user's folder for settings; `None` where there is no home folder.
pub(crate) fn config_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(CONFIG_OVERRIDE).filter(|folder| !folder.is_empty()) {
        return Some(PathBuf::from(folder));
    }
    directories::ProjectDirs::from("", "", "shieldwall")
        .map(|folders| folders.config_dir().to_path_buf())
}
