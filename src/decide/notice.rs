//! Hints to the player.

use bevy::prelude::*;

/// Seconds that a hint stays.
const HINT_SECONDS: f32 = 5.0;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    text: String,
    left: f32,
}

impl Notice {
    /// Something that helps the player on.
    pub(crate) fn hint(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            left: HINT_SECONDS,
        }
    }
}

/// The hint that is shown, if any. Refusals are kept by the session.
#[derive(Resource, Default, Debug)]
pub(crate) struct Notices {
    hint: Option<Notice>,
}

impl Notices {
    /// Shows a message in place of the one before.
    pub(crate) fn push(&mut self, notice: Notice) {
        self.hint = Some(notice);
    }

    /// Lets time pass: no hint stays for long.
    pub(crate) fn pass(&mut self, seconds: f32) {
        if let Some(hint) = &mut self.hint {
            hint.left -= seconds;
        }
        self.hint.take_if(|hint| hint.left <= 0.0);
    }

    /// The hint that is shown.
    pub(crate) fn text(&self) -> Option<&str> {
        self.hint.as_ref().map(|hint| hint.text.as_str())
    }

    /// Takes the hint away, since the player has done something else.
    pub(crate) fn clear_hint(&mut self) {
        self.hint = None;
    }
}
