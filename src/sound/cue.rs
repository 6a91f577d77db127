//! A sound that is to be played.

/// A sound, when, and how loud.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cue {
    /// Its name in `assets/sounds`, without the number of a row.
    pub(super) name: &'static str,
    /// Seconds until it is heard, at normal speed of playback.
    pub(super) delay: f32,
    /// Decibels by which it is quieter than its file.
    pub(super) quieter: f32,
}

impl Cue {
    /// A sound that is heard at once, as loud as its file.
    pub(super) const fn new(name: &'static str) -> Self {
        Self {
            name,
            delay: 0.0,
            quieter: 0.0,
        }
    }

    /// The same after so many seconds.
    pub(super) const fn after(self, delay: f32) -> Self {
        Self { delay, ..self }
    }

    /// The same by so many decibels less.
    pub(super) const fn quieter(self, quieter: f32) -> Self {
        Self { quieter, ..self }
    }
}
