//! From what the player presses and points at to a choice: a pure state machine.
//!
//! It knows no rules. Offers, targets and fields come from the decision; everything that
//! depends on the board (distances, who stands where) comes through [`Situation`].

use std::collections::BTreeMap;

use shieldwall_battle::{
    Choice, CombatantId, Decision, FieldKind, FieldOption, FieldValue, Fields, Offer, Target,
};
use shieldwall_grid::Cell;

use crate::session::{Draft, Fold};

use super::{
    bar::{Bar, Slot},
    completion::{choice_with, considered_target, fields_in_force},
    targeting::{
        Situation, is_immediate, is_ploy, is_target, needs_target, not_a_target, offer_hint,
        ordered_targets, target_hint, targets_at,
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
    /// The key of whatever ends what the decision is about.
    Finish,
    /// The button behind which offers are folded away.
    Fold,
    /// The offer after the armed one.
    NextOffer,
    /// The offer before it.
    PreviousOffer,
    /// In the first field the value after the one in force.
    NextSelection,
    /// The value before it.
    PreviousSelection,
    /// One direction further round to the left, where the offer says which way the figure faces.
    TurnLeft,
    /// One to the right.
    TurnRight,
    /// A value of the field with this key.
    Field(&'static str, FieldValue),
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
    hold_back(decision, draft, &mut outcome);
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
            None => unchanged(
                draft,
                Some("There is no turn to end and nothing to pass".into()),
            ),
        },
        InputIntent::Fold => stepped(press_fold(decision, draft)),
        InputIntent::NextOffer => stepped(step_offer(decision, draft, 1, situation)),
        InputIntent::PreviousOffer => stepped(step_offer(decision, draft, -1, situation)),
        InputIntent::Field(key, value) => fill(decision, draft, key, value),
        InputIntent::TurnLeft => turn(decision, draft, -1, situation),
        InputIntent::TurnRight => turn(decision, draft, 1, situation),
        InputIntent::NextSelection => step_field(decision, draft, 1, situation),
        InputIntent::PreviousSelection => step_field(decision, draft, -1, situation),
        InputIntent::Target(target) => pick(decision, draft, target, situation),
        InputIntent::NextTarget => step_target(decision, draft, 1, situation),
        InputIntent::PreviousTarget => step_target(decision, draft, -1, situation),
        InputIntent::Cell { cell, combatant } => {
            pick_cell(decision, draft, cell, combatant, situation)
        }
        InputIntent::Confirm => confirm(decision, draft, situation),
        InputIntent::Cancel => stepped(step_back(decision, draft)),
    }
}

fn armed<'a>(decision: &'a Decision, draft: &Draft) -> Option<&'a Offer> {
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
        || is_immediate(offer)
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
        warn(&mut next, offer, complete.as_ref())
    };
    unchanged(&next, hint)
}

/// What to say before a choice is made, if it gives something up; it counts as said then.
fn warn(draft: &mut Draft, offer: &Offer, choice: Option<&Choice>) -> Option<String> {
    let target = choice?.target;
    let warning = warning(offer, target)?;
    draft.warned = Some((draft.offer?, target));
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
            target: None,
            fold: Fold::Marked,
            ..draft.clone()
        },
        None => draft.clone(),
    }
}

fn fill(decision: &Decision, draft: &Draft, key: &'static str, value: FieldValue) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some("Choose an action first".to_owned()));
    };
    let mut next = draft.clone();
    let mut fields = offer.fields.iter();
    if fields.any(|field| field.key == key && field.takes(value)) {
        set(offer, &mut next.fields, key, value);
    }
    unchanged(&next, None)
}

