//! Asking the simulation for what the player will want to see: forecasts of the choice that is
//! being considered, how far one would have to move for it, the odds of every reaction, reach,
//! ranges and ways.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{prelude::*, window::RequestRedraw};
use shieldwall_battle::{
    Choice, CombatantId, CombatantView, Decision, ItemId, Target, Vitality, board::hostile,
    terms::DecisionRole,
};
use shieldwall_grid::Cell;

use crate::{
    app_systems::AppSystems,
    host::{Host, Request},
    screen::Screen,
    session::{Asked, Draft, Overlays, Seat, Session},
};

use super::{
    Confirmed, Considered, HoveredOffer, SessionTargeting, pace::has_paces, targeting::Situation,
};

/// Seconds that a choice has to be considered before its forecast is pending for, so that sweeping
/// the pointer across the board asks for nothing.
const DEBOUNCE: f32 = 0.06;

/// What has been pending for the open decision.
#[derive(Resource, Default, Debug)]
struct Pending {
    decision: Option<u32>,
    ways: BTreeSet<(CombatantId, Cell)>,
    ranges: BTreeSet<ItemId>,
    reach: BTreeSet<CombatantId>,
    /// The enemies asked about, each with the answer that was drafted when it was asked about last.
    approaches: BTreeMap<CombatantId, Option<Choice>>,
    considered: Option<Choice>,
    since: f32,
}

/// Adds the questions.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pending>()
        .add_systems(OnEnter(Screen::Battle), forget)
        .add_systems(
            Update,
            (
                ask_for_decision,
                ask_for_vantage,
                ask_for_considered,
                ask_for_order,
                ask_for_approaches,
                ask_for_overlays,
            )
                .chain()
                .in_set(AppSystems::Decide)
                .after(super::considering::consider)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        );
}

fn forget(mut pending: ResMut<Pending>) {
    *pending = Pending::default();
}

/// Once for each decision: how far the actor gets, its ranges, and the odds of each reaction.
fn ask_for_decision(
    session: Res<Session>,
    mut asked: ResMut<Asked>,
    host: Res<Host>,
    mut pending: ResMut<Pending>,
) {
    let Some(decision) = session.decision.clone() else {
        return;
    };
    if pending.decision == Some(decision.number) {
        return;
    }
    *pending = Pending {
        decision: Some(decision.number),
        ..Pending::default()
    };
    host.send(Request::Missing {
        decision: decision.number,
    });
    if let Some(actor) = decision.actor
        && decision.offers.iter().any(has_paces)
        && !asked.reach.contains_key(&actor)
    {
        host.send(Request::Reach(actor));
    }
    for item in decision.offers.iter().filter_map(|offer| offer.item) {
        if !asked.ranges.contains_key(&item) && pending.ranges.insert(item) {
            host.send(Request::Ranges(item));
        }
    }
    if is_reaction(&decision) {
        for offer in &decision.offers {
            ask((&mut asked, &host), decision.number, offer.choice_at(0));
        }
    }
}

/// Whether a decision answers somebody's attack with one press.
pub(crate) fn is_reaction(decision: &Decision) -> bool {
    decision.against.is_some()
        && decision
            .offers
            .iter()
            .all(|offer| offer.choice_count() == 1)
}

/// As soon as a target is considered: how far the actor would have to move for it, where the offer has paces.
fn ask_for_vantage(
    session: Res<Session>,
    mut asked: ResMut<Asked>,
    host: Res<Host>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    confirmed: Res<Confirmed>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let Some(decision) = open.map(|open| open.number) else {
        return;
    };
    for target in [considered.target, confirmed.target] {
        // Looked up first: borrowing the session mutably would mark it as changed in every frame.
        if let Some(choice) = unknown_vantage((&session, &asked), &draft, target)
            && !asked.vantages.is_asked(&choice)
        {
            asked.vantages.ask(&choice);
            host.send(Request::Vantage { decision, choice });
        }
    }
}

/// The choice for which it is still to be found out how far the actor would have to move.
fn unknown_vantage(
    (session, asked): (&Session, &Asked),
    draft: &Draft,
    target: Option<Target>,
) -> Option<Choice> {
    let decision = session.decision.as_ref()?;
    let offer = decision.offers.get(draft.offer?)?;
    let aims = SessionTargeting::new(session, asked, decision);
    let unknown = |target: &Target| has_paces(offer) && aims.vantage(offer, *target).is_none();
    let target = target.filter(unknown)?;
    Some(offer.choice(Some(target), None))
}

