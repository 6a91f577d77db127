//! Turning what the player presses, clicks and points at into requests to the simulation.
//!
//! [`drafting`] holds the pure state machine. Here it is fed: from [`Acts`], from cells confirmed on
//! the board and from the buttons of the HUD, which all become [`Nudge`]s.

mod drafting;
mod eyes;
mod foretelling;
mod pace;
mod targeting;

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_battle::{Choice, CombatantId, Decision, Offer, Target, Targets};
use shieldwall_grid::Cell;

pub(crate) use drafting::Nudge;
pub(crate) use eyes::Eyes;
pub(crate) use foretelling::is_reaction;
pub(crate) use targeting::{is_immediate, needs_target, ordered_targets};

use drafting::{Habit, choice_with, considered_target, nudge, opening, selection_in_force};
use targeting::{is_target, targets_at};

use crate::{
    app::AppSystems,
    host::Request,
    hud::{Notice, Notices},
    input::{Act, Acts},
    screen::Screen,
    session::{CellConfirmed, Draft, LookAt, Pointed, Session},
    settings::Settings,
};

impl Message for Nudge {}

/// What the player is looking at doing right now: the armed offer with the target that is pointed
/// at or picked. The forecast panel shows it, and confirming does it.
#[derive(Resource, Default, Debug, Clone, PartialEq)]
pub(crate) struct Considered {
    /// The target.
    pub(crate) target: Option<Target>,
    /// The selection in force.
    pub(crate) selection: Option<&'static str>,
    /// The whole choice, once nothing is missing.
    pub(crate) choice: Option<Choice>,
}

/// A target whose button in the list the pointer is on; written by the HUD.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HoveredTarget(pub(crate) Option<Target>);

