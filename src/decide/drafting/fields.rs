//! What a press makes of the fields of the armed offer.

use std::collections::BTreeMap;

use shieldwall_battle::{Decision, FieldKind, FieldOption, FieldValue, Fields, Offer};

use super::{Outcome, armed, unchanged, wrapped};
use crate::{
    decide::{
        completion::{considered_target, fields_in_force},
        targeting::Situation,
    },
    session::Draft,
};

pub(super) fn fill(
    decision: &Decision,
    draft: &Draft,
    key: &'static str,
    value: FieldValue,
) -> Outcome {
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
pub(super) fn turn(
    decision: &Decision,
    draft: &Draft,
    step: i8,
    situation: &dyn Situation,
) -> Outcome {
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
pub(super) fn step_field(
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
