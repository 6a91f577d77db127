//! From what the player presses and points at to a choice: a pure state machine.
//!
//! It knows no rules. Offers, targets and selections come from the decision; everything that
//! depends on the board (distances, who stands where) comes through [`Situation`].

use shieldwall_battle::{Choice, CombatantId, Decision, Offer, Target, Targets};
use shieldwall_grid::Cell;

use crate::session::Draft;

use super::{
    pace::default_selection,
    targeting::{
        Situation, is_aimed, is_immediate, is_target, needs_target, not_a_target, offer_hint,
        ordered_targets, target_hint, targets_at,
    },
};

/// One thing the player does to the open decision, whichever device it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nudge {
    /// The offer with this index: by its hotkey or its button.
    Offer(usize),
    /// The offer after the armed one.
    NextOffer,
    /// The offer before it.
    PreviousOffer,
    /// The selection with this key.
    Selection(&'static str),
    /// The selection after the one in force.
    NextSelection,
    /// The selection before it.
    PreviousSelection,
    /// A target picked from the list.
    Target(Target),
    /// The next legal target.
    NextTarget,
    /// The legal target before.
    PreviousTarget,
    /// A cell of the board, with the combatant in it.
    Cell {
        /// The cell.
        cell: Cell,
        /// Who is in it.
        combatant: Option<CombatantId>,
    },
    /// Make the choice as drafted.
    Confirm,
    /// One step back.
    Cancel,
}

/// What a nudge leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// The draft from now on.
    pub(crate) draft: Draft,
    /// The choice to send, if the draft is complete and confirmed.
    pub(crate) choice: Option<Choice>,
    /// What to tell the player.
    pub(crate) hint: Option<String>,
}

/// What the player chose the last time this combatant took a decision of the same kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Habit {
    /// The choice.
    pub(crate) choice: Choice,
}

/// The draft a decision opens with: the offer that makes sense is armed already.
pub(crate) fn opening(
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
    let Some(index) = opening_offer(decision, habit) else {
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
    armed
}

fn opening_offer(decision: &Decision, habit: Option<&Habit>) -> Option<usize> {
    let offers = &decision.offers;
    if offers.len() == 1 {
        return Some(0);
    }
    let with_targets: Vec<usize> = (0..offers.len())
        .filter(|&index| is_aimed(&offers[index]))
        .collect();
    let movement = |index: &&usize| matches!(offers[**index].targets, Targets::Cells(_));
    if let Some(&index) = with_targets.iter().find(movement) {
        return Some(index);
    }
    let usual = habit.and_then(|habit| {
        offers.iter().position(|offer| {
            let choice = &habit.choice;
            offer.verb == choice.verb && offer.item == choice.item && offer.mode == choice.mode
        })
    });
    // A habit of doing nothing is not worth keeping when there is something to aim at.
    usual
        .filter(|index| with_targets.is_empty() || with_targets.contains(index))
        .or_else(|| with_targets.first().copied())
}

/// What a nudge makes of a draft. Nothing here changes the battle: an outcome with a choice has
/// still to be sent.
pub(crate) fn nudge(
    decision: &Decision,
    draft: &Draft,
    nudge: Nudge,
    situation: &dyn Situation,
) -> Outcome {
    let stepped = |draft: Draft| Outcome {
        draft,
        ..Outcome::default()
    };
    match nudge {
        Nudge::Offer(index) => press_offer(decision, draft, index, situation),
        Nudge::NextOffer => stepped(step_offer(decision, draft, 1, situation)),
        Nudge::PreviousOffer => stepped(step_offer(decision, draft, -1, situation)),
        Nudge::Selection(key) => select(decision, draft, key),
        Nudge::NextSelection => step_selection(decision, draft, 1, situation),
        Nudge::PreviousSelection => step_selection(decision, draft, -1, situation),
        Nudge::Target(target) => pick(decision, draft, target, situation),
        Nudge::NextTarget => step_target(decision, draft, 1, situation),
        Nudge::PreviousTarget => step_target(decision, draft, -1, situation),
        Nudge::Cell { cell, combatant } => pick_cell(decision, draft, cell, combatant, situation),
        Nudge::Confirm => confirm(decision, draft, situation),
        Nudge::Cancel => stepped(step_back(decision, draft)),
    }
}

/// The target that the armed offer would get: the one pointed at, else the one picked.
///
/// What the player sees foretold is what confirming does.
pub(crate) fn considered_target(
    offer: &Offer,
    draft: &Draft,
    situation: &dyn Situation,
) -> Option<Target> {
    let picked = draft.target.filter(|target| is_target(offer, *target));
    let Some(cell) = situation.pointed() else {
        return picked;
    };
    let pointed = targets_at(offer, cell, None, situation);
    picked
        .filter(|target| pointed.contains(target))
        .or_else(|| pointed.first().copied())
        .or(picked)
}

/// The selection in force: the picked one, else the one that serves best for the target.
pub(crate) fn selection_in_force(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Option<&'static str> {
    let picked = draft.selection.filter(|key| {
        offer
            .selections
            .iter()
            .any(|selection| selection.key == *key)
    });
    picked.or_else(|| default_selection(&offer.selections, situation.need(offer, target)))
}

/// The choice that an offer makes with a target; `None` while a target is missing.
pub(crate) fn choice_with(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Option<Choice> {
    let target = if needs_target(offer) {
        Some(target.filter(|target| is_target(offer, *target))?)
    } else {
        None
    };
    Some(offer.choice(target, selection_in_force(offer, draft, target, situation)))
}

fn armed<'a>(decision: &'a Decision, draft: &Draft) -> Option<&'a Offer> {
    decision.offers.get(draft.offer?)
}

