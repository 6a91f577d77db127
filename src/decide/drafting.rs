//! From what the player presses and points at to a choice: a pure state machine.
//!
//! It knows no rules. Offers, targets and fields come from the decision; everything that
//! depends on the board (distances, who stands where) comes through [`Situation`].

pub(super) mod fields;

use fields::{activate, fill, leave_open, next_field, picking, step_field, step_picked, turn};

use shieldwall_battle::{
    Choice, CombatantId, Decision, FieldValue, Fields, Offer, Target, terms::Common,
};
use shieldwall_grid::Cell;

use crate::session::{Draft, Fold};

use super::{
    bar::{Bar, Slot},
    clicking::Click,
    completion::{choice_with, considered_target},
    targeting::{
        Situation, is_at_once, is_immediate, is_ploy, is_target, needs_target, not_a_target,
        offer_hint, ordered_targets, target_hint,
    },
    warning::{hold_back, warning},
};

/// One thing the player does to the open decision, whichever device it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputIntent {
    /// The offer with this index: by its button.
    Offer(usize),
    /// The hotkey with this number, from 0.
    Hotkey(usize),
    /// The place of a common action: arms what is in it, or the next thing.
    Common(Common),
    /// The key of whatever ends what the decision is about.
    Finish,
    /// The button behind which offers are folded away.
    Fold,
    /// The offer after the armed one.
    NextOffer,
    /// The offer before it.
    PreviousOffer,
    /// In the active field, or the first, the value after the one in force.
    NextSelection,
    /// The value before it.
    PreviousSelection,
    /// One direction further round to the left, where the offer says which way the figure faces.
    TurnLeft,
    /// One to the right.
    TurnRight,
    /// A value of the field with this key.
    Field(&'static str, FieldValue),
    /// Nothing in the field with this key: it has its default.
    LeaveOpen(&'static str),
    /// The row of the field with this key becomes active, or no longer is.
    Row(&'static str),
    /// The row of the next field becomes active.
    NextField,
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
    /// State what was stated last, and so do all others of the side.
    AsLastRound,
    /// Make the choice as drafted, and all others of the side state the same.
    SameForAll,
    /// One step back.
    Cancel,
}

/// What an intent leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// The draft from now on.
    pub(crate) draft: Draft,
    /// The choice to send, if the draft is complete and confirmed.
    pub(crate) choice: Option<Choice>,
    /// What to tell the player.
    pub(crate) hint: Option<String>,
    /// The enemy about which the player is told why it cannot be attacked.
    pub(crate) beyond: Option<CombatantId>,
    /// The common action about which the player is told why it cannot be taken.
    pub(crate) missing: Option<Common>,
}

/// What an intent makes of a draft. Nothing here changes the battle: an outcome with a choice has
/// still to be sent.
pub(crate) fn intent(
    decision: &Decision,
    draft: &Draft,
    intent: InputIntent,
    situation: &dyn Situation,
) -> Outcome {
    // What was said holds for the very next press.
    let untold = Draft {
        warned: None,
        ..draft.clone()
    };
    let mut outcome = follow(decision, &untold, intent, situation);
    hold_back(decision, draft, &mut outcome, situation);
    outcome
}

fn follow(
    decision: &Decision,
    draft: &Draft,
    intent: InputIntent,
    situation: &dyn Situation,
) -> Outcome {
    let stepped = |draft: Draft| Outcome {
        draft,
        ..Outcome::default()
    };
    match intent {
        InputIntent::Offer(index) => press_offer(decision, draft, index, situation),
        InputIntent::Hotkey(number) => press_hotkey(decision, draft, number, situation),
        InputIntent::Finish => match Bar::of(decision).closing() {
            Some(index) => press_offer(decision, draft, index, situation),
            None => missing(draft, Common::End),
        },
        InputIntent::Common(common) => press_common(decision, draft, common, situation),
        InputIntent::Fold => stepped(press_fold(decision, draft)),
        InputIntent::NextOffer => stepped(step_offer(decision, draft, 1, situation)),
        InputIntent::PreviousOffer => stepped(step_offer(decision, draft, -1, situation)),
        InputIntent::Field(key, value) => fill(decision, draft, key, value),
        InputIntent::LeaveOpen(key) => leave_open(draft, key),
        InputIntent::Row(key) => activate(
            decision,
            draft,
            Some(key).filter(|_| draft.row != Some(key)),
        ),
        InputIntent::NextField => next_field(decision, draft),
        InputIntent::TurnLeft => turn(decision, draft, -1, situation),
        InputIntent::TurnRight => turn(decision, draft, 1, situation),
        InputIntent::NextSelection => step_field(decision, draft, 1, situation),
        InputIntent::PreviousSelection => step_field(decision, draft, -1, situation),
        InputIntent::Target(target) => pick(decision, draft, target, situation),
        InputIntent::NextTarget => step_target(decision, draft, 1, situation),
        InputIntent::PreviousTarget => step_target(decision, draft, -1, situation),
        InputIntent::Cell { cell, combatant } => {
            let click = Click {
                decision,
                draft,
                situation,
                cell,
                combatant,
            };
            click.outcome()
        }
        InputIntent::Confirm | InputIntent::SameForAll => confirm(decision, draft, situation),
        InputIntent::AsLastRound => unchanged(draft, None),
        InputIntent::Cancel => stepped(step_back(decision, draft)),
    }
}

pub(super) fn armed<'a>(decision: &'a Decision, draft: &Draft) -> Option<&'a Offer> {
    decision.offers.get(draft.offer?)
}

