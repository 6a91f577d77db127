//! How the offers of a decision are laid out in the action bar: in a row, with those that are
//! seldom wanted folded away behind one button at its end.

use shieldwall_battle::{Decision, Offer};

use crate::session::Fold;

/// Offers that are folded away, by verb and mode, with the word for them on the button.
const SELDOM: [(&str, Option<&str>, &str); 2] =
    [("drop", None, "drop"), ("ready", Some("away"), "put away")];

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
}

/// Which entry of [`SELDOM`] an offer falls under.
fn seldom(offer: &Offer) -> Option<usize> {
    SELDOM.iter().position(|(verb, mode, _)| {
        offer.verb.0 == *verb && mode.is_none_or(|mode| offer.mode == Some(mode))
    })
}

impl Bar {
    /// The bar for a decision. Nothing is folded away if nothing would be left.
    pub(crate) fn of(decision: &Decision) -> Self {
        let indices = 0..decision.offers.len();
        let (folded, row): (Vec<usize>, Vec<usize>) =
            indices.partition(|&index| seldom(&decision.offers[index]).is_some());
        if row.is_empty() {
            return Self {
                row: folded,
                ..Self::default()
            };
        }
        let mut kinds: Vec<usize> = folded
            .iter()
            .filter_map(|&index| seldom(&decision.offers[index]))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let words: Vec<&str> = kinds.into_iter().map(|kind| SELDOM[kind].2).collect();
        Self {
            row,
            folded,
            label: format!("{}...", words.join(" or ")),
        }
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

    /// What keys and gamepad go through, in order; the hotkeys too.
    pub(crate) fn stops(&self, fold: Fold) -> Vec<Slot> {
        if fold == Fold::Open {
            return self.folded.iter().copied().map(Slot::Offer).collect();
        }
        let row = self.row.iter().copied().map(Slot::Offer);
        row.chain((!self.folded.is_empty()).then_some(Slot::Fold))
            .collect()
    }

    /// The number of the hotkey that means a slot, from 0; `None` if none does now.
    pub(crate) fn hotkey(&self, slot: Slot, fold: Fold) -> Option<usize> {
        self.stops(fold).iter().position(|stop| *stop == slot)
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, RuleId, SideId, Verb};

    use super::*;

    fn decision(offers: &[(&'static str, Option<&'static str>)]) -> Decision {
        let offers = offers.iter().map(|(verb, mode)| Offer {
            mode: *mode,
            ..Offer::new(Verb(verb), *verb, &[RuleId("PCT-R09")])
        });
        Decision {
            number: 0,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: "action",
            prompt: String::new(),
            against: None,
            sealed: false,
            offers: offers.collect(),
        }
    }

    #[test]
    fn what_is_seldom_wanted_comes_last_and_behind_one_button() {
        let bar = Bar::of(&decision(&[
            ("drop", None),
            ("attack", None),
            ("ready", None),
            ("ready", Some("away")),
            ("ready", Some("pick_up")),
            ("drop", None),
        ]));
        assert_eq!(bar.label(), "drop or put away...");
        assert_eq!((bar.row(), bar.folded()), (&[1, 2, 4][..], &[0, 3, 5][..]));
        let shut = [Slot::Offer(1), Slot::Offer(2), Slot::Offer(4), Slot::Fold];
        assert_eq!(bar.stops(Fold::Shut), shut);
        assert_eq!(bar.stops(Fold::Marked), shut);
        assert_eq!(bar.hotkey(Slot::Fold, Fold::Shut), Some(3));
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Shut), None);
        assert_eq!(bar.hotkey(Slot::Offer(3), Fold::Open), Some(1));
        assert_eq!(bar.hotkey(Slot::Offer(1), Fold::Open), None);
    }

    #[test]
    fn bars_without_them_have_no_such_button() {
        let bar = Bar::of(&decision(&[("attack", None), ("pass", None)]));
        assert_eq!(bar.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let only = Bar::of(&decision(&[("drop", None), ("drop", None)]));
        assert_eq!(only.stops(Fold::Shut), [Slot::Offer(0), Slot::Offer(1)]);
        let away = Bar::of(&decision(&[("pass", None), ("ready", Some("away"))]));
        assert_eq!(away.label(), "put away...");
    }
}
