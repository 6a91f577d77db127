//! What completes a draft: the target that is meant and what is in force in the fields.

use shieldwall_battle::{Choice, Field, FieldValue, Fields, Offer, Target, Vantage};

use crate::session::Draft;

use super::{
    drafting::fields::picking,
    own_way::has_way,
    pace::{is_pace, serving},
    targeting::{Situation, among, is_target, needs_target, targets_at},
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
    if picking(offer, draft).is_some() {
        return picked;
    }
    let Some(cell) = situation.pointed() else {
        return picked;
    };
    let pointed = targets_at(offer, cell, situation.pointed_combatant(), situation);
    picked
        .filter(|target| pointed.contains(target))
        .or_else(|| pointed.first().copied())
        .or(picked)
}

/// What is in force in the fields of an offer: what the player picked, as far as it fits, else what serves best for
/// the target as far as is known.
pub(super) fn fields_in_force(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Fields {
    let vantage = || {
        let vantage = target.and_then(|target| situation.vantage(offer, target));
        vantage.unwrap_or(Vantage::Beyond)
    };
    let pointed =
        picking(offer, draft).and_then(|field| Some((field.key, pointed_in(field, situation)?)));
    let fields = offer.filled(|field| {
        let pointed = pointed.filter(|(key, _)| *key == field.key);
        let pointed = pointed.map(|(_, target)| FieldValue::Target(target));
        pointed
            .or_else(|| picked(field, draft))
            .or_else(|| serving(field, vantage()))
    });
    offer.settled(fields)
}

/// The second target that is pointed at, for the active field.
fn pointed_in(field: &Field, situation: &dyn Situation) -> Option<Target> {
    let cell = situation.pointed()?;
    let pointed = among(
        field.targets(),
        cell,
        situation.pointed_combatant(),
        situation,
    );
    pointed.first().copied()
}

/// What the player picked in a field, if it fits.
fn picked(field: &Field, draft: &Draft) -> Option<FieldValue> {
    let picked = draft.fields.get(field.key);
    picked.filter(|value| field.takes(*value))
}

/// Whether a field is a pace that nobody can tell yet: neither is it picked, nor is there a target that it must
/// reach.
pub(super) fn is_open(field: &Field, draft: &Draft, target: Option<Target>) -> bool {
    is_pace(field) && target.is_none() && picked(field, draft).is_none()
}

/// The target for which it is still to be found out how far the actor would have to move, before
/// the pace in force is the one that serves.
pub(super) fn unsettled(
    offer: &Offer,
    draft: &Draft,
    target: Option<Target>,
    situation: &dyn Situation,
) -> Option<Target> {
    let asks = offer
        .fields
        .iter()
        .any(|field| is_pace(field) && picked(field, draft).is_none());
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
    let mut choice = offer.choice(target, None);
    choice.fields = fields_in_force(offer, draft, target, situation);
    let end = draft.way.last().map(|cell| Target::Cell(*cell));
    if end.is_some() && end == target && has_way(offer) {
        choice.path.clone_from(&draft.way);
    }
    Some(choice)
}
