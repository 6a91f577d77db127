//! What must hold of the answer to any file that the game writes, and to any case and command line,
//! however they were made; for property tests and fuzz targets alike.
#![expect(clippy::unwrap_used, reason = "tests")]

pub(crate) mod autosaves;
pub(crate) mod command_line;
pub(crate) mod playing;
pub(crate) mod recipes;
pub(crate) mod sample_settings;
pub(crate) mod settings;

use std::{fs, path::Path, sync::Arc};

use serde_json::Value;
use shieldwall_content::Library;
use shieldwall_lab::{
    SimResult, merge,
    record::{BattleRecord, read_record, replay},
};
use tempfile::TempDir;

/// Reads a record and plays it as far as it holds; then once more with check values that are right
/// whatever it says, as of somebody who forges it.
///
/// # Panics
/// If an answer is not as it must be.
pub(crate) fn scrutinise_record(bytes: &[u8], library: &Arc<Library>) {
    look_at_record(bytes, library);
    if let Some(forged) = forged(bytes) {
        look_at_record(forged.to_text().as_bytes(), library);
    }
}

fn look_at_record(bytes: &[u8], library: &Arc<Library>) {
    let read = match read_record(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let is_line = |line: u32| (1..=lines).contains(&(line as usize));
    assert_eq!(read.record.choices.len(), read.lines.len());
    assert!(read.lines.iter().all(|line| is_line(*line)));
    let mut replayed = match replay(&read, library) {
        Ok(replayed) => replayed,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(replayed.held() <= replayed.recorded);
    for fault in &replayed.faults {
        assert!(!fault.to_string().is_empty());
        // What is missing at the end is missing after the last line.
        let line = fault.line().unwrap_or(1);
        assert!(is_line(line) || is_line(line - 1), "{fault}");
    }
    // What holds can be saved, and then all of it holds.
    let held = replayed.course.closed_record();
    let again = read_record(held.to_text().as_bytes()).unwrap();
    assert_eq!(again.fault, None);
    let again = replay(&again, library).unwrap();
    assert!(again.faults.is_empty(), "{:?}", again.faults);
    assert_eq!(again.held(), replayed.held());
}

/// What the lines of a record say, whatever their check values.
fn forged(bytes: &[u8]) -> Option<BattleRecord> {
    let text = std::str::from_utf8(bytes).ok()?;
    let part = |line: &str, key: &str| -> Option<Value> {
        let mut line: Value = serde_json::from_str(line).ok()?;
        line.get_mut(key).map(Value::take)
    };
    let mut lines = text.lines();
    let header = part(lines.next()?, "shieldwall")?;
    let choices = lines.filter_map(|line| serde_json::from_value(part(line, "choice")?).ok());
    Some(BattleRecord {
        header: serde_json::from_value(header).ok()?,
        choices: choices.take(200).collect(),
        journal: None,
    })
}

/// Merges a file as if it were the only part of a run.
///
/// # Panics
/// If an answer is not as it must be.
pub(crate) fn scrutinise_part(bytes: &[u8]) {
    thread_local! {
        /// Threads do not share it.
        static FOLDER: TempDir = tempfile::tempdir().unwrap();
    }
    FOLDER.with(|folder| {
        let file = folder.path().join("part.json");
        let Some(whole) = merged(&file, bytes) else {
            return;
        };
        // What was taken is what the program writes.
        let json = whole.to_json().unwrap();
        let again = merged(&file, json.as_bytes()).unwrap();
        assert_eq!(again.to_json().unwrap(), json);
    });
}

fn merged(file: &Path, bytes: &[u8]) -> Option<SimResult> {
    fs::write(file, bytes).unwrap();
    match merge(&[file.to_owned()]) {
        Ok(whole) => Some(whole),
        Err(error) => {
            // One part of several is fine by itself.
            let told = error.to_string();
            assert!(
                told.contains("part.json") || told.contains("parts are missing"),
                "{told}"
            );
            None
        }
    }
}