/// The draft with an offer armed; what was picked stays where it fits.
pub(super) fn arm(
    decision: &Decision,
    draft: &Draft,
    index: usize,
    situation: &dyn Situation,
) -> Draft {
    let mut next = draft.clone();
    next.decision = Some(decision.number);
    if next.offer != Some(index) {
        next.way.clear();
    }
    next.offer = Some(index);
    next.fold = if Bar::of(decision).hides(index) {
        Fold::Open
    } else {
        Fold::Shut
    };
    let Some(offer) = decision.offers.get(index) else {
        next.offer = None;
        return next;
    };
    let fits = |key: &str, value| {
        let mut fields = offer.fields.iter();
        fields.any(|field| field.key == key && field.takes(value))
    };
    let picked = draft.fields.iter();
    next.fields = picked.filter(|(key, value)| fits(key, *value)).collect();
    let has = |key: &&str| offer.fields.iter().any(|field| field.key == *key);
    next.row = draft.row.filter(|_| draft.offer == Some(index)).filter(has);
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
    let mut next = arm(decision, draft, index, situation);
    let complete = choice_with(offer, &next, next.target, situation);
    // Where everything is one press, as in reactions, nobody should have to press twice.
    let at_once = super::is_reaction(decision)
        || is_at_once(decision, offer)
            && (!situation.confirm_clicks() || decision.offers.iter().all(is_immediate));
    if at_once || (again && complete.is_some()) {
        return Outcome {
            draft: next,
            choice: complete,
            ..Outcome::default()
        };
    }
    let hint = if needs_target(offer) && next.target.is_none() {
        Some(target_hint(offer).to_owned())
    } else {
        warn(decision, &mut next, complete.as_ref(), situation)
    };
    unchanged(&next, hint)
}

/// What to say before a choice is made, if it gives something up; it counts as said then.
pub(super) fn warn(
    decision: &Decision,
    draft: &mut Draft,
    choice: Option<&Choice>,
    situation: &dyn Situation,
) -> Option<String> {
    let choice = choice?;
    let warning = warning(decision, armed(decision, draft)?, choice, situation)?;
    draft.warned = Some((draft.offer?, choice.target));
    Some(warning)
}

fn press_hotkey(
    decision: &Decision,
    draft: &Draft,
    number: usize,
    situation: &dyn Situation,
) -> Outcome {
    match Bar::of(decision).numbered(draft.fold).get(number) {
        Some(Slot::Offer(index)) => press_offer(decision, draft, *index, situation),
        Some(Slot::Fold) => unchanged(&press_fold(decision, draft), None),
        None => unchanged(draft, None),
    }
}

/// Arms what is in the place of a common action; if it is armed already, the next thing in it, and what is alone in
/// its place is pressed like any other button.
fn press_common(
    decision: &Decision,
    draft: &Draft,
    common: Common,
    situation: &dyn Situation,
) -> Outcome {
    let offers = decision.offers.iter().enumerate();
    let is_meant = |offer: &Offer| offer.aside.is_none() && offer.role.common() == Some(common);
    let meant: Vec<usize> = offers
        .filter(|(_, offer)| is_meant(offer))
        .map(|(index, _)| index)
        .collect();
    if let [only] = meant.as_slice() {
        return press_offer(decision, draft, *only, situation);
    }
    let now = draft
        .offer
        .and_then(|armed| meant.iter().position(|index| *index == armed));
    match wrapped(now, meant.len(), 1) {
        Some(next) => unchanged(&arm(decision, draft, meant[next], situation), None),
        None => missing(draft, common),
    }
}

fn missing(draft: &Draft, common: Common) -> Outcome {
    Outcome {
        missing: Some(common),
        ..unchanged(draft, None)
    }
}

/// Opens or shuts what is folded away. What is armed stays armed.
fn press_fold(decision: &Decision, draft: &Draft) -> Draft {
    let mut next = draft.clone();
    next.fold = match draft.fold {
        Fold::Open => Fold::Shut,
        Fold::Shut | Fold::Marked if Bar::of(decision).folded().is_empty() => Fold::Shut,
        Fold::Shut | Fold::Marked => Fold::Open,
    };
    next
}

