//! By keyboard, mouse and gamepad alone.

use super::*;
use crate::decide::opening::Habit;

#[test]
fn a_statement_by_keyboard_alone() {
    let row = Row::default();
    let made = play(
        &statement(),
        &row,
        &[
            InputIntent::Offer(1),
            InputIntent::NextTarget,
            InputIntent::NextTarget,
            InputIntent::PreviousSelection,
            InputIntent::Confirm,
        ],
    )
    .choice
    .unwrap();
    assert_eq!(made.item, Some(ItemId(2)));
    assert_eq!(made.target, Some(Target::Combatant(FAR)));
    assert_eq!(
        made.fields.option("pace"),
        Some("short"),
        "one below the pace that reaches"
    );
}

#[test]
fn a_statement_by_mouse_alone_takes_the_pace_that_reaches() {
    let row = Row::default();
    let made = play(&statement(), &row, &[click(9, Some(FAR))])
        .choice
        .unwrap();
    assert_eq!(made.item, Some(ItemId(1)));
    assert_eq!(made.fields.option("pace"), Some("half"));

    let made = play(
        &statement(),
        &row,
        &[
            InputIntent::Offer(1),
            pace("hold"),
            InputIntent::Target(Target::Combatant(FAR)),
        ],
    );
    assert_eq!(
        made.choice.unwrap().option(),
        Some("hold"),
        "the picked pace stays"
    );
}

#[test]
fn a_statement_by_gamepad_steps_through_everything() {
    let row = Row::default();
    let made = play(
        &statement(),
        &row,
        &[
            InputIntent::NextOffer,
            InputIntent::PreviousOffer,
            InputIntent::PreviousTarget,
            InputIntent::PreviousTarget,
            InputIntent::NextSelection,
            InputIntent::Confirm,
        ],
    )
    .choice
    .unwrap();
    assert_eq!(made.item, Some(ItemId(1)));
    assert_eq!(made.target, Some(Target::Combatant(NEAR)));
    assert_eq!(made.fields.option("pace"), Some("short"));
}

#[test]
fn confirming_without_a_target_shows_the_nearest_first() {
    let row = Row::default();
    let first = play(&statement(), &row, &[InputIntent::Confirm]);
    assert_eq!(first.choice, None);
    assert_eq!(first.draft.target, Some(Target::Combatant(NEAR)));
    assert!(first.hint.is_some());
    let second = play(
        &statement(),
        &row,
        &[InputIntent::Confirm, InputIntent::Confirm],
    );
    assert_eq!(second.choice.unwrap().target, Some(Target::Combatant(NEAR)));
}

#[test]
fn who_has_just_gone_somewhere_does_not_go_on_by_confirming() {
    let row = Row::default();
    let moves = || movement().offers.swap_remove(1);
    let gone = |just_now| Habit {
        choice: moves().choice(Some(Target::Cell(Cell(3))), None),
        just_now,
    };
    let armed = |decision: &Decision, just_now| {
        let habit = gone(just_now);
        opening(decision, Some(&habit), None, &row).offer
    };
    let end = || offer("end", Targets::None);
    let turn = decision("turn", vec![moves(), offer("hide", Targets::None), end()]);
    assert_eq!(armed(&turn, true), None);
    // Another round, or nothing to end: it goes on as usual.
    assert_eq!(armed(&turn, false), Some(0));
    assert_eq!(armed(&movement(), true), Some(1));
    let strikes = vec![moves(), offer("attack", enemies()), end()];
    assert_eq!(armed(&decision("turn", strikes), true), Some(1));
    let last = decision("turn", vec![moves(), end()]);
    assert_eq!(armed(&last, true), None);
}

#[test]
fn a_move_is_armed_and_one_click_goes() {
    let row = Row::default();
    let opened = opening(&movement(), None, None, &row);
    assert_eq!(opened.offer, Some(1));
    let made = play(&movement(), &row, &[click(4, None)]).choice.unwrap();
    assert_eq!(made.action, crate::sample_terms::action("move"));
    assert_eq!(made.target, Some(Target::Cell(Cell(4))));
}

#[test]
fn with_confirm_clicks_the_second_click_counts() {
    let row = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let once = play(&movement(), &row, &[click(4, None)]);
    assert_eq!(once.choice, None);
    assert_eq!(once.draft.target, Some(Target::Cell(Cell(4))));
    assert!(
        play(&movement(), &row, &[click(4, None), click(4, None)])
            .choice
            .is_some()
    );
    let other = play(&movement(), &row, &[click(4, None), click(5, None)]);
    assert_eq!(other.choice, None, "another cell is picked anew");
    assert!(
        play(&movement(), &row, &[click(4, None), InputIntent::Confirm])
            .choice
            .is_some()
    );
    assert!(
        play(&movement(), &row, &[InputIntent::Offer(0)])
            .choice
            .is_none()
    );
    assert!(
        play(
            &movement(),
            &row,
            &[InputIntent::Offer(0), InputIntent::Offer(0)]
        )
        .choice
        .is_some()
    );
}

