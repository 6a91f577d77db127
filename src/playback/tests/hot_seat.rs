//! Two people at one screen.

use super::*;

fn sit_down(session: &mut Parts) {
    session.seat.viewer = session.seat.curtain.take();
}

/// Red sits at the screen and has to decide.
fn begun() -> Parts {
    let mut session = session(HOT_SEAT);
    go_on(&mut session, Vec::new(), Some(decision(0, SideId::RED)));
    drain(&mut session, INSTANT);
    sit_down(&mut session);
    drain(&mut session, INSTANT);
    session
}

/// The battle goes on until `number`, which `side` has to decide, sits at the screen.
fn decide(session: &mut Parts, entries: Vec<Entry>, number: u32, side: SideId) {
    report(session, entries, ambush(), Some(decision(number, side)));
    drain(session, INSTANT);
    assert_eq!(session.seat.curtain, Some(side));
    assert!(session.decision.is_none());
    sit_down(session);
    session.play(INSTANT);
    assert_eq!(session.seat.curtain, None);
    assert_eq!(session.decision.as_ref().unwrap().number, number);
}

/// Red walks in the open, blue creeps on.
fn creeping(from: u32) -> Vec<Entry> {
    vec![
        entry(from, walk(0, &[7, 8]), None),
        entry(from + 1, walk(1, &[9, 15]), Some(SideId::BLUE)),
    ]
}

#[test]
fn nothing_is_shown_before_somebody_sits_down() {
    let mut session = session(HOT_SEAT);
    go_on(&mut session, Vec::new(), Some(decision(0, SideId::BLUE)));
    for _ in 0..50 {
        session.play(INSTANT);
    }
    assert_eq!(session.seat.curtain, Some(SideId::BLUE));
    assert_eq!(session.shown, ShownBattle::default());
    assert!(session.decision.is_none() && session.view.combatants.is_empty());
}

#[test]
fn the_curtain_falls_before_the_other_person_may_see() {
    let mut session = begun();
    assert_eq!(session.decision.as_ref().unwrap().side, SideId::RED);
    assert!(!knows_of(&session, 1));
    let next = Some(decision(1, SideId::BLUE));
    report(&mut session, creeping(4), ambush(), next);
    drain(&mut session, INSTANT);
    assert_eq!(session.seat.curtain, Some(SideId::BLUE));
    assert!(session.decision.is_none());
    assert!(!knows_of(&session, 1), "red still looks on");
    let mut seen = session.view.combatants.iter();
    assert!(seen.all(|seen| seen.side == SideId::RED));
}

#[test]
fn each_person_has_a_story_of_their_own() {
    let mut session = begun();
    decide(&mut session, creeping(4), 1, SideId::BLUE);
    assert!(session.shown.figures[1].is_some());
    let mut lines = session.shown.log.iter();
    assert!(lines.any(|line| line.text.contains("Archer 1 moves")));
    decide(&mut session, Vec::new(), 2, SideId::RED);
    assert!(!knows_of(&session, 1), "red may not read blue's log");
}

#[test]
fn a_story_told_aside_is_the_one_that_its_listener_would_have_seen() {
    // What the battle tells, in pieces, with who decides after each.
    let pieces = [
        (creeping(4), SideId::BLUE),
        (
            vec![
                entry(6, walk(0, &[8, 14]), None),
                entry(7, hidden(1, false), None),
                entry(8, walk(1, &[15, 16]), None),
            ],
            SideId::RED,
        ),
        (vec![entry(9, walk(1, &[16, 17]), None)], SideId::BLUE),
    ];
    let mut shared = begun();
    let mut alone = session([WATCHED[0], Commander::Human]);
    go_on(&mut alone, Vec::new(), None);
    drain(&mut alone, INSTANT);
    for (number, (entries, side)) in (1..).zip(pieces) {
        decide(&mut shared, entries.clone(), number, side);
        report(&mut alone, entries, ambush(), None);
        drain(&mut alone, INSTANT);
    }
    assert_eq!(shared.seat.viewer, alone.seat.viewer);
    assert_eq!(shared.shown, alone.shown);
}

#[test]
fn deciding_twice_in_a_row_needs_no_curtain_and_solo_never_does() {
    let mut session = begun();
    let again = Some(decision(1, SideId::RED));
    report(&mut session, Vec::new(), ambush(), again);
    drain(&mut session, INSTANT);
    assert_eq!(session.seat.curtain, None);
    assert_eq!(session.decision.as_ref().unwrap().number, 1);
    let alone = samples::session(SOLO).session.plan;
    assert_eq!(
        seat::change_of_seat(&alone, Some(SideId::RED), SideId::BLUE),
        None
    );
    let watched = samples::session(WATCHED).session.plan;
    assert_eq!(seat::change_of_seat(&watched, None, SideId::BLUE), None);
}

#[test]
fn allies_look_at_one_screen_together() {
    let allied = samples::session_of(&[0, 1, 0], &[Commander::Human; 3])
        .session
        .plan;
    let change = |viewer, deciding| seat::change_of_seat(&allied, Some(viewer), deciding);
    assert_eq!(change(SideId::RED, SideId::GREEN), None);
    assert_eq!(change(SideId::GREEN, SideId::BLUE), Some(SideId::BLUE));
    assert_eq!(change(SideId::BLUE, SideId::GREEN), Some(SideId::GREEN));
    let ai = SOLO[1];
    let together = samples::session_of(&[0, 1, 0], &[SOLO[0], ai, SOLO[0]])
        .session
        .plan;
    assert!(!together.is_hot_seat(), "there is nobody to hide from");
}

