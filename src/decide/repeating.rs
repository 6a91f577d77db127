//! One press for a whole round of statements: all combatants of a side state what they stated last, or all the same.

use shieldwall_battle::{
    ActionRole, Choice, Decision, Field, FieldValue, Fields, Offer, SideId, terms::DecisionRole,
};

use super::{
    automatic::Orders,
    pace::is_pace,
    targeting::{is_target, needs_target},
};

/// The statements of the combatants of a side for the rest of a round, as far as each of them can make them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Repeating {
    side: SideId,
    round: u32,
    /// The same for all; `None`: each what it stated last.
    same: Option<Choice>,
}

impl Repeating {
    /// Each states what it stated last.
    pub(super) const fn as_before(side: SideId, round: u32) -> Self {
        let same = None;
        Self { side, round, same }
    }

    /// All state the same.
    pub(super) const fn same_for_all(side: SideId, round: u32, choice: Choice) -> Self {
        let same = Some(choice);
        Self { side, round, same }
    }

    /// The statement that it makes, and why.
    pub(super) fn choice(
        &self,
        decision: &Decision,
        round: u32,
        orders: &Orders,
    ) -> Option<(Choice, &'static str)> {
        if !can_repeat(decision) || (decision.side, round) != (self.side, self.round) {
            return None;
        }
        match &self.same {
            Some(same) => repeated(decision, same).map(|choice| (choice, "the same for all")),
            None => as_last(decision, orders).map(|choice| (choice, "as last round")),
        }
    }
}

/// True if a decision is one of many alike: a statement of one combatant.
pub(crate) fn can_repeat(decision: &Decision) -> bool {
    decision.kind.role == DecisionRole::Statement && decision.actor.is_some()
}

/// The last statement of the combatant that decides, if it can be made again.
pub(crate) fn as_last(decision: &Decision, orders: &Orders) -> Option<Choice> {
    let stated = orders.stated_by(decision.actor?)?;
    repeated(decision, stated)
}

/// A choice like another, for another combatant or in another round. The way to face is left to what suits each.
fn repeated(decision: &Decision, like: &Choice) -> Option<Choice> {
    // A device that is worked once more is undone.
    let is_repeated = |offer: &Offer| !offer.grave && offer.role != ActionRole::Interact;
    let mut offers = decision
        .offers
        .iter()
        .filter(|offer| (offer.action, offer.mode) == (like.action, like.mode))
        .filter(|offer| is_repeated(offer));
    let first = offers.clone().next()?;
    let offer = offers
        .find(|offer| offer.item == like.item)
        .unwrap_or(first);
    let target = like.target.filter(|target| is_target(offer, *target));
    if needs_target(offer) && target.is_none() {
        return None;
    }
    let mut choice = offer.choice(target, None);
    choice.fields = fields_like(offer, &like.fields);
    decision.offer_for(&choice).is_ok().then_some(choice)
}

/// The values with which a statement opens: the last answers that are not the defaults. A
/// pace is left to the target.
pub(super) fn said_again(offer: &Offer, last: &Fields) -> Fields {
    let like = offer.settled(fields_like(offer, last));
    let said = |field: &&Field| !is_pace(field) && like.get(field.key) != field.default();
    let said = offer.fields.iter().filter(said);
    said.filter_map(|field| Some((field.key, like.get(field.key)?)))
        .collect()
}