#[test]
fn confirm_takes_the_cell_under_the_cursor() {
    let row = Row {
        pointed: Some(Cell(5)),
        ..Row::default()
    };
    let made = play(&movement(), &row, &[InputIntent::Confirm])
        .choice
        .unwrap();
    assert_eq!(made.target, Some(Target::Cell(Cell(5))));
}

#[test]
fn a_defence_is_one_press_and_nothing_is_armed() {
    let row = Row::default();
    assert_eq!(opening(&defence(), None, None, &row).offer, None);
    let made = play(&defence(), &row, &[InputIntent::Offer(1)])
        .choice
        .unwrap();
    assert_eq!(made.action, crate::sample_terms::action("dodge"));
    let lost = play(&defence(), &row, &[InputIntent::Confirm]);
    assert_eq!(lost.choice, None);
    assert!(lost.hint.unwrap().contains("1 to 3"));
    let stepped = play(
        &defence(),
        &row,
        &[
            InputIntent::NextOffer,
            InputIntent::NextOffer,
            InputIntent::Confirm,
        ],
    );
    assert_eq!(
        stepped.choice.unwrap().action,
        crate::sample_terms::action("dodge")
    );
}

#[test]
fn a_single_offer_takes_one_key() {
    let row = Row::default();
    let single = decision("action", vec![offer("none", Targets::None)]);
    assert!(
        play(&single, &row, &[InputIntent::Confirm])
            .choice
            .is_some()
    );
    assert!(
        play(&single, &row, &[InputIntent::Offer(0)])
            .choice
            .is_some()
    );
    let after_back = [InputIntent::Cancel, InputIntent::Confirm];
    assert!(play(&single, &row, &after_back).choice.is_some());
    let mut attack = offer("attack", Targets::AnyOf(vec![Target::Combatant(FAR)]));
    attack.fields = Vec::new();
    let stated = decision("action", vec![attack, offer("none", Targets::None)]);
    assert_eq!(
        opening(&stated, None, None, &row).target,
        Some(Target::Combatant(FAR)),
        "an only target is picked at once"
    );
    assert!(
        play(&stated, &row, &[InputIntent::Confirm])
            .choice
            .is_some()
    );
    assert!(
        play(&stated, &row, &[InputIntent::Offer(0)])
            .choice
            .is_some(),
        "pressing it again does it"
    );
}

#[test]
fn going_back_undoes_one_step_at_a_time() {
    let row = Row::default();
    let presses = [
        InputIntent::Offer(1),
        pace("half"),
        InputIntent::NextTarget,
        InputIntent::Cancel,
        InputIntent::Cancel,
        InputIntent::Cancel,
        InputIntent::Cancel,
    ];
    let after = |count: usize| play(&statement(), &row, &presses[..count]).draft;
    assert_eq!(after(4).target, None);
    assert_eq!(after(4).fields.option("pace"), Some("half"));
    assert_eq!(after(5).fields.option("pace"), None);
    assert_eq!(after(5).offer, Some(1));
    assert_eq!(after(6).offer, None);
    assert_eq!(after(7).offer, None, "nothing left to undo");
}

#[test]
fn the_key_of_a_common_action_goes_through_its_offers_and_presses_what_is_alone() {
    let row = Row::default();
    let fight = InputIntent::Common(Common::Attack);
    let armed = |presses: &[InputIntent]| play(&statement(), &row, presses).draft.offer;
    // It opens with the sword.
    assert_eq!(armed(&[fight]), Some(1));
    assert_eq!(armed(&[fight, fight]), Some(0));
    // Cells are still to be picked where one goes, and where one stays it is done.
    let go = InputIntent::Common(Common::Move);
    let moving = play(&movement(), &row, &[go]);
    assert_eq!((moving.draft.offer, moving.choice), (Some(1), None));
    let hold = play(&movement(), &row, &[InputIntent::Common(Common::Wait)]);
    let stays = hold.choice.map(|choice| choice.action);
    assert_eq!(stays, Some(crate::sample_terms::action("stay")));
    // What cannot be done changes nothing.
    let missing = play(&movement(), &row, &[fight]);
    assert_eq!(
        (missing.missing, missing.choice),
        (Some(Common::Attack), None)
    );
}
