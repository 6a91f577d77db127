//! Asking brains to make up their minds.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Tells brains that think for long to decide at once. All copies of it are one, so that it can be asked for from
/// another thread.
#[derive(Clone, Debug, Default)]
pub struct Haste(Arc<AtomicBool>);

impl Haste {
    /// From now on they decide at once.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// They may take their time again.
    pub fn forgo(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether they are to decide at once.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
