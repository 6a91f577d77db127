//! Content files in a folder and the folders in it.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::diagnostics::diagnostic::{Diagnostic, Severity};

/// Deepest folder that is looked into, counted from the folder where the walk begins.
pub const MAX_DEPTH: usize = 8;
/// Most files and folders that one walk looks at.
pub const MAX_ENTRIES: usize = 10_000;

/// All TOML files below a folder, by name, and what kept the walk from being complete.
///
/// Hidden files and folders are left out. Links to folders are not followed, and links to files
/// only inside `home`: the folder of the mod or the game.
pub(crate) fn toml_files(folder: &Path, home: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    files(folder, home, "toml")
}

/// The same for files whose names end in something else.
pub(crate) fn files(
    folder: &Path,
    home: &Path,
    wanted: &'static str,
) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut walk = Walk {
        wanted,
        inside: home.canonicalize().unwrap_or_else(|_| home.to_owned()),
        files: Vec::new(),
        diagnostics: Vec::new(),
    };
    // Folders that are too deep are seen and not looked into.
    let below = WalkDir::new(folder).min_depth(1).max_depth(MAX_DEPTH + 1);
    let mut entries = below.into_iter();
    let mut looked_at = 0;
    while let Some(entry) = entries.next() {
        looked_at += 1;
        if looked_at > MAX_ENTRIES {
            let message = format!("more than {MAX_ENTRIES} files; the rest are not read");
            walk.refuse(folder, &message, Some("is this the right folder?"));
            break;
        }
        match entry {
            Ok(entry) if entry.file_name().to_string_lossy().starts_with('.') => {
                if entry.file_type().is_dir() {
                    entries.skip_current_dir();
                }
            }
            Ok(entry) => walk.sort_out(&entry),
            Err(error) => {
                let reason = error.io_error().map(ToString::to_string);
                let message = format!("this folder cannot be read: {}", reason.unwrap_or_default());
                walk.refuse(error.path().unwrap_or(folder), &message, None);
            }
        }
    }
    walk.files.sort();
    (walk.files, walk.diagnostics)
}

struct Walk {
    /// How the names of the files that are looked for end.
    wanted: &'static str,
    /// The folder that links may not lead out of, without links itself.
    inside: PathBuf,
    files: Vec<PathBuf>,
    diagnostics: Vec<Diagnostic>,
}

impl Walk {
    fn sort_out(&mut self, entry: &DirEntry) {
        let path = entry.path().to_owned();
        let is_wanted = path
            .extension()
            .is_some_and(|extension| extension == self.wanted);
        if entry.file_type().is_dir() {
            if entry.depth() > MAX_DEPTH {
                let message = format!("folders more than {MAX_DEPTH} levels deep are not read");
                self.refuse(&path, &message, None);
            }
        } else if entry.path_is_symlink() {
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
            let help = format!("name it `{name}`");
            self.refuse(&path, "this file is not read", Some(&help));
            if let Some(told) = self.diagnostics.last_mut() {
                told.severity = Severity::Warning;
            }
        }
    }

    /// The name that a file should have that looks like one of those wanted: `My.TOML`, `my.toml.txt`, `my.yaml`,
    /// `my.wav`.
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
        let (alike, how): (&[&str], _) = match self.wanted {
            "svg" => (
                &["png", "jpg", "jpeg", "gif", "webp"],
                "draw it as SVG: `<svg>".to_owned(),
            ),
            "ogg" => (
                &["wav", "mp3", "flac", "oga", "opus", "m4a"],
                format!("write it as Ogg Vorbis: `oggenc -o {stem}.ogg {stem}.wav"),
            ),
            _ => (
                &["yaml", "yml", "json", "tml", "ini"],
                "write it as TOML: `key = value".to_owned(),
            ),
        };
        let is_alike = alike.contains(&ending.as_str());
        is_alike.then(|| format!("{stem}{dotted}` and {how}"))
    }

    fn refuse(&mut self, path: &Path, message: &str, help: Option<&str>) {
        let mut diagnostic = Diagnostic::about_file(path, message);
        diagnostic.help = help.map(str::to_owned);
        self.diagnostics.push(diagnostic);
    }
}
/// True if a folder, links followed, lies in another.
pub(crate) fn stays_inside(folder: &Path, within: &Path) -> bool {
    match (folder.canonicalize(), within.canonicalize()) {
        (Ok(folder), Ok(within)) => folder.starts_with(within),
        _ => false,
    }
}
