//! The thread that lists, reads, writes and deletes saves.

use std::{
    cmp::Reverse,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use shieldwall_content::Library;
use shieldwall_lab::{
    autosaves::{autosave_number, is_in_use, is_set_aside},
    record::{BattleRecord, RECORD_EXTENSION, RecordKind, read_record_file, replay, save_record},
};

use crate::battle_plan::{BattleOrigin, BattlePlan, Commander, viewer_for};

/// Most files that are listed.
const MOST_SAVES: usize = 500;

/// What the thread is asked to do.
#[derive(Debug)]
pub(super) enum Job {
    /// Tell what saves there are.
    List(Option<PathBuf>),
    /// Write a save.
    Save {
        file: PathBuf,
        name: String,
        record: Box<BattleRecord>,
    },
    /// Delete a save.
    Delete(PathBuf),
    /// Read a save.
    Load {
        file: PathBuf,
        library: Arc<Library>,
        as_replay: bool,
    },
    /// Say when all of the above is done, by closing this.
    Finish(Sender<()>),
}

/// What the thread has done.
#[derive(Debug)]
pub(super) enum News {
    Listed(Vec<SaveInfo>),
    Told(Result<String, String>),
    Loaded {
        file: PathBuf,
        result: Result<Box<Loaded>, String>,
    },
}

/// A saved battle as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveInfo {
    /// The file.
    pub(crate) file: PathBuf,
    /// Name given by the player, or of the file.
    pub(crate) name: String,
    /// Level id; empty if it cannot be read.
    pub(crate) level: String,
    /// Ruleset id.
    pub(crate) ruleset: String,
    /// Round of the last choice.
    pub(crate) round: u32,
    /// Choices made.
    pub(crate) choices: usize,
    /// When it was last written, as far as that is known.
    pub(crate) written: SystemTime,
    /// Whether it follows a battle by itself.
    pub(crate) autosave: bool,
    /// Whether it is the record of a battle that is over.
    pub(crate) over: bool,
    /// Why nothing of it can be read.
    pub(crate) problem: Option<String>,
    /// Whether a window, this one or another, fights the battle now and writes the file.
    pub(crate) in_use: bool,
    /// Whether it is an autosave that was set aside because it is damaged.
    pub(crate) set_aside: bool,
    /// What is wrong with it behind what can be read.
    pub(crate) damage: Option<String>,
}

impl SaveInfo {
    /// Whether it is of a battle that can be gone on with and that nobody fights now.
    pub(super) const fn is_left_behind(&self) -> bool {
        self.autosave
            && !self.over
            && !self.in_use
            && !self.set_aside
            && self.problem.is_none()
            && self.choices > 0
    }
}

/// A battle that was read.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// To begin it with.
    pub(crate) plan: BattlePlan,
    /// What does not hold, in words; empty if all does.
    pub(crate) faults: Vec<String>,
    /// Up to where it holds.
    pub(crate) extent: String,
}

/// Starts the thread; it ends when the sender is dropped.
pub(super) fn start() -> (Sender<Job>, Receiver<News>) {
    let (jobs, work) = unbounded();
    let (tell, news) = unbounded();
    let thread = thread::Builder::new()
        .name("saves".to_owned())
        .spawn(move || {
            for job in work {
                let done = match job {
                    Job::List(folder) => {
                        Some(News::Listed(folder.map(|at| list(&at)).unwrap_or_default()))
                    }
                    Job::Save { file, name, record } => {
                        Some(News::Told(save(&file, &name, *record)))
                    }
                    Job::Delete(file) => Some(News::Told(delete(&file))),
                    Job::Load {
                        file,
                        library,
                        as_replay,
                    } => Some(News::Loaded {
                        result: load(&file, &library, as_replay),
                        file,
                    }),
                    Job::Finish(done) => {
                        drop(done);
                        None
                    }
                };
                if let Some(done) = done {
                    // The window may be gone already; then nobody needs the news.
                    drop(tell.send(done));
                }
            }
        });
    // Without the thread the channel is closed, and nothing is saved or listed.
    drop(thread);
    (jobs, news)
}

fn list(folder: &Path) -> Vec<SaveInfo> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == RECORD_EXTENSION)
        })
        .map(|path| (written(&path), path))
        .collect();
    // Only as many are read as are listed, all autosaves among them.
    files.sort_by_key(|(written, file)| Reverse((autosave_number(file), *written)));
    files.truncate(MOST_SAVES);
    let mut saves: Vec<SaveInfo> = files.iter().map(|(_, path)| describe(path)).collect();
    put_in_order(&mut saves, SystemTime::now());
    saves
}

/// Puts the newest first. Times alone do not say which that is, as clocks are set and folders copied: nothing was
/// written later than now, and no autosave later than those with higher numbers.
fn put_in_order(saves: &mut [SaveInfo], now: SystemTime) {
    let number = |save: &SaveInfo| autosave_number(&save.file);
    saves.sort_by_key(|save| Reverse(number(save)));
    let mut latest = now;
    for save in saves.iter_mut() {
        let is_autosave = number(save).is_some();
        save.written = save.written.min(if is_autosave { latest } else { now });
        if is_autosave {
            latest = save.written;
        }
    }
    saves.sort_by(|a, b| (b.written, number(b), &a.file).cmp(&(a.written, number(a), &b.file)));
}