/// The last choices of combatants by kind of decision, so that the usual offer is armed at once.
#[derive(Resource, Default, Debug)]
struct Habits(BTreeMap<(CombatantId, &'static str), Habit>);

/// Whether the pointer or cursor was moved after the last pick with keys.
#[derive(Resource, Default, Debug)]
struct PointerUse {
    last: Option<Cell>,
    counts: bool,
}

/// Adds deciding.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Draft>()
        .init_resource::<Considered>()
        .init_resource::<HoveredTarget>()
        .init_resource::<Habits>()
        .init_resource::<PointerUse>()
        .add_message::<Nudge>()
        .add_systems(OnEnter(Screen::Battle), forget_habits)
        .add_systems(
            Update,
            (follow_pointer, open_decision, take_nudges, consider)
                .chain()
                .in_set(AppSystems::Decide)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        );
    foretelling::plugin(app);
}

fn forget_habits(
    mut habits: ResMut<Habits>,
    mut draft: ResMut<Draft>,
    mut considered: ResMut<Considered>,
) {
    habits.0.clear();
    *draft = Draft::default();
    *considered = Considered::default();
}

fn follow_pointer(pointed: Res<Pointed>, mut pointer: ResMut<PointerUse>) {
    if pointer.last != pointed.cell {
        pointer.last = pointed.cell;
        pointer.counts = true;
    }
}

fn open_decision(
    session: Res<Session>,
    habits: Res<Habits>,
    mut draft: ResMut<Draft>,
    mut looks: MessageWriter<LookAt>,
) {
    let open = session
        .decision
        .as_ref()
        .filter(|_| session.curtain.is_none());
    let Some(decision) = open else {
        if draft.offer.is_some() || draft.target.is_some() {
            draft.offer = None;
            draft.selection = None;
            draft.target = None;
        }
        return;
    };
    if draft.decision == Some(decision.number) {
        return;
    }
    let eyes = Eyes::new(&session, decision);
    let habit = habits.0.get(&(decision.actor, decision.kind));
    *draft = opening(decision, habit, None, &eyes);
    if let Some(actor) = session.view.combatant(decision.actor) {
        looks.write(LookAt(actor.cell));
    }
}

fn take_nudges(
    mut session: ResMut<Session>,
    mut draft: ResMut<Draft>,
    mut habits: ResMut<Habits>,
    mut pointer: ResMut<PointerUse>,
    mut notices: ResMut<Notices>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    hovered: Res<HoveredTarget>,
    mut confirmed: MessageReader<CellConfirmed>,
    mut buttons: MessageReader<Nudge>,
) {
    let cells: Vec<CellConfirmed> = confirmed.read().copied().collect();
    let pressed: Vec<Nudge> = buttons.read().copied().collect();
    if session.curtain.is_some() {
        return;
    }
    let open = session.decision.clone().filter(|_| !session.waiting);
    let Some(decision) = open else {
        if let Some(who) = cells.last().and_then(|cell| cell.combatant) {
            draft.inspected = Some(who);
        }
        return;
    };
    let nudges = gather(
        &decision, &draft, &session, &acts, &cells, &pressed, &pointer,
    );
    for press in nudges {
        if matches!(press, Nudge::NextTarget | Nudge::PreviousTarget) {
            pointer.counts = false;
        }
        // The forecast on the screen is about the target whose button the pointer is on, so
        // confirming means that one.
        if press == Nudge::Confirm
            && let Some(target) = hovered.0
            && let Some(offer) = draft.offer.and_then(|index| decision.offers.get(index))
            && is_target(offer, target)
        {
            draft.target = Some(target);
        }
        let mut eyes = Eyes::new(&session, &decision);
        eyes.confirm_clicks = settings.confirm_before_commit;
        eyes.pointed = pointer.last.filter(|_| pointer.counts);
        let outcome = nudge(&decision, &draft, press, &eyes);
        notices.clear_hint();
        if session.refusal.is_some() {
            session.refusal = None;
        }
        if *draft != outcome.draft {
            *draft = outcome.draft;
        }
        if let Some(hint) = outcome.hint {
            notices.push(Notice::hint(hint));
        }
        if let Some(choice) = outcome.choice {
            if choice.target.is_some() {
                let habit = Habit {
                    choice: choice.clone(),
                };
                habits.0.insert((decision.actor, decision.kind), habit);
            }
            session.host.send(Request::Choose {
                decision: decision.number,
                choice,
            });
            session.waiting = true;
            return;
        }
    }
}

/// Everything pressed and clicked in this frame, in a sensible order.
fn gather(
    decision: &Decision,
    draft: &Draft,
    session: &Session,
    acts: &Acts,
    cells: &[CellConfirmed],
    buttons: &[Nudge],
    pointer: &PointerUse,
) -> Vec<Nudge> {
    let mut nudges = buttons.to_vec();
    nudges.extend(acts.offer().map(Nudge::Offer));
    for (act, press) in [
        (Act::NextOffer, Nudge::NextOffer),
        (Act::PreviousOffer, Nudge::PreviousOffer),
        (Act::NextSelection, Nudge::NextSelection),
        (Act::PreviousSelection, Nudge::PreviousSelection),
        (Act::NextTarget, Nudge::NextTarget),
        (Act::PreviousTarget, Nudge::PreviousTarget),
        (Act::Cancel, Nudge::Cancel),
    ] {
        if acts.just_pressed(act) {
            nudges.push(press);
        }
    }
    let by_key = acts.just_pressed(Act::Confirm);
    if by_key && cells.is_empty() {
        nudges.push(Nudge::Confirm);
    }
    nudges.extend(cells.iter().map(|cell| {
        if by_key && means_draft(decision, draft, session, *cell, pointer) {
            Nudge::Confirm
        } else {
            Nudge::Cell {
                cell: cell.cell,
                combatant: cell.combatant,
            }
        }
    }));
    nudges
}

/// Whether the key that confirms both the draft and the cursor's cell means the draft: what was
/// picked last is meant, and a cursor that points at nothing legal is not in the way.
fn means_draft(
    decision: &Decision,
    draft: &Draft,
    session: &Session,
    at: CellConfirmed,
    pointer: &PointerUse,
) -> bool {
    if draft.target.is_some() && !pointer.counts {
        return true;
    }
    let eyes = Eyes::new(session, decision);
    let legal = |offer: &Offer| targets_at(offer, at.cell, at.combatant, &eyes);
    let armed = draft.offer.and_then(|index| decision.offers.get(index));
    if let (Some(offer), Some(target)) = (armed, draft.target)
        && legal(offer).contains(&target)
    {
        return true;
    }
    if decision.offers.iter().any(|offer| !legal(offer).is_empty()) {
        return false;
    }
    let walks = armed.is_some_and(|offer| matches!(offer.targets, Targets::Cells(_)));
    let home = session
        .view
        .combatant(decision.actor)
        .map(|actor| actor.cell);
    !walks || home == Some(at.cell)
}

fn consider(
    session: Res<Session>,
    draft: Res<Draft>,
    pointer: Res<PointerUse>,
    hovered: Res<HoveredTarget>,
    mut considered: ResMut<Considered>,
) {
    let news = [
        session.is_changed(),
        draft.is_changed(),
        pointer.is_changed(),
        hovered.is_changed(),
    ];
    if !news.contains(&true) {
        return;
    }
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let offer = open.and_then(|decision| decision.offers.get(draft.offer?));
    let next = match open.zip(offer) {
        None => Considered::default(),
        Some((decision, offer)) => {
            let mut eyes = Eyes::new(&session, decision);
            eyes.pointed = pointer.last.filter(|_| pointer.counts);
            let target = hovered
                .0
                .filter(|target| is_target(offer, *target))
                .or_else(|| considered_target(offer, &draft, &eyes));
            // Which pace serves best depends on the target.
            let known = target.is_some() || draft.selection.is_some() || !needs_target(offer);
            Considered {
                target,
                selection: selection_in_force(offer, &draft, target, &eyes).filter(|_| known),
                choice: choice_with(offer, &draft, target, &eyes),
            }
        }
    };
    if *considered != next {
        *considered = next;
    }
}
