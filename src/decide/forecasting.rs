//! Asking the simulation for what the player will want to see: forecasts of the choice that is
//! being considered, how far one would have to move for it, the odds of every reaction, reach,
//! ranges and ways.

use std::collections::BTreeSet;

use bevy::{prelude::*, window::RequestRedraw};
use shieldwall_battle::{
    Choice, CombatantId, CombatantView, Decision, ItemId, Target, Targets, Vitality, board::hostile,
};
use shieldwall_grid::Cell;

use crate::{
    app_systems::AppSystems,
    host::{Host, Request},
    screen::Screen,
    session::{Draft, Overlays, Session},
};

use super::{
    Confirmed, Considered, HoveredOffer, SessionTargeting, completion::unsettled, pace::has_paces,
};

/// Seconds that a choice has to be considered before its forecast is asked for, so that sweeping
/// the pointer across the board asks for nothing.
const DEBOUNCE: f32 = 0.06;

/// What has been asked for the open decision.
#[derive(Resource, Default, Debug)]
struct Asked {
    decision: Option<u32>,
    ways: BTreeSet<(CombatantId, Cell)>,
    ranges: BTreeSet<ItemId>,
    reach: BTreeSet<CombatantId>,
    approaches: BTreeSet<CombatantId>,
    considered: Option<Choice>,
    since: f32,
}

/// Adds the questions.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
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

fn forget(mut asked: ResMut<Asked>) {
    *asked = Asked::default();
}

/// Once for each decision: how far the actor gets, its ranges, and the odds of each reaction.
fn ask_for_decision(mut session: ResMut<Session>, host: Res<Host>, mut asked: ResMut<Asked>) {
    let Some(decision) = session.decision.clone() else {
        return;
    };
    if asked.decision == Some(decision.number) {
        return;
    }
    *asked = Asked {
        decision: Some(decision.number),
        ..Asked::default()
    };
    host.send(Request::Missing {
        decision: decision.number,
    });
    if let Some(actor) = decision.actor
        && decision.offers.iter().any(has_paces)
        && !session.asked.reach.contains_key(&actor)
    {
        host.send(Request::Reach(actor));
    }
    for item in decision.offers.iter().filter_map(|offer| offer.item) {
        if !session.asked.ranges.contains_key(&item) && asked.ranges.insert(item) {
            host.send(Request::Ranges(item));
        }
    }
    if is_reaction(&decision) {
        for offer in &decision.offers {
            ask((&mut session, &host), decision.number, offer.choice_at(0));
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

/// As soon as a target is considered: how far the actor would have to move for it, if the pace
/// depends on that.
fn ask_for_vantage(
    mut session: ResMut<Session>,
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
        if let Some(choice) = unknown_vantage(&session, &draft, target)
            && !session.asked.vantages.is_asked(&choice)
        {
            session.asked.vantages.ask(&choice);
            host.send(Request::Vantage { decision, choice });
        }
    }
}

/// The choice for which it is still to be found out how far the actor would have to move.
fn unknown_vantage(session: &Session, draft: &Draft, target: Option<Target>) -> Option<Choice> {
    let decision = session.decision.as_ref()?;
    let offer = decision.offers.get(draft.offer?)?;
    let target = unsettled(
        offer,
        draft,
        target,
        &SessionTargeting::new(session, decision),
    )?;
    Some(offer.choice(Some(target), None))
}

fn ask_for_considered(
    mut session: ResMut<Session>,
    host: Res<Host>,
    mut asked: ResMut<Asked>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if asked.considered != considered.choice {
        asked.considered.clone_from(&considered.choice);
        asked.since = 0.0;
        redraw.write(RequestRedraw);
        return;
    }
    asked.since += time.delta_secs();
    let (Some(choice), Some(decision)) = (&considered.choice, session.decision.clone()) else {
        return;
    };
    if asked.since < DEBOUNCE {
        redraw.write(RequestRedraw);
        return;
    }
    if session.waiting {
        return;
    }
    let walks = decision
        .offers
        .iter()
        .any(|offer| offer.action == choice.action && matches!(offer.targets, Targets::Cells(_)));
    if let Some(Target::Cell(cell)) = choice.target
        && walks
        && let Some(actor) = decision.actor
        && !session.asked.paths.contains_key(&(actor, cell))
        && asked.ways.insert((actor, cell))
    {
        host.send(Request::Path(actor, cell));
    }
    // While the pace may still change there is nothing to forecast yet.
    let settled = unknown_vantage(&session, &draft, considered.target).is_none();
    if settled && !session.asked.forecasts.is_asked(choice) {
        ask((&mut session, &host), decision.number, choice.clone());
    }
    for rival in &considered.rivals {
        if !session.asked.forecasts.is_asked(rival) {
            ask((&mut session, &host), decision.number, rival.clone());
        }
    }
}

/// Where in the order of action one would stand after what the pointer is on, or what is considered.
fn ask_for_order(
    mut session: ResMut<Session>,
    host: Res<Host>,
    draft: Res<Draft>,
    considered: Res<Considered>,
    hovered: Res<HoveredOffer>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let Some(decision) = open.map(|open| open.number) else {
        return;
    };
    let settled = unknown_vantage(&session, &draft, considered.target).is_none();
    let considered = considered.choice.as_ref().filter(|_| settled);
    let choices: [Option<Choice>; 2] = [hovered.0.clone(), considered.cloned()];
    for choice in choices.into_iter().flatten() {
        if !session.view.order.is_empty() && !session.asked.orders.is_asked(&choice) {
            session.asked.orders.ask(&choice);
            host.send(Request::Order { decision, choice });
        }
    }
}

/// Once for each enemy that is pointed at and cannot be attacked at once: from where it could be after a move.
fn ask_for_approaches(
    session: Res<Session>,
    host: Res<Host>,
    considered: Res<Considered>,
    mut asked: ResMut<Asked>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let (Some(decision), Some(who)) = (open, considered.beyond) else {
        return;
    };
    if asked.decision == Some(decision.number) && asked.approaches.insert(who) {
        host.send(Request::Approaches {
            decision: decision.number,
            who,
        });
    }
}

/// What the switched-on overlays need to know of others than the actor: enemies the viewer sees for
/// the threat, and the inspected combatant for its reach.
fn ask_for_overlays(
    session: Res<Session>,
    host: Res<Host>,
    mut asked: ResMut<Asked>,
    overlays: Res<Overlays>,
    draft: Res<Draft>,
) {
    let Some(decision) = &session.decision else {
        return;
    };
    let side = session.viewer.unwrap_or(decision.side);
    let level = &session.plan.setup.level;
    let threatening = |combatant: &&CombatantView| {
        overlays.threat
            && hostile(level, combatant.side, side)
            && combatant.vitality == Vitality::Active
    };
    // The view holds only whom the viewer may see.
    let enemies = session.view.combatants.iter().filter(threatening);
    let inspected = draft.inspected.filter(|_| overlays.reach);
    for who in enemies.map(|combatant| combatant.id).chain(inspected) {
        if !session.asked.reach.contains_key(&who) && asked.reach.insert(who) {
            host.send(Request::Reach(who));
        }
    }
}

fn ask((session, host): (&mut Session, &Host), decision: u32, choice: Choice) {
    if session.asked.forecasts.ask(&choice) {
        host.send(Request::Forecast { decision, choice });
    }
}
