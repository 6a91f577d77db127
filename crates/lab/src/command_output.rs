//! What a headless command gives back.

use crate::{LabError, interruption::INTERRUPTED};

/// What a headless command gives back to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// For standard output, without a line break at its end.
    pub text: String,
    /// For standard error: that it was stopped early, or what did not hold.
    pub notice: Option<String>,
    /// Whether Ctrl-C has stopped it early.
    pub interrupted: bool,
    /// Whether it found something wrong with what it was to judge.
    pub unsound: bool,
    /// Whether standard output belongs to something else, so that the text goes to standard error.
    pub aside: bool,
}

impl CommandOutput {
    /// The exit code: 0, or 130 if Ctrl-C has stopped it early, or 1 if something is wrong with
    /// what it was to judge.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        if self.interrupted {
            INTERRUPTED
        } else if self.unsound {
            1
        } else {
            0
        }
    }

    /// What a command says that judges something.
    #[must_use]
    pub const fn judged(text: String, sound: bool) -> Self {
        Self {
            text,
            notice: None,
            interrupted: false,
            unsound: !sound,
            aside: false,
        }
    }

    /// The same on standard error, if `aside`.
    #[must_use]
    pub(crate) fn aside(mut self, aside: bool) -> Self {
        self.aside = aside;
        self
    }

    /// The same, if a failure cut it short: says so, and that the result holds what was done before.
    #[must_use]
    pub(crate) fn cut_short_by(
        mut self,
        failure: Option<&LabError>,
        done: u64,
        what: &str,
    ) -> Self {
        if let Some(failure) = failure {
            self.notice = Some(format!(
                "error: {failure}\nthe result is partial: it holds the {done} {what} before"
            ));
            (self.interrupted, self.unsound) = (false, true);
        }
        self
    }

    /// With a notice if it was stopped early: how much of what was planned is done, as "battles were played".
    pub(crate) fn of(text: String, stopped: bool, [done, planned]: [u64; 2], what: &str) -> Self {
        Self {
            text,
            notice: stopped
                .then(|| format!("stopped: {done} of {planned} {what}; the result is partial")),
            interrupted: stopped,
            unsound: false,
            aside: false,
        }
    }
}
