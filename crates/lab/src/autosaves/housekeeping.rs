//! What becomes of autosaves that no living window writes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    Autosaves,
    hold::{Standing, standing},
    naming,
};
use crate::record::{BattleRecord, Fault, Header, ReadRecord, RecordError, read_record_file};

/// What is in an autosave that nobody writes.
enum Contents {
    /// It can be gone on with, or watched.
    Sound(Box<ReadRecord>),
    /// Something in it was changed or lost.
    Damaged,
    /// It is of another version of the game, or cannot be read for now.
    Unknown,
}

/// An earlier battle that may be kept.
struct Earlier {
    file: PathBuf,
    number: u64,
    over: bool,
}

/// Sees to the autosaves of a folder once that of `record` is written. What cannot be done stays as
/// it is until the next time: it is not worth stopping a battle. Gives the new names of what was
/// damaged.
pub(super) fn clear_up(folder: &Path, record: &BattleRecord) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    let mut set_aside = Vec::new();
    let mut earlier = Vec::new();
    for file in &files {
        let Some(number) = naming::autosave_number(file) else {
            clear_lock(file);
            continue;
        };
        let lock = naming::lock_of(file);
        if lock.is_some_and(|lock| standing(&lock) != Standing::Free) {
            continue;
        }
        match contents(file) {
            Contents::Sound(read) if is_needless(&read, record) => {
                let _ = fs::remove_file(file);
            }
            Contents::Sound(read) => earlier.push(Earlier {
                file: file.clone(),
                number,
                over: read.closed,
            }),
            Contents::Damaged => set_aside.extend(rename_damaged(folder, file)),
            Contents::Unknown => {}
        }
    }
    // By what was begun first. The times of files cannot be relied on: clocks are set, and folders copied.
    earlier.sort_by_key(|one| one.number);
    while earlier.len() > Autosaves::KEPT {
        let oldest = earlier.iter().position(|one| one.over).unwrap_or(0);
        let _ = fs::remove_file(&earlier.remove(oldest).file);
    }
    set_aside.sort();
    set_aside
}

/// Deletes a lock that a killed window has left.
fn clear_lock(file: &Path) {
    if naming::lock_number(file).is_some() && standing(file) == Standing::Free {
        let _ = fs::remove_file(file);
    }
}

fn contents(file: &Path) -> Contents {
    match read_record_file(file) {
        Ok(read) if read.fault.as_ref().is_none_or(Fault::is_note) => {
            Contents::Sound(Box::new(read))
        }
        Ok(_) | Err(RecordError::NoRecord(_) | RecordError::HeaderChanged) => Contents::Damaged,
        Err(_) => Contents::Unknown,
    }
}

/// Gives a damaged file a name under which nobody clears it away. If that fails it stays where it
/// is, and nobody clears it away there either.
fn rename_damaged(folder: &Path, file: &Path) -> Option<PathBuf> {
    let taken = fs::read_dir(folder).ok()?;
    let last = taken
        .filter_map(|entry| naming::damaged_number(&entry.ok()?.path()))
        .max();
    let name = naming::damaged(folder, last.unwrap_or(0).checked_add(1)?);
    fs::rename(file, &name).ok().map(|()| name)
}

/// Whether nothing is lost with a sound record as `record` is written.
fn is_needless(there: &ReadRecord, record: &BattleRecord) -> bool {
    let battle = |header: &Header| Header {
        kind: record.header.kind,
        name: String::new(),
        written: 0,
        game: String::new(),
        ..header.clone()
    };
    let there = &there.record;
    there.choices.is_empty()
        || (battle(&there.header) == battle(&record.header)
            && record.choices.starts_with(&there.choices))
}
