//! A running hash over the journal of a battle.

use shieldwall_battle::Journal;

use crate::fingerprint::shorten;

/// Follows a journal and tells a mark of everything in it so far.
#[derive(Clone, Debug, Default)]
pub(super) struct JournalChain {
    hasher: blake3::Hasher,
    entries: usize,
}

impl JournalChain {
    /// Takes in what is new in the journal and gives the mark of all of it.
    pub(super) fn mark(&mut self, journal: &Journal) -> String {
        for entry in &journal.entries()[self.entries.min(journal.entries().len())..] {
            self.hasher.update(entry.to_json().as_bytes());
            self.hasher.update(b"\n");
        }
        self.entries = journal.entries().len();
        shorten(&self.hasher.finalize())
    }
}
