//! How the offers of a decision are laid out in the action bar: the common actions in fixed places, the others in a
//! row, and those that are seldom wanted folded away behind one button at its end.

use std::collections::BTreeSet;

use shieldwall_battle::{
    Decision,
    terms::{Common, DecisionRole},
};

use crate::{controls::Act, session::Fold};

/// A place in the action bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// The offer with this index.
    Offer(usize),
    /// The button behind which offers are folded away.
    Fold,
}

/// The action bar of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bar {
    /// Offers in fixed places, in the order of [`Common::ALL`]; all empty where the bar has no such places.
    common: [Vec<usize>; Common::ALL.len()],
    row: Vec<usize>,
    folded: Vec<usize>,
    label: String,
    closing: Option<usize>,
}

impl Bar {
    /// The bar for a decision. Nothing is folded away if nothing would be left.
    pub(crate) fn of(decision: &Decision) -> Self {
        let indices = 0..decision.offers.len();
        let aside = |index: usize| decision.offers[index].aside;
        let (folded, usual): (Vec<usize>, Vec<usize>) =
            indices.partition(|&index| aside(index).is_some());
        let closing = decision
            .offers
            .iter()
            .position(|offer| offer.role.is_closing());
        if usual.is_empty() {
            return Self {
                row: folded,
                closing,
                ..Self::default()
            };
        }
        let words: BTreeSet<&str> = folded.iter().filter_map(|&index| aside(index)).collect();
        let words: Vec<&str> = words.into_iter().collect();
        let label = words.join(", ");
        let mut bar = Self {
            folded,
            label,
            closing,
            ..Self::default()
        };
        for index in usual {
            let common = decision.offers[index].role.common();
            match common.filter(|_| acts(decision)) {
                Some(common) => bar.common[common as usize].push(index),
                None => bar.row.push(index),
            }
        }
        bar
    }

    /// Whether the common actions have places of their own.
    pub(crate) fn has_places(&self) -> bool {
        self.common.iter().any(|place| !place.is_empty())
    }

    /// Indices of the offers in the place of a common action; none if nothing of the kind can be done now.
    pub(crate) fn place(&self, common: Common) -> &[usize] {
        &self.common[common as usize]
    }

    /// Index of the offer that ends what the decision is about, if there is one.
    pub(crate) fn closing(&self) -> Option<usize> {
        self.closing
    }

    /// Indices of the offers in the row after the common ones.
    pub(crate) fn row(&self) -> &[usize] {
        &self.row
    }

    /// Indices of all offers that are not folded away.
    pub(crate) fn usual(&self) -> Vec<usize> {
        let places = self.common.iter().flatten();
        places.chain(&self.row).copied().collect()
    }

    /// Indices of the offers that are folded away.
    pub(crate) fn folded(&self) -> &[usize] {
        &self.folded
    }

    /// What the button says behind which they are.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Whether an offer is folded away.
    pub(crate) fn hides(&self, index: usize) -> bool {
        self.folded.contains(&index)
    }

    /// What keys and gamepad go through, in order.
    pub(crate) fn stops(&self, fold: Fold) -> Vec<Slot> {
        if fold == Fold::Open {
            return self.folded.iter().copied().map(Slot::Offer).collect();
        }
        let usual = self.usual().into_iter().map(Slot::Offer);
        usual
            .chain((!self.folded.is_empty()).then_some(Slot::Fold))
            .collect()
    }

    /// What the numbered hotkeys mean, first number first. The common actions have keys of their own, and so has
    /// what ends the decision, unless it is all there is.
    pub(crate) fn numbered(&self, fold: Fold) -> Vec<Slot> {
        let mut stops = self.stops(fold);
        if stops.len() > 1 {
            let has_key = |slot: &Slot| self.closes(*slot) || self.common_of(*slot).is_some();
            stops.retain(|slot| !has_key(slot));
        }
        stops
    }

    /// The hotkey that means a slot; `None` if none does now.
    pub(crate) fn hotkey(&self, slot: Slot, fold: Fold) -> Option<Act> {
        if self.closes(slot) {
            return Some(Act::Finish);
        }
        if let Some(common) = self.common_of(slot) {
            return Some(Act::of_common(common));
        }
        let number = self.numbered(fold).iter().position(|stop| *stop == slot)?;
        Act::OFFERS.get(number).copied()
    }

    fn closes(&self, slot: Slot) -> bool {
        matches!(slot, Slot::Offer(index) if self.closing == Some(index))
    }

    fn common_of(&self, slot: Slot) -> Option<Common> {
        let Slot::Offer(index) = slot else {
            return None;
        };
        let holds = |common: &Common| self.place(*common).contains(&index);
        Common::ALL.into_iter().find(holds)
    }
}

/// What the buttons of a decision say: its labels, with a number after those that are the same word for word.
pub(crate) fn told_apart(decision: &Decision) -> Vec<String> {
    let labels = || decision.offers.iter().map(|offer| offer.label.as_str());
    let numbered = labels().enumerate().map(|(index, label)| {
        if labels().filter(|other| *other == label).count() == 1 {
            return label.to_owned();
        }
        let before = labels().take(index).filter(|other| *other == label).count();
        format!("{label} ({})", before + 1)
    });
    numbered.collect()
}

