//! How the offers of a decision are laid out in the action bar: in a row, with those that are
//! seldom wanted folded away behind one button at its end.

use std::collections::BTreeSet;

use shieldwall_battle::Decision;

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
        let (folded, row): (Vec<usize>, Vec<usize>) =
            indices.partition(|&index| aside(index).is_some());
        let closing = decision
            .offers
            .iter()
            .position(|offer| offer.role.is_closing());
        if row.is_empty() {
            return Self {
                row: folded,
                closing,
                ..Self::default()
            };
        }
        let words: BTreeSet<&str> = folded.iter().filter_map(|&index| aside(index)).collect();
        let words: Vec<&str> = words.into_iter().collect();
        let label = match words.as_slice() {
            [] => String::new(),
            [only] => format!("{only}..."),
            [others @ .., last] => format!("{} or {last}...", others.join(", ")),
        };
        Self {
            row,
            folded,
            label,
            closing,
        }
    }

    /// Index of the offer that ends what the decision is about, if there is one.
    pub(crate) fn closing(&self) -> Option<usize> {
        self.closing
    }

    /// Indices of the offers in the row.
    pub(crate) fn row(&self) -> &[usize] {
        &self.row
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
        let row = self.row.iter().copied().map(Slot::Offer);
        row.chain((!self.folded.is_empty()).then_some(Slot::Fold))
            .collect()
    }

    /// What the numbered hotkeys mean, first number first. What ends the decision has a key of its
    /// own, the same in every decision, unless it is all there is.
    pub(crate) fn numbered(&self, fold: Fold) -> Vec<Slot> {
        let mut stops = self.stops(fold);
        if stops.len() > 1 {
            stops.retain(|stop| !self.closes(*stop));
        }
        stops
    }

    /// The hotkey that means a slot; `None` if none does now.
    pub(crate) fn hotkey(&self, slot: Slot, fold: Fold) -> Option<Act> {
        if self.closes(slot) {
            return Some(Act::Finish);
        }
        let number = self.numbered(fold).iter().position(|stop| *stop == slot)?;
        Act::OFFERS.get(number).copied()
    }

    fn closes(&self, slot: Slot) -> bool {
        matches!(slot, Slot::Offer(index) if self.closing == Some(index))
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, Offer, RuleId, SideId};

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
        assert_eq!(bar.label(), "drop or put away...");
        assert_eq!((bar.row(), bar.folded()), (&[1, 2, 4][..], &[0, 3, 5][..]));
        let shut = [Slot::Offer(1), Slot::Offer(2), Slot::Offer(4), Slot::Fold];
        assert_eq!(bar.stops(Fold::Shut), shut);
        assert_eq!(bar.stops(Fold::Marked), shut);
        assert_eq!(bar.hotkey(Slot::Fold, Fold::Shut), Some(Act::Offer4));
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Shut), None);
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Open), Some(Act::Offer2));
        assert_eq!(bar.hotkey(Slot::Offer(1), Fold::Open), None);
    }

    #[test]
    fn bars_without_them_have_no_such_button() {
        let bar = Bar::of(&decision(vec![offer("attack"), offer("pass")]));
        assert_eq!(bar.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let only = Bar::of(&decision(vec![aside("drop", "drop"); 2]));
        assert_eq!(only.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let three = ["drop", "put away", "speak"].map(|word| aside("speak", word));
        let away = Bar::of(&decision([vec![offer("pass")], three.to_vec()].concat()));
        assert_eq!(away.label(), "drop, put away or speak...");
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
        let expected = [Act::Offer1, Act::Finish, Act::Offer2, Act::Offer3];
        assert_eq!(keys, expected.map(Some));
        // Where it is all there is, "press 1" holds as well.
        let alone = Bar::of(&decision(vec![end]));
        assert_eq!(alone.numbered(Fold::Shut), [Slot::Offer(0)]);
    }
}
