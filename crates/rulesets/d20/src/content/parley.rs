//! Offers that sides may make each other in a level, and first reactions (D20-119, D20-120, D20-R57).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{level::SideName, reading::Table};

/// An offer that one side may make another, once in a battle (D20-119).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The side that makes it.
    pub by: SideName,
    /// The side that answers.
    pub to: SideName,
    /// What is offered, or asked for: `50 coins for free passage`.
    #[schemars(length(min = 1, max = 80))]
    pub terms: String,
    /// When it may be made.
    #[serde(default)]
    pub when: Occasion,
    /// When a side that the computer plays makes it.
    #[serde(default = "hard_pressed")]
    pub offered_if: AgreesIf,
    /// When a side that the computer plays accepts it.
    #[serde(default)]
    pub accepted_if: AgreesIf,
    /// The side that has won when it is accepted; a draw if left out.
    #[serde(default)]
    pub winner: Option<SideName>,
    /// What becomes of it, in words: `the convoy pays and passes`.
    #[schemars(length(min = 1, max = 120))]
    pub outcome: String,
}

const fn hard_pressed() -> AgreesIf {
    AgreesIf::HalfLost
}

/// When an offer may be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// Before the battle only.
    Setup,
    /// Before any round.
    #[default]
    Rounds,
    /// Both.
    Always,
}

/// How a side must fare before the computer agrees to something for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgreesIf {
    /// Never.
    Never,
    /// However it fares.
    Always,
    /// When its enemies are more than its own.
    Outnumbered,
    /// When half of its own are out of the fight.
    #[default]
    HalfLost,
}

impl Proposal {
    /// Whether it may be made before the battle.
    #[must_use]
    pub const fn is_for_setup(&self) -> bool {
        matches!(self.when, Occasion::Setup | Occasion::Always)
    }

    /// Whether it may be made before a round.
    #[must_use]
    pub const fn is_for_rounds(&self) -> bool {
        matches!(self.when, Occasion::Rounds | Occasion::Always)
    }

    /// Reports what makes no sense.
    pub(super) fn check(&self, place: usize, sides: usize, table: &mut Table<'_, '_>) {
        let path = table.path.join("parley").join(place);
        let named = [
            ("by", Some(self.by)),
            ("to", Some(self.to)),
            ("winner", self.winner),
        ];
        for (key, side) in named {
            if let Some(side) = side.filter(|side| side.index() >= sides) {
                let message = format!("there is no {} side here", side.key());
                let report = table.report.error(table.document, &path.join(key), message);
                report.help(None);
            }
        }
        if self.by == self.to {
            let message = "a side makes offers to others";
            let report = table
                .report
                .error(table.document, &path.join("to"), message);
            report.help("name the side that answers".to_owned());
        }
    }
}

/// How a side meets strangers, by 2d6 (D20-120, D20-R57).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// It attacks: it hears no offers before the battle.
    Attacks,
    /// It is hostile: it hears no offers before the battle.
    Hostile,
    /// It is wary.
    Wary,
    /// It is willing to talk.
    Willing,
    /// It is friendly: it accepts the first offer.
    Friendly,
}

impl Reaction {
    /// The reaction that a roll of 2d6 gives.
    #[must_use]
    pub const fn of(roll: i32) -> Self {
        match roll {
            ..=2 => Self::Attacks,
            3..=5 => Self::Hostile,
            6..=8 => Self::Wary,
            9..=11 => Self::Willing,
            _ => Self::Friendly,
        }
    }

    /// As the log says it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Attacks => "attacks",
            Self::Hostile => "is hostile",
            Self::Wary => "is wary",
            Self::Willing => "is willing to talk",
            Self::Friendly => "is friendly",
        }
    }

    /// Whether it hears offers before the battle.
    #[must_use]
    pub const fn hears_offers(self) -> bool {
        !matches!(self, Self::Attacks | Self::Hostile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-R57.
    #[test]
    fn d20_r57_first_reactions() {
        let all = [2, 3, 5, 6, 8, 9, 11, 12].map(Reaction::of);
        use Reaction::{Attacks, Friendly, Hostile, Wary, Willing};
        let told = [
            Attacks, Hostile, Hostile, Wary, Wary, Willing, Willing, Friendly,
        ];
        assert_eq!(all, told);
    }
}
