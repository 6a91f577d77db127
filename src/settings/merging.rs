//! Settings of several windows in one file: each writes what was set in it, and keeps what was set in
//! the others.

use std::{collections::BTreeSet, fs, io, path::Path, sync::Mutex, sync::PoisonError};

use shieldwall_content::whole_file;
use shieldwall_lab::FileTurn;
use toml::{Table, Value};

use super::{
    Settings,
    store::{MAX_BYTES, set_aside, to_text},
};

/// Extension of the lock beside the file.
const LOCK_EXTENSION: &str = "lock";
/// What makes sense only as a whole: a battle that was set up.
const WHOLE: &str = "last_battle";

/// What the file held when this window last read or wrote it.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<Table>);

impl Known {
    /// Settings as they were read.
    pub(super) fn of(settings: &Settings) -> Self {
        Self(Mutex::new(table(settings)))
    }

    /// Writes settings of this window, with what others have set meanwhile. A file that nobody can
    /// read is copied aside first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self, file: &Path, mine: &Settings) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // If the turn does not come, what this window sets is still not lost.
        let _turn = FileTurn::take(&file.with_extension(LOCK_EXTENSION));
        // Only one thread writes at a time, and plain values are never half changed.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mine_now = table(mine);
        let merged = match fs::metadata(file) {
            Ok(metadata) => {
                let theirs = (metadata.len() <= MAX_BYTES)
                    .then(|| fs::read_to_string(file).ok())
                    .flatten()
                    .and_then(|text| readable(&text));
                if theirs.is_none() {
                    // It may be there for reading and hold something, but settings it holds none.
                    let _ = file.parent().map(set_aside);
                }
                theirs.and_then(|theirs| settings(merge(&known, &mine_now, &theirs)))
            }
            Err(_) => None,
        };
        let text = to_text(merged.as_ref().unwrap_or(mine));
        let text = text.ok_or_else(|| io::Error::other("settings cannot be written as text"))?;
        whole_file::replace(file, text.as_bytes())?;
        *known = mine_now;
        Ok(())
    }
}

fn table(settings: &Settings) -> Table {
    Table::try_from(settings).unwrap_or_default()
}

fn settings(table: Table) -> Option<Settings> {
    table.try_into().ok()
}

/// The table of a text that holds settings.
fn readable(text: &str) -> Option<Table> {
    let found: Settings = toml::from_str(text).ok()?;
    Some(table(&found))
}

/// What others have, with everything that has changed from `known` to `mine`.
fn merge(known: &Table, mine: &Table, theirs: &Table) -> Table {
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
        let value = match tables.filter(|_| key != WHOLE) {
            Some(((was, is), theirs)) => {
                let inner = merge(&was, &is, &theirs);
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{
        input::{Act, Binding},
        palette::PaletteKind,
        settings::read,
    };

    /// A window that has read a folder.
    fn window(folder: &Path) -> (Known, Settings) {
        let settings = read(Some(folder)).settings;
        (Known::of(&settings), settings)
    }

    #[test]
    fn each_window_writes_what_was_set_in_it_and_keeps_what_was_set_in_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let (first, mut one) = window(folder.path());
        let (second, mut other) = window(folder.path());
        one.palette = PaletteKind::Tritanopia;
        one.keys.bind(Act::Confirm, Binding::WheelUp);
        first.write(&file, &one).unwrap();
        other.edge_scroll = true;
        other.keys.bind(Act::PauseMenu, Binding::WheelDown);
        second.write(&file, &other).unwrap();
        one.ui_scale = 1.5;
        first.write(&file, &one).unwrap();
        let found = read(Some(folder.path()));
        assert_eq!(found.problem, None);
        let mut expected = Settings {
            palette: PaletteKind::Tritanopia,
            edge_scroll: true,
            ui_scale: 1.5,
            ..Settings::default()
        };
        expected.keys.bind(Act::Confirm, Binding::WheelUp);
        expected.keys.bind(Act::PauseMenu, Binding::WheelDown);
        assert_eq!(found.settings, expected);
        // What is set back to what it was at first is set too.
        other.edge_scroll = false;
        second.write(&file, &other).unwrap();
        assert!(!read(Some(folder.path())).settings.edge_scroll);
        assert_eq!(
            read(Some(folder.path())).settings.palette,
            PaletteKind::Tritanopia
        );
    }

    #[test]
    fn a_battle_that_was_set_up_is_not_mixed_with_another() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let (first, mut one) = window(folder.path());
        let (second, mut other) = window(folder.path());
        one.last_battle.level = "reed-ford".to_owned();
        one.last_battle.red.warband = vec!["archer".to_owned()];
        first.write(&file, &one).unwrap();
        other.last_battle.level = "old-wood".to_owned();
        second.write(&file, &other).unwrap();
        let found = read(Some(folder.path())).settings.last_battle;
        assert_eq!(found, other.last_battle);
    }

    #[test]
    fn a_file_that_was_spoilt_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let (window, mut settings) = window(folder.path());
        fs::write(&file, "vsinc = false\n").unwrap();
        settings.edge_scroll = true;
        window.write(&file, &settings).unwrap();
        assert_eq!(read(Some(folder.path())).settings, settings);
        let kept = fs::read_to_string(folder.path().join("settings.toml.broken")).unwrap();
        assert_eq!(kept, "vsinc = false\n");
    }

    #[test]
    fn many_windows_at_once_lose_and_tear_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let windows: Vec<_> = (0..8).map(|_| window(folder.path())).collect();
        std::thread::scope(|scope| {
            for (number, (known, mut settings)) in windows.into_iter().enumerate() {
                let file = &file;
                scope.spawn(move || {
                    let option = format!("option-{number}");
                    match number {
                        0 => settings.edge_scroll = true,
                        1 => settings.free_undo = true,
                        2 => settings.confirm_before_commit = true,
                        3 => settings.vsync = false,
                        4 => settings.fullscreen = true,
                        5 => settings.width = 1999,
                        6 => settings.height = 1111,
                        _ => settings.last_battle.level = option,
                    }
                    known.write(file, &settings).unwrap();
                });
            }
        });
        let found = read(Some(folder.path()));
        assert_eq!(found.problem, None);
        let mut expected = Settings {
            edge_scroll: true,
            free_undo: true,
            confirm_before_commit: true,
            vsync: false,
            fullscreen: true,
            width: 1999,
            height: 1111,
            ..Settings::default()
        };
        expected.last_battle.level = "option-7".to_owned();
        assert_eq!(found.settings, expected);
    }
}