fn fields_like(offer: &Offer, like: &Fields) -> Fields {
    let is_amount = |field: &Field| field.options().is_empty();
    let turns = |field: &Field| field.options().iter().any(|option| option.facing.is_some());
    let is_once = |field: &Field, value| field.option_of(value).is_some_and(|option| option.once);
    // The last share of a pool is what the others leave.
    let rest = offer.fields.iter().rev().find(|field| is_amount(field));
    let rest = rest.filter(|_| offer.pool.is_some()).map(|field| field.key);
    offer.filled(|field| {
        let value = like
            .get(field.key)
            .filter(|value| !turns(field) && rest != Some(field.key) && !is_once(field, *value))?;
        match value {
            FieldValue::Amount(amount) => {
                let most = (0..=amount).rev().map(FieldValue::Amount);
                most.into_iter().find(|value| field.takes(*value))
            }
            FieldValue::Option(_) | FieldValue::Target(_) => {
                Some(value).filter(|value| field.takes(*value))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, FieldOption, RuleId, Target, Targets};

    use super::*;
    use crate::sample_terms::{action, kind};

    fn fight(pool: i32) -> Offer {
        Offer {
            fields: vec![
                Field::amount("defence", "Defence", [0, pool], 0),
                Field::amount("attack", "Attack", [0, pool], pool),
                Field::one_of(
                    "wall",
                    "Wall",
                    vec![
                        FieldOption::new("open", "open"),
                        FieldOption::new("locked", "locked"),
                    ],
                ),
            ],
            pool: Some(pool),
            ..Offer::new(action("attack"), "Attack", &[RuleId("PCT-R01")])
        }
    }

    fn decision(actor: u16, offers: Vec<Offer>) -> Decision {
        Decision {
            number: 4,
            side: SideId::RED,
            actor: Some(CombatantId(actor)),
            kind: kind("statement"),
            prompt: String::new(),
            against: None,
            sealed: true,
            covert: false,
            offers,
        }
    }

    fn braced(defence: i32, attack: i32) -> Choice {
        let mut choice = fight(4).choice(None, None);
        choice.fields = [
            ("defence", FieldValue::Amount(defence)),
            ("attack", FieldValue::Amount(attack)),
            ("wall", FieldValue::Option("locked")),
        ]
        .into_iter()
        .collect();
        choice
    }

    #[test]
    fn the_same_for_all_is_fitted_to_what_each_has() {
        let repeating = Repeating::same_for_all(SideId::RED, 2, braced(3, 1));
        let orders = Orders::default();
        let of = |pool| repeating.choice(&decision(1, vec![fight(pool)]), 2, &orders);
        let shares = |pool| {
            let (choice, _) = of(pool)?;
            let amount = |key| choice.fields.amount(key);
            Some((
                amount("defence")?,
                amount("attack")?,
                choice.fields.option("wall")?,
            ))
        };
        assert_eq!(shares(4), Some((3, 1, "locked")));
        assert_eq!(shares(2), Some((2, 0, "locked")));
        // Another round, another side, and one that cannot are asked.
        let now = decision(1, vec![fight(4)]);
        assert_eq!(repeating.choice(&now, 3, &orders), None);
        let other = Decision {
            side: SideId::BLUE,
            ..now
        };
        assert_eq!(repeating.choice(&other, 2, &orders), None);
        let cannot = decision(
            1,
            vec![Offer {
                action: action("dodge"),
                ..fight(4)
            }],
        );
        assert_eq!(repeating.choice(&cannot, 2, &orders), None);
    }

    #[test]
    fn each_states_what_it_stated_last_if_its_target_is_still_there() {
        let enemy = Target::Combatant(CombatantId(7));
        let strike = Offer {
            targets: Targets::AnyOf(vec![enemy]),
            ..Offer::new(action("attack"), "Attack", &[RuleId("PCT-R01")])
        };
        let now = decision(1, vec![strike.clone()]);
        let mut orders = Orders::default();
        assert_eq!(as_last(&now, &orders), None);
        orders.note(&now, &strike.choice(Some(enemy), None));
        assert_eq!(
            as_last(&now, &orders),
            Some(strike.choice(Some(enemy), None))
        );
        let gone = Offer {
            targets: Targets::AnyOf(vec![Target::Combatant(CombatantId(8))]),
            ..strike.clone()
        };
        assert_eq!(as_last(&decision(1, vec![gone]), &orders), None);
        // A lever that is pulled once more is undone.
        let lever = Offer {
            role: ActionRole::Interact,
            ..strike
        };
        assert_eq!(as_last(&decision(1, vec![lever]), &orders), None);
    }
}
