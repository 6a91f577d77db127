//! Trying out choices of the open decision as far as they go without dice, and what the order of action is then.

use std::sync::Arc;

use shieldwall_dice::{Dice, SeededDice};

use super::playing_on::Lookahead;
use crate::{
    Battle, Choice, Decision, DiceCup, Event, Flow, Progress, fork::Snapshot, view::OrderEntry,
};

/// Decisions of others that are gone through between two of one combatant, at most.
const MOST_ASKED: usize = 400;

/// A place to which the battle is put back after each choice that is tried out, as the deciding side knows it.
pub(super) struct Trial {
    decision: Arc<Decision>,
    before: Snapshot,
    known: Lookahead,
    cup: Box<dyn Dice + Send + Sync>,
}

impl Trial {
    /// Begins to try out choices of the open decision. [`Trial::end`] must follow.
    pub(super) fn begin(battle: &mut Battle, decision: &Arc<Decision>) -> Self {
        let before = battle.snapshot();
        let known = Lookahead::knowing(battle, decision.side);
        // No die that is to come is seen: what rolls one is left out.
        let lent = Box::new(SeededDice::new(0));
        let cup = std::mem::replace(&mut battle.world_mut().resource_mut::<DiceCup>().0, lent);
        Self {
            decision: Arc::clone(decision),
            before,
            known,
            cup,
        }
    }

    /// Makes a choice, and goes on to the next decision: whether it came to one without a die being rolled.
    pub(super) fn make(&self, battle: &mut Battle, choice: &Choice) -> bool {
        self.known.forget_unknown(battle, &self.decision);
        let told = battle.journal().entries().len();
        let mut flow = battle.world_mut().resource_mut::<Flow>();
        flow.unseal();
        flow.answer(choice.clone());
        let mut goes_on = battle.advance() == Progress::Decision;
        // Enemies that the side does not know of may be in the order already: they do nothing.
        while goes_on && self.asks_unknown(battle) {
            let Some(least) = battle.least() else {
                return false;
            };
            goes_on = battle.choose(least).is_ok() && battle.advance() == Progress::Decision;
        }
        let mut since = battle.journal().entries()[told..].iter();
        goes_on && !since.any(|entry| matches!(entry.event, Event::Rolled(_)))
    }

    /// Makes a choice, and goes on to the next decision of the combatant that makes it: `None` if it does not come to
    /// one in this round, or if any combatant changes on the way, else whether others decide before. These do
    /// as little as they can.
    pub(super) fn follow(&self, battle: &mut Battle, choice: &Choice) -> Option<bool> {
        let actor = self.decision.actor?;
        let others = |battle: &Battle| {
            let mut known = battle.presences(Some(self.decision.side));
            known.retain(|presence| presence.id != actor);
            known
        };
        let points = |battle: &Battle| {
            let known = battle.presences(Some(self.decision.side)).into_iter();
            let mut own = known.filter(|presence| presence.id == actor);
            own.next().map(|own| (own.hit_points, own.vitality))
        };
        let (before, unhurt, round) = (others(battle), points(battle), battle.round());
        self.known.forget_unknown(battle, &self.decision);
        let mut flow = battle.world_mut().resource_mut::<Flow>();
        flow.unseal();
        flow.answer(choice.clone());
        let mut waits = false;
        for _ in 0..MOST_ASKED {
            if battle.advance() != Progress::Decision {
                return None;
            }
            let asked = battle.decision().and_then(|open| open.actor);
            if asked == Some(actor) {
                let same = others(battle) == before && points(battle) == unhurt;
                return (same && battle.round() == round).then_some(waits);
            }
            waits |= asked.is_none_or(|who| self.known.is_known(battle, who));
            let least = battle.least()?;
            battle.choose(least).ok()?;
        }
        None
    }

    fn asks_unknown(&self, battle: &Battle) -> bool {
        let actor = battle.decision().and_then(|open| open.actor);
        actor.is_some_and(|who| !self.known.is_known(battle, who))
    }

    /// Takes back what was made.
    pub(super) fn take_back(&self, battle: &mut Battle) {
        battle.restore(&self.before);
    }

    /// Puts everything back.
    pub(super) fn end(self, battle: &mut Battle) {
        self.take_back(battle);
        battle.world_mut().resource_mut::<DiceCup>().0 = self.cup;
    }
}

impl Battle {
    /// The order of action right after a choice of the open decision, as far as the deciding side knows; `None` if
    /// the choice is illegal or dice decide before anybody is asked again. Whose turn is next is left out, as it may be
    /// that of a hidden enemy. The battle is as before afterwards.
    pub fn order_after(&mut self, choice: &Choice) -> Option<Vec<OrderEntry>> {
        self.check(choice).ok()?;
        let decision = self.open_decision()?;
        let trial = Trial::begin(self, &decision);
        let known = trial.make(self, choice);
        let mut order = known.then(|| self.view(Some(decision.side)).order);
        trial.end(self);
        for entry in order.iter_mut().flatten() {
            entry.now = false;
        }
        order
    }
}