fn written(file: &Path) -> SystemTime {
    let modified = fs::metadata(file).and_then(|data| data.modified());
    modified.unwrap_or(SystemTime::UNIX_EPOCH)
}

fn describe(file: &Path) -> SaveInfo {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut info = SaveInfo {
        file: file.to_owned(),
        name: stem.into_owned(),
        level: String::new(),
        ruleset: String::new(),
        round: 0,
        choices: 0,
        written: written(file),
        autosave: false,
        over: false,
        problem: None,
        in_use: is_in_use(file),
        set_aside: is_set_aside(file),
        damage: None,
    };
    match read_record_file(file) {
        Ok(read) => {
            let header = read.record.header;
            info.autosave = header.kind == RecordKind::Autosave;
            info.over = info.autosave && read.closed;
            let saved = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(header.written));
            if let Some(saved) = saved.filter(|_| !info.autosave && header.written > 0) {
                info.written = saved;
            }
            info.damage = read.fault.filter(|fault| !fault.is_note()).map(|fault| {
                let line = fault.line().unwrap_or(1);
                format!("damaged from line {line} on")
            });
            if !header.name.is_empty() {
                info.name = header.name;
            }
            info.level = header.level;
            info.ruleset = header.ruleset;
            info.choices = read.record.choices.len();
            info.round = read.record.choices.last().map_or(1, |last| last.round);
        }
        Err(error) => info.problem = Some(error.to_string()),
    }
    info
}

fn save(file: &Path, name: &str, mut record: BattleRecord) -> Result<String, String> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    name.clone_into(&mut record.header.name);
    record.header.written = now.map_or(0, |since| since.as_secs());
    save_record(file, &record)
        .map(|()| format!("Saved as {name}."))
        .map_err(|error| format!("{} could not be written: {error}", file.display()))
}

fn delete(file: &Path) -> Result<String, String> {
    if is_in_use(file) {
        return Err("This battle is being fought in a window, so its autosave stays.".to_owned());
    }
    fs::remove_file(file)
        .map(|()| "Deleted.".to_owned())
        .map_err(|error| format!("{} could not be deleted: {error}", file.display()))
}

/// Reads a battle and plays it as far as it holds.
///
/// # Errors
/// Why nothing of it can be played.
pub(super) fn load(
    file: &Path,
    library: &Arc<Library>,
    as_replay: bool,
) -> Result<Box<Loaded>, String> {
    let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let read = read_record_file(file).map_err(|error| in_file(&error))?;
    let mut replayed = replay(&read, library).map_err(|error| in_file(&error))?;
    let sound = replayed.is_sound();
    let faults = replayed
        .faults
        .iter()
        .filter(|_| !sound)
        .map(|fault| match fault.line() {
            Some(line) => format!("Line {line}: {fault}"),
            None => fault.to_string(),
        })
        .collect();
    let extent = replayed.extent();
    let record = Arc::new(replayed.course.closed_record());
    let battle = replayed.course.battle();
    let commanders = record.header.commanders().into_iter().map(Commander::from);
    let mut plan = BattlePlan {
        ruleset: Arc::clone(battle.ruleset()),
        setup: battle.setup().clone(),
        commanders: commanders.collect(),
        origin: BattleOrigin::Fresh,
    };
    plan.origin = if as_replay {
        let viewer = viewer_for(&plan, battle.ending().is_some()).map_err(|why| in_file(&why))?;
        plan.commanders = plan.commanders.iter().map(|one| one.spectated()).collect();
        BattleOrigin::Replay { record, viewer }
    } else {
        BattleOrigin::Resumed(record)
    };
    Ok(Box::new(Loaded {
        plan,
        faults,
        extent,
    }))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// A file that is no record, written so many seconds after 1970.
    fn file(folder: &Path, name: &str, seconds: u64) {
        let file = fs::File::create(folder.join(name)).unwrap();
        let written = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        file.set_modified(written).unwrap();
    }

    #[test]
    fn no_clock_that_was_wrong_changes_the_order_of_autosaves() {
        let folder = tempfile::tempdir().unwrap();
        let ahead = SystemTime::now() + Duration::from_hours(48);
        let ahead = ahead
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap()
            .as_secs();
        for number in 1..=9 {
            // The first ones were written last.
            let name = format!("autosave-{number}.{RECORD_EXTENSION}");
            file(folder.path(), &name, ahead - number);
        }
        file(
            folder.path(),
            &format!("autosave-10.{RECORD_EXTENSION}"),
            2_000,
        );
        file(
            folder.path(),
            &format!("save-new.{RECORD_EXTENSION}"),
            3_000,
        );
        file(
            folder.path(),
            &format!("save-old.{RECORD_EXTENSION}"),
            1_000,
        );
        let listed = list(folder.path());
        let stems: Vec<&str> = listed
            .iter()
            .map(|save| save.file.file_stem().unwrap().to_str().unwrap())
            .collect();
        let autosaves = (1..=10).rev().map(|number| format!("autosave-{number}"));
        let autosaves: Vec<String> = autosaves.collect();
        let mut expected = vec!["save-new"];
        expected.extend(autosaves.iter().map(String::as_str));
        expected.push("save-old");
        assert_eq!(stems, expected);
    }
}
