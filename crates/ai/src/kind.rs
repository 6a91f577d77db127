//! The kinds of brain, by name.

use std::{fmt, str::FromStr};

/// A kind of brain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrainKind {
    /// Any legal choice, each as likely as the others.
    Random,
    /// Plays to win.
    Standard,
    /// Plays to win by the planner.
    Normal,
    /// The same, but never reacts where reactions cost a turn: to be compared with.
    Unreacting,
}

impl BrainKind {
    /// All kinds that are good opponents.
    pub const ALL: [Self; 2] = [Self::Random, Self::Standard];
    /// All kinds, those included that only serve for comparison.
    pub const EVERY: [Self; 4] = [Self::Random, Self::Standard, Self::Normal, Self::Unreacting];

    /// Its name on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Standard => "standard",
            Self::Normal => "normal",
            Self::Unreacting => "unreacting",
        }
    }

    /// What it does, in a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "takes any legal choice, each as likely as the others",
            Self::Standard => "weighs harm done against harm risked and plays to win",
            Self::Normal => "weighs harm done against harm risked and plays to win",
            Self::Unreacting => "standard, but never reacts where that costs a turn",
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
#[error("there is no brain `{found}`{suggestion}; there are: random, standard")]
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
        let near = Self::ALL
            .into_iter()
            .find(|kind| strsim::damerau_levenshtein(kind.key(), &name) <= 3);
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
        assert_eq!(" Standard".parse(), Ok(BrainKind::Standard));
    }

    #[test]
    fn a_wrong_name_says_what_there_is() {
        let error = "standart".parse::<BrainKind>().expect_err("no such brain");
        assert_eq!(
            error.to_string(),
            "there is no brain `standart` (did you mean `standard`?); there are: random, standard"
        );
        let error = "ai".parse::<BrainKind>().expect_err("no such brain");
        assert_eq!(
            error.to_string(),
            "there is no brain `ai`; there are: random, standard"
        );
    }
}
