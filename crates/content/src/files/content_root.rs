//! Where content lies: folders with `assets/` and `levels/` in them.

use std::{
    env,
    path::{Path, PathBuf},
};

/// Environment variable that names the content folders, separated like those of `PATH`.
pub const CONTENT_VARIABLE: &str = "SHIELDWALL_CONTENT";

/// A folder of content: the game's own, or an overlay that adds to it and overrides it by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentRoot {
    /// Folder with `items/`, `terrain/`, `units/`, `lessons/`, `rules/` and `art/`, as far as it has them.
    pub assets: PathBuf,
    /// Folder of levels.
    pub levels: PathBuf,
    /// Id of the mod whose content it is; `None` for the game's own and for plain overlays.
    pub owner: Option<String>,
    /// Ids of the mods that a mod's content may refer to, besides the game's: those that it is made to
    /// come after.
    pub(crate) after: Vec<String>,
}

impl ContentRoot {
    /// The content of a folder: its `assets/` and its `levels/`.
    #[must_use]
    pub fn at(folder: impl AsRef<Path>) -> Self {
        Self {
            assets: folder.as_ref().join("assets"),
            levels: folder.as_ref().join("levels"),
            owner: None,
            after: Vec::new(),
        }
    }

    /// The content of a mod.
    #[must_use]
    pub fn of_mod(folder: impl AsRef<Path>, id: impl Into<String>) -> Self {
        Self {
            owner: Some(id.into()),
            ..Self::at(folder)
        }
    }

    /// The same, with the mods that it is made to come after.
    pub(crate) fn coming_after(self, after: Vec<String>) -> Self {
        Self { after, ..self }
    }

    /// Whether what is in this root may refer to what is in another one. A mod that refers to another
    /// without naming it in `after` would be broken wherever that one is missing.
    pub(crate) fn may_use(&self, other: &Self) -> bool {
        match (&self.owner, &other.owner) {
            (Some(own), Some(other)) => own == other || self.after.contains(other),
            _ => true,
        }
    }

    /// The folder of the mod or the game, which holds both: no link may lead out of it.
    pub(crate) fn home(&self) -> &Path {
        self.assets.parent().unwrap_or(&self.assets)
    }

    /// Whether both folders are there.
    pub(crate) fn is_whole(&self) -> bool {
        self.assets.is_dir() && self.levels.is_dir()
    }
}

/// No content folder was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoContent {
    /// The environment variable names a folder that holds no content.
    #[error(
        "{CONTENT_VARIABLE} names `{}`, which has no folders `assets` and `levels`; \
         set it to the folder that holds both, or unset it",
        .0.display()
    )]
    Variable(PathBuf),
    /// There is none above the executable, nor above the current folder.
    #[error(
        "no folder with `assets` and `levels` in or above `{}`; \
         run the game from its own folder, or set {CONTENT_VARIABLE} to it",
        .0.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join("` or `")
    )]
    Nowhere(Vec<PathBuf>),
}

/// The content folders to read: those that the environment variable `SHIELDWALL_CONTENT` names, or
/// else the nearest folder with `assets/` and `levels/` in it among that of the executable and those
/// above it, or else among the current folder and those above it.
///
/// # Errors
///
/// If the variable names a folder without content, or if there is none to be found.
pub fn find_content_roots() -> Result<Vec<ContentRoot>, NoContent> {
    let executable = env::current_exe()
        .ok()
        .and_then(|path| path.canonicalize().ok())
        .and_then(|path| path.parent().map(Path::to_owned));
    let starts: Vec<PathBuf> = executable
        .into_iter()
        .chain(env::current_dir().ok())
        .collect();
    find_from(env::var_os(CONTENT_VARIABLE).as_deref(), starts)
}

/// The same, with the variable's value and the folders to start at given.
fn find_from(
    variable: Option<&std::ffi::OsStr>,
    starts: Vec<PathBuf>,
) -> Result<Vec<ContentRoot>, NoContent> {
    if let Some(value) = variable.filter(|value| !value.is_empty()) {
        // The name of one folder may hold what stands between several.
        let one = ContentRoot::at(Path::new(value));
        if one.is_whole() {
            return Ok(vec![one]);
        }
        let roots: Vec<ContentRoot> = env::split_paths(value)
            .filter(|folder| !folder.as_os_str().is_empty())
            .enumerate()
            .map(|(number, folder)| {
                let root = ContentRoot::at(&folder);
                // An overlay may have one of the two only.
                let overlay = number > 0 && (root.assets.is_dir() || root.levels.is_dir());
                if root.is_whole() || overlay {
                    Ok(root)
                } else {
                    Err(NoContent::Variable(folder))
                }
            })
            .collect::<Result<_, _>>()?;
        if roots.is_empty() {
            return Err(NoContent::Variable(value.into()));
        }
        return Ok(roots);
    }
    starts
        .iter()
        .flat_map(|start| start.ancestors())
        .map(ContentRoot::at)
        .find(ContentRoot::is_whole)
        .map(|root| vec![root])
        .ok_or(NoContent::Nowhere(starts))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    #[test]
    fn looks_upwards_from_the_first_start_that_has_content_above_it() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("target/debug");
        fs::create_dir_all(&deep).unwrap();
        fs::create_dir_all(folder.path().join("assets")).unwrap();
        fs::create_dir_all(folder.path().join("levels")).unwrap();
        let other = tempfile::tempdir().unwrap();
        let found = find_from(None, vec![other.path().to_owned(), deep]);
        assert_eq!(found, Ok(vec![ContentRoot::at(folder.path())]));
    }

    #[test]
    fn the_variable_comes_first_and_must_be_right() {
        let folder = tempfile::tempdir().unwrap();
        let start = vec![folder.path().to_owned()];
        let error = find_from(Some(folder.path().as_os_str()), start.clone()).unwrap_err();
        assert!(error.to_string().starts_with("SHIELDWALL_CONTENT names `"));
        fs::create_dir_all(folder.path().join("assets")).unwrap();
        fs::create_dir_all(folder.path().join("levels")).unwrap();
        let overlay = folder.path().join("mod");
        fs::create_dir_all(overlay.join("assets")).unwrap();
        let both = env::join_paths([folder.path(), overlay.as_path()]).unwrap();
        assert_eq!(
            find_from(Some(&both), start),
            Ok(vec![
                ContentRoot::at(folder.path()),
                ContentRoot::at(overlay)
            ])
        );
    }

    #[test]
    fn a_folder_may_have_a_separator_in_its_name_and_a_list_of_nothing_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let separator = if cfg!(windows) { ";" } else { ":" };
        let odd = folder.path().join(format!("odd{separator}name"));
        fs::create_dir_all(odd.join("assets")).unwrap();
        fs::create_dir_all(odd.join("levels")).unwrap();
        let found = find_from(Some(odd.as_os_str()), Vec::new());
        assert_eq!(found, Ok(vec![ContentRoot::at(&odd)]));
        let nothing = find_from(Some(separator.as_ref()), vec![odd]).unwrap_err();
        assert_eq!(nothing, NoContent::Variable(separator.into()));
    }

    #[test]
    fn nowhere_is_a_clear_error() {
        let error = find_from(None, vec![PathBuf::from("/nowhere/at/all")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no folder with `assets` and `levels` in or above `/nowhere/at/all`; run the game from \
             its own folder, or set SHIELDWALL_CONTENT to it"
        );
    }
}
