//! What gives something up is said before it is done.

use super::*;

/// A move to four cells: nothing is to be feared in cell 3, in each of the others something else.
fn perils() -> Decision {
    let plain = |cell| CellOption::plain(Cell(cell), Metres::from_whole(2).into());
    let cells = vec![
        plain(3),
        CellOption {
            noticed: true,
            ..plain(4)
        },
        CellOption {
            hurts: true,
            ..plain(5)
        },
        CellOption {
            strikes: 2,
            ..plain(6)
        },
        CellOption {
            risky: true,
            ..plain(7)
        },
    ];
    decision(
        "turn",
        vec![
            offer("move", Targets::Cells(cells)),
            offer("end", Targets::None),
        ],
    )
}

#[test]
fn a_way_with_something_to_be_feared_takes_two_clicks_and_says_why() {
    let row = Row::default();
    let plain = play(&perils(), &row, &[click(3, None)]);
    assert_eq!(plain.choice.unwrap().target, Some(Target::Cell(Cell(3))));
    for (cell, word) in [
        (4, "notice"),
        (5, "hurt"),
        (6, "up to 2 attacks"),
        (7, "dangerous"),
    ] {
        let target = Target::Cell(Cell(cell));
        let once = play(&perils(), &row, &[click(cell, None)]);
        assert_eq!(once.choice, None, "{word}");
        assert_eq!(once.draft.target, Some(target));
        let hint = once.hint.unwrap();
        assert!(hint.contains(word) && hint.contains("again"), "{hint}");
        for second in [
            click(cell, None),
            InputIntent::Confirm,
            InputIntent::Target(target),
        ] {
            let twice = play(&perils(), &row, &[click(cell, None), second]);
            assert_eq!(twice.choice.unwrap().target, Some(target), "{word}");
        }
    }
}

#[test]
fn what_was_said_holds_for_the_next_press_alone() {
    let row = Row::default();
    for between in [click(5, None), InputIntent::Cancel, InputIntent::NextOffer] {
        let presses = [click(4, None), between, click(4, None)];
        let outcome = play(&perils(), &row, &presses);
        assert_eq!(outcome.choice, None, "{between:?}");
        assert!(outcome.hint.is_some());
    }
}

#[test]
fn keys_are_told_as_well_even_where_a_click_only_picks() {
    let row = Row {
        pointed: Some(Cell(4)),
        ..Row::default()
    };
    let once = play(&perils(), &row, &[InputIntent::Confirm]);
    assert_eq!(once.choice, None);
    assert!(once.hint.unwrap().contains("notice"));
    let twice = play(
        &perils(),
        &row,
        &[InputIntent::Confirm, InputIntent::Confirm],
    );
    assert_eq!(twice.choice.unwrap().target, Some(Target::Cell(Cell(4))));
    let picking = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let once = play(&perils(), &picking, &[click(4, None)]);
    assert!(once.hint.unwrap().contains("notice"));
    let twice = play(&perils(), &picking, &[click(4, None), click(4, None)]);
    assert!(twice.choice.is_some(), "no third click");
}

#[test]
fn surrender_is_told_of_even_where_it_is_armed_already() {
    let row = Row::default();
    let mut surrender = offer("surrender", Targets::None);
    surrender.grave = true;
    let only = decision("breaking", vec![surrender]);
    assert_eq!(opening(&only, None, None, &row).offer, Some(0));
    let once = play(&only, &row, &[InputIntent::Confirm]);
    assert_eq!(once.choice, None);
    assert!(once.hint.unwrap().contains("surrender?"));
    let twice = play(&only, &row, &[InputIntent::Confirm, InputIntent::Confirm]);
    assert!(twice.choice.is_some());
}

#[test]
fn ending_a_turn_with_somebody_to_attack_and_attacking_from_hiding_are_said_first() {
    let row = Row::default();
    let turn = |reveals: bool| {
        let attack = Offer {
            reveals,
            ..offer("attack", enemies())
        };
        decision("turn", vec![attack, offer("end", Targets::None)])
    };
    let end = InputIntent::Finish;
    let once = play(&turn(false), &row, &[end]);
    assert_eq!(once.choice, None);
    assert!(once.hint.unwrap().contains("could still attack"));
    assert!(play(&turn(false), &row, &[end, end]).choice.is_some());
    // Nothing is given up where nobody can be attacked.
    let alone = decision(
        "turn",
        vec![offer("hide", Targets::None), offer("end", Targets::None)],
    );
    assert!(play(&alone, &row, &[end]).choice.is_some());
    let at_enemy = click(2, Some(NEAR));
    assert!(play(&turn(false), &row, &[at_enemy]).choice.is_some());
    let once = play(&turn(true), &row, &[at_enemy]);
    assert_eq!(once.choice, None);
    assert!(once.hint.unwrap().contains("where you hide"));
    assert!(
        play(&turn(true), &row, &[at_enemy, at_enemy])
            .choice
            .is_some()
    );
}
