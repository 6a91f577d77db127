//! Forecasts: what a choice may lead to, with exact probabilities, from the code that plays.

mod outcomes;
mod valuation;

pub use outcomes::{CombatantOutcome, Outcomes};
pub use valuation::{Affected, Fate, Valuation, Weighing};

use serde::Serialize;
use shieldwall_dice::Distribution;
use shieldwall_grid::Cell;

use crate::{
    check::Check,
    ids::{CombatantId, ItemId},
    terms::Change,
};

/// What a ruleset itself says of a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum OwnForecast {
    /// It has numbers of its own.
    Told(Box<Forecast>),
    /// It knows what becomes of everybody: the very outcomes that [`crate::Battle::play_out`] would find, faster.
    Reckoned(Box<Outcomes>),
    /// There is nothing to forecast.
    Nothing,
    /// The engine is to find out by playing ([`crate::Battle::play_out`]).
    Play,
}

impl OwnForecast {
    /// A forecast, or that there is nothing to forecast.
    #[must_use]
    pub fn of(forecast: Option<Forecast>) -> Self {
        forecast.map_or(Self::Nothing, |forecast| Self::Told(Box::new(forecast)))
    }
}

/// One way it may turn out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// In plain words: "special hit", "blocked".
    pub label: &'static str,
    /// Exact probability.
    pub probability: f64,
}

/// What the same choice leads to if the other side answers differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Whether it is no answer at all, so that nothing is spent on it.
    pub idle: bool,
    /// The answer: "parry with kite shield", "dodge", "no defence".
    pub label: String,
    /// Chance of the answer to succeed, in percent; `None` if nothing is rolled.
    pub chance: Option<i32>,
    /// Expected hit points lost.
    pub expected_loss: f64,
    /// Probability that the target drops out of the fight.
    pub defeats: f64,
}

/// What a choice may mean for one combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct Stake {
    /// Whom.
    pub who: CombatantId,
    /// Hit points it loses, 0 included.
    pub loss: Option<Distribution>,
    /// Probability that it drops out of the fight.
    pub defeats: f64,
    /// Probability that it dies.
    pub kills: f64,
    /// What else may become of it, with the probability: "grabbed".
    pub changes: Vec<(Change, f64)>,
}

impl Stake {
    /// Expected hit points lost.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        self.loss.as_ref().map_or(0.0, Distribution::mean)
    }
}

/// Everything that can be said of a choice before it is made.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Forecast {
    /// "Broad sword against Spearman 2".
    pub headline: String,
    /// The chances involved, each with its modifiers: the attack roll first, then the defence.
    pub chances: Vec<Check>,
    /// All outcomes; their probabilities sum to 1.
    pub outcomes: Vec<Outcome>,
    /// Who stands to lose or regain hit points.
    pub subject: Option<CombatantId>,
    /// Hit points the subject loses, 0 included.
    pub loss: Option<Distribution>,
    /// The part of [`Self::loss`] that takes the subject out of the fight: hit points lost, with the
    /// probability to lose so many and to drop out by it.
    pub defeating: Vec<(i32, f64)>,
    /// Hit points the subject regains, 0 included.
    pub gain: Option<Distribution>,
    /// Probability that the subject drops out of the fight.
    pub defeats: f64,
    /// Probability that the subject is left dying, or dies where rules know no dying.
    pub kills: f64,
    /// What else may become of the subject, with the probability: "grabbed", "disarmed".
    pub changes: Vec<(Change, f64)>,
    /// What it may mean for others: the actor whom a counter strikes, everyone else in a blast.
    pub others: Vec<Stake>,
    /// Whether it lets go of the last weapon that the actor carries.
    pub disarms: bool,
    /// Items that may break, with the probability.
    pub breaks: Vec<(ItemId, f64)>,
    /// What the other side is taken to answer: "if Spearman 2 parries with long spear (50 %)".
    pub assumption: Option<String>,
    /// The other answers it could give.
    pub alternatives: Vec<Alternative>,
    /// Further remarks: "moves at half DEX rank", "no action this round".
    pub notes: Vec<String>,
    /// The cells that it covers, where it strikes an area of cells.
    pub covers: Vec<Cell>,
    /// Branches that were enumerated.
    pub branches: usize,
}

impl Forecast {
    /// Expected hit points lost by the subject.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        self.loss.as_ref().map_or(0.0, Distribution::mean)
    }

    /// What may become of everybody it tells of, the subject first.
    pub fn fates(&self) -> impl Iterator<Item = (CombatantId, Fate<'_>)> {
        let own = self.subject.map(|who| {
            let fate = Fate {
                loss: self.expected_loss() - self.expected_gain(),
                defeats: self.defeats,
                kills: self.kills,
                changes: &self.changes,
            };
            (who, fate)
        });
        let others = self.others.iter().map(|stake| {
            let fate = Fate {
                loss: stake.expected_loss(),
                defeats: stake.defeats,
                kills: stake.kills,
                changes: &stake.changes,
            };
            (stake.who, fate)
        });
        own.into_iter().chain(others)
    }

    /// How good what it tells of is for somebody, as [`Outcomes::worth`] says it of what forecasts are made from: harm
    /// of their enemies less that of their own alliance.
    #[must_use]
    pub fn worth(&self, weighing: Weighing, known: impl Fn(CombatantId) -> Affected) -> f64 {
        let worth = |(who, fate): (CombatantId, Fate<'_>)| {
            let of = known(who);
            let harm = weighing.0.harm(&of, &fate);
            if of.enemy { harm } else { -harm }
        };
        self.fates().map(worth).sum()
    }

    /// Expected hit points regained by the subject.
    #[must_use]
    pub fn expected_gain(&self) -> f64 {
        self.gain.as_ref().map_or(0.0, Distribution::mean)
    }
}

/// What one combatant could do to another from given cells, best means available; for brains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackEstimate {
    /// The item of the best attack; `None` for bare hands and natural weapons.
    pub item: Option<ItemId>,
    /// Whether it is a missile attack.
    pub missile: bool,
    /// Whether it lets go of the last weapon that the attacker carries.
    pub disarms: bool,
    /// Expected hit points lost by the target if it answers with its best defence.
    pub expected_loss: f64,
    /// Probability that the target drops out of the fight.
    pub defeats: f64,
    /// Whether it strikes all who are where the target is.
    pub blast: bool,
    /// What it does to others who are struck as well, or in place of the target: harm to enemies of the attacker less
    /// harm to its friends, each as a share of a combatant (1 is one put out of the fight).
    pub others: f64,
}

impl AttackEstimate {
    /// Whether it may strike others than the target: then it depends on where all stand.
    #[must_use]
    pub fn strikes_others(&self) -> bool {
        self.blast || self.others != 0.0
    }
}
