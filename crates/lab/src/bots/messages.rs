//! What is said between the game and a bot, a line of JSON each. `docs/bots.md` describes it.

use serde::{Deserialize, Serialize};
use shieldwall_battle::{
    BattleView, Choice, Decision, Entry, SideId, written_choice::WrittenChoice,
};

use super::{forecast_message::ForecastMessage, setup_message::SetupMessage};

/// Version of what is said. It changes when bots have to.
pub(super) const PROTOCOL: u32 = 1;

/// What the game says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Told<'a> {
    /// A battle begins.
    Setup(Box<SetupMessage<'a>>),
    /// What has happened since, as far as the side may see it.
    Journal {
        /// The entries, as `docs/journal.md` describes them.
        entries: Vec<Entry>,
    },
    /// The side must decide.
    Decision {
        /// The question with its offers.
        decision: &'a Decision,
        /// How many choices it has, paths not counted: they can be named by number, from 0.
        choices: usize,
        /// The battle as the side sees it.
        view: Box<BattleView>,
    },
    /// What a choice may lead to.
    Forecast {
        /// The choice.
        choice: &'a Choice,
        /// What it may lead to; `None` if nothing can be said.
        forecast: Option<Box<ForecastMessage>>,
    },
    /// An answer cannot be taken; the decision is still open.
    Refused {
        /// Why.
        reason: String,
    },
    /// The battle is over.
    End {
        /// The side that won with its allies; `None` for a draw.
        winner: Option<SideId>,
        /// Whether the bot's side is among those who won.
        won: bool,
        /// Why, in plain words.
        reason: String,
        /// Rounds played.
        rounds: u32,
    },
}

/// What a bot says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Said {
    /// It chooses.
    Choose {
        /// What.
        choice: Named,
    },
    /// It asks what a choice may lead to.
    Forecast {
        /// Which.
        choice: Named,
    },
}

/// A choice, by its number or in words.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Named {
    /// By its number, from 0.
    Number(usize),
    /// In words.
    Words(Box<WrittenChoice>),
}

impl Named {
    /// The choice that answers a decision.
    ///
    /// # Errors
    /// Why there is none, in plain words.
    pub(super) fn resolve(&self, decision: &Decision) -> Result<Choice, String> {
        match self {
            Self::Number(number) => decision.choice_at(*number).ok_or_else(|| {
                format!(
                    "there is no choice {number}; there are {}, from 0",
                    decision.choice_count()
                )
            }),
            Self::Words(words) => words.resolve(decision).map_err(|refusal| refusal.reason),
        }
    }
}
