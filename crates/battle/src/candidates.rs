//! Candidates: everything that a combatant might do, as an offer or with the reason why it is none.
//!
//! The code that makes the offers of a decision also gives the reasons, so that both are of one mind. Reasons are kept
//! only if they are asked for.

use bevy_ecs::world::World;

use crate::{
    choice::Choice,
    decision::Decision,
    ids::ItemId,
    narration::name_of,
    offer::{Offer, Targets},
    refusal::{Reason, Refusal},
    target::Target,
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
    /// True if it holds only where there is no other.
    otherwise: bool,
    reason: &'static Reason,
}

impl Bar {
    /// A bar against an action with what is named.
    fn new(action: Action, with: &str, reason: &'static Reason) -> Self {
        Self {
            action,
            item: None,
            with: with.to_owned(),
            target: None,
            otherwise: false,
            reason,
        }
    }
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

    /// True if reasons are kept. What is done only to find them can be left out otherwise.
    #[must_use]
    pub const fn asks_why(&self) -> bool {
        self.bars.is_some()
    }

    /// Notes that an action cannot be taken at all.
    pub fn bar(&mut self, action: Action, reason: &'static Reason) {
        self.note(|| Bar::new(action, "", reason));
    }

    /// Notes that none of these actions can be taken.
    pub fn bar_all(&mut self, actions: &[Action], reason: &'static Reason) {
        for action in actions {
            self.bar(*action, reason);
        }
    }

    /// Notes that an action cannot be taken with a thing, which `with` names.
    pub fn bar_with(
        &mut self,
        action: Action,
        item: Option<ItemId>,
        with: &str,
        reason: &'static Reason,
    ) {
        self.note(|| Bar {
            item,
            ..Bar::new(action, with, reason)
        });
    }

    /// Notes that an action cannot be taken with anything against which there is no other reason. `with` names such a
    /// thing: "the weapon".
    pub fn bar_otherwise(&mut self, action: Action, with: &str, reason: &'static Reason) {
        self.note(|| Bar {
            otherwise: true,
            ..Bar::new(action, with, reason)
        });
    }

    /// Notes that an offer is not open at a target of another kind: a friend, or a combatant out of the fight. It counts
    /// only for a choice of this target.
    pub fn bar_target(&mut self, offer: &Offer, target: Target, reason: &'static Reason) {
        self.note(|| Bar {
            item: offer.item,
            target: Some(target),
            otherwise: true,
            ..Bar::new(offer.action, "", reason)
        });
    }

    fn note(&mut self, bar: impl FnOnce() -> Bar) {
        if let Some(bars) = &mut self.bars {
            bars.push(bar());
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
        let open = self.open_targets(&offer, with, targets);
        if !open.is_empty() {
            offer.targets = Targets::AnyOf(open);
            self.offers.push(offer);
        }
    }

    /// The targets against which there is no reason. Notes the reasons against the others.
    pub fn open_targets(
        &mut self,
        offer: &Offer,
        with: &str,
        targets: impl IntoIterator<Item = (Target, Result<(), &'static Reason>)>,
    ) -> Vec<Target> {
        let mut open = Vec::new();
        for (target, candidate) in targets {
            match (candidate, &mut self.bars) {
                (Ok(()), _) => open.push(target),
                (Err(reason), Some(bars)) => bars.push(Bar {
                    item: offer.item,
                    target: Some(target),
                    ..Bar::new(offer.action, with, reason)
                }),
                (Err(_), None) => {}
            }
        }
        open
    }

    /// The offers.
    #[must_use]
    pub fn into_offers(self) -> Vec<Offer> {
        self.offers
    }

    /// The reasons against a choice; what it leaves out may be anything. `None` if the decision offers it, or if no
    /// reason against it was noted.
    #[must_use]
    pub fn why_not(&self, world: &World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let offers = decision.offers.iter();
        let mut same = offers.filter(|offer| {
            let of_item = wanted.item.is_none() || offer.item == wanted.item;
            offer.action == wanted.action && of_item
        });
        let against = |bar: &&Bar| {
            let of_item = wanted.item.is_none() || [None, wanted.item].contains(&bar.item);
            let any_target = wanted.target.is_none() && !bar.otherwise;
            let at_target = any_target || [None, wanted.target].contains(&bar.target);
            bar.action == wanted.action && of_item && at_target
        };
        let (otherwise, bars): (Vec<&Bar>, Vec<&Bar>) = (self.bars.iter().flatten())
            .filter(against)
            .partition(|bar| bar.otherwise);
        // An offer without targets may still be impossible at one of them.
        let at_this = |offer: &Offer| {
            let mut bars = bars.iter();
            bars.any(|bar| bar.target.is_some() && bar.item == offer.item)
        };
        let open = same.any(|offer| match (wanted.target, &offer.targets) {
            (Some(target), Targets::AnyOf(targets)) => targets.contains(&target),
            (Some(_), Targets::None) => !at_this(offer),
            _ => true,
        });
        if open {
            return None;
        }
        let bars = if bars.is_empty() { otherwise } else { bars };
        Refusal::all(bars.into_iter().map(|bar| {
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
