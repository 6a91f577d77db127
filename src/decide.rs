//! Turning what the player presses, clicks and points at into requests to the simulation.
//!
//! [`drafting`] holds the pure state machine. Here it is fed: from [`Acts`], from cells confirmed on
//! the board and from the buttons of the HUD, which all become [`InputIntent`]s.

mod advice;
mod automatic;
mod bar;
mod clicking;
mod committing;
mod completion;
mod considering;
mod drafting;
mod forecasting;
mod missing;
mod notice;
mod opening;
mod own_way;
mod pace;
mod repeating;
mod risks;
mod session_targeting;
mod targeting;
mod undo;
mod warning;

use bevy::{input::mouse::AccumulatedMouseScroll, prelude::*};
use shieldwall_battle::{Choice, CombatantId, Decision, Offer, Target, Targets, terms::Common};
use shieldwall_grid::Cell;

pub(crate) use automatic::{Answerer, Orders};
pub(crate) use bar::{Bar, Slot, told_apart};
pub(crate) use considering::Considered;
pub(crate) use drafting::InputIntent;
pub(crate) use forecasting::is_reaction;
pub(crate) use missing::{common_label, why_missing};
pub(crate) use notice::{Notice, Notices};
pub(crate) use own_way::has_way;
use repeating::Repeating;
pub(crate) use repeating::{as_last, can_repeat};
pub(crate) use risks::risks;
pub(crate) use session_targeting::SessionTargeting;
pub(crate) use targeting::{is_at_once, is_immediate, needs_target, ordered_targets};
pub(crate) use undo::{Undo, explain as explain_undo, reach as undo_reach};

use committing::{Confirmed, Habits, make, make_confirmed};
use completion::{choice_with, unsettled};
use drafting::{arm, fields::picking, intent};
use opening::opening;
use targeting::{among, is_target, targets_at};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    host::{Host, Request},
    input::Acts,
    screen::Screen,
    session::{Asked, CellConfirmed, Draft, Pointed, Seat, Session},
    settings::Settings,
};

#[cfg(test)]
mod any_ruleset_tests;
#[cfg(test)]
mod chores_tests;

impl Message for InputIntent {}

/// A target whose button in the list the pointer is on; written by the HUD.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HoveredTarget(pub(crate) Option<Target>);

/// What the button does that the pointer is on, where that is a whole choice; written by the HUD.
#[derive(Resource, Default, Debug, Clone, PartialEq)]
pub(crate) struct HoveredOffer(pub(crate) Option<Choice>);

/// Whether the pointer or cursor was moved after the last pick with keys.
#[derive(Resource, Default, Debug)]
struct PointerUse {
    last: Option<Cell>,
    /// The combatant that is pointed at in that cell.
    combatant: Option<CombatantId>,
    counts: bool,
}

impl PointerUse {
    /// Tells the targeting what is pointed at, if it counts.
    fn lend(&self, aims: &mut SessionTargeting<'_>) {
        aims.pointed = self.last.filter(|_| self.counts);
        aims.pointed_combatant = self.combatant.filter(|_| self.counts);
    }
}

/// Adds deciding.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Draft>()
        .init_resource::<Considered>()
        .init_resource::<HoveredTarget>()
        .init_resource::<HoveredOffer>()
        .init_resource::<Habits>()
        .init_resource::<PointerUse>()
        .init_resource::<Orders>()
        .init_resource::<Confirmed>()
        .add_message::<InputIntent>()
        .add_message::<Undo>()
        .add_systems(OnEnter(Screen::Battle), (forget_habits, automatic::forget))
        .add_systems(
            Update,
            (
                follow_pointer,
                automatic::answer,
                open_decision,
                advice::arm_best,
                make_confirmed,
                undo::undo,
                turn_by_wheel,
                own_way::draw,
                take_intents,
                considering::consider,
            )
                .chain()
                .in_set(AppSystems::Decide)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        );
    forecasting::plugin(app);
}

fn forget_habits(
    mut habits: ResMut<Habits>,
    mut draft: ResMut<Draft>,
    mut considered: ResMut<Considered>,
) {
    habits.forget();
    *draft = Draft::default();
    *considered = Considered::default();
}

fn follow_pointer(pointed: Res<Pointed>, mut pointer: ResMut<PointerUse>) {
    if pointer.last != pointed.cell {
        pointer.last = pointed.cell;
        pointer.counts = true;
    }
    let combatant = pointed.meant();
    if pointer.combatant != combatant {
        // From a mount to its rider within a cell, but not if somebody comes or goes there.
        pointer.counts |= pointer.combatant.is_some() && combatant.is_some();
        pointer.combatant = combatant;
    }
}

