//! What can go wrong in a headless tool.

use std::{io, path::Path};

use shieldwall_battle::{Refusal, SetupError, SideId};
use shieldwall_content::{Level, NoContent, WrongPlace};

use crate::{by_side::side_names, shard::Shard};

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
    #[error("there is no {what} `{id}`{suggestion}; there are{}", listed(known))]
    Unknown {
        /// "level", "ruleset", "unit".
        what: &'static str,
        /// What was given.
        id: String,
        /// " (did you mean …?)", or nothing.
        suggestion: String,
        /// All there are, with commas; empty if there are none.
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
    /// A rule or a topic was named that does not exist, or words that no rule holds.
    #[error("{0}")]
    NoSuchRule(String),
    /// There is nothing that could prove rules.
    #[error(
        "there are no folders `tests/cases` and `tests/proofs` beside `{}`; \
         run this in the folder of the project's sources, or name that with --content",
        .0.display()
    )]
    NoProofs(std::path::PathBuf),
    /// Something is to be shown in a window by the program that has none.
    #[error("this program has no window; use `shieldwall replay FILE --window`")]
    NoWindow,
    /// A record of a battle cannot be played.
    #[error("{}: {error}", at(file, error.line()))]
    Record {
        /// The file.
        file: std::path::PathBuf,
        /// Why not.
        error: Box<crate::record::RecordError>,
    },
    /// The battle cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A side was named that the level does not have.
    #[error(
        "level `{level}` has no {} side; its sides are {}",
        side.key(),
        side_names(*sides)
    )]
    NoSuchSide {
        /// The side.
        side: SideId,
        /// Level id.
        level: String,
        /// How many sides it has.
        sides: usize,
    },
    /// A balance was asked for on a level of more than two sides.
    #[error(
        "level `{level}` has {sides} sides, but a balance pairs two warbands; name a level of two sides with --level"
    )]
    NotTwoSides {
        /// Level id.
        level: String,
        /// How many sides it has.
        sides: usize,
    },
    /// Commanders who change places would change their allies too.
    #[error(
        "some sides of level `{level}` are allied, so commanders cannot change places; leave out --mirrored"
    )]
    MirroredAllies {
        /// Level id.
        level: String,
    },
    /// No battles were asked for.
    #[error("--battles must be at least 1")]
    NoBattles,
    /// No thread can be started.
    #[error("no thread can be started: {0}")]
    Threads(String),
    /// A brain made a choice that the rules refuse: a fault of the program.
    #[error("brain `{brain}` made an illegal choice in battle {battle} (seed {seed}): {refusal}")]
    Refused {
        /// The brain.
        brain: String,
        /// Number of the battle, from 0.
        battle: u64,
        /// Its seed.
        seed: u64,
        /// Why the choice was refused.
        refusal: Box<Refusal>,
    },
    /// A bot failed.
    #[error("bot `{bot}`, battle {battle} (seed {seed}): {fault}")]
    Bot {
        /// Its command.
        bot: String,
        /// Number of the battle, from 0.
        battle: u64,
        /// Its seed.
        seed: u64,
        /// What it did.
        #[source]
        fault: crate::bots::BotFault,
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
    /// There are no cases to run.
    #[error("{0}")]
    NoCases(String),
    /// There are more parts than battles.
    #[error(
        "part {shard} of {battles} battles could never be merged, as other parts would be empty; split a run into no more parts than it has battles"
    )]
    TooManyParts {
        /// The part that was asked for.
        shard: Shard,
        /// Battles in all.
        battles: u64,
    },
    /// A file cannot be written.
    #[error("`{file}` cannot be written: {reason}")]
    Unwritable {
        /// The file as it was given.
        file: String,
        /// Why.
        reason: String,
    },
    /// Two results are to go into one file.
    #[error("`{file}` is named twice; each kind of result needs a file of its own")]
    SameFile {
        /// The file as it was given.
        file: String,
    },
    /// A file that was to be added up is no part of the same run.
    #[error("`{file}` cannot be merged: {reason}")]
    Part {
        /// The file as it was given.
        file: String,
        /// Why.
        reason: String,
    },
    /// Not all parts of a run were given.
    #[error("these parts are missing: {missing}; name the files of all parts")]
    MissingParts {
        /// Which, with commas.
        missing: String,
    },
    /// There is nothing to compare a unit with.
    #[error("a balance needs at least two units; name more with --units")]
    TooFewUnits,
    /// A unit is named twice.
    #[error("unit `{unit}` is named twice in --units")]
    UnitTwice {
        /// Its id.
        unit: String,
    },
    /// There is nobody to play against.
    #[error("a tournament needs at least two players")]
    TooFewContenders,
    /// Somebody is named twice.
    #[error("`{contender}` is named twice")]
    ContenderTwice {
        /// Who.
        contender: String,
    },
    /// More battles than can be counted.
    #[error("there are more battles than can be counted")]
    TooMany,
    /// A plot could not be drawn: a fault of the program.
    #[error("a plot cannot be drawn: {0}")]
    Plot(String),
    /// The battles could not be written as a table: a fault of the program.
    #[error("the table cannot be written: {0}")]
    Csv(#[from] csv::Error),
    /// The result could not be written as JSON: a fault of the program.
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// What comes after "there are".
fn listed(known: &str) -> String {
    if known.is_empty() {
        " none".to_owned()
    } else {
        format!(": {known}")
    }
}

/// A file, with its line if there is one.
pub(crate) fn at(file: &std::path::Path, line: Option<u32>) -> String {
    line.map_or_else(
        || file.display().to_string(),
        |line| format!("{}:{line}", file.display()),
    )
}

impl LabError {
    /// Whether what was asked for was not understood, rather than could not be done.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::Unknown { .. }
                | Self::NoSuchSide { .. }
                | Self::NoSuchRule(_)
                | Self::WrongPlace(
                    WrongPlace::NoFolders(_) | WrongPlace::NotFolder(_) | WrongPlace::Missing(_)
                )
        )
    }

    /// That a file could not be written.
    pub(crate) fn file(file: &Path, error: &io::Error) -> Self {
        Self::Unwritable {
            file: file.display().to_string(),
            reason: error.to_string(),
        }
    }

    /// That a level does not have a side.
    pub(crate) fn no_such_side(side: SideId, level: &Level) -> Self {
        Self::NoSuchSide {
            side,
            level: level.id.clone(),
            sides: level.sides.len(),
        }
    }

    /// The same, with a way to what was not found.
    pub(crate) fn suggesting(self, hint: &str) -> Self {
        match self {
            Self::Unknown {
                what, id, known, ..
            } => Self::Unknown {
                what,
                id,
                suggestion: format!(" ({hint})"),
                known,
            },
            other => other,
        }
    }

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
