//! Watching the files that were read.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use bevy::log::warn;
use crossbeam_channel::Sender;
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use shieldwall_content::{Collection, ContentPlaces};

use super::reader::Message;

/// Tells when content files change. Without help from the system nothing is told, and files are read
/// when the player asks for it.
pub(super) struct Watch {
    watcher: Option<RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
    /// What could not be watched, so that it is told once.
    refused: BTreeSet<PathBuf>,
}

impl Watch {
    /// A watch that tells `changes`.
    pub(super) fn new(changes: Sender<Message>) -> Self {
        let tell = move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| matters(&event)) {
                // A closed channel means that the game has ended.
                drop(changes.send(Message::Changed));
            }
        };
        // Links are not followed: one to the root of the disk would have the whole of it watched.
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(tell, config)
            .inspect_err(|error| warn!("changes of files are not noticed: {error}"));
        Self {
            watcher: watcher.ok(),
            watched: BTreeSet::new(),
            refused: BTreeSet::new(),
        }
    }

    /// Watches the places that are known before anything is read. The folder of mods is made if need
    /// be, so that a first mod is noticed.
    pub(super) fn begin(&mut self, places: &ContentPlaces) {
        // A folder that has gone has to be watched anew when it comes back.
        self.watched.retain(|folder| folder.is_dir());
        if let Some(folder) = &places.mods_folder
            && let Err(error) = fs::create_dir_all(folder)
        {
            warn!("{} cannot be made: {error}", folder.display());
        }
        let base = places.base.iter();
        let of_base = base.flat_map(|root| [root.assets.clone(), root.levels.clone()]);
        let others = places.mods_folder.iter().chain(&places.named_mods).cloned();
        self.add(of_base.chain(others));
    }

    /// Watches everything that has been read.
    pub(super) fn follow(&mut self, places: &ContentPlaces, read: &Collection) {
        self.begin(places);
        // Mods may lie elsewhere, with only a link in the folder of mods.
        let elsewhere = read.mods.list.iter().map(|found| found.folder.clone());
        self.add(elsewhere.filter(|folder| folder.is_symlink()));
    }

    fn add(&mut self, folders: impl Iterator<Item = PathBuf>) {
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        for folder in folders.filter_map(|folder| folder.canonicalize().ok()) {
            if self.watched.contains(&folder) {
                continue;
            }
            match watcher.watch(&folder, RecursiveMode::Recursive) {
                Ok(()) => drop(self.watched.insert(folder)),
                Err(error) => {
                    if self.refused.insert(folder.clone()) {
                        warn!("changes in {} are not noticed: {error}", folder.display());
                    }
                }
            }
        }
    }
}

/// Whether content may have changed: being read, as we do ourselves, is no change.
fn matters(event: &Event) -> bool {
    let changes = !matches!(event.kind, EventKind::Access(_));
    // Folders have no extension as a rule; of files only those that we read count.
    let is_content = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_none_or(|extension| matches!(extension, "toml" | "svg" | "ogg"))
            || path.is_dir()
    };
    changes && (event.need_rescan() || event.paths.iter().any(|path| is_content(path)))
}