fn open_decision(
    session: Res<Session>,
    asked: Res<Asked>,
    seat: Res<Seat>,
    habits: Res<Habits>,
    mut draft: ResMut<Draft>,
    mut confirmed: ResMut<Confirmed>,
) {
    let open = session.decision.as_ref().filter(|_| !seat.is_covered());
    let Some(decision) = open else {
        let idle = Draft {
            decision: draft.decision,
            inspected: draft.inspected,
            ..Draft::default()
        };
        draft.set_if_neq(idle);
        return;
    };
    if draft.decision == Some(decision.number) {
        return;
    }
    let aims = SessionTargeting::new(&session, &asked, decision);
    let habit = habits.of(decision, session.view.round);
    *draft = opening(decision, habit.as_ref(), None, &aims);
    confirmed.target = None;
}

/// With Shift the wheel turns the figure instead of bringing the board nearer.
fn turn_by_wheel(
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    mut intents: MessageWriter<InputIntent>,
) {
    // Some systems give the wheel sideways while Shift is held.
    let turned = scroll.delta.x + scroll.delta.y;
    if turned != 0.0 && keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) {
        intents.write(if turned > 0.0 {
            InputIntent::TurnLeft
        } else {
            InputIntent::TurnRight
        });
    }
}

fn take_intents(
    mut session: ResMut<Session>,
    asked: Res<Asked>,
    seat: Res<Seat>,
    mut draft: ResMut<Draft>,
    mut habits: ResMut<Habits>,
    mut pointer: ResMut<PointerUse>,
    mut notices: ResMut<Notices>,
    mut confirmed: ResMut<Confirmed>,
    mut orders: ResMut<Orders>,
    host: Res<Host>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    hovered: Res<HoveredTarget>,
    mut clicks: MessageReader<CellConfirmed>,
    mut buttons: MessageReader<InputIntent>,
) {
    let cells: Vec<CellConfirmed> = clicks.read().copied().collect();
    let pressed: Vec<InputIntent> = buttons.read().copied().collect();
    if seat.is_covered() {
        return;
    }
    let open = session.decision.clone().filter(|_| !session.waiting);
    let Some(decision) = open else {
        if let Some(who) = cells.last().and_then(|cell| cell.combatant) {
            draft.inspected = Some(who);
        }
        return;
    };
    let intents = gather(
        &decision,
        &draft,
        (&session, &asked),
        &acts,
        &cells,
        &pressed,
        &pointer,
    );
    for press in intents {
        if matches!(press, InputIntent::NextTarget | InputIntent::PreviousTarget) {
            pointer.counts = false;
        }
        // The forecast on the screen is about the target whose button the pointer is on, so
        // confirming means that one.
        if press == InputIntent::Confirm
            && let Some(target) = hovered.0
            && let Some(offer) = draft.offer.and_then(|index| decision.offers.get(index))
            && is_target(offer, target)
        {
            draft.target = Some(target);
        }
        let mut aims = SessionTargeting::new(&session, &asked, &decision);
        aims.confirm_clicks = settings.confirm_before_commit;
        pointer.lend(&mut aims);
        let outcome = intent(&decision, &draft, press, &aims);
        let armed = outcome.draft.offer.map(|index| &decision.offers[index]);
        let waits_for = armed
            .filter(|_| outcome.choice.is_some())
            .and_then(|offer| {
                let target = outcome.draft.target;
                unsettled(offer, &outcome.draft, target, &aims)
            });
        notices.clear_hint();
        if session.refusal.is_some() {
            session.refusal = None;
        }
        draft.set_if_neq(outcome.draft);
        confirmed.target = waits_for;
        confirmed.for_all = press == InputIntent::SameForAll && can_repeat(&decision);
        if let Some(hint) = outcome.hint {
            notices.push(Notice::hint(hint));
        }
        if let Some(common) = outcome.missing {
            session.refusal = Some(why_missing(&session, &asked, &decision, common));
        }
        if let Some(who) = outcome.beyond {
            let approaches = asked.approaches.get(&who);
            let nearest = approaches.and_then(|found| found.all.first()).cloned();
            match nearest.map(|nearest| (nearest.step.clone(), nearest)) {
                // A declaration comes first: a second click makes it.
                Some((None, _)) => {
                    let aims = SessionTargeting::new(&session, &asked, &decision);
                    if draft.offer.is_none() {
                        *draft = arm(&decision, &draft, 0, &aims);
                    }
                    let offer = draft.offer.and_then(|index| decision.offers.get(index));
                    let choice = offer.and_then(|offer| choice_with(offer, &draft, None, &aims));
                    let (Some(offer), Some(choice)) = (offer, choice) else {
                        continue;
                    };
                    if orders.is_told(&decision, who) {
                        orders.note(&decision, &choice);
                        make((&mut session, &host), &mut habits, &decision, choice);
                        return;
                    }
                    orders.tell(&decision, who);
                    let hint = format!("{}? Click again or press Confirm", offer.label);
                    notices.push(Notice::hint(hint));
                }
                Some((Some(_), approach))
                    if settings.confirm_before_commit && !orders.is_told(&decision, who) =>
                {
                    orders.tell(&decision, who);
                    let (label, cost) = (approach.label, approach.cost);
                    let hint = if label.is_empty() {
                        "Stay and attack? Click again to do it".to_owned()
                    } else {
                        format!("{label} ({cost}) and attack? Click again to do it")
                    };
                    notices.push(Notice::hint(hint));
                }
                Some((Some(step), approach)) => {
                    orders.note(&decision, &step);
                    orders.follow_with(&decision, approach.attack, session.view.round);
                    make((&mut session, &host), &mut habits, &decision, step);
                    return;
                }
                None => host.send(Request::WhyNot {
                    decision: decision.number,
                    who,
                }),
            }
        }
        let repeats = can_repeat(&decision);
        let round = session.view.round;
        if press == InputIntent::AsLastRound && repeats {
            if as_last(&decision, &orders).is_none() {
                let hint = "Nothing to repeat yet: choose an action first";
                notices.push(Notice::hint(hint));
            } else {
                orders.repeat(Repeating::as_before(decision.side, round));
                return;
            }
        }
        if let Some(choice) = outcome.choice.filter(|_| waits_for.is_none()) {
            if press == InputIntent::SameForAll && repeats {
                let same = Repeating::same_for_all(decision.side, round, choice.clone());
                orders.repeat(same);
            }
            orders.note(&decision, &choice);
            make((&mut session, &host), &mut habits, &decision, choice);
            return;
        }
    }
}

