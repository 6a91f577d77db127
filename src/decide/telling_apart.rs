//! Offers that read alike are told apart by numbers.

use std::sync::Arc;

use shieldwall_battle::{Decision, ItemId, Offer};

/// The decision with a number behind each label that several items share: somebody with two knives
/// may "Throw knife 1" or "Throw knife 2". Only the window counts; the journal needs no numbers.
pub(crate) fn told_apart(mut decision: Arc<Decision>) -> Arc<Decision> {
    let offers = decision.offers.iter();
    let numbers: Vec<Option<usize>> = offers.map(|offer| number(&decision, offer)).collect();
    if numbers.iter().any(Option::is_some) {
        let offers = &mut Arc::make_mut(&mut decision).offers;
        for (offer, number) in offers.iter_mut().zip(numbers) {
            if let Some(number) = number {
                offer.label = format!("{} {number}", offer.label);
            }
        }
    }
    decision
}

/// The number of an offer's item among those of the offers that read like it, from 1; `None` if
/// there is no other.
fn number(decision: &Decision, offer: &Offer) -> Option<usize> {
    let item = offer.item?;
    let alike = decision.offers.iter().filter(|other| {
        (other.verb, other.mode, &other.label) == (offer.verb, offer.mode, &offer.label)
    });
    let mut items: Vec<ItemId> = alike.filter_map(|other| other.item).collect();
    items.sort_unstable();
    items.dedup();
    let place = items.iter().position(|other| *other == item)?;
    (items.len() > 1).then_some(place + 1)
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, RuleId, SideId, Verb};

    use super::*;

    #[test]
    fn only_offers_that_read_alike_are_numbered() {
        let offer = |verb: &'static str, label: &str, item: Option<u16>| Offer {
            item: item.map(ItemId),
            ..Offer::new(Verb(verb), label, &[RuleId("PCT-R09")])
        };
        let decision = told_apart(Arc::new(Decision {
            number: 0,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: "action",
            prompt: String::new(),
            against: None,
            sealed: false,
            offers: vec![
                offer("attack", "Throw knife", Some(4)),
                offer("attack", "Attack with knife", Some(4)),
                offer("attack", "Throw knife", Some(7)),
                offer("attack", "Attack with knife", Some(7)),
                offer("attack", "Attack with spear", Some(2)),
                offer("pass", "Pass", None),
            ],
        }));
        let labels: Vec<&str> = decision
            .offers
            .iter()
            .map(|offer| offer.label.as_str())
            .collect();
        assert_eq!(
            labels,
            [
                "Throw knife 1",
                "Attack with knife 1",
                "Throw knife 2",
                "Attack with knife 2",
                "Attack with spear",
                "Pass",
            ]
        );
    }
}