fn arm(decision: &Decision, draft: &Draft, index: usize, situation: &dyn Situation) -> Draft {
    let mut next = draft.clone();
    next.decision = Some(decision.number);
    next.offer = Some(index);
    let Some(offer) = decision.offers.get(index) else {
        next.offer = None;
        return next;
    };
    if !offer
        .selections
        .iter()
        .any(|selection| Some(selection.key) == draft.selection)
    {
        next.selection = None;
    }
    next.target = draft.target.filter(|target| is_target(offer, *target));
    if next.target.is_none() && needs_target(offer) && offer.target_count() == 1 {
        next.target = ordered_targets(offer, situation).first().copied();
    }
    next
}

fn press_offer(
    decision: &Decision,
    draft: &Draft,
    index: usize,
    situation: &dyn Situation,
) -> Outcome {
    let Some(offer) = decision.offers.get(index) else {
        return unchanged(draft, None);
    };
    let again = draft.offer == Some(index);
    let next = arm(decision, draft, index, situation);
    let complete = choice_with(offer, &next, next.target, situation);
    // Where everything is one press, as in reactions, nobody should have to press twice.
    let at_once = is_immediate(offer)
        && (!situation.confirm_clicks() || decision.offers.iter().all(is_immediate));
    if at_once || (again && complete.is_some()) {
        return Outcome {
            draft: next,
            choice: complete,
            hint: None,
        };
    }
    let hint = if needs_target(offer) && next.target.is_none() {
        Some(target_hint(offer).to_owned())
    } else {
        None
    };
    Outcome {
        draft: next,
        choice: None,
        hint,
    }
}

fn step_offer(decision: &Decision, draft: &Draft, step: isize, situation: &dyn Situation) -> Draft {
    match wrapped(draft.offer, decision.offers.len(), step) {
        Some(index) => arm(decision, draft, index, situation),
        None => draft.clone(),
    }
}

fn select(decision: &Decision, draft: &Draft, key: &'static str) -> Outcome {
    let known = armed(decision, draft).is_some_and(|offer| {
        offer
            .selections
            .iter()
            .any(|selection| selection.key == key)
    });
    if !known {
        return unchanged(draft, Some("Choose an action first".to_owned()));
    }
    let mut next = draft.clone();
    next.selection = Some(key);
    unchanged(&next, None)
}

fn step_selection(
    decision: &Decision,
    draft: &Draft,
    step: isize,
    situation: &dyn Situation,
) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some("Choose an action first".to_owned()));
    };
    let target = considered_target(offer, draft, situation);
    let now = selection_in_force(offer, draft, target, situation).and_then(|key| {
        offer
            .selections
            .iter()
            .position(|selection| selection.key == key)
    });
    let mut next = draft.clone();
    if let Some(index) = wrapped(now, offer.selections.len(), step) {
        next.selection = Some(offer.selections[index].key);
    }
    unchanged(&next, None)
}

