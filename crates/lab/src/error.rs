//! What can go wrong in a headless tool.

use shieldwall_ai::BrainKind;
use shieldwall_battle::{Refusal, SetupError};
use shieldwall_content::{NoContent, WrongPlace};

/// Why a headless tool could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// There is no content to work on.
    #[error(transparent)]
    NoContent(#[from] NoContent),
    /// A folder that was named is not there.
    #[error(transparent)]
    WrongPlace(#[from] WrongPlace),
    /// There is nowhere to keep what was set.
    #[error("there is no home folder, so nothing can be kept; set SHIELDWALL_CONFIG to a folder")]
    NoHome,
    /// What was set could not be kept.
    #[error("`{}` could not be written: {error}", file.display())]
    NotKept {
        /// The file.
        file: std::path::PathBuf,
        /// Why.
        #[source]
        error: std::io::Error,
    },
    /// Something was named that does not exist.
    #[error("there is no {what} `{id}`{suggestion}; there are: {known}")]
    Unknown {
        /// "level", "ruleset", "unit".
        what: &'static str,
        /// What was given.
        id: String,
        /// " (did you mean …?)", or nothing.
        suggestion: String,
        /// All there are, with commas.
        known: String,
    },
    /// A file that was named has errors.
    #[error("the {what} `{id}` cannot be used, its file has errors:\n{problems}")]
    Broken {
        /// "level", "unit" or "mod".
        what: &'static str,
        /// What was given.
        id: String,
        /// What is wrong with it.
        problems: String,
    },
    /// The battle cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No battles were asked for.
    #[error("--battles must be at least 1")]
    NoBattles,
    /// A brain made a choice that the rules refuse: a fault of the program.
    #[error("brain `{brain}` made an illegal choice in battle {battle} (seed {seed}): {refusal}")]
    Refused {
        /// The brain.
        brain: BrainKind,
        /// Number of the battle, from 0.
        battle: u64,
        /// Its seed.
        seed: u64,
        /// Why the choice was refused.
        refusal: Refusal,
    },
    /// A battle did not end: a fault of the program.
    #[error("battle {battle} (seed {seed}) did not end after {decisions} decisions")]
    Endless {
        /// Number of the battle, from 0.
        battle: u64,
        /// Its seed.
        seed: u64,
        /// Decisions answered.
        decisions: u32,
    },
    /// The result could not be written as JSON: a fault of the program.
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl LabError {
    /// That something named does not exist, with all there are and the nearest of them.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        id: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let nearest = known
            .iter()
            .map(|other| (strsim::damerau_levenshtein(id, other), *other))
            .min()
            .filter(|(distance, _)| *distance <= 3);
        Self::Unknown {
            what,
            id: id.to_owned(),
            suggestion: nearest.map_or_else(String::new, |(_, other)| {
                format!(" (did you mean `{other}`?)")
            }),
            known: known.join(", "),
        }
    }
}