/// Chooses in a field. Where amounts share a pool that does not hold them all, the others give way: they take what
/// is left.
fn set(offer: &Offer, fields: &mut Fields, key: &'static str, value: FieldValue) {
    fields.set(key, value);
    let amounts = fields.iter().filter_map(|(key, _)| fields.amount(key));
    if offer.pool.is_some_and(|pool| amounts.sum::<i32>() > pool) {
        let kept = |(other, value): &(&'static str, FieldValue)| {
            *other == key || !matches!(value, FieldValue::Amount(_))
        };
        *fields = fields.iter().filter(kept).collect();
    }
}

/// Turns the figure one direction further, where the armed offer says which way it faces. The first turn from a value
/// that says no direction is to the first one that does.
fn turn(decision: &Decision, draft: &Draft, step: i8, situation: &dyn Situation) -> Outcome {
    let field = armed(decision, draft).and_then(|offer| Some((offer, offer.facing()?)));
    let Some((offer, field)) = field else {
        return unchanged(draft, Some("There is nothing to turn here".to_owned()));
    };
    let target = considered_target(offer, draft, situation);
    let now = fields_in_force(offer, draft, target, situation).option(field.key);
    let directions: BTreeMap<u8, &FieldOption> = field
        .options()
        .iter()
        .filter_map(|option| Some((option.facing?.0, option)))
        .collect();
    let count = i8::try_from(directions.len()).unwrap_or(1).max(1);
    let faces = |option: &FieldOption| Some(option.key) == now;
    let place = directions.values().position(|option| faces(option));
    let next = place.map_or(0, |place| {
        (i8::try_from(place).unwrap_or(0) + step).rem_euclid(count)
    });
    let mut turned = draft.clone();
    let option = directions.values().nth(usize::try_from(next).unwrap_or(0));
    if let Some(option) = option {
        turned.fields.set(field.key, FieldValue::Option(option.key));
    }
    unchanged(&turned, None)
}

/// The first field of the armed offer, one value further: options go round, an amount ends at its limits.
fn step_field(
    decision: &Decision,
    draft: &Draft,
    step: isize,
    situation: &dyn Situation,
) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some("Choose an action first".to_owned()));
    };
    let mut next = draft.clone();
    if let Some(field) = offer.fields.first() {
        let target = considered_target(offer, draft, situation);
        let now = fields_in_force(offer, draft, target, situation).get(field.key);
        let mut all = (0..field.count()).map(|index| field.value(index));
        let now = all.position(|value| value == now);
        let index = match &field.kind {
            FieldKind::OneOf(options) => wrapped(now, options.len(), step),
            FieldKind::Amount { .. } => now.map(|now| now.saturating_add_signed(step)),
        };
        if let Some(value) = index.and_then(|index| field.value(index)) {
            set(offer, &mut next.fields, field.key, value);
        }
    }
    unchanged(&next, None)
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
    let warning = warn(&mut next, offer, choice.as_ref());
    let hint = warning.unwrap_or_else(|| "Click again or press Confirm to do it".to_owned());
    unchanged(&next, Some(hint))
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
    if let Some(mut next) = attack_for_click(decision, &draft, cell, combatant, situation)
        && let Some(target) = next.target.take()
    {
        return pick(decision, &next, target, situation);
    }
    if let Some(index) = offer_for_click(decision, &draft, cell, combatant, situation) {
        let offer = &decision.offers[index];
        let mut next = arm(decision, &draft, index, situation);
        next.target = targets_at(offer, cell, combatant, situation)
            .first()
            .copied();
        let choice = choice_with(offer, &next, next.target, situation);
        let hint = warn(&mut next, offer, choice.as_ref())
            .unwrap_or_else(|| format!("{}? Click again or press Confirm to do it", offer.label));
        return unchanged(&next, Some(hint));
    }
    let enemy = combatant.filter(|who| situation.is_enemy(*who));
    let foe = enemy.or_else(|| situation.foe_in(cell));
    if let Some(foe) = foe.filter(|_| decision.actor.is_some() && !super::is_reaction(decision)) {
        return Outcome {
            draft,
            beyond: Some(foe),
            ..Outcome::default()
        };
    }
    let hint = match armed(decision, &draft) {
        // Looking at a friend's card is no mistake.
        _ if combatant.is_some_and(|who| !situation.is_enemy(who)) => None,
        Some(offer) if needs_target(offer) => Some(not_a_target(offer)),
        Some(_) => Some("No target needed: press Confirm to do it".to_owned()),
        None => Some(choose_first(decision, &draft)),
    };
    unchanged(&draft, hint)
}

