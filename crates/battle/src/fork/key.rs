//! Keys of states: two states of a battle have the same key if they are the same.

use std::hash::Hasher;

use siphasher::sip128::{Hash128, Hasher128, SipHasher13};

/// The hash of a state, of 128 bits: states that differ have the same one by a chance that can be neglected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateKey(u128);

/// Hashes the values of one column, or the hashes of all of them.
pub(super) struct KeyHasher(SipHasher13);

impl KeyHasher {
    /// A hasher that gives the same hash on every machine.
    pub(super) fn new() -> Self {
        Self(SipHasher13::new())
    }

    /// The hash of all that was written.
    pub(super) fn key(&self) -> StateKey {
        let Hash128 { h1, h2 } = self.0.finish128();
        StateKey(u128::from(h1) << 64 | u128::from(h2))
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
