//! Progress of odds on a terminal: the ways for the dice to fall that have been followed.

use std::io::{self, IsTerminal, Write as _};

use indicatif::ProgressBar;

use crate::{
    interruption,
    odds::{Followed, odds_page::percent},
};

/// Shows on standard error how many ways for the dice to fall have been followed, and lets Ctrl-C stop it.
pub(crate) struct WaysProgress {
    bar: ProgressBar,
    /// True if standard error is no terminal, and does not say yet that it takes long.
    untold: bool,
}

impl WaysProgress {
    /// After so many ways it takes long.
    const LONG: usize = 10_000;

    /// Begins to follow ways.
    pub(crate) fn begin() -> Self {
        interruption::listen();
        let untold = !io::stderr().is_terminal();
        let bar = if untold {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        };
        Self { bar, untold }
    }

    /// Shows how far it is. Returns false if it shall stop.
    pub(crate) fn tell(&mut self, followed: Followed) -> bool {
        let long = followed.ways >= Self::LONG;
        let advice = "`--plays 10000` estimates instead";
        let told = format!(
            "{} ways for the dice to fall, {} of what may happen followed to its end",
            followed.ways,
            percent(followed.share)
        );
        if self.untold && long {
            self.untold = false;
            // The odds come all the same.
            let _ = writeln!(io::stderr(), "so far {told}; {advice}");
        }
        self.bar.set_message(if long {
            format!("{told}; {advice}")
        } else {
            told
        });
        self.bar.tick();
        !interruption::is_asked()
    }

    /// Takes it off the terminal.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}
