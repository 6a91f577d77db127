//! Reading and writing the settings file, without ever losing it.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use bevy::{log::warn, prelude::Resource, tasks::IoTaskPool};

use super::{AnimationSpeed, Settings};

/// Name of the file in the configuration folder.
const FILE: &str = "settings.toml";
/// Name under which a file is kept that could not be read.
const BROKEN: &str = "settings.toml.broken";
/// Largest settings file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

const HEADER: &str =
    "# Settings of Shieldwall. Written by the game; delete a line for its default.\n\n";

/// Settings as they were found.
pub(crate) struct Loaded {
    /// The settings, defaults if there were none.
    pub(crate) settings: Settings,
    /// What was wrong, for the player.
    pub(crate) problem: Option<String>,
}

/// Keeps settings in a file.
#[derive(Resource, Debug)]
pub(crate) struct Store {
    file: Option<PathBuf>,
    saved: Settings,
    /// A speed that counts for this run only, and the one that is kept.
    passing: Option<(AnimationSpeed, AnimationSpeed)>,
    /// What waits to be written; only the latest matters.
    waiting: Arc<Mutex<Option<String>>>,
    /// What went wrong last, shown on the settings screen.
    pub(crate) problem: Option<String>,
}

/// Reads the settings of a folder. A broken file is set aside, not lost.
pub(crate) fn read(folder: Option<&Path>) -> Loaded {
    let defaults = |problem| Loaded {
        settings: Settings::default(),
        problem,
    };
    let Some(folder) = folder else {
        return defaults(Some(
            "There is no home folder, so settings last only until the game ends.".to_owned(),
        ));
    };
    let file = folder.join(FILE);
    let text = match read_text(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return defaults(None),
        Err(error) => {
            let kept = set_aside(folder);
            return defaults(Some(format!("{}: {error}. {kept}", file.display())));
        }
    };
    match toml::from_str::<Settings>(&text) {
        Ok(settings) => Loaded {
            settings: settings.within_limits(),
            problem: None,
        },
        Err(error) => {
            let (line, column) = place(&text, error.span().map_or(0, |span| span.start));
            let kept = set_aside(folder);
            defaults(Some(format!(
                "{}:{line}:{column}: {}. {kept}",
                file.display(),
                error.message().trim_end_matches('.').replace('\n', "; "),
            )))
        }
    }
}

fn read_text(file: &Path) -> io::Result<String> {
    if fs::metadata(file)?.len() > MAX_BYTES {
        return Err(io::Error::other("the file is too large for settings"));
    }
    fs::read_to_string(file)
}

/// Copies a broken file aside and says so.
fn set_aside(folder: &Path) -> String {
    let kept = folder.join(BROKEN);
    match fs::copy(folder.join(FILE), &kept) {
        Ok(_) => format!(
            "The game goes on with its defaults; your file is kept as {}.",
            kept.display()
        ),
        Err(error) => format!(
            "The game goes on with its defaults; the file could not be copied aside ({error})."
        ),
    }
}

/// Line and column, from 1, of a byte of a text.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

impl Store {
    /// A store in a folder; without one nothing is kept.
    pub(crate) fn new(folder: Option<&Path>, loaded: &Loaded) -> Self {
        Self {
            file: folder.map(|folder| folder.join(FILE)),
            saved: loaded.settings.clone(),
            passing: None,
            waiting: Arc::default(),
            problem: loaded.problem.clone(),
        }
    }

    /// Says that a speed was asked for on the command line: it is not kept unless the player
    /// changes it.
    pub(crate) fn passing_speed(&mut self, speed: AnimationSpeed) {
        self.passing = Some((speed, self.saved.animation_speed));
    }

