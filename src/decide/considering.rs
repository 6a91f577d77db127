//! What the player is looking at doing right now, which the panels and the board show before it is done.

use std::borrow::Cow;

use bevy::prelude::*;
use shieldwall_battle::{Choice, CombatantId, Decision, Fields, Target, terms::DecisionRole};
use shieldwall_grid::Cell;

use super::{
    HoveredTarget, PointerUse, SessionTargeting,
    clicking::Click,
    completion::{choice_with, considered_target, fields_in_force, is_open},
    is_reaction,
    pace::falls_short,
    targeting::{Situation, is_target, needs_target},
};
use crate::session::{Asked, Draft, Session};

/// What the player is looking at doing right now: the armed offer with the target that is pointed
/// at or picked. The forecast panel shows it, and confirming does it.
#[derive(Resource, Default, Debug, Clone, PartialEq)]
pub(crate) struct Considered {
    /// The target.
    pub(crate) target: Option<Target>,
    /// What is in force in the fields; a pace is left out while it is not known.
    pub(crate) fields: Fields,
    /// The whole choice, once nothing is missing.
    pub(crate) choice: Option<Choice>,
    /// True if the movement in force does not bring the actor into reach of the target.
    pub(crate) falls_short: bool,
    /// The other attacks that a click where the player points could mean: the best of all is taken.
    pub(crate) rivals: Vec<Choice>,
    /// The enemy that is pointed at and cannot be attacked at once.
    pub(crate) beyond: Option<CombatantId>,
    /// The cells from which that one could be attacked after a move, the first of them where a click leads.
    pub(crate) from: Vec<Cell>,
    /// The attack on that one that comes after the move.
    pub(crate) attack: Option<Choice>,
    /// The answer that is taken to come before the move, where the decision is about something else.
    pub(crate) first: Option<Choice>,
}

impl Considered {
    /// The choice whose odds are shown: the attack that comes after a move, or the choice itself.
    pub(crate) const fn forecast(&self) -> Option<&Choice> {
        match &self.attack {
            Some(attack) => Some(attack),
            None => self.choice.as_ref(),
        }
    }

    /// The target of that choice.
    pub(crate) fn aim(&self) -> Option<Target> {
        let attack = self.attack.as_ref();
        attack.map_or(self.target, |attack| attack.target)
    }
}

/// The click that would be made where the player points.
fn pointing<'a>(
    decision: &'a Decision,
    draft: &'a Draft,
    aims: &'a SessionTargeting<'_>,
) -> Option<Click<'a>> {
    Some(Click {
        decision,
        draft,
        situation: aims,
        cell: aims.pointed?,
        combatant: aims.pointed_combatant,
    })
}

pub(super) fn consider(
    session: Res<Session>,
    asked: Res<Asked>,
    draft: Res<Draft>,
    pointer: Res<PointerUse>,
    hovered: Res<HoveredTarget>,
    mut considered: ResMut<Considered>,
) {
    let news = [
        session.is_changed(),
        asked.is_changed(),
        draft.is_changed(),
        pointer.is_changed(),
        hovered.is_changed(),
    ];
    if !news.contains(&true) {
        return;
    }
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let implied = open.filter(|_| hovered.0.is_none()).and_then(|decision| {
        let mut aims = SessionTargeting::new(&session, &asked, decision);
        pointer.lend(&mut aims);
        let click = pointing(decision, &draft, &aims)?;
        let attack = click.attack()?;
        let rivals = click.attacks().into_iter().map(|(_, choice)| choice);
        Some((attack, rivals.collect()))
    });
    let (draft, rivals) = match implied {
        Some((attack, rivals)) => (Cow::Owned(attack), rivals),
        None => (Cow::Borrowed(&*draft), Vec::new()),
    };
    let offer = open.and_then(|decision| decision.offers.get(draft.offer?));
    let next = match open.zip(offer) {
        None => Considered::default(),
        Some((decision, offer)) => {
            let mut aims = SessionTargeting::new(&session, &asked, decision);
            pointer.lend(&mut aims);
            let target = hovered
                .0
                .filter(|target| is_target(offer, *target))
                .or_else(|| considered_target(offer, &draft, &aims));
            // Which pace serves best depends on the target.
            let open = |key: &str| {
                let mut fields = offer.fields.iter();
                let field = fields.find(|field| field.key == key);
                needs_target(offer) && field.is_some_and(|field| is_open(field, &draft, target))
            };
            let fields = fields_in_force(offer, &draft, target, &aims);
            let vantage = target.and_then(|target| aims.vantage(offer, target));
            Considered {
                target,
                falls_short: vantage.is_some_and(|from| falls_short(offer, &fields, from)),
                fields: fields.iter().filter(|(key, _)| !open(key)).collect(),
                choice: choice_with(offer, &draft, target, &aims),
                rivals,
                ..Considered::default()
            }
        }
    };
    let next = match open.filter(|_| hovered.0.is_none()) {
        Some(decision) => look_beyond((&session, &asked), decision, &draft, &pointer, next),
        None => next,
    };
    if *considered != next {
        *considered = next;
    }
}

/// The first answer of a declaration, if it needs no target.
fn usual(decision: &Decision) -> Option<Choice> {
    let offer = decision.offers.first()?;
    (!needs_target(offer) && !offer.grave).then(|| offer.choice(None, None))
}

/// What is considered where the player points at an enemy who cannot be attacked at once: the attack after a move, as
/// far as there is one.
fn look_beyond(
    (session, asked): (&Session, &Asked),
    decision: &Decision,
    draft: &Draft,
    pointer: &PointerUse,
    considered: Considered,
) -> Considered {
    let mut aims = SessionTargeting::new(session, asked, decision);
    pointer.lend(&mut aims);
    let click = pointing(decision, draft, &aims);
    let foe = click.and_then(|click| aims.foe_in(click.cell));
    let (Some(click), Some(who)) = (click, foe) else {
        return considered;
    };
    let picks = click.active_field().is_some();
    if picks || decision.actor.is_none() || is_reaction(decision) || click.is_aimed() {
        return considered;
    }
    let first = match decision.kind.role {
        DecisionRole::Statement => considered.choice.clone().or_else(|| usual(decision)),
        _ => None,
    };
    let approaches = asked.approaches_to(who, first.as_ref());
    Considered {
        attack: approaches.first().map(|nearest| nearest.attack.clone()),
        beyond: Some(who),
        from: approaches.iter().map(|approach| approach.cell).collect(),
        first,
        ..considered
    }
}
