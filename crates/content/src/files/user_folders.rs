//! The user's own folders: for settings, and for mods.

use std::{env, ffi::OsStr, path::PathBuf};

/// Environment variable that names another folder for settings, for tests and portable
/// installations.
pub const CONFIG_VARIABLE: &str = "SHIELDWALL_CONFIG";
/// Environment variable that names another folder of mods; empty, there is none.
pub const MODS_VARIABLE: &str = "SHIELDWALL_MODS";

/// The user's folder for settings; `None` where there is no home folder.
#[must_use]
pub fn config_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(CONFIG_VARIABLE).filter(|folder| !folder.is_empty()) {
        return Some(PathBuf::from(folder));
    }
    directories::ProjectDirs::from("", "", "shieldwall")
        .map(|folders| folders.config_dir().to_path_buf())
}

/// The user's folder of mods, whether it is there or not; `None` where there is no home folder, or
/// where the environment says that there is to be none.
#[must_use]
pub fn mods_folder() -> Option<PathBuf> {
    mods_folder_from(env::var_os(MODS_VARIABLE).as_deref())
}

/// The same, with the variable's value given.
fn mods_folder_from(variable: Option<&OsStr>) -> Option<PathBuf> {
    match variable {
        Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
        None => directories::ProjectDirs::from("", "", "shieldwall")
            .map(|folders| folders.data_dir().join("mods")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_another_folder_or_none() {
        let named = mods_folder_from(Some(OsStr::new("/else/where")));
        assert_eq!(named, Some(PathBuf::from("/else/where")));
        assert_eq!(mods_folder_from(Some(OsStr::new(""))), None);
    }
}
