//! What a bot can do wrong.

use std::time::Duration;

/// Why a bot cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BotFault {
    /// Its program cannot be started.
    #[error("it cannot be started: {0}")]
    Start(std::io::Error),
    /// It does not read what it is told.
    #[error("it reads no more: {0}")]
    Deaf(std::io::Error),
    /// It ended while it was asked.
    #[error("it ended before the battle did{0}")]
    Gone(String),
    /// It does not answer.
    #[error("it has not answered for {} seconds", .0.as_secs())]
    Silent(Duration),
    /// It does not read what it has asked for.
    #[error("it has not read for {} seconds the lines it was sent", .0.as_secs())]
    Unread(Duration),
    /// It asks for forecasts without end.
    #[error("it asked for {0} forecasts in one decision without choosing")]
    Undecided(u32),
    /// It answers what cannot be taken, again and again.
    #[error("it gave {count} answers to one decision that cannot be taken; the last one: {reason}")]
    Stubborn {
        /// How many.
        count: u32,
        /// What was wrong with the last one.
        reason: String,
    },
}
