//! What is in force in a field as long as the player has not picked it: of paces the smallest from which the
//! choice can be carried out.

use shieldwall_battle::{Field, FieldOption, FieldValue, Fields, Offer, Vantage};

/// Whether the options of a field say how far one may move.
pub(super) fn is_pace(field: &Field) -> bool {
    field.options().iter().any(|option| option.band.is_some())
}

/// Whether a field of an offer says how far one may move.
pub(super) fn has_paces(offer: &Offer) -> bool {
    offer.fields.iter().any(is_pace)
}

/// The value that serves in a field: of paces the first that allows enough movement, else the one that allows the most.
/// `None` for other fields, and if nothing may be chosen.
pub(super) fn serving(field: &Field, vantage: Vantage) -> Option<FieldValue> {
    if !is_pace(field) {
        return None;
    }
    let pace = serving_pace(field.options(), vantage)?;
    Some(FieldValue::Option(pace))
}

fn serving_pace(paces: &[FieldOption], vantage: Vantage) -> Option<&'static str> {
    let enough = match vantage {
        Vantage::Here => paces.first(),
        Vantage::Band(band) => paces
            .iter()
            .find(|pace| pace.band.is_some_and(|most| most >= band)),
        Vantage::Beyond => None,
    };
    let widest = || paces.iter().max_by_key(|pace| pace.band);
    enough.or_else(widest).map(|pace| pace.key)
}

/// True if the movement in the fields of an offer does not bring its actor into reach of the target.
pub(super) fn falls_short(offer: &Offer, fields: &Fields, vantage: Vantage) -> bool {
    let Some(paces) = offer.fields.iter().find(|field| is_pace(field)) else {
        return false;
    };
    let chosen = fields.option(paces.key);
    let mut options = paces.options().iter();
    let band = options
        .find(|pace| Some(pace.key) == chosen)
        .map(|pace| pace.band);
    match (vantage, band) {
        (Vantage::Here, _) | (_, None) => false,
        (Vantage::Band(needed), Some(band)) => band.is_some_and(|most| most < needed),
        (Vantage::Beyond, Some(_)) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::drafting::tests::paces, *};

    fn served(options: Vec<FieldOption>, vantage: Vantage) -> Option<FieldValue> {
        serving(&Field::one_of("pace", "Pace", options), vantage)
    }

    #[test]
    fn the_smallest_pace_that_reaches_is_in_force() {
        let serves = |vantage| served(paces(), vantage);
        let pace = |key| Some(FieldValue::Option(key));
        assert_eq!(serves(Vantage::Here), pace("hold"));
        assert_eq!(serves(Vantage::Band(0)), pace("short"));
        assert_eq!(serves(Vantage::Band(1)), pace("half"));
        assert_eq!(serves(Vantage::Beyond), pace("half"));
        let two = paces()[..2].to_vec();
        assert_eq!(served(two, Vantage::Band(2)), pace("short"));
        assert_eq!(served(Vec::new(), Vantage::Here), None);
        let mut more = paces();
        more.push(FieldOption::new("after", "after the attack"));
        assert_eq!(served(more, Vantage::Beyond), pace("half"));
    }

    #[test]
    fn movement_that_is_too_short_for_the_target_is_known() {
        let mut offer = Offer::new(crate::sample_terms::action("attack"), "Attack", &[]);
        offer.fields = vec![Field::one_of("pace", "Pace", paces())];
        let with = |key| offer.filled(|_| Some(FieldValue::Option(key)));
        let short = |key, vantage| falls_short(&offer, &with(key), vantage);
        assert!(!short("hold", Vantage::Here));
        assert!(short("short", Vantage::Band(1)) && !short("half", Vantage::Band(1)));
        assert!(short("half", Vantage::Beyond));
        offer.fields.clear();
        assert!(!falls_short(&offer, &Fields::NONE, Vantage::Beyond));
    }

    #[test]
    fn what_is_no_pace_is_left_as_it_is() {
        let mut manners = paces();
        for manner in &mut manners {
            manner.band = None;
        }
        assert_eq!(served(manners, Vantage::Beyond), None);
        let share = Field::amount("defence", "Defence", [0, 4], 1);
        assert_eq!(serving(&share, Vantage::Beyond), None);
    }
}
