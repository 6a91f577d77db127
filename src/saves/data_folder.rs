//! Where what the player makes is kept: saved battles.

use std::{env, ffi::OsString, path::PathBuf};

/// Environment variable that names another folder, for tests and portable installations.
const OVERRIDE: &str = "SHIELDWALL_DATA";

/// The user's folder for data; `None` where there is no home folder. Where only another folder for
/// settings is named, data go there too.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let named = |variable: &str| {
        let value: Option<OsString> = env::var_os(variable);
        value.filter(|folder| !folder.is_empty()).map(PathBuf::from)
    };
    named(OVERRIDE)
        .or_else(|| named(shieldwall_content::user_folders::CONFIG_VARIABLE))
        .or_else(|| {
            directories::ProjectDirs::from("", "", "shieldwall")
                .map(|folders| folders.data_dir().to_path_buf())
        })
}
