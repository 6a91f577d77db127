//! Offers that are folded away.

use super::*;

#[test]
fn hotkeys_go_by_the_bar_and_open_what_is_folded_away() {
    let row = Row::default();
    let decision = armed_to_the_teeth();
    assert_eq!(opening(&decision, None, None, &row).offer, Some(1));
    // In the row: both, pick up; then the fold. Attacking and passing have keys of their own.
    // Where somebody can be attacked, passing is asked twice.
    let passed = play(&decision, &row, &[InputIntent::Finish; 2])
        .choice
        .unwrap();
    assert_eq!(passed.action, crate::sample_terms::action("pass"));
    let open = play(&decision, &row, &[InputIntent::Hotkey(2)]);
    assert_eq!((open.draft.fold, open.choice), (Fold::Open, None));
    assert_eq!(open.draft.offer, Some(1), "what was armed stays armed");
    let dropped = play(
        &decision,
        &row,
        &[InputIntent::Hotkey(2), InputIntent::Hotkey(2)],
    )
    .choice
    .unwrap();
    assert_eq!(
        (dropped.action, dropped.item),
        (crate::sample_terms::action("drop"), Some(ItemId(2)))
    );
    let away = [InputIntent::Hotkey(2), InputIntent::Hotkey(1)];
    let armed = play(&decision, &row, &away).draft;
    assert_eq!((armed.offer, armed.fold), (Some(2), Fold::Open));
    let back = |count: usize| {
        let mut presses = away.to_vec();
        presses.extend(vec![InputIntent::Cancel; count]);
        play(&decision, &row, &presses).draft
    };
    assert_eq!((back(1).offer, back(1).fold), (None, Fold::Open));
    assert_eq!((back(2).offer, back(2).fold), (None, Fold::Shut));
}

#[test]
fn where_no_turn_can_be_ended_its_key_says_so_and_does_nothing() {
    let row = Row::default();
    let outcome = play(&statement(), &row, &[InputIntent::Finish]);
    assert_eq!((outcome.choice, outcome.missing), (None, Some(Common::End)));
}

#[test]
fn a_gamepad_gets_to_what_is_folded_away_last_and_never_drops_in_passing() {
    let row = Row::default();
    let decision = armed_to_the_teeth();
    let mut presses = Vec::new();
    for expected in [Some(6), Some(3), Some(4), None] {
        presses.push(InputIntent::NextOffer);
        let draft = play(&decision, &row, &presses).draft;
        assert_eq!(draft.offer, expected);
    }
    let draft = play(&decision, &row, &presses).draft;
    assert_eq!(draft.fold, Fold::Marked);
    presses.push(InputIntent::Confirm);
    let open = play(&decision, &row, &presses);
    assert_eq!((open.draft.fold, open.choice), (Fold::Open, None));
    presses.extend([InputIntent::NextOffer, InputIntent::Confirm]);
    let dropped = play(&decision, &row, &presses).choice.unwrap();
    assert_eq!(
        (dropped.action, dropped.item),
        (crate::sample_terms::action("drop"), Some(ItemId(1)))
    );
}

#[test]
fn by_mouse_the_fold_opens_and_shuts() {
    let row = Row::default();
    let decision = armed_to_the_teeth();
    let fold = |presses: &[InputIntent]| play(&decision, &row, presses).draft.fold;
    assert_eq!(fold(&[InputIntent::Fold]), Fold::Open);
    assert_eq!(fold(&[InputIntent::Fold, InputIntent::Fold]), Fold::Shut);
    assert_eq!(
        fold(&[InputIntent::Fold, InputIntent::Offer(1)]),
        Fold::Shut
    );
    assert_eq!(fold(&[InputIntent::Fold, InputIntent::Cancel]), Fold::Shut);
    let none = play(&statement(), &row, &[InputIntent::Fold]).draft.fold;
    assert_eq!(none, Fold::Shut, "nothing is folded away there");
}

#[test]
fn where_there_is_nothing_else_one_press_does_it_whatever_could_be_dropped() {
    let row = Row::default();
    let idle = decision(
        "action",
        vec![offer("pass", Targets::None), drop_it(), drop_it()],
    );
    assert_eq!(opening(&idle, None, None, &row).offer, Some(0));
    let made = play(&idle, &row, &[InputIntent::Confirm]).choice.unwrap();
    assert_eq!(made.action, crate::sample_terms::action("pass"));
}

#[test]
fn confirming_opens_what_is_folded_away_and_does_not_carry_it_out() {
    let row = Row::default();
    let only = decision(
        "action",
        vec![
            offer("attack", enemies()),
            drop_it(),
            offer("pass", Targets::None),
        ],
    );
    let to_the_fold = [InputIntent::PreviousOffer];
    let marked = play(&only, &row, &to_the_fold);
    assert_eq!(marked.draft.fold, Fold::Marked);
    let presses = [
        &to_the_fold[..],
        &[InputIntent::Confirm, InputIntent::Confirm],
    ]
    .concat();
    let open = play(&only, &row, &presses);
    assert_eq!((open.draft.fold, open.choice), (Fold::Open, None));
}
