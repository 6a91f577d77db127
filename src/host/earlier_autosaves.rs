//! Battles of before: when another battle begins, the autosave of the last one stays under another
//! name, to be gone on with or watched.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use shieldwall_lab::record::{BattleRecord, Header, ReadRecord, read_record_file};

/// How many battles stay besides the one that is being fought.
const KEPT: usize = 9;

/// Makes room for the autosave of a battle that stands as `record`. What lies there stays as an
/// earlier autosave, unless nothing was chosen in it, or it is this very battle and no further. Of
/// more than [`KEPT`] the oldest that was fought to its end goes; if there is none, the oldest.
///
/// # Errors
/// If a file cannot be renamed or deleted.
pub(super) fn make_room(autosave: &Path, record: &BattleRecord) -> io::Result<()> {
    let slots: Vec<PathBuf> = (1..=KEPT).map(|place| earlier(autosave, place)).collect();
    for slot in &slots {
        if slot.exists() && is_needless(slot, record) {
            fs::remove_file(slot)?;
        }
    }
    if !autosave.exists() || is_needless(autosave, record) {
        return Ok(());
    }
    let free = slots
        .iter()
        .position(|slot| !slot.exists())
        .or_else(|| slots.iter().rposition(|slot| is_over(slot)))
        .unwrap_or(KEPT - 1);
    // From the oldest to the newest, so that each is moved into a place that is free by then.
    for place in (0..free).rev() {
        fs::rename(&slots[place], &slots[place + 1])?;
    }
    fs::rename(autosave, &slots[0])
}

/// `autosave-1.battle` for `autosave.battle`.
fn earlier(autosave: &Path, place: usize) -> PathBuf {
    let stem = autosave.file_stem().unwrap_or_default().to_string_lossy();
    let extension = autosave.extension().unwrap_or_default().to_string_lossy();
    autosave.with_file_name(format!("{stem}-{place}.{extension}"))
}

/// Whether the battle in a file was fought to its end.
fn is_over(file: &Path) -> bool {
    read_record_file(file).is_ok_and(|read| read.closed)
}

/// Whether nothing is lost with a file once `record` is written.
fn is_needless(file: &Path, record: &BattleRecord) -> bool {
    // What cannot be read may be of another version of the game.
    let Ok(ReadRecord { record: there, .. }) = read_record_file(file) else {
        return false;
    };
    let battle = |header: &Header| Header {
        kind: record.header.kind,
        name: String::new(),
        written: 0,
        game: String::new(),
        ..header.clone()
    };
    there.choices.is_empty()
        || (battle(&there.header) == battle(&record.header)
            && record.choices.starts_with(&there.choices))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::host::tests::begun_battle;
    use shieldwall_lab::record::GrowingRecord;

    /// The seeds of the battles in the files of a folder: the current one, then earlier ones.
    fn seeds(autosave: &Path) -> Vec<Option<u64>> {
        (0..=KEPT)
            .map(|place| match place {
                0 => autosave.to_owned(),
                _ => earlier(autosave, place),
            })
            .map(|file| Some(read_record_file(&file).ok()?.record.header.seed))
            .collect()
    }

    fn begin(autosave: &Path, record: &BattleRecord) -> GrowingRecord {
        make_room(autosave, record).unwrap();
        GrowingRecord::begin(autosave, record).unwrap()
    }

    fn with_seed(record: &BattleRecord, seed: u64) -> BattleRecord {
        let mut record = record.clone();
        record.header.seed = seed;
        record
    }

    #[test]
    fn battles_stay_until_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = folder.path().join("autosave.battle");
        let record = begun_battle();
        for seed in 1..=3 {
            begin(&autosave, &with_seed(&record, seed));
        }
        let some = |seeds: &[u64]| {
            let mut all: Vec<Option<u64>> = seeds.iter().copied().map(Some).collect();
            all.resize(KEPT + 1, None);
            all
        };
        assert_eq!(seeds(&autosave), some(&[3, 2, 1]));
        let over = with_seed(&record, 4);
        begin(&autosave, &over).close(&over).unwrap();
        for seed in 5..=10 {
            begin(&autosave, &with_seed(&record, seed));
        }
        assert_eq!(seeds(&autosave), some(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));
        // What was fought to its end goes before what can be gone on with.
        begin(&autosave, &with_seed(&record, 11));
        assert_eq!(seeds(&autosave), some(&[11, 10, 9, 8, 7, 6, 5, 3, 2, 1]));
        begin(&autosave, &with_seed(&record, 12));
        assert_eq!(seeds(&autosave), some(&[12, 11, 10, 9, 8, 7, 6, 5, 3, 2]));
    }

    #[test]
    fn a_battle_that_goes_on_leaves_no_second_copy() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = folder.path().join("autosave.battle");
        let record = begun_battle();
        begin(&autosave, &with_seed(&record, 1));
        begin(&autosave, &with_seed(&record, 2));
        // The first battle is gone on with.
        begin(&autosave, &with_seed(&record, 1));
        assert_eq!(seeds(&autosave)[..3], [Some(1), Some(2), None]);
        // And begun anew, it is another battle.
        let mut afresh = with_seed(&record, 1);
        afresh.choices.clear();
        begin(&autosave, &afresh);
        assert_eq!(seeds(&autosave)[..3], [Some(1), Some(1), Some(2)]);
    }

    #[test]
    fn battles_without_a_choice_do_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = folder.path().join("autosave.battle");
        let record = begun_battle();
        let mut fresh = with_seed(&record, 1);
        fresh.choices.clear();
        begin(&autosave, &fresh);
        begin(&autosave, &with_seed(&record, 3));
        assert_eq!(seeds(&autosave)[..2], [Some(3), None]);
        // What cannot be read is not thrown away.
        std::fs::write(&autosave, "of another age").unwrap();
        begin(&autosave, &with_seed(&record, 4));
        assert!(earlier(&autosave, 1).exists());
    }
}