/// Whether a decision is about what somebody does, and not the answer to one question: there players look for the
/// common actions.
fn acts(decision: &Decision) -> bool {
    match decision.kind.role {
        DecisionRole::Statement
        | DecisionRole::Turn
        | DecisionRole::Action
        | DecisionRole::Movement => true,
        DecisionRole::Activation
        | DecisionRole::Stance
        | DecisionRole::Reaction
        | DecisionRole::Aid
        | DecisionRole::Minor => false,
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{ActionRole, CombatantId, Offer, RuleId, SideId};

    use super::*;

    fn decision(offers: Vec<Offer>) -> Decision {
        Decision {
            number: 0,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: crate::sample_terms::kind("action"),
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
            offers,
        }
    }

    fn offer(action: &'static str) -> Offer {
        Offer::new(
            crate::sample_terms::action(action),
            action,
            &[RuleId("PCT-R09")],
        )
    }

    fn aside(action: &'static str, word: &'static str) -> Offer {
        Offer {
            aside: Some(word),
            ..offer(action)
        }
    }

    #[test]
    fn what_is_seldom_wanted_comes_last_and_behind_one_button() {
        let bar = Bar::of(&decision(vec![
            aside("drop", "drop"),
            offer("attack"),
            offer("ready"),
            aside("ready", "put away"),
            offer("pick_up"),
            aside("drop", "drop"),
        ]));
        assert_eq!(bar.label(), "drop, put away");
        assert_eq!(bar.place(Common::Attack), [1]);
        assert_eq!((bar.row(), bar.folded()), (&[2, 4][..], &[0, 3, 5][..]));
        let shut = [Slot::Offer(1), Slot::Offer(2), Slot::Offer(4), Slot::Fold];
        assert_eq!(bar.stops(Fold::Shut), shut);
        assert_eq!(bar.stops(Fold::Marked), shut);
        assert_eq!(bar.hotkey(Slot::Fold, Fold::Shut), Some(Act::Offer3));
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Shut), None);
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Open), Some(Act::Offer2));
        assert_eq!(bar.hotkey(Slot::Offer(2), Fold::Open), None);
    }

    #[test]
    fn common_actions_have_places_and_keys_where_somebody_acts_and_not_in_answers() {
        let of = |role, label: &str| Offer {
            label: label.to_owned(),
            ..offer("attack").as_a(role)
        };
        let offers = vec![
            of(ActionRole::Ready, "Take bow"),
            of(ActionRole::Dodge, "Step back"),
            of(ActionRole::MeleeAttack, "Hit"),
            of(ActionRole::MeleeAttack, "Hit"),
        ];
        let bar = Bar::of(&decision(offers.clone()));
        assert_eq!(bar.place(Common::Attack), [2, 3]);
        assert_eq!(bar.place(Common::Defend), [1]);
        assert_eq!(bar.place(Common::Move), [0; 0]);
        assert_eq!((bar.row(), bar.usual()), (&[0][..], vec![2, 3, 1, 0]));
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Shut), Some(Act::Attack));
        assert_eq!(bar.hotkey(Slot::Offer(0), Fold::Shut), Some(Act::Offer1));
        let answer = Decision {
            kind: crate::sample_terms::kind("reaction"),
            ..decision(offers)
        };
        assert!(!Bar::of(&answer).has_places());
        assert_eq!(
            told_apart(&answer),
            ["Take bow", "Step back", "Hit (1)", "Hit (2)"]
        );
    }

    #[test]
    fn bars_without_them_have_no_such_button() {
        let bar = Bar::of(&decision(vec![offer("attack"), offer("pass")]));
        assert_eq!(bar.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let only = Bar::of(&decision(vec![aside("drop", "drop"); 2]));
        assert_eq!(only.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let three = ["drop", "put away", "speak"].map(|word| aside("speak", word));
        let away = Bar::of(&decision([vec![offer("pass")], three.to_vec()].concat()));
        assert_eq!(away.label(), "drop, put away, speak");
    }

    #[test]
    fn what_ends_a_turn_has_the_same_key_everywhere_and_takes_no_number() {
        let end = offer("end");
        let mut offers = vec![offer("move"), end.clone()];
        offers.extend([aside("drop", "drop"), offer("attack")]);
        let bar = Bar::of(&decision(offers));
        assert_eq!(bar.closing(), Some(1));
        let keys = [Slot::Offer(0), Slot::Offer(1), Slot::Offer(3), Slot::Fold]
            .map(|slot| bar.hotkey(slot, Fold::Shut));
        let expected = [Act::Move, Act::Finish, Act::Attack, Act::Offer1];
        assert_eq!(keys, expected.map(Some));
        // Where it is all there is, "press 1" holds as well.
        let alone = Bar::of(&decision(vec![end]));
        assert_eq!(alone.numbered(Fold::Shut), [Slot::Offer(0)]);
    }
}
