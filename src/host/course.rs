//! What has been chosen in a battle before the window shows it, and what has been since.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shieldwall_ai::BrainKind;
use shieldwall_lab::record::{BattleRecord, RecordedChoice, RecordedCommander};

use super::Commander;

/// How a battle comes about.
#[derive(Clone, Debug, Default)]
pub(crate) enum Course {
    /// It begins.
    #[default]
    Fresh,
    /// It was fought up to somewhere and goes on from there.
    Resumed(Arc<BattleRecord>),
    /// It was fought and is watched.
    Replay(Arc<BattleRecord>),
}

impl Course {
    /// The record that is watched.
    pub(crate) fn replay(&self) -> Option<&BattleRecord> {
        match self {
            Self::Replay(record) => Some(record),
            Self::Fresh | Self::Resumed(_) => None,
        }
    }

    /// The record that is played again before anything else happens.
    pub(super) fn resumed(&self) -> Option<&BattleRecord> {
        match self {
            Self::Resumed(record) => Some(record),
            Self::Fresh | Self::Replay(_) => None,
        }
    }
}

impl Commander {
    /// Nobody is asked anything in a battle that is only watched.
    pub(crate) const fn spectated(self) -> Self {
        match self {
            Self::Human => Self::Ai(BrainKind::Standard),
            Self::Ai(kind) => Self::Ai(kind),
        }
    }
}

impl From<RecordedCommander> for Commander {
    fn from(commander: RecordedCommander) -> Self {
        match commander {
            RecordedCommander::Human => Self::Human,
            RecordedCommander::Brain(kind) => Self::Ai(kind),
        }
    }
}

impl From<Commander> for RecordedCommander {
    fn from(commander: Commander) -> Self {
        match commander {
            Commander::Human => Self::Human,
            Commander::Ai(kind) => Self::Brain(kind),
        }
    }
}

/// The record of the battle as far as the simulation has got, for saving it. Held for moments only,
/// so that no frame waits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Arc<Mutex<Option<BattleRecord>>>);

impl Ledger {
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
