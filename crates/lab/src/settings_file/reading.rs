//! Reading the settings file. What cannot be read is copied aside, not lost.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use shieldwall_content::plain_file::{self, ReadFault};
use toml::{Table, Value};

use super::{BROKEN, FILE, FileSettings, MAX_BYTES, settings_file};

/// Most characters shown of what the parser says.
const MAX_MESSAGE: usize = 400;

/// Settings as they were found.
#[derive(Clone, Debug)]
pub struct ReadSettings<S> {
    /// The settings, defaults if there were none.
    pub settings: S,
    /// What was wrong, for the player.
    pub problem: Option<String>,
    /// Whether the file could neither be used nor copied aside, so that saving would lose it.
    pub only_copy: bool,
}

impl<S: FileSettings> ReadSettings<S> {
    fn defaults(problem: Option<String>) -> Self {
        Self {
            settings: S::default(),
            problem,
            only_copy: false,
        }
    }

    /// Defaults in place of a file that is no good, which is copied aside.
    fn unusable(folder: &Path, what: &str) -> Self {
        let (kept, only_copy) = match set_aside(folder) {
            Ok(kept) => (format!("your file is kept as {}", kept.display()), false),
            Err(error) => (
                format!(
                    "the file could not be copied aside ({error}), so nothing is saved over it"
                ),
                true,
            ),
        };
        Self {
            only_copy,
            ..Self::defaults(Some(format!(
                "{what}. The game goes on with its defaults; {kept}."
            )))
        }
    }
}

/// Reads the settings of a folder. A broken file is set aside, not lost.
#[must_use]
pub fn read_settings<S: FileSettings>(folder: Option<&Path>) -> ReadSettings<S> {
    let Some(folder) = folder else {
        return ReadSettings::defaults(Some(
            "There is no home folder, so settings last only until the game ends.".to_owned(),
        ));
    };
    let file = settings_file(folder);
    let text = match read_text(&file) {
        Ok(text) => text,
        Err(error) if is_absent(&error) => return ReadSettings::defaults(None),
        Err(error) => {
            return ReadSettings::unusable(folder, &format!("{}: {error}", file.display()));
        }
    };
    match toml::from_str::<S>(&text) {
        Ok(settings) => ReadSettings {
            settings: settings.within_limits(),
            problem: None,
            only_copy: false,
        },
        Err(error) => {
            let (line, column) = place(&text, error.span().map_or(0, |span| span.start));
            let message = shortened(error.message().trim_end_matches('.')).replace('\n', "; ");
            let what = format!("{}:{line}:{column}: {message}", file.display());
            let unusable = ReadSettings::unusable(folder, &what);
            let part = usable_part::<S>(&text);
            let part =
                part.and_then(|(used, left_out)| Some((used.try_into::<S>().ok()?, left_out)));
            match part {
                Some((settings, left_out)) if !unusable.only_copy => ReadSettings::<S> {
                    settings: settings.within_limits(),
                    problem: Some(format!(
                        "{what}. Left out: {}; all else is used. Your file is kept as {}.",
                        shortened(&left_out.join(", ")),
                        folder.join(BROKEN).display()
                    )),
                    only_copy: false,
                },
                _ => unusable,
            }
        }
    }
}

/// The keys of a text that can be used, each by itself, and the names of all others; `None` if the text is no TOML.
pub(super) fn usable_part<S: FileSettings>(text: &str) -> Option<(Table, Vec<String>)> {
    let mut used = Table::new();
    let mut left_out = Vec::new();
    for (key, value) in text.parse::<Table>().ok()? {
        let holds = |value: &Value| {
            let alone = Table::from_iter([(key.clone(), value.clone())]);
            alone.try_into::<S>().is_ok()
        };
        if holds(&value) {
            used.insert(key, value);
            continue;
        }
        let parts = match value {
            Value::Table(parts) if !S::WHOLE.contains(&key.as_str()) => parts,
            _ => {
                left_out.push(key);
                continue;
            }
        };
        let mut kept = Table::new();
        for (part, value) in parts {
            let alone = Table::from_iter([(part.clone(), value.clone())]);
            if holds(&Value::Table(alone)) {
                kept.insert(part, value);
            } else {
                left_out.push(format!("{key}.{part}"));
            }
        }
        if !kept.is_empty() {
            used.insert(key, Value::Table(kept));
        }
    }
    Some((used, left_out))
}

/// Whether there is no file, and so nothing that could be lost.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The text of a settings file.
///
/// # Errors
/// If it cannot be read, or is larger than settings are.
pub(super) fn read_text(file: &Path) -> io::Result<String> {
    let bytes = plain_file::read(file, MAX_BYTES).map_err(|fault| match fault {
        ReadFault::Unreadable(error) => error,
        ReadFault::Folder | ReadFault::NotPlain => io::Error::other(fault.to_string()),
        ReadFault::TooLarge { .. } => io::Error::other("the file is too large for settings"),
    })?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Copies a broken file aside and says where to.
pub(super) fn set_aside(folder: &Path) -> io::Result<PathBuf> {
    let (file, kept) = (folder.join(FILE), folder.join(BROKEN));
    if !fs::metadata(&file)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    fs::copy(file, &kept)?;
    Ok(kept)
}

/// The beginning of a message, which may repeat a value of any length.
fn shortened(message: &str) -> String {
    let mut short: String = message.chars().take(MAX_MESSAGE).collect();
    if short.len() < message.len() {
        short.push('…');
    }
    short
}

/// Line and column, from 1, of a byte of a text.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
