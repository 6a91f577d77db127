//! Settings of several windows in one file: each writes what was set in it, and keeps what was set in
//! the others.

use std::{collections::BTreeSet, fs, io, path::Path, sync::Mutex, sync::PoisonError};

use shieldwall_content::whole_file;
use toml::{Table, Value};

use super::{
    FileSettings,
    reading::{read_text, set_aside, usable_part},
    settings_text,
};
use crate::FileTurn;

/// Extension of the lock beside the file.
const LOCK_EXTENSION: &str = "lock";

/// What the file held when this window last read or wrote it.
#[derive(Debug, Default)]
pub struct KnownSettings(Mutex<Table>);

impl KnownSettings {
    /// Settings as they were read.
    #[must_use]
    pub fn of<S: FileSettings>(settings: &S) -> Self {
        Self(Mutex::new(table(settings)))
    }

    /// Writes settings of this window, with what others have set meanwhile. A file that nobody can
    /// read is copied aside first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write<S: FileSettings>(&self, file: &Path, mine: &S) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // If the turn does not come, what this window sets is still not lost.
        let _turn = FileTurn::take(&file.with_extension(LOCK_EXTENSION));
        // Only one thread writes at a time, and plain values are never half changed.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mine_now = table(mine);
        let merged = match fs::metadata(file) {
            Ok(_) => {
                let text = read_text(file).ok();
                let sound = text.as_deref().and_then(readable::<S>);
                if sound.is_none() {
                    // It may be there for reading and hold something, but not settings alone.
                    let _ = file.parent().map(set_aside);
                }
                let theirs = sound.or_else(|| {
                    let (used, _) = usable_part::<S>(&text?)?;
                    Some(overlaid(known.clone(), used))
                });
                theirs.and_then(|theirs| settings::<S>(merge(&known, &mine_now, &theirs, S::WHOLE)))
            }
            Err(_) => None,
        };
        let text = settings_text(merged.as_ref().unwrap_or(mine));
        let text = text.ok_or_else(|| io::Error::other("settings cannot be written as text"))?;
        whole_file::replace(file, text.as_bytes())?;
        *known = mine_now;
        Ok(())
    }
}

fn table<S: FileSettings>(settings: &S) -> Table {
    Table::try_from(settings).unwrap_or_default()
}

fn settings<S: FileSettings>(table: Table) -> Option<S> {
    table.try_into().ok()
}

/// The table of a text that holds settings.
fn readable<S: FileSettings>(text: &str) -> Option<Table> {
    let found: S = toml::from_str(text).ok()?;
    Some(table(&found))
}

/// A table with what another one says in its place.
fn overlaid(mut table: Table, other: Table) -> Table {
    for (key, value) in other {
        let value = match (table.remove(&key), value) {
            (Some(Value::Table(inner)), Value::Table(other)) => {
                Value::Table(overlaid(inner, other))
            }
            (_, value) => value,
        };
        table.insert(key, value);
    }
    table
}

/// What others have, with everything that has changed from `known` to `mine`. Tables with one of the
/// keys of `whole` are not mixed.
fn merge(known: &Table, mine: &Table, theirs: &Table, whole: &[&str]) -> Table {
    let empty = Table::new();
    let mut merged = theirs.clone();
    let keys: BTreeSet<&String> = known.keys().chain(mine.keys()).collect();
    for key in keys {
        let (was, is) = (known.get(key), mine.get(key));
        if was == is {
            continue;
        }
        let within = |value: Option<&Value>| match value {
            None => Some(empty.clone()),
            Some(Value::Table(table)) => Some(table.clone()),
            Some(_) => None,
        };
        let tables = within(was).zip(within(is)).zip(within(theirs.get(key)));
        let value = match tables.filter(|_| !whole.contains(&key.as_str())) {
            Some(((was, is), theirs)) => {
                let inner = merge(&was, &is, &theirs, whole);
                (!inner.is_empty()).then_some(Value::Table(inner))
            }
            None => is.cloned(),
        };
        match value {
            Some(value) => drop(merged.insert(key.clone(), value)),
            None => drop(merged.remove(key)),
        }
    }
    merged
}
