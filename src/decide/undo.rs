//! Taking choices back: how far the player may, and doing it.

use bevy::prelude::*;
use shieldwall_lab::record::{Barrier, UndoReach};

use crate::{
    battle_plan::Commander,
    controls::Act,
    decide::{Notice, Notices, Orders},
    host::{Host, Request},
    input::Acts,
    session::{Playback, Seat, Session},
    settings::Settings,
};

/// The button that takes the last choice back was pressed.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct Undo;

/// How far the one who decides now may go back; `None` while nobody is asked.
pub(crate) fn reach<'a>(session: &'a Session, settings: &Settings) -> Option<&'a UndoReach> {
    session.decision.as_ref().filter(|_| !session.waiting)?;
    let undoing = session.undoing.as_ref()?;
    let persons = session
        .plan
        .commanders
        .iter()
        .filter(|commander| **commander == Commander::Human);
    let free = settings.free_undo && persons.count() == 1;
    Some(if free { &undoing.free } else { &undoing.fair })
}

/// How far one may go back, or why not, in a sentence or two.
pub(crate) fn explain(reach: &UndoReach) -> String {
    let barrier = reach.barrier.reason();
    match (reach.steps.len(), reach.barrier) {
        (0, Barrier::Nothing) => "There is nothing to undo yet.".to_owned(),
        // In a hot seat there may be no choice of this side's at all.
        (0, Barrier::Enemy) => {
            "You have made no choice since another side chose, so there is nothing to undo."
                .to_owned()
        }
        (0, _) => format!("Nothing can be undone: {barrier} since your last choice."),
        (1, Barrier::Nothing) => "Undoes your last choice, which was the first.".to_owned(),
        (1, _) => format!("Undoes your last choice, but none before it: {barrier}."),
        (steps, Barrier::Nothing) => {
            format!("Undoes your last choice, and so on for all {steps} of them.")
        }
        (steps, _) => {
            format!("Undoes your last choice; {steps} in all, but none before: {barrier}.")
        }
    }
}

/// Takes the last choice back, if that is allowed.
pub(super) fn undo(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    seat: Res<Seat>,
    host: Res<Host>,
    mut notices: ResMut<Notices>,
    mut orders: ResMut<Orders>,
    mut buttons: MessageReader<Undo>,
    acts: Res<Acts>,
    settings: Res<Settings>,
) {
    let asked = buttons.read().count() > 0 || acts.just_pressed(Act::Undo);
    if !asked || seat.is_covered() {
        return;
    }
    let Some(reach) = reach(&session, &settings) else {
        return;
    };
    let Some(choices) = orders.step_back(&reach.steps) else {
        notices.push(Notice::hint(explain(reach)));
        return;
    };
    let Some(decision) = session.decision.as_ref().map(|decision| decision.number) else {
        return;
    };
    let viewer = seat.viewer;
    host.send(Request::Undo {
        decision,
        choices,
        viewer,
    });
    session.waiting = true;
    playback.jumping = true;
    notices.clear_hint();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_far_one_can_go_or_why_not() {
        let say = |steps: &[usize], barrier| {
            explain(&UndoReach {
                steps: steps.to_vec(),
                barrier,
            })
        };
        assert_eq!(
            say(&[], Barrier::Roll),
            "Nothing can be undone: dice were rolled since your last choice."
        );
        assert_eq!(
            say(&[], Barrier::Enemy),
            "You have made no choice since another side chose, so there is nothing to undo."
        );
        assert_eq!(
            say(&[7, 5], Barrier::Enemy),
            "Undoes your last choice; 2 in all, but none before: another side showed what it does."
        );
        assert_eq!(
            say(&[], Barrier::Learned),
            "Nothing can be undone: you found out whether a hidden enemy is there since your last choice."
        );
        assert_eq!(say(&[], Barrier::Nothing), "There is nothing to undo yet.");
    }
}
