//! How fast things are played.

use super::{samples::every_event, *};

#[test]
fn every_event_is_played_and_takes_no_longer_than_it_should() {
    let mut entries = beginning();
    for event in every_event() {
        let number = entries.len() as u32;
        assert!((0.0..=2.0).contains(&pace::seconds(&event)), "{event:?}");
        entries.push(entry(number, event, None));
    }
    let mut session = session(WATCHED);
    report(&mut session, entries, ambush(), None);
    drain(&mut session, FRAME);
    assert_eq!(session.shown.round, 1);
    // Everything that has words of its own is in the log.
    assert!(session.shown.log.len() >= 18, "{}", session.shown.log.len());
    assert!(
        session
            .shown
            .log
            .iter()
            .any(|line| line.text == "Round 1" && line.level == 0)
    );
}

#[test]
fn entries_that_show_nothing_share_a_frame_and_walks_take_time() {
    let mut session = session(SOLO);
    let mut entries = beginning();
    entries.truncate(3);
    entries.push(entry(3, walk(0, &[7, 8, 9]), None));
    report(
        &mut session,
        entries,
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    session.play(FRAME);
    assert!(
        session.playback.playing.is_some(),
        "the walk has begun in the first frame"
    );
    assert!(
        session.decision.is_none(),
        "the decision waits for the end of the walk"
    );
    let mut frames = 1;
    while session.decision.is_none() {
        session.play(FRAME);
        frames += 1;
    }
    assert!((15..60).contains(&frames), "{frames} frames");
}

#[test]
fn instant_playback_is_done_in_a_frame_but_long_catch_ups_are_spread() {
    let mut session = session(WATCHED);
    let walks = (0..1000).map(|number| entry(4 + number, walk(0, &[7, 8]), None));
    go_on(&mut session, walks.collect(), None);
    let before = session.playback.queue.len();
    session.play(INSTANT);
    assert_eq!(before - session.playback.queue.len(), BEATS_PER_FRAME);
    drain(&mut session, INSTANT);
    assert!(session.playback.playing.is_none());
}

#[test]
fn skipping_plays_what_waits_and_then_animates_again() {
    let mut session = session(SOLO);
    let walks = (0..20).map(|number| entry(4 + number, walk(0, &[7, 8, 9, 10]), None));
    go_on(
        &mut session,
        walks.collect(),
        Some(decision(0, SideId::RED)),
    );
    session.play(FRAME);
    session.playback.skip();
    session.play(FRAME);
    assert!(session.decision.is_some());
    report(
        &mut session,
        vec![entry(40, walk(0, &[7, 8]), None)],
        ambush(),
        Some(decision(1, SideId::RED)),
    );
    session.play(FRAME);
    assert!(session.playback.playing.is_some());
}