/// The draft of the attack that a click on the board means though another offer is armed.
pub(super) fn attack_for_click(
    decision: &Decision,
    draft: &Draft,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Option<Draft> {
    let at = |offer: &Offer| targets_at(offer, cell, combatant, situation);
    if armed(decision, draft).is_some_and(|offer| !at(offer).is_empty()) {
        return None;
    }
    let index = offer_for_click(decision, draft, cell, combatant, situation)?;
    let offer = decision
        .offers
        .get(index)
        .filter(|offer| offer.role.is_attack())?;
    let mut next = arm(decision, draft, index, situation);
    next.target = Some(*at(offer).first()?);
    Some(next)
}

/// The offer that a click on the board means where the armed one has no target. At an enemy who is
/// still in the fight it means an attack, or nothing.
fn offer_for_click(
    decision: &Decision,
    draft: &Draft,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Option<usize> {
    let stands = situation.foe_in(cell).is_some();
    let meant = |offer: &Offer, target: Target| match target {
        // Directions lie everywhere; they never take a click from the armed offer.
        Target::Facing(_) => false,
        Target::Combatant(who) | Target::Injury(who, _) => {
            offer.role.is_attack() || !situation.is_enemy(who)
        }
        _ => offer.role.is_attack() || !stands,
    };
    let first = |wanted: &dyn Fn(&Offer, Target) -> bool| {
        decision.offers.iter().position(|offer| {
            let targets = targets_at(offer, cell, combatant, situation);
            targets.into_iter().any(|target| wanted(offer, target))
        })
    };
    // Somebody rather than the zone where that one is.
    let at_foe = |offer: &Offer, target: Target| {
        let somebody = matches!(target, Target::Combatant(_));
        stands && offer.role.is_attack() && somebody && meant(offer, target)
    };
    let best = best_attack(decision, draft, cell, combatant, situation);
    best.filter(|_| stands)
        .or_else(|| first(&at_foe))
        .or_else(|| first(&meant))
}

/// The choices for all attacks on whoever stands in a cell that need no more than a click, with their indices.
pub(super) fn attacks_at(
    decision: &Decision,
    draft: &Draft,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Vec<(usize, Choice)> {
    let usual = |offer: &Offer| offer.role.is_attack() && offer.aside.is_none() && !offer.grave;
    let offers = decision.offers.iter().enumerate();
    offers
        .filter(|(_, offer)| usual(offer))
        .filter_map(|(index, offer)| {
            let mut targets = targets_at(offer, cell, combatant, situation).into_iter();
            let target = targets.find(|target| matches!(target, Target::Combatant(_)))?;
            let armed = arm(decision, draft, index, situation);
            Some((index, choice_with(offer, &armed, Some(target), situation)?))
        })
        .collect()
}

/// The best of these by their forecasts, once all are known.
fn best_attack(
    decision: &Decision,
    draft: &Draft,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, choice) in attacks_at(decision, draft, cell, combatant, situation) {
        let worth = situation.worth(&choice)?;
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((index, worth));
        }
    }
    best.map(|(index, _)| index)
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
fn choose_first(decision: &Decision, draft: &Draft) -> String {
    let bar = Bar::of(decision);
    offer_hint(bar.stops(draft.fold).len(), bar.numbered(draft.fold).len())
}

fn unchanged(draft: &Draft, hint: Option<String>) -> Outcome {
    Outcome {
        draft: draft.clone(),
        hint,
        ..Outcome::default()
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
pub(super) mod tests;
