//! Everywhere that content is looked for: the game's folder, overlays, installed and named mods.

use std::path::{Path, PathBuf};

use crate::{
    files::{
        content_root::{ContentRoot, NoContent, find_content_roots},
        user_folders,
    },
    modding::mod_switches::SWITCHES_FILE,
};

/// Where content is read from. Says where to look, not what is there: that may change at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentPlaces {
    /// The game's own folder, and overlays of it.
    pub base: Vec<ContentRoot>,
    /// Folder in which every folder is a mod, whether it is there or not.
    pub mods_folder: Option<PathBuf>,
    /// Folders of mods that were named one by one; they are on whatever the switches say.
    pub named_mods: Vec<PathBuf>,
    /// File that says which mods of the folder are off, whether it is there or not.
    pub switches: Option<PathBuf>,
}

/// Why content cannot be read from where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongPlace {
    /// There is no content to be found.
    #[error(transparent)]
    NoContent(#[from] NoContent),
    /// The first folder named does not hold content.
    #[error("`{}` has no folders `assets` and `levels`", .0.display())]
    NoFolders(PathBuf),
    /// A file was named where a folder is meant: most often an archive.
    #[error(
        "`{}` is a file; unpack it and name the folder in which `mod.toml` is",
        .0.display()
    )]
    NotFolder(PathBuf),
    /// There is no such folder.
    #[error("there is no folder `{}`", .0.display())]
    Missing(PathBuf),
}

impl ContentPlaces {
    /// Content folders alone, without mods.
    #[must_use]
    pub fn without_mods(base: impl Into<Vec<ContentRoot>>) -> Self {
        Self {
            base: base.into(),
            ..Self::default()
        }
    }

    /// The places that a command line asks for: `content` instead of the game's own folder (the
    /// first must be whole, later ones add to it), the mods named, and those of the user's folder
    /// unless they are not wanted.
    ///
    /// # Errors
    ///
    /// If one of the folders is not there, or if there is no content at all.
    pub fn asked_for(
        content: &[PathBuf],
        named_mods: &[PathBuf],
        installed_mods: bool,
    ) -> Result<Self, WrongPlace> {
        let base = match content.first() {
            None => find_content_roots()?,
            Some(first) if !ContentRoot::at(first).is_whole() => {
                return Err(WrongPlace::NoFolders(first.clone()));
            }
            Some(_) => content.iter().map(ContentRoot::at).collect(),
        };
        if let Some(missing) = content
            .iter()
            .chain(named_mods)
            .find(|folder| !folder.is_dir())
        {
            let missing = missing.clone();
            return Err(if missing.exists() {
                WrongPlace::NotFolder(missing)
            } else {
                WrongPlace::Missing(missing)
            });
        }
        let folder = user_folders::mods_folder().filter(|_| installed_mods);
        Ok(Self {
            base,
            mods_folder: folder,
            named_mods: named_mods.to_vec(),
            switches: user_folders::config_folder().map(|folder| folder.join(SWITCHES_FILE)),
        })
    }

    /// The same with one more mod that is named.
    #[must_use]
    pub fn with_mod(mut self, folder: impl AsRef<Path>) -> Self {
        self.named_mods.push(folder.as_ref().to_owned());
        self
    }
}
