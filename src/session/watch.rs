//! How a recorded battle is being watched.

/// How a recorded battle is being watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    /// Whether it stands still.
    pub(crate) paused: bool,
    /// Whether it plays up to the next choice and then stands still again.
    pub(crate) stepping: bool,
}

impl Watch {
    /// Whether anything is to be played.
    pub(crate) const fn runs(self) -> bool {
        !self.paused || self.stepping
    }

    /// The battle has been brought elsewhere: that has to be shown even while it stands still.
    pub(crate) const fn jumped(&mut self) {
        self.stepping = self.paused;
    }

    /// The battle has come to a standstill.
    pub(crate) const fn settled(&mut self) {
        self.stepping = false;
    }
}
