//! The flow of a battle: the stack of stages, the open decision, and its answer.

use std::sync::Arc;

use bevy_ecs::prelude::Resource;

use crate::{
    choice::Choice,
    decision::Decision,
    ids::{CombatantId, SideId},
    offer::Offer,
    stage::Stage,
    terms::DecisionKind,
};

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The side that won; `None` for a draw.
    pub winner: Option<SideId>,
    /// Why, in plain words.
    pub reason: String,
}

/// The stack of stages with the decision that holds it up. Systems steer the battle through it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Hash)]
pub struct Flow {
    stack: Vec<Stage>,
    decision: Option<Arc<Decision>>,
    answer: Option<(Arc<Decision>, Choice)>,
    sealed: Vec<(Arc<Decision>, Choice)>,
    ending: Option<Ending>,
    decisions_asked: u32,
    /// The round being fought, from 1; 0 before the first.
    pub round: u32,
}

impl Flow {
    /// Puts a stage on top: it runs next.
    pub fn push(&mut self, stage: Stage) {
        self.stack.push(stage);
    }

    /// Takes the top stage off: the one below goes on.
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// Replaces the top stage by another.
    pub fn replace(&mut self, stage: Stage) {
        self.stack.pop();
        self.stack.push(stage);
    }

    /// The stage that runs now.
    #[must_use]
    pub fn top(&self) -> Option<Stage> {
        self.stack.last().copied()
    }

    /// All stages, lowest first.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stack
    }

    /// Opens a decision; the stage runs again when it has been answered. The flow numbers it.
    pub fn ask(&mut self, question: Question) {
        self.open(question, false);
    }

    /// The same for a question that nobody but its alliance may hear of ([`Decision::covert`]).
    pub fn ask_covertly(&mut self, question: Question) {
        self.open(question, true);
    }

    fn open(&mut self, question: Question, covert: bool) {
        debug_assert!(self.decision.is_none(), "one decision at a time");
        debug_assert!(!question.offers.is_empty(), "a decision without offers");
        self.decision = Some(Arc::new(Decision {
            number: self.decisions_asked,
            side: question.side,
            actor: question.actor,
            kind: question.kind,
            prompt: question.prompt,
            against: question.against,
            sealed: question.sealed,
            covert,
            offers: question.offers,
        }));
        self.decisions_asked += 1;
    }

    /// The decision that waits for an answer.
    #[must_use]
    pub fn decision(&self) -> Option<&Arc<Decision>> {
        self.decision.as_ref()
    }

    /// Whether an answer waits to be taken.
    #[must_use]
    pub const fn answered(&self) -> bool {
        self.answer.is_some()
    }

    /// The decision whose answer waits to be taken; `None` if no answer waits.
    #[must_use]
    pub fn answered_decision(&self) -> Option<&Decision> {
        self.answer.as_ref().map(|(decision, _)| &**decision)
    }

    /// Takes the answer to the last decision, with the decision itself.
    pub fn take_answer(&mut self) -> Option<(Arc<Decision>, Choice)> {
        self.answer.take()
    }

    /// Keeps a choice secret until [`Flow::unseal`]. Forecasts do not know it: they put in its place that
    /// nothing was chosen.
    pub fn seal(&mut self, decision: Arc<Decision>, choice: Choice) {
        self.sealed.push((decision, choice));
    }

    /// The choices that are secret still, in the order in which they were made.
    #[must_use]
    pub fn sealed(&self) -> &[(Arc<Decision>, Choice)] {
        &self.sealed
    }

    /// Takes all secret choices, to reveal them together; [`write_choice`](crate::choice_entry::write_choice) tells of them.
    pub fn unseal(&mut self) -> Vec<(Arc<Decision>, Choice)> {
        std::mem::take(&mut self.sealed)
    }

    /// Ends the battle.
    pub fn end(&mut self, ending: Ending) {
        self.stack.clear();
        self.decision = None;
        self.ending = Some(ending);
    }

    /// How the battle ended, once it has.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Lets a decision be the open one that has been asked already.
    pub(crate) fn ask_again(&mut self, decision: Arc<Decision>) {
        self.decision = Some(decision);
    }

    /// Numbers what is sealed or open from 0: then two states that were reached in several ways can be the same.
    pub(crate) fn forget_numbers(&mut self) {
        let sealed = self.sealed.iter_mut().map(|(decision, _)| decision);
        let asked = sealed.chain(&mut self.decision);
        self.decisions_asked = 0;
        for decision in asked {
            if decision.number != self.decisions_asked {
                Arc::make_mut(decision).number = self.decisions_asked;
            }
            self.decisions_asked += 1;
        }
    }

    pub(crate) fn answer(&mut self, choice: Choice) {
        if let Some(decision) = self.decision.take() {
            self.answer = Some((decision, choice));
        }
    }
}

/// A decision before the flow has numbered it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The side that decides.
    pub side: SideId,
    /// The combatant it is about; `None` if the side as a whole decides.
    pub actor: Option<CombatantId>,
    /// Kind, by the ruleset's name.
    pub kind: DecisionKind,
    /// The question in plain words.
    pub prompt: String,
    /// The combatant it answers to, for reactions.
    pub against: Option<CombatantId>,
    /// Whether the answer stays secret until others have answered too.
    pub sealed: bool,
    /// Everything that may be chosen; not empty.
    pub offers: Vec<Offer>,
}

impl Question {
    /// A question to a combatant of a side, of which all hear and whose answer is open.
    #[must_use]
    pub fn new(
        side: SideId,
        actor: CombatantId,
        kind: DecisionKind,
        prompt: impl Into<String>,
        offers: Vec<Offer>,
    ) -> Self {
        Self {
            side,
            actor: Some(actor),
            kind,
            prompt: prompt.into(),
            against: None,
            sealed: false,
            offers,
        }
    }

    /// The same with an answer that stays secret until others have answered too.
    #[must_use]
    pub const fn sealed(mut self) -> Self {
        self.sealed = true;
        self
    }

    /// The same as a reaction to a combatant.
    #[must_use]
    pub const fn against(mut self, other: CombatantId) -> Self {
        self.against = Some(other);
        self
    }
}
