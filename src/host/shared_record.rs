//! The record of a battle, shared with the window.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shieldwall_lab::record::{BattleRecord, RecordedChoice};

/// The record of the battle as far as the simulation has got, for saving it. Held for moments only,
/// so that no frame waits.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedRecord(Arc<Mutex<Option<BattleRecord>>>);

impl SharedRecord {
    /// The record now; `None` before the battle has begun.
    pub(crate) fn copy(&self) -> Option<BattleRecord> {
        self.record().clone()
    }

    pub(super) fn set(&self, record: BattleRecord) {
        *self.record() = Some(record);
    }

    pub(super) fn add(&self, choice: RecordedChoice) {
        if let Some(record) = &mut *self.record() {
            record.choices.push(choice);
            record.journal = None;
        }
    }

    /// Plain values are never half changed, so poison is of no account.
    fn record(&self) -> MutexGuard<'_, Option<BattleRecord>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
