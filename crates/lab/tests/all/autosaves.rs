//! Autosaves of several windows in one folder: none takes, clears away or offers what another one
//! writes, and nothing damaged is lost.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use crate::recording;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
    time::{Duration, SystemTime},
};

use shieldwall_ai::BrainKind;
use shieldwall_lab::{
    autosaves::{AutosaveKeeper, Autosaves, RunningAutosave, is_in_use, is_set_aside},
    record::{BattleRecord, Fault, Header, RecordedCommander, read_record_file},
};

/// A battle of eight choices that is not over.
fn record() -> &'static BattleRecord {
    static RECORD: OnceLock<BattleRecord> = OnceLock::new();
    RECORD.get_or_init(|| {
        let commanders = [
            RecordedCommander::Human,
            RecordedCommander::Brain(BrainKind::Random),
        ];
        let setup = battlefield::setup("duel-ring", 3);
        let battle = recording::recorded(setup, &commanders, 3, 8);
        assert_eq!(battle.record().choices.len(), 8);
        battle.record().clone()
    })
}

/// The same with so many choices, as a battle of its own.
fn battle(seed: u64, choices: usize) -> BattleRecord {
    let mut record = record().clone();
    record.header.seed = seed;
    record.choices.truncate(choices);
    record
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == "battle"));
    files.sort();
    files
}

/// The seeds of the battles in the files of a folder, those that can be read.
fn seeds(folder: &Path) -> Vec<u64> {
    let mut seeds: Vec<u64> = files(folder)
        .iter()
        .filter_map(|file| Some(read_record_file(file).ok()?.record.header.seed))
        .collect();
    seeds.sort_unstable();
    seeds
}

fn choices(file: &Path) -> usize {
    let read = read_record_file(file).unwrap();
    assert_eq!(read.fault, None);
    read.record.choices.len()
}

/// A folder, and the autosaves in it as any window sees them.
fn data() -> (tempfile::TempDir, Autosaves) {
    let folder = tempfile::tempdir().unwrap();
    let autosaves = Autosaves::in_folder(folder.path().join("saves"));
    (folder, autosaves)
}

/// Follows a battle and leaves it.
fn leave(autosaves: &Autosaves, record: &BattleRecord) -> PathBuf {
    autosaves.begin(record).unwrap().path().to_owned()
}

#[test]
fn two_windows_write_two_files_and_neither_loses_a_choice() {
    let (_home, autosaves) = data();
    let mut first = AutosaveKeeper::new(Some(autosaves.clone()));
    let mut second = AutosaveKeeper::new(Some(autosaves.clone()));
    let (one, other) = (battle(1, 8), battle(2, 8));
    first.follow(&one, 3);
    let first_file = first.running().unwrap().path().to_owned();
    second.follow(&other, 1);
    // Rematches beside it, far more than are kept.
    for seed in 3..20 {
        let mut another = AutosaveKeeper::new(Some(autosaves.clone()));
        another.follow(&battle(seed, 2), 2);
    }
    first.follow(&one, 8);
    second.follow(&other, 8);
    let second_file = second.running().unwrap().path().to_owned();
    assert_eq!(first.running().unwrap().path(), first_file);
    assert_eq!((first.failure(), second.failure()), (None, None));
    assert_eq!(choices(&first_file), 8);
    assert_eq!(choices(&second_file), 8);
    assert!(is_in_use(&first_file) && is_in_use(&second_file));
    drop(first);
    assert!(!is_in_use(&first_file) && is_in_use(&second_file));
    assert_eq!(choices(&first_file), 8, "what is left can be gone on with");
}

#[test]
fn what_another_window_writes_stays_even_if_it_is_no_further() {
    let (_home, autosaves) = data();
    let behind = autosaves.begin(&battle(1, 3)).unwrap();
    let empty = autosaves.begin(&battle(2, 0)).unwrap();
    let same = autosaves.begin(&battle(1, 8)).unwrap();
    assert_eq!(seeds(autosaves.folder()), [1, 1, 2]);
    // As soon as nobody writes it, it is of no more use.
    drop((behind, empty));
    drop(autosaves.begin(&battle(1, 8)).unwrap());
    assert_eq!(files(autosaves.folder()).len(), 2);
    assert!(is_in_use(same.path()));
}