    /// The file, for the settings screen.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Saves settings, off the frame thread, if they differ from what was saved last.
    pub(crate) fn save(&mut self, settings: &Settings) {
        let mut settings = settings.clone();
        match self.passing {
            Some((passing, kept)) if settings.animation_speed == passing => {
                settings.animation_speed = kept;
            }
            _ => self.passing = None,
        }
        if settings == self.saved {
            return;
        }
        let (Some(file), Some(text)) = (self.file.clone(), to_text(&settings)) else {
            return;
        };
        if let Ok(mut waiting) = self.waiting.lock() {
            *waiting = Some(text);
        }
        self.saved = settings;
        let waiting = Arc::clone(&self.waiting);
        IoTaskPool::get()
            .spawn(async move { write_waiting(&file, &waiting) })
            .detach();
    }

    /// Writes what still waits, before the game ends.
    pub(crate) fn finish(&self) {
        if let Some(file) = &self.file {
            write_waiting(file, &self.waiting);
        }
    }
}

/// Writes the latest text that waits. The lock is held meanwhile, so that an older text can never
/// come after a newer one.
fn write_waiting(file: &Path, waiting: &Mutex<Option<String>>) {
    let Ok(mut waiting) = waiting.lock() else {
        return;
    };
    if let Some(text) = waiting.take()
        && let Err(error) = write(file, &text)
    {
        warn!("settings could not be saved in {}: {error}", file.display());
    }
}

fn to_text(settings: &Settings) -> Option<String> {
    let body = toml::to_string(settings).ok()?;
    Some(format!("{HEADER}{body}"))
}

/// Writes the file as a whole or not at all.
fn write(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{
        input::{Act, Binding},
        palette::PaletteKind,
        settings::{AnimationSpeed, LastCommander},
    };

    #[test]
    fn settings_survive_a_round_trip_through_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings {
            fullscreen: true,
            ui_scale: 1.25,
            palette: PaletteKind::Tritanopia,
            animation_speed: AnimationSpeed::Quadruple,
            ..Settings::default()
        };
        settings.keys.bind(Act::Confirm, Binding::WheelUp);
        settings.last_battle.level = "reed-ford".to_owned();
        settings.last_battle.red.commander = Some(LastCommander::Random);
        settings.last_battle.red.warband = vec!["archer".to_owned(), "archer".to_owned()];
        settings
            .last_battle
            .options
            .insert("statement".to_owned(), "skipped".to_owned());
        let file = folder.path().join("deeper").join(FILE);
        write(&file, &to_text(&settings).unwrap()).unwrap();
        let loaded = read(file.parent());
        assert_eq!(loaded.problem, None);
        assert_eq!(loaded.settings, settings);
    }

    #[test]
    fn no_file_is_no_problem() {
        let folder = tempfile::tempdir().unwrap();
        let loaded = read(Some(folder.path()));
        assert_eq!(loaded.settings, Settings::default());
        assert_eq!(loaded.problem, None);
    }

    #[test]
    fn a_broken_file_is_reported_with_its_place_and_kept() {
        for (text, at, says) in [
            (
                "fullscreen = true\nvsinc = false\n",
                "settings.toml:2:1: ",
                "vsinc",
            ),
            (
                "ui_scale = \"big\"\n",
                "settings.toml:1:12: ",
                "invalid type",
            ),
            (
                "[keys]\nConfrim = [\"KeyA\"]\n",
                "settings.toml:2:1: ",
                "no action `Confrim`",
            ),
            (
                "[keys]\nConfirm = [\"Ctrl\"]\n",
                "settings.toml:2:11: ",
                "no key or button `Ctrl`",
            ),
            ("fullscreen = \n", "settings.toml:1:1", ""),
        ] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(FILE), text).unwrap();
            let loaded = read(Some(folder.path()));
            assert_eq!(loaded.settings, Settings::default());
            let problem = loaded.problem.unwrap();
            assert!(problem.contains(at) && problem.contains(says), "{problem}");
            let kept = fs::read_to_string(folder.path().join(BROKEN)).unwrap();
            assert_eq!(kept, text);
        }
    }

    #[test]
    fn a_file_that_is_not_text_is_kept_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), [0xff, 0xfe, 0x00]).unwrap();
        let loaded = read(Some(folder.path()));
        assert!(loaded.problem.is_some());
        assert!(folder.path().join(BROKEN).exists());
    }
}
