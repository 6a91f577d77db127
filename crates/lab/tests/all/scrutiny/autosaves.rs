//! What must hold of a folder of autosaves, whatever lies in it, when battles are saved there; for
//! property tests and for fuzzing.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use shieldwall_lab::{
    autosaves::{AutosaveKeeper, Autosaves, is_in_use, is_set_aside},
    record::{BattleRecord, Fault, ReadRecord, RecordError, read_record_file},
};

use super::recipes::{battle, prepared};

/// Between the files of a folder.
const BETWEEN: &[u8] = b"\n--\n";
/// Most files of a folder.
const FILES: usize = 24;
/// The lock for which windows wait for each other.
const FOLDER_LOCK: &str = "autosaves.lock";

/// Fills a folder and follows two battles there. The first line says how: `SEED CHOICES`; then come
/// files, a name and contents each. Contents may be recipes; `held` is a lock that somebody holds.
///
/// # Panics
/// If a file is lost that must not be.
pub(crate) fn scrutinise_autosaves(bytes: &[u8]) {
    let mut parts = split(bytes);
    let first = parts.next().unwrap_or_default();
    let first = std::str::from_utf8(first).unwrap_or_default();
    let mut numbers = first.split(' ').map_while(|word| word.parse::<u64>().ok());
    let seed = numbers.next().unwrap_or(1);
    let choices = numbers.next().unwrap_or(5) % 9;
    let choices = usize::try_from(choices).unwrap_or_default();

    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut held = Vec::new();
    for part in parts.take(FILES) {
        let end = part.iter().position(|byte| *byte == b'\n');
        let (name, contents) = part.split_at(end.unwrap_or(part.len()));
        let contents = contents.get(1..).unwrap_or_default();
        let Some(name) = file_name(name) else {
            continue;
        };
        let file = folder.join(name);
        if file.exists() {
            continue;
        }
        fs::write(&file, prepared(contents)).unwrap();
        if contents == b"held" && name != FOLDER_LOCK {
            let lock = File::open(&file).unwrap();
            lock.lock().unwrap();
            held.push((name.to_owned(), lock));
        }
    }

    let record = battle(seed, 8);
    let keeper = follow(folder, &held, &record, choices);
    if let Some(mut keeper) = keeper {
        let fewer = choices / 2;
        keeper.follow(&record, fewer);
        keeper.follow(&record, record.choices.len());
        keeper.close(&record);
        let file = keeper.running().unwrap().path().to_owned();
        assert_eq!(keeper.failure(), None);
        let read = read_record_file(&file).unwrap();
        assert!(read.closed && read.fault.is_none());
        assert_eq!(read.record.choices, record.choices);
        // Another window, while this one is still at it.
        held.push((lock_of(&name_of(&file)), File::open(&file).unwrap()));
        follow(folder, &held, &battle(seed ^ 1, 8), 3);
    }
}

/// Parts of bytes, without what is between them.
fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let now = rest?;
        let between = now
            .windows(BETWEEN.len())
            .position(|window| window == BETWEEN);
        rest = between.map(|at| &now[at + BETWEEN.len()..]);
        Some(&now[..between.unwrap_or(now.len())])
    })
}

