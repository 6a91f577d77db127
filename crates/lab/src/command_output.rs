//! What a headless command gives back.

use crate::interruption::INTERRUPTED;

/// What a headless command gives back to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// For standard output, without a line break at its end.
    pub text: String,
    /// For standard error: that it was stopped early, if it was.
    pub notice: Option<String>,
}

impl CommandOutput {
    /// The exit code: 0, or 130 if Ctrl-C has stopped it early.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        if self.notice.is_some() {
            INTERRUPTED
        } else {
            0
        }
    }

    /// With a notice if it was stopped early.
    pub(crate) fn of(text: String, stopped: bool, played: u64, planned: u64) -> Self {
        Self {
            text,
            notice: stopped.then(|| {
                format!("stopped: {played} of {planned} battles were played; the result is partial")
            }),
        }
    }
}
