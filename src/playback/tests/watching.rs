//! A battle that is watched: it stands still, goes on step by step, and jumps.

use super::*;
use crate::{
    host::{Request, Retold},
    shown::retell,
};

/// A standstill after so many choices, with an entry before it.
fn step(session: &mut Parts, choices: usize) {
    let number = u32::try_from(choices).unwrap();
    let entries = vec![entry(number, walk(0, &[7, 8]), None)];
    report_state(session, entries, ambush(), None, None);
    let Some(Beat::Settled(state)) = session.playback.queue.back_mut() else {
        panic!("nothing was reported");
    };
    state.choices = choices;
}

fn retold(session: &Session, choices: usize) -> Reply {
    let [red, blue, full] = ambush();
    let state = Standstill {
        side_views: vec![red, blue],
        full_view: full,
        sheets: Vec::new(),
        map: Arc::clone(&session.map),
        decision: None,
        plans: Vec::new(),
        undoing: None,
        choices,
        survivors: Default::default(),
        ending: None,
    };
    let (shown, playback) = retell(&session.plan, None, &beginning(), state.view(None));
    Reply::Retold(Box::new(Retold {
        shown,
        playback,
        state,
    }))
}

/// What a few frames do, if playback runs at all.
fn frames(session: &mut Parts) {
    for _ in 0..5 {
        if session.playback.watch.runs() {
            session.play(INSTANT);
        }
    }
}

#[test]
fn a_step_goes_to_the_next_choice_and_no_further() {
    let mut session = session(WATCHED);
    for choices in 1..=4 {
        step(&mut session, choices);
    }
    session.course().toggle_watching();
    frames(&mut session);
    assert_eq!(session.choices, 0);
    session.course().step_forward();
    frames(&mut session);
    assert_eq!(session.choices, 1);
    session.course().step_forward();
    frames(&mut session);
    assert_eq!(session.choices, 2);
    session.course().toggle_watching();
    frames(&mut session);
    assert_eq!(session.choices, 4);
}

#[test]
fn where_it_jumped_to_is_shown_while_it_stands_still() {
    let (host, requests) = crate::host::Host::overheard();
    let mut session = session(WATCHED);
    session.host = host;
    for choices in 1..=4 {
        step(&mut session, choices);
    }
    session.course().step_forward();
    frames(&mut session);
    session.course().step_forward();
    frames(&mut session);
    assert_eq!(session.choices, 2);
    session.course().step_back();
    assert!(matches!(
        requests.try_recv(),
        Ok(Request::GoTo { choices: 1 })
    ));
    // What was on its way is of no use any more.
    frames(&mut session);
    let late = entry(9, walk(0, &[8, 9]), None);
    report(&mut session, vec![late], ambush(), None);
    assert!(session.playback.queue.is_empty());
    let told = retold(&session, 1);
    session.take(told);
    frames(&mut session);
    assert_eq!(session.choices, 1);
    assert!(session.playback.caught_up() && !session.playback.watch.runs());
    assert!(knows_of(&session, 0));
}
