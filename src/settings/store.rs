//! Keeping settings in their file, off the frame thread, without ever losing it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::{log::warn, prelude::Resource, tasks::IoTaskPool};
use shieldwall_lab::settings_file::{KnownSettings, ReadSettings, settings_file};

use super::{AnimationSpeed, Settings, writing::Desk};

/// Keeps settings in a file.
#[derive(Resource, Debug)]
pub(crate) struct Store {
    file: Option<PathBuf>,
    /// What the file holds once everything that waits has been written.
    saved: Settings,
    /// A speed that counts for this run only, and the one that is kept.
    passing: Option<(AnimationSpeed, AnimationSpeed)>,
    /// What waits to be written, shared with the threads that write.
    desk: Arc<Desk<Settings>>,
    /// What is known of the file, shared with them too.
    known: Arc<KnownSettings>,
    /// Whether the file is the only copy of what the player once set: it is left alone until the
    /// player says otherwise.
    untouchable: bool,
    /// What was wrong with the file when the game began.
    problem: Option<String>,
}

impl Store {
    /// A store in a folder; without one nothing is kept.
    pub(crate) fn new(folder: Option<&Path>, loaded: &ReadSettings<Settings>) -> Self {
        Self {
            file: folder.map(settings_file),
            saved: loaded.settings.clone(),
            passing: None,
            desk: Arc::default(),
            known: Arc::new(KnownSettings::of(&loaded.settings)),
            untouchable: loaded.only_copy,
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

    /// What was wrong with the file when the game began.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether nothing is saved because the file is the only copy of what it holds.
    pub(crate) const fn is_untouchable(&self) -> bool {
        self.untouchable
    }

    /// Why the last save did not succeed; `None` once one has.
    pub(crate) fn save_failure(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        let error = self.desk.failure()?;
        Some(format!(
            "Your settings could not be saved in {}: {}.",
            file.display(),
            error.trim_end_matches('.')
        ))
    }

    /// Saves settings, off the frame thread, if they differ from what was saved last or what was
    /// saved last has not reached the disk.
    pub(crate) fn save(&mut self, settings: &Settings) {
        let mut settings = settings.clone();
        match self.passing {
            Some((passing, kept)) if settings.animation_speed == passing => {
                settings.animation_speed = kept;
            }
            _ => self.passing = None,
        }
        if settings != self.saved {
            self.desk.put(settings.clone());
            self.saved = settings;
        } else if self.desk.failure().is_none() {
            return;
        }
        self.write_behind();
    }

    /// Lets the file be written over although it is the only copy of what it holds.
    pub(crate) fn replace(&mut self) {
        self.untouchable = false;
        self.problem = None;
        self.desk.put(self.saved.clone());
        self.write_behind();
    }

    /// Tries again to write what could not be written.
    pub(crate) fn retry(&self) {
        self.write_behind();
    }

    /// Writes what still waits, before the game ends.
    pub(crate) fn finish(&self) {
        if let Some(file) = self.writable() {
            write_waiting(file, &self.desk, &self.known);
        }
    }

    /// The file, if it may be written.
    fn writable(&self) -> Option<&PathBuf> {
        self.file.as_ref().filter(|_| !self.untouchable)
    }

    /// Writes what waits on another thread.
    fn write_behind(&self) {
        let Some(file) = self.writable().cloned() else {
            return;
        };
        let (desk, known) = (Arc::clone(&self.desk), Arc::clone(&self.known));
        IoTaskPool::get()
            .spawn(async move { write_waiting(&file, &desk, &known) })
            .detach();
    }
}

fn write_waiting(file: &Path, desk: &Desk<Settings>, known: &KnownSettings) {
    desk.write_waiting(|settings| {
        known.write(file, settings).inspect_err(|error| {
            warn!("settings could not be saved in {}: {error}", file.display());
        })
    });
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use shieldwall_ai::BrainKind;
    use shieldwall_lab::{record::RecordedCommander, settings_file::settings_text};

    use super::*;
    use crate::{
        controls::{Act, Binding},
        settings::{AnimationSpeed, PaletteKind, read},
    };

    const FILE: &str = "settings.toml";
    const BROKEN: &str = "settings.toml.broken";

    fn changed() -> Settings {
        Settings {
            edge_scroll: true,
            ..Settings::default()
        }
    }

    /// A store of a folder, with a pool of threads to write on.
    fn store(folder: &Path) -> Store {
        IoTaskPool::get_or_init(bevy::tasks::TaskPool::default);
        Store::new(Some(folder), &read(Some(folder)))
    }

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
        settings.last_battle.red.commander = Some(RecordedCommander::Brain(BrainKind::Random));
        settings.last_battle.red.warband = vec!["archer".to_owned(), "archer".to_owned()];
        settings.last_battle.green.commander = Some(RecordedCommander::Human);
        settings
            .last_battle
            .options
            .insert("statement".to_owned(), "skipped".to_owned());
        let file = folder.path().join("deeper").join(FILE);
        shieldwall_content::whole_file::replace_in_new_folder(
            &file,
            settings_text(&settings).unwrap().as_bytes(),
        )
        .unwrap();
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
    fn a_broken_file_is_reported_with_its_place_and_kept_and_the_rest_of_it_used() {
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
            // The keys that hold are used.
            let fullscreen = text.starts_with("fullscreen = true");
            let expected = Settings {
                fullscreen,
                ..Settings::default()
            };
            assert_eq!(loaded.settings, expected, "{text}");
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

    #[test]
    fn what_could_not_be_saved_waits_and_is_saved_at_the_next_chance() {
        let home = tempfile::tempdir().unwrap();
        let blocked = home.path().join("config");
        // A file where the folder should be: nothing can be saved there, no matter who tries.
        fs::write(&blocked, "").unwrap();
        let mut store = store(&blocked);
        store.save(&changed());
        store.finish();
        let failure = store.save_failure().unwrap();
        assert!(failure.contains(FILE), "{failure}");
        fs::remove_file(&blocked).unwrap();
        // Nothing has been set since, but what was set is still not on the disk.
        store.save(&changed());
        store.finish();
        assert_eq!(store.save_failure(), None);
        assert_eq!(read(Some(&blocked)).settings, changed());
    }

    #[test]
    fn the_only_copy_of_a_broken_file_is_written_over_only_when_the_player_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        fs::write(&file, "vsinc = false\n").unwrap();
        // A folder where the copy should go.
        fs::create_dir(folder.path().join(BROKEN)).unwrap();
        let mut store = store(folder.path());
        assert!(store.is_untouchable());
        assert!(
            store
                .problem()
                .unwrap()
                .contains("nothing is saved over it")
        );
        store.save(&changed());
        store.retry();
        store.finish();
        assert_eq!(fs::read_to_string(&file).unwrap(), "vsinc = false\n");
        store.replace();
        store.finish();
        assert!(!store.is_untouchable() && store.problem().is_none());
        let loaded = read(Some(folder.path()));
        assert_eq!((loaded.settings, loaded.problem), (changed(), None));
    }
}
