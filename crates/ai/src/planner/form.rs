//! The fields of a choice, one after the other, by forecast.

use shieldwall_battle::{Choice, Field, FieldValue, Fields, Offer};

/// Differences below this are no reason to prefer anything.
const NEGLIGIBLE: f64 = 1e-9;

/// The values of a field that are weighed.
pub(super) fn values(field: &Field) -> impl Iterator<Item = FieldValue> {
    (0..field.count()).filter_map(|index| field.value(index))
}

/// The best filling of some fields of an offer, with its worth. Each field is set to what is best with those before it;
/// the others stay as they are, but for amounts, which have their defaults. Of equals, what `plain` has is kept.
pub(super) fn best<'f>(
    offer: &Offer,
    plain: &Choice,
    fields: impl IntoIterator<Item = &'f Field>,
    mut weigh: impl FnMut(&Choice) -> f64,
) -> (f64, Choice) {
    let mut best = (weigh(plain), plain.clone());
    // Amounts that share a pool give way to each other.
    let is_amount = |value: &FieldValue| matches!(value, FieldValue::Amount(_));
    let kept = plain.fields.iter().filter(|(_, value)| !is_amount(value));
    let mut settled: Fields = kept.collect();
    for field in fields {
        let shut = offer.shut(&best.1.fields);
        if shut.iter().any(|shut| shut.key == field.key) {
            continue;
        }
        let mut taken = None;
        for value in values(field) {
            let choice = with(offer, plain, &settled, (field.key, value));
            let worth = weigh(&choice);
            if worth > best.0 + NEGLIGIBLE {
                best = (worth, choice);
                taken = Some(value);
            }
        }
        if let Some(value) = taken {
            settled.set(field.key, value);
        }
    }
    best
}

/// A choice with some fields settled and a value in another one. All others have their defaults, as do those that this
/// shuts.
fn with(
    offer: &Offer,
    plain: &Choice,
    settled: &Fields,
    (key, value): (&'static str, FieldValue),
) -> Choice {
    let mut known = settled.clone();
    known.set(key, value);
    let shut = offer.shut(&known);
    let is_shut = |field: &Field| shut.iter().any(|shut| shut.key == field.key);
    Choice {
        fields: offer.filled(|field| known.get(field.key).filter(|_| !is_shut(field))),
        ..plain.clone()
    }
}
