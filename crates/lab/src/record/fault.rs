//! What can be wrong with a record.

use shieldwall_battle::{RuleId, SetupError};
use shieldwall_content::plain_file::ReadFault;

/// Why nothing of a record can be played.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read, or is larger than any battle.
    #[error(transparent)]
    Unreadable(#[from] ReadFault),
    /// The first line is not that of a record.
    #[error("this is no record of a battle: {0}")]
    NoRecord(String),
    /// The first line has been changed or cut.
    #[error(
        "the set-up was changed or damaged after it was written (its check value is wrong), so nothing of the battle can be trusted"
    )]
    HeaderChanged,
    /// It was written by a later version.
    #[error(
        "the record has format {found}, but this version of the game (shieldwall {}) reads format {known}; use a newer version of the game",
        env!("CARGO_PKG_VERSION")
    )]
    NewerFormat {
        /// Format of the file.
        found: u32,
        /// Format that can be read.
        known: u32,
    },
    /// It was written by an earlier version, whose journals were written otherwise.
    #[error(
        "the record has format {found}, but this version of the game (shieldwall {}) reads format {known}; shieldwall {game}, which wrote it, can still play it",
        env!("CARGO_PKG_VERSION")
    )]
    OlderFormat {
        /// Format of the file.
        found: u32,
        /// Format that can be read.
        known: u32,
        /// Version of the game that wrote it.
        game: String,
    },
    /// Something it was fought with does not exist or has errors.
    #[error("the battle cannot be set up: {0}")]
    Content(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The set-up does not hold.
    #[error("the battle cannot be set up: {0}")]
    Setup(#[from] SetupError),
}

impl RecordError {
    /// The line it is about, from 1; `None` for the file as a whole.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        match self {
            Self::Unreadable(_) => None,
            _ => Some(1),
        }
    }
}

/// Something about a record that no longer holds. What comes before it does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Another version of the game wrote it.
    #[error("it was written by shieldwall {written}; this is {here}")]
    GameVersion {
        /// Version that wrote it.
        written: String,
        /// This version.
        here: String,
    },
    /// Content has changed since.
    #[error("the {kind} `{id}` has changed since the battle was fought")]
    ContentChanged {
        /// "level", "terrain", "unit" or "item".
        kind: String,
        /// Its id.
        id: String,
    },
    /// Content is used now that was not used then.
    #[error("the {kind} `{id}` takes part now, but did not when the battle was fought")]
    ContentNew {
        /// "level", "terrain", "unit" or "item".
        kind: String,
        /// Its id.
        id: String,
    },
    /// Content was used then that is not used now.
    #[error("the {kind} `{id}` took part when the battle was fought, but does not now")]
    ContentGone {
        /// "level", "terrain", "unit" or "item".
        kind: String,
        /// Its id.
        id: String,
    },
    /// The last line was not written to its end.
    #[error("this line was not written to its end and does not count")]
    Torn {
        /// Line, from 1.
        line: u32,
    },
    /// The closing line is missing.
    #[error("the record was cut short here: its closing line is missing")]
    Truncated {
        /// The last line, from 1.
        line: u32,
    },
    /// A line has been changed.
    #[error("this line was changed or damaged after it was written (its check value is wrong)")]
    Changed {
        /// Line, from 1.
        line: u32,
    },
    /// A line says something that makes no sense.
    #[error("column {column}: {message}")]
    Senseless {
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// What is wrong.
        message: String,
    },
    /// Something follows the closing line, or the lines are more than a battle can have.
    #[error("{message}")]
    TooMuch {
        /// Line, from 1.
        line: u32,
        /// What is wrong.
        message: String,
    },
    /// The battle asks something else than what was answered.
    #[error("decision {decision} was {recorded}, but now it is {now}")]
    OtherQuestion {
        /// Line, from 1.
        line: u32,
        /// Number of the recorded decision.
        decision: u32,
        /// What was asked then.
        recorded: String,
        /// What is asked now.
        now: String,
    },
    /// The battle goes otherwise than it did.
    #[error(
        "what happened before decision {decision} is no longer the same (rules or content have changed)"
    )]
    OtherJournal {
        /// Line, from 1.
        line: u32,
        /// Number of the first decision before which it differs.
        decision: u32,
    },
    /// A choice is no longer legal.
    #[error(
        "the answer to decision {decision} is refused now: {reason}{}",
        cite(rules)
    )]
    Refused {
        /// Line, from 1.
        line: u32,
        /// Number of the decision.
        decision: u32,
        /// Why.
        reason: String,
        /// The rules that forbid it.
        rules: Vec<RuleId>,
    },
}

fn cite(rules: &[RuleId]) -> String {
    if rules.is_empty() {
        return String::new();
    }
    let ids: Vec<&str> = rules.iter().map(|rule| rule.0).collect();
    format!(" ({})", ids.join(", "))
}

impl Fault {
    /// Whether everything that was confirmed is there all the same: an autosave ends where the game
    /// was stopped.
    #[must_use]
    pub const fn is_note(&self) -> bool {
        matches!(self, Self::Torn { .. })
    }

    /// The line it is about, from 1; `None` for the record as a whole.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        match self {
            Self::GameVersion { .. }
            | Self::ContentChanged { .. }
            | Self::ContentNew { .. }
            | Self::ContentGone { .. } => None,
            Self::Torn { line }
            | Self::Truncated { line }
            | Self::Changed { line }
            | Self::Senseless { line, .. }
            | Self::TooMuch { line, .. }
            | Self::OtherQuestion { line, .. }
            | Self::OtherJournal { line, .. }
            | Self::Refused { line, .. } => Some(*line),
        }
    }
}
