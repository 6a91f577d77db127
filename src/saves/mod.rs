//! Saved battles: where they lie, the autosave, and the thread that reads and writes them.

mod archive;
mod data_folder;
mod library_of_saves;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender};
use shieldwall_lab::{autosaves::Autosaves, record::BattleRecord};
use std::{path::PathBuf, sync::Arc};

use crate::{
    app_systems::AppSystems,
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    content::Content,
};

pub(crate) use archive::{Loaded, SaveInfo};
pub(crate) use data_folder::data_folder;
pub(crate) use library_of_saves::{MAX_NAME, file_for, when};

use archive::{Job, News};

/// Why nothing can be saved where there is no folder.
pub(crate) const NO_FOLDER: &str =
    "there is no home folder to save in; set SHIELDWALL_DATA to a folder";

/// The folder of saves; `None` where there is no home folder.
pub(crate) fn saves_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("saves"))
}

/// Where the autosaves lie that follow battles.
pub(crate) fn autosaves() -> Option<Autosaves> {
    saves_folder().map(Autosaves::in_folder)
}

/// What is known of the saved battles, and the way to the thread that reads and writes them. No
/// frame waits for it.
#[derive(Resource, Debug)]
pub(crate) struct Saves {
    jobs: Sender<Job>,
    news: Receiver<News>,
    /// All saves, newest first, as of the last listing.
    pub(crate) list: Vec<SaveInfo>,
    /// Whether a listing has come back.
    pub(crate) listed: bool,
    /// A battle that is being read.
    pub(crate) loading: Option<PathBuf>,
    /// A battle that was read, until somebody takes it.
    pub(crate) loaded: Option<Result<Box<Loaded>, String>>,
    /// What came of the last saving or deleting, until the next.
    pub(crate) told: Option<Result<String, String>>,
}

impl Default for Saves {
    fn default() -> Self {
        let (jobs, news) = archive::start();
        Self {
            jobs,
            news,
            list: Vec::new(),
            listed: false,
            loading: None,
            loaded: None,
            told: None,
        }
    }
}

impl Saves {
    /// Asks for a new listing.
    pub(crate) fn refresh(&self) {
        self.send(Job::List(saves_folder()));
    }

    /// Saves a battle under a name.
    pub(crate) fn save(&mut self, name: &str, record: BattleRecord) {
        self.told = None;
        let Some(folder) = saves_folder() else {
            self.told = Some(Err(format!("Nothing is saved: {NO_FOLDER}.")));
            return;
        };
        self.send(Job::Save {
            file: file_for(&folder, name),
            name: name.trim().to_owned(),
            record: Box::new(record),
        });
        self.refresh();
    }

    /// Deletes a save.
    pub(crate) fn delete(&mut self, file: PathBuf) {
        self.told = None;
        self.send(Job::Delete(file));
        self.refresh();
    }

    /// Reads a battle and plays it as far as it holds; the answer comes in [`Saves::loaded`]. As a
    /// replay it is to be watched, otherwise to be played on.
    pub(crate) fn load(&mut self, file: PathBuf, content: &Content, as_replay: bool) {
        self.told = None;
        self.loaded = None;
        self.loading = Some(file.clone());
        self.send(Job::Load {
            file,
            library: Arc::clone(&content.library),
            as_replay,
        });
    }

    /// The autosave of a battle that was not fought to its end and that no window fights now, if there
    /// is one.
    pub(crate) fn unfinished(&self) -> Option<&SaveInfo> {
        self.list.iter().find(|save| save.is_left_behind())
    }

    /// Waits until everything that was asked for is written; for the end of the game.
    fn finish(&self) {
        let (done, wait) = crossbeam_channel::bounded(0);
        self.send(Job::Finish(done));
        // Ends at once when the thread has ended.
        let _ = wait.recv();
    }

    fn send(&self, job: Job) {
        // The thread ends only with this resource.
        drop(self.jobs.send(job));
    }

    fn take(&mut self, news: News) {
        match news {
            News::Listed(list) => {
                self.list = list;
                self.listed = true;
            }
            News::Told(told) => self.told = Some(told),
            News::Loaded { file, result } => {
                if self.loading.as_ref() == Some(&file) {
                    self.loading = None;
                    self.loaded = Some(result);
                }
            }
        }
    }
}

/// Adds saving and loading.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Saves>()
        .add_systems(Startup, |saves: Res<Saves>| saves.refresh())
        .add_systems(Update, receive.in_set(AppSystems::Receive))
        .add_systems(Last, finish);
}

fn receive(mut saves: ResMut<Saves>) {
    // Look before writing, so that frames without news leave the resource unchanged.
    while let Ok(news) = saves.bypass_change_detection().news.try_recv() {
        saves.take(news);
    }
}

/// What the player has saved must be on the disk when the game ends.
fn finish(mut exits: MessageReader<AppExit>, saves: Res<Saves>) {
    if exits.read().count() > 0 {
        saves.finish();
    }
}

/// Reads a battle that the command line names; for before the window opens.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn load_now(
    file: &std::path::Path,
    content: &Content,
    as_replay: bool,
) -> Result<Box<Loaded>, String> {
    archive::load(file, &content.library, as_replay)
}

/// A plan with nothing of its course decided, for rematches.
impl BattlePlan {
    /// The same battle from its beginning, with those who commanded it when it was recorded.
    pub(crate) fn afresh(&self) -> Self {
        let recorded = self.origin.replay();
        let commanders = recorded.map_or_else(
            || self.commanders.clone(),
            |record| {
                let commanders = record.header.commanders().into_iter();
                commanders.map(Commander::from).collect()
            },
        );
        let origin = match &self.origin {
            BattleOrigin::Lesson(lesson) => BattleOrigin::Lesson(Arc::clone(lesson)),
            _ => BattleOrigin::Fresh,
        };
        Self {
            commanders,
            origin,
            ..self.clone()
        }
    }

    /// The battle, which is over, to be watched from its beginning as it was recorded; the one who watches sees
    /// all.
    pub(crate) fn to_watch(&self, record: BattleRecord) -> Self {
        Self {
            commanders: self
                .commanders
                .iter()
                .map(|commander| commander.spectated())
                .collect(),
            origin: BattleOrigin::Replay {
                record: Arc::new(record),
                viewer: None,
            },
            ..self.clone()
        }
    }
}