fn step_target(
    decision: &Decision,
    draft: &Draft,
    step: isize,
    situation: &dyn Situation,
) -> Outcome {
    let draft = &match draft.offer {
        Some(_) => draft.clone(),
        // Without an armed offer the first one that can be aimed is meant.
        None => match decision.offers.iter().position(needs_target) {
            Some(index) => arm(decision, draft, index, situation),
            None => return unchanged(draft, Some(offer_hint(decision))),
        },
    };
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some(offer_hint(decision)));
    };
    let targets = ordered_targets(offer, situation);
    let now = draft
        .target
        .and_then(|target| targets.iter().position(|other| *other == target));
    let Some(index) = wrapped(now, targets.len(), step) else {
        return unchanged(draft, Some(format!("{} needs no target", offer.label)));
    };
    let mut next = draft.clone();
    next.target = Some(targets[index]);
    unchanged(&next, None)
}

fn pick(decision: &Decision, draft: &Draft, target: Target, situation: &dyn Situation) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some(offer_hint(decision)));
    };
    if !is_target(offer, target) {
        return unchanged(draft, Some(not_a_target(offer)));
    }
    let again = draft.target == Some(target);
    let mut next = draft.clone();
    next.target = Some(target);
    let choice = if again || !situation.confirm_clicks() {
        choice_with(offer, &next, Some(target), situation)
    } else {
        None
    };
    let hint = choice
        .is_none()
        .then(|| "Click again or press Confirm to do it".to_owned());
    Outcome {
        draft: next,
        choice,
        hint,
    }
}

fn pick_cell(
    decision: &Decision,
    draft: &Draft,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Outcome {
    let mut draft = draft.clone();
    if let Some(combatant) = combatant {
        draft.inspected = Some(combatant);
    }
    if let Some(offer) = armed(decision, &draft) {
        let targets = targets_at(offer, cell, combatant, situation);
        match targets.as_slice() {
            [] => {}
            [target] => return pick(decision, &draft, *target, situation),
            several => {
                let now = draft
                    .target
                    .and_then(|target| several.iter().position(|other| *other == target));
                let index = wrapped(now, several.len(), 1).unwrap_or(0);
                draft.target = Some(several[index]);
                let hint = "Several targets here: click again for the next one, Confirm to take it";
                return unchanged(&draft, Some(hint.to_owned()));
            }
        }
    }
    let other = decision.offers.iter().position(|offer| {
        // Directions lie everywhere; they never take a click from the armed offer.
        targets_at(offer, cell, combatant, situation)
            .iter()
            .any(|target| !matches!(target, Target::Facing(_)))
    });
    if let Some(index) = other {
        let offer = &decision.offers[index];
        let mut next = arm(decision, &draft, index, situation);
        next.target = targets_at(offer, cell, combatant, situation)
            .first()
            .copied();
        let hint = format!("{}? Click again or press Confirm to do it", offer.label);
        return unchanged(&next, Some(hint));
    }
    let hint = match armed(decision, &draft) {
        // Looking at a friend's card is no mistake.
        _ if combatant.is_some_and(|who| !situation.is_enemy(who)) => None,
        Some(offer) if needs_target(offer) => Some(not_a_target(offer)),
        Some(_) => Some("No target needed: press Confirm to do it".to_owned()),
        None => Some(offer_hint(decision)),
    };
    unchanged(&draft, hint)
}

fn confirm(decision: &Decision, draft: &Draft, situation: &dyn Situation) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some(offer_hint(decision)));
    };
    let target = considered_target(offer, draft, situation);
    if let Some(choice) = choice_with(offer, draft, target, situation) {
        let mut next = draft.clone();
        next.target = target;
        return Outcome {
            draft: next,
            choice: Some(choice),
            hint: None,
        };
    }
    // Nothing is picked yet: offer the nearest, and let the player look before confirming again.
    let mut next = draft.clone();
    next.target = ordered_targets(offer, situation).first().copied();
    unchanged(&next, Some("Press Confirm again to do it".to_owned()))
}

fn step_back(decision: &Decision, draft: &Draft) -> Draft {
    let mut next = draft.clone();
    let single = armed(decision, draft).is_some_and(|offer| offer.target_count() == 1);
    if draft.target.is_some() && !single {
        next.target = None;
    } else if draft.selection.is_some() {
        next.selection = None;
    } else {
        next.offer = None;
        next.target = None;
    }
    next
}

fn unchanged(draft: &Draft, hint: Option<String>) -> Outcome {
    Outcome {
        draft: draft.clone(),
        choice: None,
        hint,
    }
}

fn wrapped(now: Option<usize>, count: usize, step: isize) -> Option<usize> {
    if count == 0 {
        return None;
    }
    let next = match now {
        Some(index) => (index + count).checked_add_signed(step)? % count,
        None if step < 0 => count - 1,
        None => 0,
    };
    Some(next)
}

#[cfg(test)]
mod tests;