fn step_offer(decision: &Decision, draft: &Draft, step: isize, situation: &dyn Situation) -> Draft {
    let stops = Bar::of(decision).stops(draft.fold);
    let now = match draft.fold {
        Fold::Marked => Some(Slot::Fold),
        Fold::Shut | Fold::Open => draft.offer.map(Slot::Offer),
    };
    let now = now.and_then(|now| stops.iter().position(|stop| *stop == now));
    match wrapped(now, stops.len(), step).map(|index| stops[index]) {
        Some(Slot::Offer(index)) => arm(decision, draft, index, situation),
        Some(Slot::Fold) => Draft {
            offer: None,
            fields: Fields::NONE,
            row: None,
            target: None,
            fold: Fold::Marked,
            ..draft.clone()
        },
        None => draft.clone(),
    }
}

fn first_to_aim(decision: &Decision, situation: &dyn Situation) -> Option<usize> {
    let offers = &decision.offers;
    let usual = |offer: &Offer| needs_target(offer) && !is_ploy(offer, situation);
    let usual = offers.iter().position(usual);
    usual.or_else(|| offers.iter().position(needs_target))
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
        None => match first_to_aim(decision, situation) {
            Some(index) => arm(decision, draft, index, situation),
            None => return unchanged(draft, Some(choose_first(decision, draft))),
        },
    };
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some(choose_first(decision, draft)));
    };
    if let Some(field) = picking(offer, draft) {
        return step_picked(draft, field, step, situation);
    }
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

pub(super) fn pick(
    decision: &Decision,
    draft: &Draft,
    target: Target,
    situation: &dyn Situation,
) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some(choose_first(decision, draft)));
    };
    if !is_target(offer, target) {
        return unchanged(draft, Some(not_a_target(offer)));
    }
    let again = draft.target == Some(target);
    let mut next = draft.clone();
    next.target = Some(target);
    let choice = choice_with(offer, &next, Some(target), situation);
    if again || !situation.confirm_clicks() {
        return Outcome {
            draft: next,
            choice,
            ..Outcome::default()
        };
    }
    let warning = warn(decision, &mut next, choice.as_ref(), situation);
    let hint = warning.unwrap_or_else(|| "Click again or press Confirm to do it".to_owned());
    unchanged(&next, Some(hint))
}

fn confirm(decision: &Decision, draft: &Draft, situation: &dyn Situation) -> Outcome {
    if draft.fold == Fold::Marked {
        return unchanged(&press_fold(decision, draft), None);
    }
    let Some(offer) = armed(decision, draft) else {
        // Where there is only one thing to do, it is meant.
        return match Bar::of(decision).stops(draft.fold).as_slice() {
            [Slot::Offer(only)] if draft.fold == Fold::Shut => {
                press_offer(decision, draft, *only, situation)
            }
            _ => unchanged(draft, Some(choose_first(decision, draft))),
        };
    };
    let target = considered_target(offer, draft, situation);
    if let Some(choice) = choice_with(offer, draft, target, situation) {
        let mut next = draft.clone();
        next.target = target;
        return Outcome {
            draft: next,
            choice: Some(choice),
            ..Outcome::default()
        };
    }
    // Nothing is picked yet: offer the nearest, and let the player look before confirming again.
    let mut next = draft.clone();
    next.target = ordered_targets(offer, situation).first().copied();
    unchanged(&next, Some("Press Confirm again to do it".to_owned()))
}

fn step_back(decision: &Decision, draft: &Draft) -> Draft {
    let mut next = draft.clone();
    if next.row.take().is_some() {
        return next;
    }
    if !draft.way.is_empty() {
        next.way.clear();
        return next;
    }
    let bar = Bar::of(decision);
    let within = draft.offer.is_some_and(|index| bar.hides(index));
    if draft.fold != Fold::Shut && !within {
        next.fold = Fold::Shut;
        return next;
    }
    let single = armed(decision, draft).is_some_and(|offer| offer.target_count() == 1);
    if draft.target.is_some() && !single {
        next.target = None;
    } else if !draft.fields.is_empty() {
        next.fields = Fields::NONE;
    } else {
        next.offer = None;
        next.target = None;
    }
    next
}

/// What to do first, while nothing is armed.
pub(super) fn choose_first(decision: &Decision, draft: &Draft) -> String {
    let bar = Bar::of(decision);
    offer_hint(bar.stops(draft.fold).len(), bar.numbered(draft.fold).len())
}

pub(super) fn unchanged(draft: &Draft, hint: Option<String>) -> Outcome {
    Outcome {
        draft: draft.clone(),
        hint,
        ..Outcome::default()
    }
}

pub(super) fn wrapped(now: Option<usize>, count: usize, step: isize) -> Option<usize> {
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
pub(super) mod tests;
