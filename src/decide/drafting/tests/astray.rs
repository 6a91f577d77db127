//! Presses that lead nowhere, and what is kept from one decision to the next.

use super::*;
use crate::decide::opening::Habit;

#[test]
fn astray_clicks_give_hints_and_change_nothing() {
    let row = Row::default();
    for (decision, presses) in [
        (statement(), vec![click(5, None)]),
        (movement(), vec![click(8, None)]),
        (defence(), vec![click(8, None)]),
        (defence(), vec![pace("half")]),
        (
            statement(),
            vec![InputIntent::Target(Target::Combatant(FRIEND))],
        ),
    ] {
        let outcome = play(&decision, &row, &presses);
        assert_eq!(outcome.choice, None);
        assert!(outcome.hint.is_some(), "{presses:?}");
    }
    let friend = play(&statement(), &row, &[click(1, Some(FRIEND))]);
    assert_eq!(friend.hint, None, "looking at a friend is no mistake");
    assert_eq!(friend.draft.inspected, Some(FRIEND));
}

#[test]
fn habits_are_kept_where_they_can_be() {
    let row = Row::default();
    let mut choice = statement().offers[1].choice(Some(Target::Combatant(FAR)), Some("half"));
    let habit = Habit {
        choice: choice.clone(),
        just_now: true,
    };
    let draft = opening(&statement(), Some(&habit), None, &row);
    assert_eq!(
        (draft.offer, draft.target),
        (Some(1), Some(Target::Combatant(FAR)))
    );
    assert_eq!(draft.fields, Fields::NONE, "the pace is worked out anew");

    choice.target = Some(Target::Combatant(FRIEND));
    let other = Habit {
        choice,
        just_now: true,
    };
    let draft = opening(&statement(), Some(&other), None, &row);
    assert_eq!((draft.offer, draft.target), (Some(1), None));

    let idle = Habit {
        choice: Choice::of(crate::sample_terms::action("none")),
        just_now: true,
    };
    let draft = opening(&statement(), Some(&idle), None, &row);
    assert_eq!(draft.offer, Some(0), "doing nothing is no habit");
}

#[test]
fn every_sequence_of_presses_is_safe() {
    let intents = [
        InputIntent::Offer(0),
        InputIntent::Offer(2),
        InputIntent::Offer(40),
        InputIntent::Hotkey(3),
        InputIntent::Fold,
        InputIntent::Common(Common::Attack),
        InputIntent::Common(Common::End),
        InputIntent::NextOffer,
        pace("half"),
        InputIntent::NextSelection,
        InputIntent::NextTarget,
        InputIntent::Target(Target::Combatant(NEAR)),
        click(9, Some(FAR)),
        InputIntent::Confirm,
        InputIntent::Cancel,
    ];
    for decision in [statement(), movement(), defence(), armed_to_the_teeth()] {
        for confirm_clicks in [false, true] {
            let row = Row {
                confirm_clicks,
                pointed: Some(Cell(9)),
                vague: true,
                ..Row::default()
            };
            for first in intents {
                for second in intents {
                    for third in intents {
                        let mut draft = opening(&decision, None, None, &row);
                        for press in [first, second, third] {
                            let outcome = intent(&decision, &draft, press, &row);
                            if let Some(choice) = &outcome.choice {
                                assert!(decision.offer_for(choice).is_ok());
                            }
                            draft = outcome.draft;
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_given_up_for_good_takes_two_presses() {
    let row = Row::default();
    let mut surrender = offer("surrender", Targets::None);
    surrender.grave = true;
    let turn = decision("turn", vec![surrender, offer("end", Targets::None)]);
    let once = play(&turn, &row, &[InputIntent::Offer(0)]);
    assert_eq!(once.choice, None);
    assert!(once.hint.unwrap().contains("again"));
    for second in [InputIntent::Offer(0), InputIntent::Confirm] {
        let twice = play(&turn, &row, &[InputIntent::Offer(0), second]);
        assert_eq!(
            twice.choice.unwrap().action,
            crate::sample_terms::action("surrender")
        );
    }
}
