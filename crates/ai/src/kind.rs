//! The kinds of brain, by name.

use std::{fmt, str::FromStr};

/// A kind of brain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BrainKind {
    /// Any legal choice, each as likely as the others.
    Random,
    /// Plays to win, with a beginner's mistakes.
    Easy,
    /// Plays to win, but is daring and does not plan.
    #[default]
    Normal,
    /// Plays to win as well as is known; where few fight, it looks some rounds ahead.
    Hard,
    /// As the hard one, but never looks ahead: so that each choice is made at once. It plays in cases.
    Planner,
    /// The planner, but it never reacts where reactions cost a turn: to be compared with.
    Unreacting,
}

/// The name that [`BrainKind::Normal`] had when it was the only one that plays to win: it stands in older saves, replays
/// and cases.
const FORMER_NAME: &str = "standard";

impl BrainKind {
    /// All kinds that are good opponents, the weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Easy, Self::Normal, Self::Hard];
    /// The kinds that players meet, the weakest first: the random one is for tests.
    pub const OPPONENTS: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];
    /// All kinds, those included that only serve cases and comparison.
    pub const EVERY: [Self; 6] = [
        Self::Random,
        Self::Easy,
        Self::Normal,
        Self::Hard,
        Self::Planner,
        Self::Unreacting,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
            Self::Planner => "planner",
            Self::Unreacting => "unreacting",
        }
    }

    /// Whether it may think for long.
    #[must_use]
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Self::Hard)
    }

    /// What it does, in a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "takes any legal choice, each as likely as the others",
            Self::Easy => {
                "makes the mistakes of a beginner: poor targets, dangerous places, late answers"
            }
            Self::Normal => {
                "weighs harm done against harm risked, but dares too much, is not always on its guard, and does not plan"
            }
            Self::Hard => {
                "plays to win by all that it sees; where few fight, it tries out what it could do some rounds ahead"
            }
            Self::Planner => "hard, but never looks ahead",
            Self::Unreacting => "planner, but never reacts where that costs a turn",
        }
    }
}

impl fmt::Display for BrainKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// There is no brain of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no brain `{found}`{suggestion}; there are: random, easy, normal, hard")]
pub struct UnknownBrain {
    /// The name that was given.
    pub found: String,
    suggestion: String,
}

impl FromStr for BrainKind {
    type Err = UnknownBrain;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().to_lowercase();
        if let Some(kind) = Self::EVERY.into_iter().find(|kind| kind.key() == name) {
            return Ok(kind);
        }
        if name == FORMER_NAME {
            return Ok(Self::Normal);
        }
        // Short names are near to each other by chance.
        let apart = |kind: &Self| strsim::damerau_levenshtein(kind.key(), &name);
        let limit = (name.chars().count() / 2).min(3);
        let near = Self::ALL
            .into_iter()
            .filter(|kind| apart(kind) <= limit)
            .min_by_key(apart);
        Err(UnknownBrain {
            found: text.to_owned(),
            suggestion: near.map_or_else(String::new, |kind| format!(" (did you mean `{kind}`?)")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::BrainKind;

    #[test]
    fn names_are_read_back() {
        for kind in BrainKind::EVERY {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(" Normal".parse(), Ok(BrainKind::Normal));
    }

    #[test]
    fn the_former_name_is_still_known() {
        assert_eq!("standard".parse(), Ok(BrainKind::Normal));
    }

    #[test]
    fn a_wrong_name_says_what_there_is() {
        let error = "normel".parse::<BrainKind>().expect_err("no such brain");
        assert_eq!(
            error.to_string(),
            "there is no brain `normel` (did you mean `normal`?); there are: random, easy, normal, hard"
        );
        let error = "ai".parse::<BrainKind>().expect_err("no such brain");
        assert_eq!(
            error.to_string(),
            "there is no brain `ai`; there are: random, easy, normal, hard"
        );
    }
}
