//! Choices as they are written to files, and how they are read back.
//!
//! A [`Choice`] borrows its words from the decision it answers. What comes from a file has words of
//! its own, so it is looked up among the offers of the open decision before it can be made.

use serde::{Deserialize, Serialize};
use shieldwall_grid::Cell;

use crate::{
    decision::{Choice, Decision, Offer, Refusal, Target},
    ids::ItemId,
};

/// A choice with words of its own; written exactly like a [`Choice`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenChoice {
    /// What is done.
    pub action: String,
    /// The item it is done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// In which way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// What it is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// The selection that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<String>,
    /// Cells to walk through, without the first and with the last; empty for the cheapest way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
}

impl WrittenChoice {
    /// A choice in words of its own.
    #[must_use]
    pub fn of(choice: &Choice) -> Self {
        Self {
            action: choice.action.key.to_owned(),
            item: choice.item,
            mode: choice.mode.map(|mode| mode.key.to_owned()),
            target: choice.target,
            selection: choice.selection.map(str::to_owned),
            path: choice.path.clone(),
        }
    }

    /// The choice that answers a decision, in the words of its offers.
    ///
    /// # Errors
    /// A [`Refusal`] that says what about it is not on offer. A path is not looked at: that does
    /// [`crate::Battle::check`].
    pub fn resolve(&self, decision: &Decision) -> Result<Choice, Refusal> {
        let taken = || decision.offers.iter().filter(|offer| self.takes(offer));
        let Some(offer) = taken().next() else {
            return Err(self.not_on_offer(decision));
        };
        let selection = match &self.selection {
            None => None,
            Some(wanted) => {
                let known = taken().flat_map(|offer| &offer.selections);
                let found = known
                    .map(|selection| selection.key)
                    .find(|key| key == wanted);
                Some(found.ok_or_else(|| {
                    let known: Vec<&str> = taken()
                        .flat_map(|offer| &offer.selections)
                        .map(|selection| selection.key)
                        .collect();
                    Refusal::with_rules(
                        format!(
                            "{}: `{wanted}` is not among its options: {}",
                            offer.label,
                            known.join(", ")
                        ),
                        &offer.rules,
                    )
                })?)
            }
        };
        let choice = Choice {
            action: offer.action,
            item: self.item,
            mode: offer.mode,
            target: self.target,
            selection,
            path: self.path.clone(),
        };
        decision.offer_for(&choice)?;
        Ok(choice)
    }

    fn takes(&self, offer: &Offer) -> bool {
        offer.action.key == self.action
            && offer.item == self.item
            && offer.mode.map(|mode| mode.key) == self.mode.as_deref()
    }

    fn not_on_offer(&self, decision: &Decision) -> Refusal {
        let labels: Vec<&str> = decision
            .offers
            .iter()
            .map(|offer| offer.label.as_str())
            .collect();
        let mode = self
            .mode
            .as_ref()
            .map_or_else(String::new, |mode| format!(" ({mode})"));
        let item = self
            .item
            .map_or_else(String::new, |item| format!(" with item {item}"));
        Refusal::new(format!(
            "`{}`{mode}{item} is not on offer here; on offer: {}",
            self.action,
            labels.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{
        decision::{Selection, Targets},
        ids::{CombatantId, SideId},
        terms::{Action, ActionRole, DecisionKind, DecisionRole, Mode, ModeRole, Term, Word},
    };

    const STATEMENT: DecisionKind = Word(&Term::new("statement", DecisionRole::Statement));
    const LONG: Mode = Word(&Term::new("long", ModeRole::Weapon));
    const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack));
    const WAIT: Action = Word(&Term::new("wait", ActionRole::Pass));

    fn decision() -> Decision {
        let pace = |key| Selection {
            key,
            label: String::new(),
            bargains: false,
            band: None,
        };
        Decision {
            number: 3,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: STATEMENT,
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
            offers: vec![
                Offer {
                    item: Some(ItemId(2)),
                    mode: Some(LONG),
                    targets: Targets::AnyOf(vec![Target::Combatant(CombatantId(1))]),
                    selections: vec![pace("hold"), pace("half")],
                    ..Offer::new(ATTACK, "Attack with spear", &[])
                },
                Offer::new(WAIT, "Wait", &[]),
            ],
        }
    }

    #[test]
    fn every_choice_of_a_decision_is_read_back() {
        let decision = decision();
        for number in 0..decision.choice_count() {
            let choice = decision.choice_at(number).unwrap();
            let written = serde_json::to_string(&WrittenChoice::of(&choice)).unwrap();
            assert_eq!(written, serde_json::to_string(&choice).unwrap());
            let read: WrittenChoice = serde_json::from_str(&written).unwrap();
            assert_eq!(read.resolve(&decision).unwrap(), choice);
        }
    }

    #[test]
    fn what_is_not_on_offer_is_named() {
        let decision = decision();
        let attack = WrittenChoice::of(&decision.choice_at(0).unwrap());
        let refusal = |change: &dyn Fn(&mut WrittenChoice)| {
            let mut other = attack.clone();
            change(&mut other);
            other.resolve(&decision).unwrap_err().reason
        };
        assert_eq!(
            refusal(&|choice| choice.action = "fly".to_owned()),
            "`fly` (long) with item i2 is not on offer here; on offer: Attack with spear, Wait"
        );
        assert_eq!(
            refusal(&|choice| choice.selection = Some("run".to_owned())),
            "Attack with spear: `run` is not among its options: hold, half"
        );
        assert_eq!(
            refusal(&|choice| choice.target = None),
            "Attack with spear: that target is not allowed"
        );
        assert_eq!(
            refusal(&|choice| choice.selection = None),
            "Attack with spear: choose one of its options"
        );
    }
}
