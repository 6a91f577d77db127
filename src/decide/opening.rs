//! The draft that a decision opens with: the offer that makes most sense is armed already.

use shieldwall_battle::{ActionRole, Choice, CombatantId, Decision, Targets};

use crate::session::Draft;

use super::{
    bar::Bar,
    drafting::arm,
    repeating::{can_repeat, said_again},
    targeting::{Situation, is_aimed, is_ploy, is_target},
};

/// What the player chose the last time this combatant took a decision of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Habit {
    /// The choice.
    pub(super) choice: Choice,
    /// Whether it was made in the present round.
    pub(super) just_now: bool,
}

impl Habit {
    /// Whether it has just gone somewhere. Who goes once more says so: nobody walks on by confirming alone.
    fn has_gone(&self) -> bool {
        self.just_now && self.choice.action.role.is_move()
    }
}

/// The draft a decision opens with: the offer that makes sense is armed already.
pub(super) fn opening(
    decision: &Decision,
    habit: Option<&Habit>,
    inspected: Option<CombatantId>,
    situation: &dyn Situation,
) -> Draft {
    let draft = Draft {
        decision: Some(decision.number),
        inspected,
        ..Draft::default()
    };
    let Some(index) = opening_offer(decision, habit, situation) else {
        return draft;
    };
    let mut armed = arm(decision, &draft, index, situation);
    if let Some(habit) = habit
        && armed.target.is_none()
        && let Some(offer) = decision.offers.get(index)
        && let Some(target) = habit.choice.target
        && !matches!(offer.targets, Targets::Cells(_))
        && is_target(offer, target)
    {
        armed.target = Some(target);
    }
    if let Some(habit) = habit.filter(|_| can_repeat(decision))
        && let Some(offer) = decision.offers.get(index)
        && (offer.action, offer.mode) == (habit.choice.action, habit.choice.mode)
    {
        armed.fields = said_again(offer, &habit.choice.fields);
    }
    armed
}

fn opening_offer(
    decision: &Decision,
    habit: Option<&Habit>,
    situation: &dyn Situation,
) -> Option<usize> {
    let offers = &decision.offers;
    // What is folded away does not count: nobody should be asked twice whether to do nothing.
    if let [only] = Bar::of(decision).usual()[..] {
        return Some(only);
    }
    // What is armed unasked takes one click at an enemy, so it is what such a click means.
    let may_end = offers.iter().any(|offer| offer.action.role.is_closing());
    let has_gone = may_end && habit.is_some_and(Habit::has_gone);
    let is_meant = |index: usize| {
        let again = has_gone && offers[index].action.role.is_move();
        !again && !is_ploy(&offers[index], situation)
    };
    let with_targets: Vec<usize> = (0..offers.len())
        .filter(|&index| is_aimed(&offers[index]) && is_meant(index))
        .collect();
    let movement = |index: &&usize| matches!(offers[**index].targets, Targets::Cells(_));
    // A combatant that states one thing a round states what it did last, as its answers say.
    let repeats = habit.is_some() && can_repeat(decision);
    // A shooter shoots: in a statement a move takes the place of its shots.
    let shot = with_targets.first().copied();
    let shot = shot.filter(|&index| offers[index].role == ActionRole::MissileAttack);
    if let Some(index) = shot.filter(|_| habit.is_none() && can_repeat(decision)) {
        return Some(index);
    }
    if let Some(&index) = with_targets.iter().find(movement).filter(|_| !repeats) {
        return Some(index);
    }
    let usual = habit.and_then(|habit| {
        offers.iter().position(|offer| {
            let choice = &habit.choice;
            offer.action == choice.action && offer.item == choice.item && offer.mode == choice.mode
        })
    });
    // A habit of doing nothing is not worth keeping when there is something to aim at, and to work a
    // device once more undoes it.
    let is_idle = |index: usize| {
        let role = offers[index].role;
        matches!(
            role,
            ActionRole::Pass | ActionRole::Stay | ActionRole::Decline
        )
    };
    let is_undone = |index: &usize| offers[*index].role == ActionRole::Interact;
    let is_kept = |index: &usize| {
        let stated = repeats && !is_idle(*index);
        stated || with_targets.is_empty() || with_targets.contains(index)
    };
    usual
        .filter(|index| is_meant(*index) && !is_undone(index))
        .filter(is_kept)
        .or_else(|| with_targets.first().copied())
}
