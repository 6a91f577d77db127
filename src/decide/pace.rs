//! What is in force in a field as long as the player has not picked it: of paces the smallest from which the
//! choice can be carried out.

use shieldwall_battle::{Field, FieldOption, FieldValue, Offer, Vantage};

/// Whether the options of a field say how far one may move.
pub(super) fn is_pace(field: &Field) -> bool {
    field.options().iter().any(|option| option.band.is_some())
}

/// Whether a field of an offer says how far one may move.
pub(super) fn has_paces(offer: &Offer) -> bool {
    offer.fields.iter().any(is_pace)
}

/// What serves in a field: of paces the first that allows enough movement, else the last, which allows the most.
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
    enough.or(paces.last()).map(|pace| pace.key)
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