/// Everything pressed and clicked in this frame, in a sensible order.
fn gather(
    decision: &Decision,
    draft: &Draft,
    (session, asked): (&Session, &Asked),
    acts: &Acts,
    cells: &[CellConfirmed],
    buttons: &[InputIntent],
    pointer: &PointerUse,
) -> Vec<InputIntent> {
    let mut intents = buttons.to_vec();
    intents.extend(acts.offer().map(InputIntent::Hotkey));
    for (act, press) in [
        (Act::NextOffer, InputIntent::NextOffer),
        (Act::PreviousOffer, InputIntent::PreviousOffer),
        (Act::TurnLeft, InputIntent::TurnLeft),
        (Act::TurnRight, InputIntent::TurnRight),
        (Act::NextField, InputIntent::NextField),
        (Act::NextSelection, InputIntent::NextSelection),
        (Act::PreviousSelection, InputIntent::PreviousSelection),
        (Act::NextTarget, InputIntent::NextTarget),
        (Act::PreviousTarget, InputIntent::PreviousTarget),
        (Act::Attack, InputIntent::Common(Common::Attack)),
        (Act::Move, InputIntent::Common(Common::Move)),
        (Act::Defend, InputIntent::Common(Common::Defend)),
        (Act::Wait, InputIntent::Common(Common::Wait)),
        (Act::Finish, InputIntent::Finish),
        (Act::Cancel, InputIntent::Cancel),
        (Act::AsLastRound, InputIntent::AsLastRound),
        (Act::SameForAll, InputIntent::SameForAll),
    ] {
        if acts.just_pressed(act) {
            intents.push(press);
        }
    }
    let by_key = acts.just_pressed(Act::Confirm);
    if by_key && cells.is_empty() {
        intents.push(InputIntent::Confirm);
    }
    intents.extend(cells.iter().map(|cell| {
        if by_key && means_draft(decision, draft, (session, asked), *cell, pointer) {
            InputIntent::Confirm
        } else {
            InputIntent::Cell {
                cell: cell.cell,
                combatant: cell.combatant,
            }
        }
    }));
    intents
}

/// Whether the key that confirms both the draft and the cursor's cell means the draft: what was
/// picked last is meant, and a cursor that points at nothing legal is not in the way.
fn means_draft(
    decision: &Decision,
    draft: &Draft,
    (session, asked): (&Session, &Asked),
    at: CellConfirmed,
    pointer: &PointerUse,
) -> bool {
    if draft.target.is_some() && draft.row.is_none() && !pointer.counts {
        return true;
    }
    let aims = SessionTargeting::new(session, asked, decision);
    let legal = |offer: &Offer| targets_at(offer, at.cell, at.combatant, &aims);
    let armed = draft.offer.and_then(|index| decision.offers.get(index));
    if let Some(field) = armed.and_then(|offer| picking(offer, draft)) {
        return among(field.targets(), at.cell, at.combatant, &aims).is_empty();
    }
    if let (Some(offer), Some(target)) = (armed, draft.target)
        && legal(offer).contains(&target)
    {
        return true;
    }
    if decision.offers.iter().any(|offer| !legal(offer).is_empty()) {
        return false;
    }
    let walks = armed.is_some_and(|offer| matches!(offer.targets, Targets::Cells(_)));
    let home = decision
        .actor
        .and_then(|actor| session.view.combatant(actor));
    let grid = session.map.grid();
    !walks || home.is_some_and(|home| home.footing().covers(grid, at.cell))
}
