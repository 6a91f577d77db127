//! What the simulation has answered to questions about choices.

use std::collections::{BTreeMap, HashMap};

use bevy::prelude::*;
use shieldwall_battle::{
    Action, Approach, CellOption, Choice, CombatantId, DueChance, Forecast, ItemId, Refusal,
    ThreatenedCell, Vantage, ruleset::RangeBand, terms::Common, view::OrderEntry,
};
use shieldwall_grid::Cell;

/// What the simulation has been asked about the open decision and about combatants, and what it has answered.
#[derive(Resource, Debug, Default)]
pub(crate) struct Asked {
    /// Forecasts of choices for the open decision; `None` if there is nothing to forecast.
    pub(crate) forecasts: Answers<Option<Forecast>>,
    /// How far the actor of the open decision would have to move for a choice; asked without what
    /// it selects.
    pub(crate) vantages: Answers<Vantage>,
    /// The order of action after a choice; `None` if dice decide on it.
    pub(crate) orders: Answers<Option<Vec<OrderEntry>>>,
    /// When the actions of the actor may be due after a choice.
    pub(crate) due: Answers<Vec<DueChance>>,
    /// Costs of the ways that the player has drawn, or why they cannot be gone.
    pub(crate) drawn_ways: Answers<Result<Option<CellOption>, Refusal>>,
    /// Reach and threat of combatants, asked for since the last decision.
    pub(crate) reach: BTreeMap<CombatantId, (Vec<CellOption>, Vec<ThreatenedCell>)>,
    /// From where an enemy could be attacked after a move; asked about enemies who cannot be attacked at once.
    pub(crate) approaches: BTreeMap<CombatantId, Approaches>,
    /// What the open decision does not offer, with the reasons.
    pub(crate) missing: Vec<(Action, Refusal)>,
    /// Range bands of weapons.
    pub(crate) ranges: BTreeMap<ItemId, Vec<RangeBand>>,
    /// Ways to cells for the open decision.
    pub(crate) paths: BTreeMap<(CombatantId, Cell), Vec<Cell>>,
}

/// From where an enemy could be attacked.
#[derive(Clone, Debug)]
pub(crate) struct Approaches {
    /// The answer that comes first, where the decision comes before any move.
    pub(crate) first: Option<Choice>,
    /// The moves, the cheapest first.
    pub(crate) all: Vec<Approach>,
}

impl Asked {
    /// From where an enemy could be attacked after an answer; empty if that is not known, or known for another answer.
    pub(crate) fn approaches_to(&self, enemy: CombatantId, first: Option<&Choice>) -> &[Approach] {
        let known = self.approaches.get(&enemy);
        let known = known.filter(|known| known.first.as_ref() == first);
        known.map_or(&[], |known| known.all.as_slice())
    }

    /// Why a common action is not on offer, if the ruleset says.
    pub(crate) fn why_missing(&self, common: Common) -> Option<&(Action, Refusal)> {
        let mut missing = self.missing.iter();
        missing.find(|(action, _)| action.role.common() == Some(common))
    }

    /// Forgets what was asked about a decision, and where combatants could go then.
    pub(crate) fn forget_decision(&mut self) {
        self.forecasts.clear();
        self.vantages.clear();
        self.orders.clear();
        self.due.clear();
        self.drawn_ways.clear();
        self.reach.clear();
        self.approaches.clear();
        self.missing.clear();
        self.paths.clear();
    }
}

/// Questions about choices for the open decision, with their answers once they have come.
#[derive(Clone, Debug)]
pub(crate) struct Answers<T>(HashMap<Choice, Option<T>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Answers<T> {
    /// Whether a choice has been asked about.
    pub(crate) fn is_asked(&self, choice: &Choice) -> bool {
        self.0.contains_key(choice)
    }

    /// Notes that a choice is being asked about. Returns whether that is new.
    pub(crate) fn ask(&mut self, choice: &Choice) -> bool {
        let new = !self.is_asked(choice);
        if new {
            self.0.insert(choice.clone(), None);
        }
        new
    }

    /// Takes in an answer.
    pub(crate) fn take(&mut self, choice: Choice, answer: T) {
        self.0.insert(choice, Some(answer));
    }

    /// The answer, once it has come.
    pub(crate) fn given(&self, choice: &Choice) -> Option<&T> {
        self.0.get(choice)?.as_ref()
    }

    /// Forgets everything: another decision is open.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// What is known of where a choice leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum KnownForecast<'a> {
    /// The answer is on its way, or nobody has asked yet.
    WorkingOut,
    /// There is nothing to forecast.
    Nothing,
    /// This.
    Odds(&'a Forecast),
}

impl Answers<Option<Forecast>> {
    /// What is known of where a choice leads.
    pub(crate) fn forecast(&self, choice: &Choice) -> KnownForecast<'_> {
        match self.given(choice) {
            None => KnownForecast::WorkingOut,
            Some(None) => KnownForecast::Nothing,
            Some(Some(forecast)) => KnownForecast::Odds(forecast),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_forecast_is_not_the_same_as_not_answered() {
        let [hide, strike] = [
            crate::sample_terms::action("hide"),
            crate::sample_terms::action("attack"),
        ]
        .map(Choice::of);
        let mut answers = Answers::<Option<Forecast>>::default();
        assert!(answers.ask(&hide) && answers.ask(&strike));
        assert!(!answers.ask(&hide), "asking once is enough");
        assert_eq!(answers.forecast(&hide), KnownForecast::WorkingOut);
        answers.take(hide.clone(), None);
        answers.take(strike.clone(), Some(Forecast::default()));
        assert_eq!(answers.forecast(&hide), KnownForecast::Nothing);
        assert!(matches!(answers.forecast(&strike), KnownForecast::Odds(_)));
        answers.clear();
        assert!(!answers.is_asked(&hide));
    }

    #[test]
    fn approaches_count_for_the_answer_that_they_were_asked_for() {
        let [hide, strike] = [
            crate::sample_terms::action("hide"),
            crate::sample_terms::action("attack"),
        ]
        .map(Choice::of);
        let enemy = CombatantId(3);
        let approach = Approach {
            step: None,
            label: String::new(),
            cell: Cell(0),
            cost: shieldwall_battle::MoveCost::NOTHING,
            attack: strike.clone(),
            later: true,
        };
        let mut asked = Asked::default();
        assert!(asked.approaches_to(enemy, Some(&hide)).is_empty());
        let found = Approaches {
            first: Some(hide.clone()),
            all: vec![approach.clone()],
        };
        asked.approaches.insert(enemy, found);
        assert_eq!(asked.approaches_to(enemy, Some(&hide)), [approach]);
        assert!(asked.approaches_to(enemy, Some(&strike)).is_empty());
        assert!(asked.approaches_to(enemy, None).is_empty());
    }
}
