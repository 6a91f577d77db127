//! Which selection is in force as long as the player has not picked one: the smallest pace from
//! which the choice can be carried out.

use shieldwall_battle::{Offer, Selection, Vantage};

/// Whether the selections of an offer say how far one may move.
pub(super) fn has_paces(offer: &Offer) -> bool {
    offer
        .selections
        .iter()
        .any(|selection| selection.band.is_some())
}

/// The selection that serves: the first that allows enough movement, else the last, which allows
/// the most. Selections that have nothing to do with movement begin with the usual one. `None` if
/// there are none.
pub(super) fn default_selection(
    selections: &[Selection],
    vantage: Vantage,
) -> Option<&'static str> {
    let moves = selections.iter().any(|selection| selection.band.is_some());
    let enough = match vantage {
        _ if !moves => selections.first(),
        Vantage::Here => selections.first(),
        Vantage::Band(band) => selections
            .iter()
            .find(|selection| selection.band.is_some_and(|most| most >= band)),
        Vantage::Beyond => None,
    };
    enough.or(selections.last()).map(|selection| selection.key)
}

#[cfg(test)]
mod tests {
    use super::{super::drafting::tests::paces, *};

    #[test]
    fn the_smallest_pace_that_reaches_is_in_force() {
        let paces = paces();
        assert_eq!(default_selection(&paces, Vantage::Here), Some("hold"));
        assert_eq!(default_selection(&paces, Vantage::Band(0)), Some("short"));
        assert_eq!(default_selection(&paces, Vantage::Band(1)), Some("half"));
        assert_eq!(default_selection(&paces, Vantage::Beyond), Some("half"));
        assert_eq!(
            default_selection(&paces[..2], Vantage::Band(2)),
            Some("short")
        );
        assert_eq!(default_selection(&[], Vantage::Here), None);
    }

    #[test]
    fn manners_that_are_no_paces_begin_with_the_usual_one() {
        let mut manners = paces();
        for manner in &mut manners {
            manner.band = None;
        }
        assert_eq!(default_selection(&manners, Vantage::Beyond), Some("hold"));
    }
}
