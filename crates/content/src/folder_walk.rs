//! Content files in a folder and the folders in it.

use std::{
    fs::{self, DirEntry},
    path::{Path, PathBuf},
};

use crate::diagnostic::{Diagnostic, Severity};

/// Deepest folder that is looked into, counted from the folder where the walk begins.
pub const MAX_DEPTH: usize = 8;
/// Most files and folders that one walk looks at.
pub const MAX_ENTRIES: usize = 10_000;

/// All TOML files below a folder, by name, and what kept the walk from being complete.
///
/// Hidden files and folders are left out. Links to folders are not followed, and links to files
/// only inside the folder.
pub(crate) fn toml_files(folder: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    files(folder, "toml")
}

/// The same for drawings.
pub(crate) fn drawings(folder: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    files(folder, "svg")
}

fn files(folder: &Path, wanted: &'static str) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut walk = Walk {
        wanted,
        inside: folder.canonicalize().unwrap_or_else(|_| folder.to_owned()),
        looked_at: 0,
        files: Vec::new(),
        diagnostics: Vec::new(),
    };
    walk.visit(folder, 0);
    walk.files.sort();
    (walk.files, walk.diagnostics)
}

struct Walk {
    /// How the names of the files that are looked for end.
    wanted: &'static str,
    /// The folder that links may not lead out of, without links itself.
    inside: PathBuf,
    looked_at: usize,
    files: Vec<PathBuf>,
    diagnostics: Vec<Diagnostic>,
}

impl Walk {
    fn visit(&mut self, folder: &Path, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.refuse(
                    folder,
                    &format!("this folder cannot be read: {error}"),
                    None,
                );
                return;
            }
        };
        let mut folders = Vec::new();
        for entry in entries.flatten() {
            self.looked_at += 1;
            if self.looked_at > MAX_ENTRIES {
                if self.looked_at == MAX_ENTRIES + 1 {
                    self.refuse(
                        folder,
                        &format!("more than {MAX_ENTRIES} files; the rest are not read"),
                        Some("is this the right folder?"),
                    );
                }
                return;
            }
            self.sort_out(&entry, &mut folders);
        }
        folders.sort();
        for inner in folders {
            if depth == MAX_DEPTH {
                self.refuse(
                    &inner,
                    &format!("folders more than {MAX_DEPTH} levels deep are not read"),
                    None,
                );
            } else {
                self.visit(&inner, depth + 1);
            }
        }
    }

    fn sort_out(&mut self, entry: &DirEntry, folders: &mut Vec<PathBuf>) {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            return;
        }
        let Ok(kind) = entry.file_type() else { return };
        let is_wanted = path
            .extension()
            .is_some_and(|extension| extension == self.wanted);
        if kind.is_dir() {
            folders.push(path);
        } else if kind.is_symlink() {
            match path.canonicalize() {
                Ok(target) if target.is_dir() => {
                    self.refuse(&path, "links to folders are not followed", None);
                }
                Ok(target) if is_wanted && target.starts_with(&self.inside) => {
                    self.files.push(path);
                }
                Ok(_) if is_wanted => self.refuse(
                    &path,
                    "this link leads out of the content folder",
                    Some("copy the file instead"),
                ),
                Err(_) if is_wanted => self.refuse(&path, "this link leads nowhere", None),
                _ => {}
            }
        } else if is_wanted {
            self.files.push(path);
        } else if let Some(name) = self.name_meant(&path) {
            self.refuse(
                &path,
                "this file is not read",
                Some(&format!("name it `{name}`")),
            );
            if let Some(told) = self.diagnostics.last_mut() {
                told.severity = Severity::Warning;
            }
        }
    }

    /// What a file should be called that looks like one of those wanted, but for its name: `My.TOML`,
    /// `my.toml.txt`, `my.yaml`.
    fn name_meant(&self, path: &Path) -> Option<String> {
        let stem = path.file_stem()?.to_str()?;
        let ending = path.extension()?.to_str()?.to_lowercase();
        let dotted = format!(".{}", self.wanted);
        if ending == self.wanted {
            return Some(format!("{stem}{dotted}"));
        }
        if stem.to_lowercase().ends_with(&dotted) {
            let short = stem.get(..stem.len() - dotted.len())?;
            return Some(format!("{short}{dotted}"));
        }
        let alike = self.wanted == "toml"
            && ["yaml", "yml", "json", "tml", "ini"].contains(&ending.as_str());
        alike.then(|| format!("{stem}{dotted}` and write it as TOML: `key = value"))
    }

    fn refuse(&mut self, path: &Path, message: &str, help: Option<&str>) {
        let mut diagnostic = Diagnostic::about_file(path, message);
        diagnostic.help = help.map(str::to_owned);
        self.diagnostics.push(diagnostic);
    }
}
