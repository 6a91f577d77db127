//! Records: a battle written down so that it can be played again.
//!
//! A battle is a function of its set-up and its choices, so a record holds just these: a first line
//! with versions, set-up and the fingerprints of the content used, then one line for each choice.
//! Every line ends with a check value over itself and all before it, and every choice carries a
//! mark of the journal up to its decision. So a record tells where it was cut or changed, and a
//! replay tells where content or rules no longer give the same battle.
//!
//! Saves, autosaves and replays are all this one thing. An autosave grows line by line; a save is
//! closed by a last line.

mod commander;
mod fault;
mod header;
mod journal_chain;
mod line;
mod missing;
mod reading;
mod recorded_battle;
mod replaying;
mod undo_reach;
mod writing;

pub use crate::fingerprint::fingerprints;
pub use commander::RecordedCommander;
pub use fault::{Fault, RecordError};
pub use header::{Header, RecordKind, RecordedSide, RecordedUnit};
pub use line::RecordedChoice;
pub use reading::{MAX_CHOICES, MAX_RECORD_BYTES, ReadRecord, read_record, read_record_file};
pub use recorded_battle::{BattleRecord, RecordedBattle};
pub use replaying::{Replayed, replay};
pub use undo_reach::{Barrier, UndoReach};
pub use writing::{GrowingRecord, save_record};

/// Extension of record files, without the dot.
pub const RECORD_EXTENSION: &str = "battle";
