//! How far a command is, on a terminal.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::{crew::Watch, interruption};

const STYLE: &str = "{bar:30} {pos} of {len} {prefix}, {speed}, {eta} left";

/// Shows on a terminal how far a command is, and lets Ctrl-C stop it.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Begins with so many "battles" or the like to be played. Nothing is shown if standard error is no terminal, or if
    /// the result goes as JSON to a pipe; Ctrl-C is heard all the same.
    pub(crate) fn begin(number: u64, what: &'static str, json: bool) -> Self {
        interruption::listen();
        let piped = json && !io::stdout().is_terminal();
        let bar = if io::stderr().is_terminal() && !piped {
            ProgressBar::new(number).with_prefix(what)
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                // Writing to a terminal's line cannot fail in a way that matters.
                let _ = write!(text, "{:.1} per second", state.per_sec());
            };
            bar.set_style(style.with_key("speed", speed));
        }
        Self { bar }
    }

    /// For those who play: counts battles, and stops them at Ctrl-C.
    pub(crate) fn watch(&self) -> Arc<dyn Watch> {
        Arc::new(Looking(self.bar.clone()))
    }

    /// Takes it off the terminal.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// Looks on for a [`Progress`].
struct Looking(ProgressBar);

impl Watch for Looking {
    fn played(&self) {
        self.0.inc(1);
    }

    fn stops(&self) -> bool {
        interruption::is_asked()
    }
}
