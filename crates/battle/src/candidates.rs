//! Candidates: everything that a combatant might do, as an offer or with the reason why it is none.
//!
//! The code that makes the offers of a decision also gives the reasons, so that both are of one mind. Reasons are kept
//! only if they are asked for.

use bevy_ecs::world::World;

use crate::{
    decision::{Choice, Decision, Offer, Target, Targets},
    ids::ItemId,
    narration::name_of,
    refusal::{Reason, Refusal},
    terms::Action,
};

/// Offers to a combatant, and reasons against the rest.
#[derive(Debug, Default)]
pub struct Candidates {
    offers: Vec<Offer>,
    bars: Option<Vec<Bar>>,
}

/// An action that is not offered, or not against a target.
#[derive(Debug)]
struct Bar {
    action: Action,
    item: Option<ItemId>,
    /// The name of the thing that it would be done with; empty for none.
    with: String,
    target: Option<Target>,
    reason: &'static Reason,
}

impl Candidates {
    /// Collects offers alone.
    #[must_use]
    pub fn offers_alone() -> Self {
        Self::default()
    }

    /// Collects offers, and reasons against what is not offered.
    #[must_use]
    pub fn with_reasons() -> Self {
        Self {
            offers: Vec::new(),
            bars: Some(Vec::new()),
        }
    }

    /// Adds an offer.
    pub fn offer(&mut self, offer: Offer) {
        self.offers.push(offer);
    }

    /// Notes that an action cannot be taken at all.
    pub fn bar(&mut self, action: Action, reason: &'static Reason) {
        if let Some(bars) = &mut self.bars {
            bars.push(Bar {
                action,
                item: None,
                with: String::new(),
                target: None,
                reason,
            });
        }
    }

    /// Adds an action, or the reason against it.
    pub fn add(&mut self, action: Action, candidate: Result<Offer, &'static Reason>) {
        match candidate {
            Ok(offer) => self.offer(offer),
            Err(reason) => self.bar(action, reason),
        }
    }

    /// Adds an offer on all targets against which there is no reason, and nothing if there are none. `with` names the
    /// thing that it is done with, for reasons.
    pub fn aim(
        &mut self,
        mut offer: Offer,
        with: &str,
        targets: impl IntoIterator<Item = (Target, Result<(), &'static Reason>)>,
    ) {
        let mut open = Vec::new();
        for (target, candidate) in targets {
            match (candidate, &mut self.bars) {
                (Ok(()), _) => open.push(target),
                (Err(reason), Some(bars)) => bars.push(Bar {
                    action: offer.action,
                    item: offer.item,
                    with: with.to_owned(),
                    target: Some(target),
                    reason,
                }),
                (Err(_), None) => {}
            }
        }
        if !open.is_empty() {
            offer.targets = Targets::AnyOf(open);
            self.offers.push(offer);
        }
    }

    /// The offers.
    #[must_use]
    pub fn into_offers(self) -> Vec<Offer> {
        self.offers
    }

    /// The reasons against a choice; what it leaves out may be anything. `None` if it is on offer, or if no reason
    /// against it was noted.
    #[must_use]
    pub fn why_not(&self, world: &World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let offers = self.offers.iter();
        let mut same = offers.filter(|offer| {
            let of_item = wanted.item.is_none() || offer.item == wanted.item;
            offer.action == wanted.action && of_item
        });
        let open = same.any(|offer| match (wanted.target, &offer.targets) {
            (Some(target), Targets::AnyOf(targets)) => targets.contains(&target),
            _ => true,
        });
        if open {
            return None;
        }
        let bars = self.bars.iter().flatten().filter(|bar| {
            let of_item = wanted.item.is_none() || [None, wanted.item].contains(&bar.item);
            let at_target = wanted.target.is_none() || [None, wanted.target].contains(&bar.target);
            bar.action == wanted.action && of_item && at_target
        });
        Refusal::all(bars.map(|bar| {
            let name = match (bar.target, decision.actor) {
                (Some(Target::Combatant(target)), _) => name_of(world, target),
                (_, Some(actor)) => name_of(world, actor),
                _ => String::new(),
            };
            let about = match (bar.with.as_str(), bar.target) {
                ("", _) => name,
                (with, None) => with.to_owned(),
                (with, Some(_)) => format!("{with}: {name}"),
            };
            Refusal::because(&about, bar.reason)
        }))
    }
}