/// A name that a file may have everywhere.
fn file_name(bytes: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(bytes).ok()?;
    let plain = name
        .chars()
        .all(|c| !c.is_control() && !r#"/\:*?"<>|"#.contains(c));
    let fits = (1..=100).contains(&name.len()) && !name.starts_with('.') && !name.ends_with('.');
    (plain && fits).then_some(name)
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The number of a file that the game has named: the one without a number is the oldest.
fn number(name: &str, stem: &str, extension: &str) -> Option<u64> {
    if name == format!("{stem}.{extension}") {
        return Some(0);
    }
    let digits = name.strip_prefix(stem)?.strip_prefix('-')?;
    let number: u64 = digits.split('.').next()?.parse().ok()?;
    (number > 0 && name == format!("{stem}-{number}.{extension}")).then_some(number)
}

fn lock_of(name: &str) -> String {
    name.replace(".battle", ".lock")
}

/// What must become of a file.
enum Expected {
    /// It stays as it is.
    Stays,
    /// It is a lock that nobody holds.
    May,
    /// It is damaged: it stays, under whatever name.
    Kept,
    /// It can be gone on with.
    Sound(Box<ReadRecord>),
}

fn expected(file: &Path, held: &[(String, File)]) -> Expected {
    let name = name_of(file);
    let is_held = |name: &str| held.iter().any(|(held, _)| held == name);
    if number(&name, "autosave", "lock").is_some() && !is_held(&name) {
        return Expected::May;
    }
    if number(&name, "autosave", "battle").is_none() || is_held(&lock_of(&name)) {
        return Expected::Stays;
    }
    match read_record_file(file) {
        // The last line was being written when the game was stopped.
        Ok(read) if matches!(read.fault, None | Some(Fault::Torn { .. })) => {
            Expected::Sound(Box::new(read))
        }
        Ok(_) | Err(RecordError::NoRecord(_) | RecordError::HeaderChanged) => Expected::Kept,
        Err(_) => Expected::Stays,
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Follows a battle in a folder, and looks at what becomes of the files there; `None` if it cannot be
/// saved there.
fn follow(
    folder: &Path,
    held: &[(String, File)],
    record: &BattleRecord,
    choices: usize,
) -> Option<AutosaveKeeper> {
    let before: Vec<(PathBuf, Vec<u8>, Expected)> = files(folder)
        .into_iter()
        .map(|file| {
            let bytes = fs::read(&file).unwrap();
            let expected = expected(&file, held);
            (file, bytes, expected)
        })
        .collect();
    let names = || before.iter().map(|(file, ..)| name_of(file));
    let mut keeper = AutosaveKeeper::new(Some(Autosaves::in_folder(folder)));
    keeper.follow(record, choices);

    if keeper.failure().is_some() {
        let taken = |name: &String| {
            let autosave = number(name, "autosave", "battle");
            autosave.or_else(|| number(name, "autosave", "lock")) == Some(u64::MAX)
        };
        assert!(names().any(|name| taken(&name)), "{:?}", keeper.failure());
        for (file, bytes, _) in &before {
            assert_eq!(&fs::read(file).unwrap(), bytes, "{}", file.display());
        }
        return None;
    }
    let own = keeper.running().unwrap().path().to_owned();
    assert!(before.iter().all(|(file, ..)| *file != own));
    assert!(is_in_use(&own));
    let read = read_record_file(&own).unwrap();
    assert_eq!(read.record.choices, record.choices[..choices]);
    assert_eq!(read.fault, None);

    let set_aside = keeper.take_set_aside();
    assert!(set_aside.iter().all(|file| is_set_aside(file)));
    assert!(
        set_aside
            .iter()
            .all(|file| !names().any(|name| name == name_of(file)))
    );
    let last = names().filter_map(|name| number(&name, "damaged", "battle"));
    let numbers_left = last.max().is_none_or(|last| last < u64::MAX - FILES as u64);
    let (mut left, mut gone) = (0, 0);
    let mut damaged = Vec::new();
    for (file, bytes, expected) in &before {
        let now = fs::read(file).ok();
        let stays = now.as_ref() == Some(bytes);
        match expected {
            Expected::Stays => assert!(stays, "{} is not as it was", file.display()),
            Expected::May => {}
            Expected::Kept if stays => {
                assert!(!numbers_left, "{} is not set aside", file.display());
            }
            Expected::Kept => damaged.push(bytes),
            Expected::Sound(_) if stays => left += 1,
            Expected::Sound(read) => {
                assert_eq!(now, None, "{} is not as it was", file.display());
                let there = &read.record;
                let own = &record.choices[..choices];
                let same = there.header.seed == record.header.seed;
                if !(there.choices.is_empty() || same && own.starts_with(&there.choices)) {
                    gone += 1;
                }
            }
        }
    }
    let mut kept: Vec<Vec<u8>> = set_aside
        .iter()
        .map(|file| fs::read(file).unwrap())
        .collect();
    kept.sort();
    damaged.sort();
    assert!(kept.iter().eq(damaged), "what is damaged is not kept whole");
    assert!(left <= Autosaves::KEPT);
    assert!(gone == 0 || left == Autosaves::KEPT, "{gone} are lost");
    Some(keeper)
}