fn ask_for_considered(
    session: Res<Session>,
    mut asked: ResMut<Asked>,
    host: Res<Host>,
    mut pending: ResMut<Pending>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if pending.considered != considered.choice {
        pending.considered.clone_from(&considered.choice);
        pending.since = 0.0;
        redraw.write(RequestRedraw);
        return;
    }
    pending.since += time.delta_secs();
    let (Some(choice), Some(decision)) = (&considered.choice, session.decision.clone()) else {
        return;
    };
    if pending.since < DEBOUNCE {
        redraw.write(RequestRedraw);
        return;
    }
    if session.waiting {
        return;
    }
    let mut offers = decision.offers.iter();
    let walks = offers.any(|offer| offer.action == choice.action && offer.moves_actor());
    if let Some(Target::Cell(cell)) = choice.target
        && walks
        && let Some(actor) = decision.actor
        && !asked.paths.contains_key(&(actor, cell))
        && pending.ways.insert((actor, cell))
    {
        host.send(Request::Path(actor, cell));
    }
    if !choice.path.is_empty() && asked.drawn_ways.ask(choice) {
        host.send(Request::DrawnWay {
            decision: decision.number,
            choice: choice.clone(),
        });
    }
    // While the pace may still change there is nothing to forecast yet.
    let settled = unknown_vantage((&session, &asked), &draft, considered.target).is_none();
    if settled && !asked.forecasts.is_asked(choice) {
        ask((&mut asked, &host), decision.number, choice.clone());
    }
    for rival in &considered.rivals {
        if !asked.forecasts.is_asked(rival) {
            ask((&mut asked, &host), decision.number, rival.clone());
        }
    }
}

/// The place in the order of action, or on the timeline, after what the pointer is on, or what is considered.
fn ask_for_order(
    session: Res<Session>,
    mut asked: ResMut<Asked>,
    host: Res<Host>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    hovered: Res<HoveredOffer>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let Some(open) = open else {
        return;
    };
    let (decision, is_statement) = (open.number, open.kind.role == DecisionRole::Statement);
    let settled = unknown_vantage((&session, &asked), &draft, considered.target).is_none();
    let considered = considered.choice.as_ref().filter(|_| settled);
    let choices: [Option<Choice>; 2] = [hovered.0.clone(), considered.cloned()];
    for choice in choices.into_iter().flatten() {
        if is_statement && session.words.timeline.is_some() && asked.due.ask(&choice) {
            let choice = choice.clone();
            host.send(Request::Due { decision, choice });
        }
        if !session.view.order.is_empty() && asked.orders.ask(&choice) {
            host.send(Request::Order { decision, choice });
        }
    }
}

/// Once for each enemy that is pointed at and cannot be attacked at once, and for each answer that may come first: from
/// where it could be after a move.
fn ask_for_approaches(
    session: Res<Session>,
    host: Res<Host>,
    considered: Res<Considered>,
    mut pending: ResMut<Pending>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let (Some(decision), Some(who)) = (open, considered.beyond) else {
        return;
    };
    let first = &considered.first;
    if pending.decision == Some(decision.number) && pending.approaches.get(&who) != Some(first) {
        pending.approaches.insert(who, first.clone());
        host.send(Request::Approaches {
            decision: decision.number,
            who,
            first: first.clone(),
        });
    }
}

/// What the switched-on overlays need to know of others than the actor: enemies the viewer sees for
/// the threat, and the inspected combatant for its reach.
fn ask_for_overlays(
    session: Res<Session>,
    asked: Res<Asked>,
    seat: Res<Seat>,
    host: Res<Host>,
    mut pending: ResMut<Pending>,
    overlays: Res<Overlays>,
    draft: Res<Draft>,
) {
    let Some(decision) = &session.decision else {
        return;
    };
    let side = seat.viewer.unwrap_or(decision.side);
    let level = &session.plan.setup.level;
    let threatening = |combatant: &&CombatantView| {
        overlays.threat.shows(combatant.id)
            && hostile(level, combatant.side, side)
            && combatant.vitality == Vitality::Active
    };
    // The view holds only whom the viewer may see.
    let enemies = session.view.combatants.iter().filter(threatening);
    let inspected = draft.inspected.filter(|_| overlays.reach);
    for who in enemies.map(|combatant| combatant.id).chain(inspected) {
        if !asked.reach.contains_key(&who) && pending.reach.insert(who) {
            host.send(Request::Reach(who));
        }
    }
}

fn ask((asked, host): (&mut Asked, &Host), decision: u32, choice: Choice) {
    if asked.forecasts.ask(&choice) {
        host.send(Request::Forecast { decision, choice });
    }
}
