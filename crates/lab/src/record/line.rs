//! The lines of a record, and the check value that ends each of them.

use serde::{Deserialize, Serialize};
use shieldwall_battle::{CombatantId, SideId, WrittenChoice};

use super::Header;
use crate::fingerprint::shorten;

/// A choice with the decision it answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChoice {
    /// Number of the decision, from 0.
    pub decision: u32,
    /// Round in which it was taken.
    pub round: u32,
    /// The side that decided.
    pub side: SideId,
    /// The combatant it was about; left out if its side as a whole decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// Kind of the decision.
    pub kind: String,
    /// Mark of the journal up to the decision.
    pub journal: String,
    /// What was chosen.
    pub made: WrittenChoice,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first.
    Shieldwall(Box<Header>),
    /// A choice.
    Choice(Box<RecordedChoice>),
    /// Choices were taken back: only so many, from the first on, still count.
    Undo {
        /// How many choices are left.
        keep: u32,
    },
    /// The last line of a record that does not grow.
    End {
        /// How many choices there are.
        choices: u32,
        /// Mark of the journal after the last.
        journal: String,
    },
}

/// What stands between a line's text and its check value.
const CHECK_KEY: &str = ",\"check\":\"";
/// Digits of a check value.
const CHECK_DIGITS: usize = 16;

/// The check value of the lines so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CheckChain(String);

impl CheckChain {
    /// A line as text, with its check value and a line break.
    pub(super) fn write(&mut self, line: &Line) -> String {
        // Only maps with non-string keys and failing `Serialize` impls can fail; there are none.
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.pop();
        self.add(&text);
        format!("{text}{CHECK_KEY}{}\"}}\n", self.0)
    }

    /// A line without its check value, as JSON; `None` if the check value is missing or wrong.
    pub(super) fn read(&mut self, line: &str) -> Option<String> {
        let rest = line.strip_suffix("\"}")?;
        let at = rest.len().checked_sub(CHECK_DIGITS)?;
        let (text, check) = rest.split_at_checked(at)?;
        let text = text.strip_suffix(CHECK_KEY)?;
        self.add(text);
        (self.0 == check).then(|| format!("{text}}}"))
    }

    fn add(&mut self, text: &str) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes());
        hasher.update(text.as_bytes());
        self.0 = shorten(&hasher.finalize());
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_choice_is_of_a_combatant_or_of_a_whole_side() {
        for (who, named) in [(Some(CombatantId(3)), true), (None, false)] {
            let choice = RecordedChoice {
                decision: 4,
                round: 1,
                side: SideId::GREEN,
                who,
                kind: "statement".to_owned(),
                journal: String::new(),
                made: WrittenChoice {
                    action: "pass".to_owned(),
                    item: None,
                    mode: None,
                    target: None,
                    fields: std::collections::BTreeMap::new(),
                    path: Vec::new(),
                },
            };
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(json.contains("\"who\":3"), named, "{json}");
            let read: RecordedChoice = serde_json::from_str(&json).unwrap();
            assert_eq!(read, choice);
        }
    }
}
