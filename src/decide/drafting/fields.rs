//! What a press makes of the fields of the armed offer.

use std::collections::BTreeMap;

use shieldwall_battle::{
    Decision, Field, FieldKind, FieldOption, FieldValue, Fields, Offer, Target,
};

use super::{Outcome, armed, unchanged, wrapped};
use crate::{
    decide::{
        completion::{considered_target, fields_in_force},
        targeting::{Situation, nearest_first},
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

/// Nothing is chosen in a field any more.
pub(super) fn leave_open(draft: &Draft, key: &'static str) -> Outcome {
    let mut next = draft.clone();
    next.fields = draft
        .fields
        .iter()
        .filter(|(other, _)| *other != key)
        .collect();
    unchanged(&next, None)
}

/// Makes the row of a field active, or none.
pub(super) fn activate(decision: &Decision, draft: &Draft, row: Option<&'static str>) -> Outcome {
    let mut next = draft.clone();
    next.row = row;
    let picking = armed(decision, &next).and_then(|offer| picking(offer, &next));
    unchanged(&next, picking.map(hint))
}

/// Makes the row of the next field active that is not shut; after the last one none is.
pub(super) fn next_field(decision: &Decision, draft: &Draft) -> Outcome {
    let Some(offer) = armed(decision, draft) else {
        return unchanged(draft, Some("Choose an action first".to_owned()));
    };
    let chosen = offer.filled(|field| draft.fields.get(field.key));
    let shut = offer.shut(&chosen);
    let is_open = |field: &&Field| shut.iter().all(|shut| shut.key != field.key);
    let open: Vec<&Field> = offer.fields.iter().filter(is_open).collect();
    let now = draft
        .row
        .and_then(|row| open.iter().position(|field| field.key == row));
    let next = open.get(now.map_or(0, |now| now + 1));
    activate(decision, draft, next.map(|field| field.key))
}

/// The active field, if a second target is picked in it.
pub(in crate::decide) fn picking<'a>(offer: &'a Offer, draft: &Draft) -> Option<&'a Field> {
    let row = draft.row?;
    let mut fields = offer.fields.iter();
    fields.find(|field| field.key == row && matches!(field.kind, FieldKind::At { .. }))
}

fn hint(field: &Field) -> String {
    format!(
        "{}: click one of the marked places, or press Next target",
        field.label
    )
}

/// Picks what lies where the player clicks in the active field.
pub(in crate::decide) fn pick_in(draft: &Draft, field: &Field, at: Option<Target>) -> Outcome {
    let Some(target) = at else {
        return unchanged(draft, Some(hint(field)));
    };
    let mut next = draft.clone();
    next.fields.set(field.key, FieldValue::Target(target));
    next.row = None;
    unchanged(&next, None)
}

/// Picks the next of the second targets in the active field, the nearest first.
pub(super) fn step_picked(
    draft: &Draft,
    field: &Field,
    step: isize,
    situation: &dyn Situation,
) -> Outcome {
    let targets = nearest_first(field.targets().to_vec(), situation);
    let now = draft.fields.target(field.key);
    let now = now.and_then(|now| targets.iter().position(|target| *target == now));
    let mut next = draft.clone();
    if let Some(index) = wrapped(now, targets.len(), step) {
        next.fields
            .set(field.key, FieldValue::Target(targets[index]));
    }
    unchanged(&next, None)
}

/// The active field of the armed offer, or its first, one value further: options and targets go round, an amount ends
/// at its limits.
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
    let mut fields = offer.fields.iter();
    let field = match draft.row {
        Some(row) => fields.find(|field| field.key == row),
        None => fields.next(),
    };
    if let Some(field) = field {
        let target = considered_target(offer, draft, situation);
        let now = fields_in_force(offer, draft, target, situation).get(field.key);
        let mut all = (0..field.count()).map(|index| field.value(index));
        let now = all.position(|value| value == now);
        let index = match &field.kind {
            FieldKind::OneOf(_) => wrapped(now, field.count(), step),
            FieldKind::At { .. } => return step_picked(draft, field, step, situation),
            FieldKind::Amount { .. } => now.map(|now| now.saturating_add_signed(step)),
        };
        if let Some(value) = index.and_then(|index| field.value(index)) {
            set(offer, &mut next.fields, field.key, value);
        }
    }
    unchanged(&next, None)
}
