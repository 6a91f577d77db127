//! Offers that read alike are told apart by numbers and manners.

use std::sync::Arc;

use shieldwall_battle::{Decision, ItemId, Offer};

/// The decision with a number behind each label that several items share: somebody with two knives
/// may "Throw knife 1" or "Throw knife 2"; and with the manner behind each label that several manners
/// of the same thing share: "Attack with bow, steady". Only the window does so; the journal needs
/// neither.
pub(crate) fn told_apart(mut decision: Arc<Decision>) -> Arc<Decision> {
    let offers = decision.offers.iter();
    let labels: Vec<String> = offers.map(|offer| label(&decision, offer)).collect();
    let told = |(offer, label): (&Offer, &String)| offer.label == *label;
    if !decision.offers.iter().zip(&labels).all(told) {
        let offers = &mut Arc::make_mut(&mut decision).offers;
        for (offer, label) in offers.iter_mut().zip(labels) {
            offer.label = label;
        }
    }
    decision
}

fn label(decision: &Decision, offer: &Offer) -> String {
    let mut label = offer.label.clone();
    if let Some(number) = number(decision, offer) {
        label = format!("{label} {number}");
    }
    if let Some(manner) = manner(decision, offer) {
        label = format!("{label}, {manner}");
    }
    label
}

/// How an offer is carried out, if another of the same with the same is carried out otherwise.
fn manner<'a>(decision: &'a Decision, offer: &'a Offer) -> Option<&'a str> {
    let first = offer.options().first()?;
    let same = |other: &&Offer| {
        (other.action, other.mode, other.item, &other.label)
            == (offer.action, offer.mode, offer.item, &offer.label)
    };
    let mut others = decision.offers.iter().filter(same);
    let differs =
        others.any(|other| other.options().first().map(|other| other.key) != Some(first.key));
    differs.then_some(&*first.label)
}

/// The number of an offer's item among those of the offers that read like it, from 1; `None` if
/// there is no other.
fn number(decision: &Decision, offer: &Offer) -> Option<usize> {
    let item = offer.item?;
    let alike = decision.offers.iter().filter(|other| {
        (other.action, other.mode, &other.label) == (offer.action, offer.mode, &offer.label)
    });
    let mut items: Vec<ItemId> = alike.filter_map(|other| other.item).collect();
    items.sort_unstable();
    items.dedup();
    let place = items.iter().position(|other| *other == item)?;
    (items.len() > 1).then_some(place + 1)
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, Field, FieldOption, RuleId, SideId};

    use super::*;

    #[test]
    fn only_offers_that_read_alike_are_numbered() {
        let offer = |action: &'static str, label: &str, item: Option<u16>| Offer {
            item: item.map(ItemId),
            ..Offer::new(
                crate::sample_terms::action(action),
                label,
                &[RuleId("PCT-R09")],
            )
        };
        let decision = told_apart(Arc::new(Decision {
            number: 0,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: crate::sample_terms::kind("action"),
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
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

    #[test]
    fn manners_are_named_where_only_they_differ() {
        let offer = |label: &str, manners: &[&'static str]| {
            let mut offer = Offer::new(
                crate::sample_terms::action("attack"),
                label,
                &[RuleId("ZON-030")],
            );
            offer.item = Some(ItemId(4));
            let manners = manners
                .iter()
                .map(|manner| FieldOption::new(manner, *manner));
            offer.fields = vec![Field::one_of("manner", "How", manners.collect())];
            offer
        };
        let decision = told_apart(Arc::new(Decision {
            number: 0,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: crate::sample_terms::kind("turn"),
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
            offers: vec![
                offer("Attack with bow", &["steady", "steady, hold back"]),
                offer("Attack with bow", &["on the move"]),
                offer("Death blow with bow", &["steady"]),
            ],
        }));
        let labels = decision.offers.iter().map(|offer| offer.label.as_str());
        assert_eq!(
            labels.collect::<Vec<_>>(),
            [
                "Attack with bow, steady",
                "Attack with bow, on the move",
                "Death blow with bow",
            ]
        );
    }
}
