//! What completes a draft: the target that is meant and the selection in force.

use shieldwall_battle::{Choice, Fields, Offer, Target, Vantage};

use crate::session::Draft;

use super::{
    pace::{default_selection, has_paces},
    targeting::{Situation, is_target, needs_target, targets_at},
};

/// The target that the armed offer would get: the one pointed at, else the one picked.
///
/// What the player sees forecast is what confirming does.
pub(super) fn considered_target(
    offer: &Offer,
    draft: &Draft,
    situation: &dyn Situation,
) -> Option<Target> {
    let picked = draft.target.filter(|target| is_target(offer, *target));
    let Some(cell) = situation.pointed() else {
        return picked;
    };
    let pointed = targets_at(offer, cell, situation.pointed_combatant(), situation);
    picked
        .filter(|target| pointed.contains(target))
        .or_else(|| pointed.first().copied())
        .or(picked)
}

/// The selection in force: the picked one, else the one that serves best for the target as far as
/// is known.
pub(super) fn selection_in_force(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Option<&'static str> {
    picked_selection(offer, draft).or_else(|| {
        let vantage = target.and_then(|target| situation.vantage(offer, target));
        default_selection(&offer.selections, vantage.unwrap_or(Vantage::Beyond))
    })
}

fn picked_selection(offer: &Offer, draft: &Draft) -> Option<&'static str> {
    let mut selections = offer.selections.iter();
    let picked = selections.find(|selection| Some(selection.key) == draft.selection)?;
    Some(picked.key)
}

/// The target for which it is still to be found out how far the actor would have to move, before
/// the selection in force is the one that serves.
pub(super) fn unsettled(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Option<Target> {
    let asks = has_paces(offer) && picked_selection(offer, draft).is_none();
    target.filter(|target| asks && situation.vantage(offer, *target).is_none())
}

/// The choice that an offer makes with a target; `None` while a target is missing.
pub(super) fn choice_with(
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
    let mut choice = offer.choice(target, selection_in_force(offer, draft, target, situation));
    choice.fields = fields_in_force(offer, draft);
    Some(choice)
}

/// What is chosen in the fields of an offer: what the player chose, as far as it fits.
pub(crate) fn fields_in_force(offer: &Offer, draft: &Draft) -> Fields {
    let fields = offer.fields.iter();
    fields
        .filter_map(|field| {
            let picked = draft.fields.get(field.key);
            let picked = picked.filter(|value| field.takes(*value));
            Some((field.key, picked.or_else(|| field.default())?))
        })
        .collect()
}
