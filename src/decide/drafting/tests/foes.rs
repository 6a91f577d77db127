//! What a click at an enemy means: an attack, or the reason why there is none.

use super::*;
use crate::decide::opening::Habit;

/// A move, an attack on the near enemy, and something else that can be done to both, first of all.
fn ploys() -> Decision {
    let mut offers = movement().offers;
    offers.insert(0, offer("distract", enemies()));
    offers.push(offer(
        "attack",
        Targets::AnyOf(vec![Target::Combatant(NEAR)]),
    ));
    decision("turn", offers)
}

#[test]
fn an_enemy_out_of_reach_is_asked_about_and_nothing_else_is_done_to_it() {
    let row = Row::default();
    for count in 1..=3 {
        let mut draft = opening(&ploys(), None, None, &row);
        for _ in 0..count {
            let clicked = intent(&ploys(), &draft, click(9, Some(FAR)), &row);
            assert_eq!((clicked.choice, clicked.hint), (None, None));
            assert_eq!(clicked.beyond, Some(FAR));
            assert_eq!(clicked.draft.offer, draft.offer, "what was armed stays so");
            draft = clicked.draft;
        }
    }
    // One whose cell alone is told, as a rider and its mount share it, is no other.
    let vague = play(&ploys(), &row, &[click(9, None)]);
    assert_eq!((vague.choice, vague.beyond), (None, Some(FAR)));
}

#[test]
fn an_enemy_in_reach_is_attacked_whatever_else_comes_first() {
    let row = Row::default();
    let click_near = [click(2, Some(NEAR))];
    let made = play(&ploys(), &row, &click_near).choice.unwrap();
    assert_eq!(made.action, crate::sample_terms::action("attack"));
    // Where clicks are to be confirmed, the first one arms it.
    let careful = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let first = play(&ploys(), &careful, &click_near);
    assert_eq!((first.choice, first.draft.offer), (None, Some(4)));
    let made = play(&ploys(), &careful, &[click_near[0]; 2])
        .choice
        .unwrap();
    assert_eq!(made.action, crate::sample_terms::action("attack"));
    // Somebody is meant rather than the zone where that one is.
    let mut blasts = ploys();
    let zone = Targets::AnyOf(vec![Target::Zone(ZoneId(0))]);
    blasts.offers.insert(0, offer("blast", zone));
    let made = play(&blasts, &row, &click_near).choice.unwrap();
    assert_eq!(made.action, crate::sample_terms::action("attack"));
    let vague = play(&blasts, &row, &[click(2, None)]).draft;
    assert_eq!(vague.target, Some(Target::Combatant(NEAR)));
}

#[test]
fn what_else_can_be_done_to_enemies_is_done_when_it_is_asked_for() {
    let row = Row::default();
    let asked = [InputIntent::Offer(0), click(9, Some(FAR))];
    let made = play(&ploys(), &row, &asked).choice.unwrap();
    assert_eq!(made.action, crate::sample_terms::action("distract"));
    // It is never armed unasked: not as the first that can be aimed, not by habit.
    let mut standing = ploys();
    standing
        .offers
        .retain(|offer| offer.action != crate::sample_terms::action("move"));
    let habit = Habit {
        choice: standing.offers[0].choice(Some(Target::Combatant(FAR)), None),
        just_now: true,
    };
    for habit in [None, Some(&habit)] {
        let armed = opening(&standing, habit, None, &row);
        assert_eq!(armed.offer, Some(3), "the attack");
    }
    standing.offers.pop();
    for habit in [None, Some(&habit)] {
        assert_eq!(opening(&standing, habit, None, &row).offer, None);
    }
    let clicked = play(&standing, &row, &[click(9, Some(FAR))]);
    assert_eq!((clicked.choice, clicked.beyond), (None, Some(FAR)));
}

#[test]
fn a_stated_target_out_of_reach_is_asked_about_where_nothing_is_left_to_do() {
    let row = Row::default();
    let idle = decision("action", vec![offer("pass", Targets::None)]);
    let clicked = play(&idle, &row, &[click(9, Some(FAR))]);
    assert_eq!((clicked.choice, clicked.hint), (None, None));
    assert_eq!(clicked.beyond, Some(FAR));
    // Nobody acts, so nobody attacks.
    let side = Decision {
        actor: None,
        ..idle
    };
    let clicked = play(&side, &row, &[click(9, Some(FAR))]);
    assert_eq!(clicked.beyond, None);
    assert!(clicked.hint.is_some());
}