/// A standstill of a battle of three sides at which `side` decides.
fn stand(session: &mut Parts, entries: Vec<Entry>, number: u32, side: SideId) {
    let [red, both, full] = ambush();
    let state = Box::new(Standstill {
        side_views: vec![red.clone(), both, red],
        full_view: full,
        sheets: Vec::new(),
        map: Arc::clone(&session.map),
        decision: Some(decision(number, side)),
        plans: Vec::new(),
        undoing: None,
        choices: 0,
        ending: None,
        survivors: Vec::new(),
    });
    session.take(Reply::Update(Update { entries, state }));
    drain(session, INSTANT);
    assert_eq!(session.seat.curtain, Some(side));
    sit_down(session);
    session.play(INSTANT);
    assert_eq!(session.decision.as_ref().unwrap().number, number);
}

#[test]
fn three_persons_hand_over_and_each_knows_only_their_own() {
    let mut session = samples::session_of(&[0, 1, 2], &[Commander::Human; 3]);
    stand(&mut session, beginning(), 0, SideId::GREEN);
    stand(&mut session, creeping(4), 1, SideId::RED);
    assert!(!knows_of(&session, 1));
    let seen = session.shown.log.len();
    stand(&mut session, Vec::new(), 2, SideId::BLUE);
    assert!(session.shown.figures[1].is_some());
    assert!(session.shown.log.len() > seen, "blue has crept on");
    stand(&mut session, Vec::new(), 3, SideId::GREEN);
    assert!(!knows_of(&session, 1), "green may not read blue's log");
    stand(&mut session, Vec::new(), 4, SideId::RED);
    assert_eq!(session.shown.log.len(), seen, "red reads on in its own");
}

/// Red's archer 0 and blue's archer 1 stand in the open.
fn open_field() -> [BattleView; 3] {
    let all = [(0, SideId::RED, 7, false), (1, SideId::BLUE, 9, false)];
    [view(&all), view(&all), view(&all)]
}

fn in_the_open() -> Vec<Entry> {
    vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::BLUE, 9), None),
        entry(2, Event::RoundBegan, None),
    ]
}

/// The battle goes on to a decision, and is shown as far as a curtain.
fn go(
    session: &mut Parts,
    entries: Vec<Entry>,
    views: [BattleView; 3],
    decision: Option<Arc<Decision>>,
    tempo: Tempo,
) {
    report(session, entries, views, decision);
    drain(session, tempo);
}

#[test]
fn no_curtain_falls_where_nothing_is_secret() {
    let mut session = session(HOT_SEAT);
    let first = Some(decision(0, SideId::BLUE));
    go(&mut session, in_the_open(), open_field(), first, INSTANT);
    assert_eq!(
        (session.seat.curtain, session.seat.viewer),
        (None, Some(SideId::BLUE))
    );
    assert_eq!(session.decision.as_ref().unwrap().side, SideId::BLUE);
    let next = Some(decision(1, SideId::RED));
    go(
        &mut session,
        vec![entry(3, walk(0, &[7, 8]), None)],
        open_field(),
        next,
        INSTANT,
    );
    assert_eq!(
        (session.seat.curtain, session.seat.viewer),
        (None, Some(SideId::RED))
    );
    assert_eq!(session.decision.as_ref().unwrap().number, 1);
    assert!(knows_of(&session, 0) && knows_of(&session, 1));
}

#[test]
fn a_curtain_falls_before_a_secret_choice_and_from_the_first_ambush_on() {
    let mut session = session(HOT_SEAT);
    let first = Some(decision(0, SideId::BLUE));
    go(&mut session, in_the_open(), open_field(), first, INSTANT);
    let mut secret = (*decision(1, SideId::RED)).clone();
    secret.sealed = true;
    go(
        &mut session,
        Vec::new(),
        open_field(),
        Some(Arc::new(secret)),
        INSTANT,
    );
    assert_eq!(session.seat.curtain, Some(SideId::RED));
    sit_down(&mut session);
    drain(&mut session, INSTANT);
    // Blue hides while red decides, and is seen again: that it hid must not be told by the curtain.
    go(
        &mut session,
        Vec::new(),
        ambush(),
        Some(decision(2, SideId::BLUE)),
        INSTANT,
    );
    assert_eq!(session.seat.curtain, Some(SideId::BLUE));
    sit_down(&mut session);
    drain(&mut session, INSTANT);
    go(
        &mut session,
        Vec::new(),
        open_field(),
        Some(decision(3, SideId::RED)),
        INSTANT,
    );
    assert_eq!(session.seat.curtain, Some(SideId::RED));
}

#[test]
fn without_curtains_none_falls() {
    let mut session = session(HOT_SEAT);
    let tempo = Tempo {
        curtains: false,
        ..INSTANT
    };
    go_on(&mut session, Vec::new(), Some(decision(0, SideId::BLUE)));
    drain(&mut session, tempo);
    assert_eq!(
        (session.seat.curtain, session.seat.viewer),
        (None, Some(SideId::BLUE))
    );
    go(
        &mut session,
        Vec::new(),
        ambush(),
        Some(decision(1, SideId::RED)),
        tempo,
    );
    assert_eq!(
        (session.seat.curtain, session.seat.viewer),
        (None, Some(SideId::RED))
    );
    assert!(!knows_of(&session, 1), "red is shown what red may see");
}
