//! Who decided for a side in a recorded battle.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use shieldwall_ai::{BrainKind, UnknownBrain};

/// Who decides for a side; written "human" or as the name of a brain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum RecordedCommander {
    /// A person.
    Human,
    /// A brain.
    Brain(BrainKind),
}

impl fmt::Display for RecordedCommander {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Brain(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for RecordedCommander {
    type Err = UnknownBrain;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "human" {
            Ok(Self::Human)
        } else {
            text.parse().map(Self::Brain)
        }
    }
}

impl From<RecordedCommander> for String {
    fn from(commander: RecordedCommander) -> Self {
        commander.to_string()
    }
}

impl TryFrom<String> for RecordedCommander {
    type Error = UnknownBrain;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}