#[test]
fn battles_stay_until_there_are_too_many() {
    let (_home, autosaves) = data();
    for seed in 1..=3 {
        leave(&autosaves, &battle(seed, 3));
    }
    assert_eq!(seeds(autosaves.folder()), [1, 2, 3]);
    let over = battle(4, 3);
    let mut running = autosaves.begin(&over).unwrap();
    running.close(&over).unwrap();
    drop(running);
    for seed in 5..=10 {
        leave(&autosaves, &battle(seed, 3));
    }
    assert!(seeds(autosaves.folder()).into_iter().eq(1..=10));
    // What was fought to its end goes before what can be gone on with.
    leave(&autosaves, &battle(11, 3));
    assert_eq!(seeds(autosaves.folder()), [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
    leave(&autosaves, &battle(12, 3));
    assert_eq!(seeds(autosaves.folder()), [2, 3, 5, 6, 7, 8, 9, 10, 11, 12]);
}

#[test]
fn battles_that_a_wrong_clock_dates_ahead_go_first() {
    let (_home, autosaves) = data();
    let ahead = SystemTime::now() + Duration::from_hours(48);
    for seed in 1..=9 {
        let left = leave(&autosaves, &battle(seed, 2));
        let file = fs::File::options().write(true).open(left).unwrap();
        file.set_modified(ahead).unwrap();
    }
    for seed in 10..=12 {
        leave(&autosaves, &battle(seed, 2));
    }
    // The latest, and the nine before.
    assert_eq!(seeds(autosaves.folder()), (3..=12).collect::<Vec<u64>>());
}

/// Opening a pipe waits for its other end.
#[cfg(unix)]
#[test]
fn pipes_in_the_place_of_locks_hold_nobody_up() {
    for name in ["autosaves.lock", "autosave-1.lock"] {
        let (_home, autosaves) = data();
        fs::create_dir(autosaves.folder()).unwrap();
        let pipe = autosaves.folder().join(name);
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        // The battle goes on, written or not.
        let mut keeper = AutosaveKeeper::new(Some(autosaves.clone()));
        keeper.follow(&battle(1, 2), 2);
        assert!(!is_in_use(&pipe.with_extension("battle")), "{name}");
    }
}

#[test]
fn a_battle_that_goes_on_leaves_no_second_copy() {
    let (_home, autosaves) = data();
    leave(&autosaves, &battle(1, 3));
    leave(&autosaves, &battle(2, 3));
    leave(&autosaves, &battle(1, 5));
    assert_eq!(seeds(autosaves.folder()), [1, 2]);
    // Begun anew, it is another battle.
    leave(&autosaves, &battle(1, 0));
    assert_eq!(seeds(autosaves.folder()), [1, 1, 2]);
    // And one in which nothing was chosen does not stay.
    leave(&autosaves, &battle(3, 2));
    assert_eq!(seeds(autosaves.folder()), [1, 2, 3]);
}

#[test]
fn files_of_the_player_and_of_other_versions_are_left_alone() {
    let (_home, autosaves) = data();
    let folder = autosaves.folder();
    fs::create_dir_all(folder).unwrap();
    let text = battle(1, 0).to_text();
    let format = format!("\"format\":{}", Header::FORMAT);
    let newer = text.replacen(&format, "\"format\":99", 1);
    for (name, text) in [
        ("save-one.battle", text.as_str()),
        ("autosave-1 (copy).battle", text.as_str()),
        ("autosave-mine.battle", "nothing"),
        ("autosave-7.battle", newer.as_str()),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    for seed in 1..=15 {
        leave(&autosaves, &battle(seed, 2));
    }
    for name in [
        "save-one",
        "autosave-1 (copy)",
        "autosave-mine",
        "autosave-7",
    ] {
        let file = folder.join(name).with_extension("battle");
        assert!(file.exists(), "{name}");
    }
}

/// An autosave with one line changed in its middle, and its text.
fn damaged(autosaves: &Autosaves, line: usize) -> (PathBuf, String) {
    let file = leave(autosaves, &battle(1, 8));
    let text = fs::read_to_string(&file).unwrap();
    let spoilt: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(number, text)| {
            if number == line {
                text.replacen('"', "'", 1)
            } else {
                text.to_owned()
            }
        })
        .collect();
    let spoilt = spoilt.join("\n") + "\n";
    fs::write(&file, &spoilt).unwrap();
    (file, spoilt)
}

#[test]
fn a_damaged_autosave_is_set_aside_whole_and_stays() {
    // In its set-up and in its middle, and before and after what stands before the damage is gone
    // on with.
    for line in [0, 4] {
        for gone_on in [0, 3] {
            let (_home, autosaves) = data();
            let (file, text) = damaged(&autosaves, line);
            let running = autosaves.begin(&battle(1, gone_on)).unwrap();
            let [kept] = running.set_aside() else {
                panic!("line {line}: {:?}", running.set_aside());
            };
            assert!(is_set_aside(kept) && !file.exists());
            // However many battles come after it, and however many more are damaged.
            for seed in 2..=25 {
                leave(&autosaves, &battle(seed, 2));
            }
            let (_, other) = damaged(&autosaves, line);
            let again = autosaves.begin(&battle(30, 1)).unwrap();
            let [second] = again.set_aside() else {
                panic!("{:?}", again.set_aside());
            };
            assert_ne!(second, kept);
            assert_eq!(fs::read_to_string(kept).unwrap(), text);
            assert_eq!(fs::read_to_string(second).unwrap(), other);
        }
    }
}

#[test]
fn a_line_that_was_not_finished_is_no_damage() {
    let (_home, autosaves) = data();
    let file = leave(&autosaves, &battle(1, 8));
    let text = fs::read(&file).unwrap();
    fs::write(&file, &text[..text.len() - 9]).unwrap();
    let fault = read_record_file(&file).unwrap().fault;
    assert!(matches!(fault, Some(Fault::Torn { .. })), "{fault:?}");
    let running = autosaves.begin(&battle(1, 7)).unwrap();
    assert!(running.set_aside().is_empty());
    assert!(!file.exists(), "the new one holds all of it");
}

#[test]
fn a_failure_lasts_until_the_battle_is_saved_again() {
    let home = tempfile::tempdir().unwrap();
    let blocked = home.path().join("saves");
    // A file where the folder should be.
    fs::write(&blocked, "").unwrap();
    let mut keeper = AutosaveKeeper::new(Some(Autosaves::in_folder(&blocked)));
    let record = battle(1, 8);
    for choices in 0..4 {
        keeper.follow(&record, choices);
        let failure = keeper.failure().unwrap();
        assert!(failure.contains("saves"), "{failure}");
    }
    fs::remove_file(&blocked).unwrap();
    // It tries again even if nothing has been chosen since.
    keeper.follow(&record, 3);
    assert_eq!(keeper.failure(), None);
    assert_eq!(choices(keeper.running().unwrap().path()), 3);
}

#[test]
fn a_file_that_somebody_takes_away_or_changes_is_written_anew() {
    type Spoil = fn(&Path);
    let deleted: Spoil = |file| fs::remove_file(file).unwrap();
    let replaced: Spoil = |file| fs::write(file, "something else").unwrap();
    let longer: Spoil = |file| {
        let mut text = fs::read(file).unwrap();
        text.extend(b"something more");
        fs::write(file, text).unwrap();
    };
    for spoil in [deleted, replaced, longer] {
        let (_home, autosaves) = data();
        let mut keeper = AutosaveKeeper::new(Some(autosaves));
        let record = battle(1, 8);
        keeper.follow(&record, 4);
        let file = keeper.running().unwrap().path().to_owned();
        spoil(&file);
        keeper.follow(&record, 5);
        assert_eq!(keeper.failure(), None);
        assert_eq!(choices(keeper.running().unwrap().path()), 5);
    }
}

#[test]
fn choices_are_taken_back_and_a_battle_is_closed_once() {
    let (_home, autosaves) = data();
    let mut keeper = AutosaveKeeper::new(Some(autosaves));
    let record = battle(1, 8);
    keeper.follow(&record, 6);
    keeper.follow(&battle(1, 2), 2);
    let file = keeper.running().unwrap().path().to_owned();
    assert_eq!(choices(&file), 2);
    keeper.close(&record);
    keeper.close(&record);
    keeper.follow(&record, 8);
    let read = read_record_file(&file).unwrap();
    assert!(read.closed && read.fault.is_none());
    assert_eq!(read.record.choices, record.choices);
    // Should it go on all the same, it does so in another file.
    keeper.follow(&record, 7);
    let now = keeper.running().unwrap().path();
    assert_ne!(now, file);
    assert_eq!(choices(now), 7);
    assert_eq!(keeper.failure(), None);
}

/// Set in the child process: the folder of its autosaves.
const CHILD: &str = "SHIELDWALL_TEST_AUTOSAVES";

/// The lock of another process is seen, and gone as soon as that is killed.
#[test]
fn what_a_killed_window_leaves_can_be_gone_on_with() {
    if let Some(folder) = std::env::var_os(CHILD) {
        write_until_killed(&Autosaves::in_folder(folder));
    }
    let (_home, autosaves) = data();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "autosaves::what_a_killed_window_leaves_can_be_gone_on_with",
            "--exact",
            "--nocapture",
        ])
        .env(CHILD, autosaves.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "written"));
    let theirs = files(autosaves.folder());
    let [file] = theirs.as_slice() else {
        panic!("{theirs:?}");
    };
    assert!(is_in_use(file));
    for seed in 2..=15 {
        leave(&autosaves, &battle(seed, 2));
    }
    assert!(is_in_use(file));
    assert_eq!(choices(file), 5);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!is_in_use(file));
    assert_eq!(choices(file), 5);
    // The lock that it left is in nobody's way.
    assert!(file.with_extension("lock").exists());
    leave(&autosaves, &battle(1, 8));
    assert!(!file.exists() && !file.with_extension("lock").exists());
}

/// Has a battle in its file, and waits.
#[expect(clippy::print_stdout, reason = "another process reads it")]
fn write_until_killed(autosaves: &Autosaves) -> ! {
    let mut running: RunningAutosave = autosaves.begin(&battle(1, 0)).unwrap();
    for choice in &record().choices[..5] {
        running.add(choice).unwrap();
    }
    println!("\nwritten");
    loop {
        std::thread::park();
    }
}
