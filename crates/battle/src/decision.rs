//! Decisions: questions to one side, with everything that may be answered.

use serde::Serialize;

use crate::{
    act::ActValue,
    choice::Choice,
    ids::{CombatantId, SideId},
    offer::Offer,
    refusal::Refusal,
    terms::DecisionKind,
};

/// A question to one side: what does this combatant, or the whole side, do now?
#[derive(Clone, Debug, PartialEq, Serialize, Hash)]
pub struct Decision {
    /// Number of the decision in the battle, from 0.
    pub number: u32,
    /// The side that decides.
    pub side: SideId,
    /// The combatant it is about; `None` if the side as a whole decides.
    pub actor: Option<CombatantId>,
    /// What kind of question it is, by the ruleset's name: `statement`, `move`, `defence`.
    pub kind: DecisionKind,
    /// The question in plain words.
    pub prompt: String,
    /// The combatant it answers to, for reactions.
    pub against: Option<CombatantId>,
    /// Whether the answer stays secret until others have answered too.
    pub sealed: bool,
    /// Whether that it is asked at all would tell other alliances of somebody they have not noticed: then only
    /// its own alliance sees the answer, and nothing stops for it where others look on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub covert: bool,
    /// Everything that may be chosen; never empty.
    pub offers: Vec<Offer>,
}

impl Decision {
    /// Whether it is about this combatant.
    #[must_use]
    pub fn is_about(&self, who: CombatantId) -> bool {
        self.actor == Some(who)
    }

    /// The meaning of a choice: that of the offer which it takes, if that is of this type.
    #[must_use]
    pub fn act<T: ActValue>(&self, choice: &Choice) -> Option<&T> {
        self.offer_of(choice)?.act()
    }

    /// The offer of a choice, whatever is in its fields: the one with its target, or the first of its action and item.
    #[must_use]
    pub fn offer_of(&self, choice: &Choice) -> Option<&Offer> {
        let mut same = self.offers.iter().filter(|offer| offer.takes(choice));
        let at_target = same.clone().find(|offer| offer.has_target(choice.target));
        at_target.or_else(|| same.next())
    }

    /// How many different choices there are, paths not counted.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        self.offers.iter().map(Offer::choice_count).sum()
    }

    /// The choice with this number over all offers in order.
    #[must_use]
    pub fn choice_at(&self, mut index: usize) -> Option<Choice> {
        for offer in &self.offers {
            if index < offer.choice_count() {
                return Some(offer.choice_at(index));
            }
            index -= offer.choice_count();
        }
        None
    }

    /// The offer that a choice takes.
    ///
    /// # Errors
    /// A [`Refusal`] that says what about the choice is not on offer.
    pub fn offer_for(&self, choice: &Choice) -> Result<&Offer, Refusal> {
        let mut taken = self
            .offers
            .iter()
            .filter(|offer| offer.takes(choice))
            .peekable();
        if taken.peek().is_none() {
            let actions: Vec<_> = self
                .offers
                .iter()
                .map(|offer| offer.label.as_str())
                .collect();
            return Err(Refusal::new(format!(
                "`{}` is not on offer here; on offer: {}",
                choice.action,
                actions.join(", ")
            )));
        }
        let mut refusal = None;
        for offer in taken {
            if !offer.has_target(choice.target) {
                refusal.get_or_insert_with(|| {
                    Refusal::with_rules(
                        format!("{}: that target is not allowed", offer.label),
                        &offer.rules,
                    )
                });
            } else if let Some(why) = offer.misfilled(&choice.fields) {
                refusal.get_or_insert_with(|| {
                    Refusal::with_rules(format!("{}: {why}", offer.label), &offer.rules)
                });
            } else {
                return Ok(offer);
            }
        }
        Err(refusal.unwrap_or_else(|| Refusal::new("not on offer".to_owned())))
    }
}
