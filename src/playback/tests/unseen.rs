//! What is hidden stays hidden until it is found.

use shieldwall_battle::ItemId;
use shieldwall_grid::{Border, Side};

use super::*;

/// Plays until no more beats than this wait.
fn play_until(session: &mut Parts, left: usize) {
    while session.playback.queue.len() > left {
        session.play(FRAME);
    }
}

#[test]
fn the_only_person_never_sees_what_is_hidden() {
    let mut session = session(SOLO);
    let creeps = entry(4, walk(1, &[9, 15]), Some(SideId::BLUE));
    go_on(&mut session, vec![creeps], Some(decision(0, SideId::RED)));
    while session.decision.is_none() {
        session.play(FRAME);
        assert!(!knows_of(&session, 1));
    }
    assert!(session.seat.curtain.is_none());
    // It steps out: there it is, where it has walked unseen.
    let out = vec![
        entry(
            5,
            Event::Revealed {
                who: CombatantId(1),
                cell: Cell(15),
                hit_points: 8,
            },
            None,
        ),
        entry(6, hidden(1, false), None),
        entry(7, walk(0, &[7, 8]), None),
    ];
    report(&mut session, out, ambush(), Some(decision(1, SideId::RED)));
    session.play(FRAME);
    let figure = session.shown.figures[1].as_ref().unwrap();
    assert_eq!(
        (figure.cell, figure.hit_points, figure.hidden),
        (Cell(15), 8, false)
    );
}

#[test]
fn an_enemy_seen_to_hide_leaves_the_board() {
    let mut session = session(SOLO);
    let entries = vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::BLUE, 9), None),
        entry(2, hidden(1, true), None),
        entry(3, hidden(0, true), None),
        entry(4, walk(0, &[7, 8]), None),
    ];
    report(&mut session, entries, ambush(), None);
    play_until(&mut session, 1);
    let own = session.shown.figures[0].as_ref().unwrap();
    assert!(own.hidden);
    assert!(session.shown.figures[1].is_none());
}

#[test]
fn rulesets_have_words_of_their_own_for_hiding() {
    let concealed = |on| Event::Condition {
        who: CombatantId(1),
        condition: crate::sample_terms::condition("concealed"),
        on,
    };
    let mut session = session(SOLO);
    let entries = vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::BLUE, 9), None),
        entry(2, concealed(true), None),
        entry(3, walk(0, &[7, 8]), None),
        entry(4, concealed(false), None),
        entry(5, walk(0, &[8, 7]), None),
    ];
    report(&mut session, entries, ambush(), None);
    play_until(&mut session, 3);
    assert!(session.shown.figures[1].is_none());
    play_until(&mut session, 1);
    assert!(session.shown.figures[1].is_some());
}

#[test]
fn what_unseen_hands_do_is_seen() {
    let (cell, side, item) = (Cell(7), Side(0), ItemId(3));
    let door = |who, open| Event::Door {
        who,
        cell,
        side,
        open,
    };
    let thing = |who, how, cell| Event::ItemMoved {
        item,
        name: "Shield".to_owned(),
        who,
        how,
        cell,
    };
    for who in [None, Some(CombatantId(0))] {
        let mut session = session(SOLO);
        let shut = Border {
            door: Some(Door::Closed),
            ..Border::OPEN
        };
        Arc::make_mut(&mut session.map).set_border(cell, side, shut);
        let entries = vec![
            entry(4, door(who, true), None),
            entry(
                5,
                thing(
                    who,
                    crate::sample_terms::item_move("dropped"),
                    Some(Cell(8)),
                ),
                None,
            ),
            entry(6, walk(0, &[7, 8]), None),
            entry(7, door(who, false), None),
            entry(
                8,
                thing(who, crate::sample_terms::item_move("picked up"), None),
                None,
            ),
            entry(9, walk(0, &[8, 7]), None),
        ];
        go_on(&mut session, entries, None);
        // The first walk has begun, and the rest with the standstill waits.
        play_until(&mut session, 4);
        let standing = |session: &Session| session.map.border(cell, side).door;
        assert_eq!(standing(&session), Some(Door::Open), "{who:?}");
        assert_eq!(session.shown.lying, [(item, Cell(8))], "{who:?}");
        play_until(&mut session, 1);
        assert_eq!(standing(&session), Some(Door::Closed), "{who:?}");
        assert_eq!(session.shown.lying, [], "{who:?}");
        for word in ["door", "shield"] {
            let mut lines = session.shown.log.iter();
            assert!(lines.any(|line| line.text.to_lowercase().contains(word)));
        }
    }
}
