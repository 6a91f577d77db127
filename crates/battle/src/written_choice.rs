//! Choices as they are written to files, and how they are read back.
//!
//! A [`Choice`] borrows its words from the decision it answers. What comes from a file has words of
//! its own, so it is looked up among the offers of the open decision before it can be made.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_grid::Cell;

use crate::{
    choice::Choice,
    decision::Decision,
    field::{Field, FieldValue, Fields},
    ids::ItemId,
    offer::Offer,
    refusal::Refusal,
    target::Target,
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
    /// What is chosen in the fields; what is left out is as it is unless somebody says otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, WrittenValue>,
    /// Cells to walk through, without the first and with the last; empty for the cheapest way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
}

/// What is chosen in a field, in words of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WrittenValue {
    /// A whole number.
    Amount(i32),
    /// The name of an option.
    Option(String),
    /// A second target.
    Target(Target),
}

impl WrittenValue {
    /// The value in the words of a field; `None` if the field does not take it.
    #[must_use]
    pub fn resolve(&self, field: &Field) -> Option<FieldValue> {
        let value = match self {
            Self::Amount(amount) => FieldValue::Amount(*amount),
            Self::Target(target) => FieldValue::Target(*target),
            Self::Option(wanted) => {
                let mut options = field.options().iter();
                FieldValue::Option(options.find(|option| option.key == wanted)?.key)
            }
        };
        field.takes(value).then_some(value)
    }
}

impl From<FieldValue> for WrittenValue {
    fn from(value: FieldValue) -> Self {
        match value {
            FieldValue::Amount(amount) => Self::Amount(amount),
            FieldValue::Target(target) => Self::Target(target),
            FieldValue::Option(option) => Self::Option(option.to_owned()),
        }
    }
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
            fields: choice
                .fields
                .iter()
                .map(|(key, value)| (key.to_owned(), value.into()))
                .collect(),
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
        let mut choice = Choice {
            item: self.item,
            mode: offer.mode,
            target: self.target,
            path: self.path.clone(),
            ..Choice::of(offer.action)
        };
        choice.fields = self.filled(taken())?;
        decision.offer_for(&choice)?;
        Ok(choice)
    }

    /// What is chosen in the fields of the first offer that has them all.
    fn filled<'a>(&self, offers: impl Iterator<Item = &'a Offer>) -> Result<Fields, Refusal> {
        let mut refusal = None;
        for offer in offers {
            let mut wrong = None;
            for (key, value) in &self.fields {
                let mut known = offer.fields.iter();
                match known.find(|field| field.key == key) {
                    None => wrong = Some(format!("there is no `{key}` here")),
                    Some(field) if value.resolve(field).is_none() => {
                        wrong = Some(format!("`{key}` is one of {}", field.range()));
                    }
                    Some(_) => {}
                }
            }
            let Some(why) = wrong else {
                return Ok(offer.filled(|field| self.fields.get(field.key)?.resolve(field)));
            };
            refusal.get_or_insert_with(|| {
                Refusal::with_rules(format!("{}: {why}", offer.label), &offer.rules)
            });
        }
        refusal.map_or_else(|| Ok(Fields::default()), Err)
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
        field::FieldOption,
        ids::{CombatantId, SideId},
        offer::Targets,
        terms::{Action, ActionRole, DecisionKind, DecisionRole, Mode, ModeRole, Term, Word},
    };

    const STATEMENT: DecisionKind = Word(&Term::new("statement", DecisionRole::Statement));
    const LONG: Mode = Word(&Term::new("long", ModeRole::Weapon));
    const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack));
    const WAIT: Action = Word(&Term::new("wait", ActionRole::Pass));

    fn decision() -> Decision {
        let paces = ["hold", "half"].map(|key| FieldOption::new(key, key));
        let manners = ["upright", "low"].map(|key| FieldOption::new(key, key));
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
                    fields: vec![Field::one_of("pace", "Pace", paces.to_vec())],
                    ..Offer::new(ATTACK, "Attack with spear", &[])
                },
                Offer {
                    fields: vec![
                        Field::amount("defence", "Defence", [0, 2], 0),
                        Field::one_of("manner", "Manner", manners.to_vec()),
                    ],
                    ..Offer::new(WAIT, "Wait", &[])
                },
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
        let run = WrittenValue::Option("run".to_owned());
        assert_eq!(
            refusal(&|choice| {
                choice.fields.insert("pace".to_owned(), run.clone());
            }),
            "Attack with spear: `pace` is one of hold, half"
        );
        assert_eq!(
            refusal(&|choice| choice.target = None),
            "Attack with spear: that target is not allowed"
        );
        let wait = |key: &str, value: WrittenValue| {
            let mut wait = WrittenChoice::of(&Choice::of(WAIT));
            wait.fields.insert(key.to_owned(), value);
            wait.resolve(&decision)
        };
        let reason = |key, value| wait(key, value).unwrap_err().reason;
        assert_eq!(
            reason("defence", WrittenValue::Amount(3)),
            "Wait: `defence` is one of the numbers 0 to 2"
        );
        assert_eq!(
            reason("manner", WrittenValue::Option("proud".to_owned())),
            "Wait: `manner` is one of upright, low"
        );
        assert_eq!(
            reason("pace", WrittenValue::Amount(1)),
            "Wait: there is no `pace` here"
        );
        // What is left out is as it is unless somebody says otherwise.
        let choice = wait("defence", WrittenValue::Amount(2)).unwrap();
        assert_eq!(choice.fields.amount("defence"), Some(2));
        assert_eq!(choice.fields.option("manner"), Some("upright"));
    }
}
