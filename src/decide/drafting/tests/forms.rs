//! Forms: rows that become active, second targets on the board, fields that are shut, last round's answers.

use super::*;
use crate::decide::{completion::fields_in_force, opening::Habit};

fn option(key: &'static str, shuts: &[&'static str]) -> FieldOption {
    FieldOption {
        shuts: shuts.to_vec(),
        ..FieldOption::new(key, key)
    }
}

/// An attack from a place to stand: one that is rooted has none.
fn form() -> Decision {
    let mut attack = offer("attack", enemies());
    let how = vec![option("stand", &[]), option("rooted", &["where", "guard"])];
    let cells = [5, 3].map(|cell| Target::Cell(Cell(cell)));
    attack.fields = vec![
        Field::one_of("how", "How", how),
        Field::at("where", "Where", cells.to_vec(), "the nearest cell"),
        Field::amount("guard", "Guard", [0, 20], 0),
    ];
    decision("statement", vec![attack, offer("none", Targets::None)])
}

const fn at(cell: u16) -> FieldValue {
    FieldValue::Target(Target::Cell(Cell(cell)))
}

const WHERE: InputIntent = InputIntent::Row("where");

fn in_force(outcome: &Outcome, row: &Row) -> Fields {
    let form = form();
    let offer = armed(&form, &outcome.draft).unwrap();
    fields_in_force(offer, &outcome.draft, outcome.draft.target, row)
}

#[test]
fn while_its_row_is_active_a_click_picks_the_second_target_and_no_other() {
    let row = Row::default();
    let aimed = [click(2, Some(NEAR)), WHERE];
    let careful = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let active = play(&form(), &careful, &aimed);
    assert_eq!(active.draft.row, Some("where"));
    assert!(active.hint.is_some());
    // An enemy is no place to stand.
    let astray = play(&form(), &careful, &[aimed[0], WHERE, click(9, Some(FAR))]);
    assert_eq!(astray.draft.target, Some(Target::Combatant(NEAR)));
    assert_eq!(astray.draft.row, Some("where"));
    let picked = play(&form(), &careful, &[aimed[0], WHERE, click(5, None)]);
    assert_eq!(picked.draft.row, None);
    assert_eq!(in_force(&picked, &row).get("where"), Some(at(5)));
    let made = play(
        &form(),
        &careful,
        &[aimed[0], WHERE, click(5, None), InputIntent::Confirm],
    );
    let made = made.choice.unwrap();
    assert_eq!(made.target, Some(Target::Combatant(NEAR)));
    assert_eq!(made.fields.get("where"), Some(at(5)));
    // The cell that is pointed at counts at once, so that its odds are shown.
    let pointing = Row {
        pointed: Some(Cell(3)),
        ..Row::default()
    };
    assert_eq!(in_force(&active, &pointing).get("where"), Some(at(3)));
    let open = [
        aimed[0],
        WHERE,
        click(5, None),
        InputIntent::LeaveOpen("where"),
    ];
    let open = play(&form(), &careful, &open);
    assert_eq!(in_force(&open, &row).get("where"), None);
}

#[test]
fn keys_go_through_rows_and_their_values() {
    let row = Row::default();
    let arm = InputIntent::Offer(0);
    let next = InputIntent::NextField;
    let rows = |count: usize| {
        let mut presses = vec![arm];
        presses.extend(std::iter::repeat_n(next, count));
        play(&form(), &row, &presses).draft.row
    };
    assert_eq!(
        [1, 2, 3, 4].map(rows),
        [Some("how"), Some("where"), Some("guard"), None]
    );
    let tab = InputIntent::NextTarget;
    let nearest = play(&form(), &row, &[arm, next, next, tab]);
    assert_eq!(nearest.draft.fields.get("where"), Some(at(3)));
    let second = play(&form(), &row, &[arm, next, next, tab, tab]);
    assert_eq!(second.draft.fields.get("where"), Some(at(5)));
    let more = InputIntent::NextSelection;
    let guarded = play(&form(), &row, &[arm, next, next, next, more, more]);
    assert_eq!(guarded.draft.fields.amount("guard"), Some(2));
    // The first step back leaves the row, and keeps what is picked.
    let back = play(
        &form(),
        &row,
        &[arm, next, next, next, more, InputIntent::Cancel],
    );
    assert_eq!(back.draft.row, None);
    assert_eq!(back.draft.fields.amount("guard"), Some(1));
}

#[test]
fn what_an_option_shuts_is_not_in_force_and_comes_back() {
    let row = Row::default();
    let rooted = InputIntent::Field("how", FieldValue::Option("rooted"));
    let stand = InputIntent::Field("how", FieldValue::Option("stand"));
    let guard = InputIntent::Field("guard", FieldValue::Amount(5));
    let arm = InputIntent::Offer(0);
    let shut = play(&form(), &row, &[arm, guard, rooted]);
    assert_eq!(in_force(&shut, &row).amount("guard"), Some(0));
    let again = play(&form(), &row, &[arm, guard, rooted, stand]);
    assert_eq!(in_force(&again, &row).amount("guard"), Some(5));
    // Keys pass by the rows that are shut.
    let next = InputIntent::NextField;
    let rows = play(&form(), &row, &[arm, rooted, next, next]);
    assert_eq!(rows.draft.row, None);
}

#[test]
fn a_form_opens_with_the_last_answers() {
    let row = Row::default();
    let form = form();
    let choice = Choice {
        target: Some(Target::Combatant(FAR)),
        fields: form.offers[0].filled(|field| match field.key {
            "guard" => Some(FieldValue::Amount(10)),
            "where" => Some(at(5)),
            _ => None,
        }),
        ..Choice::of(form.offers[0].action)
    };
    let habit = Habit {
        choice: choice.clone(),
        just_now: false,
    };
    let opened = opening(&form, Some(&habit), None, &row);
    assert_eq!(opened.target, Some(Target::Combatant(FAR)));
    assert_eq!(opened.fields.amount("guard"), Some(10));
    assert_eq!(opened.fields.get("where"), Some(at(5)));
    // A move beside it is not what it did last.
    let mut mobile = form.clone();
    mobile.offers.insert(0, movement().offers[1].clone());
    assert_eq!(opening(&mobile, Some(&habit), None, &row).offer, Some(1));
    assert_eq!(opening(&mobile, None, None, &row).offer, Some(0));
    // A shooter begins with its shot, and a fighter with a move.
    let mut shooter = form.clone();
    shooter.offers.push(movement().offers[1].clone());
    assert_eq!(opening(&shooter, None, None, &row).offer, Some(2));
    shooter.offers[0].role = ActionRole::MissileAttack;
    assert_eq!(opening(&shooter, None, None, &row).offer, Some(0));
    // A defence without a target is a statement too; to do nothing is none to begin with.
    let mut defends = form.clone();
    let mut guard = offer("stay", Targets::None);
    guard.role = ActionRole::Block;
    defends.offers.push(guard);
    let kept = |action: usize| Habit {
        choice: defends.offers[action].choice(None, None),
        just_now: false,
    };
    assert_eq!(opening(&defends, Some(&kept(2)), None, &row).offer, Some(2));
    let mut idle = defends.clone();
    idle.offers[1].role = ActionRole::Pass;
    assert_eq!(opening(&idle, Some(&kept(1)), None, &row).offer, Some(0));
    // A device that is worked once more is undone: alone or beside something else it is no habit.
    let mut lever = defends.clone();
    lever.offers[2].role = ActionRole::Interact;
    assert_eq!(opening(&lever, Some(&kept(2)), None, &row).offer, Some(0));
    let mut free = form.clone();
    let pull = |once| FieldOption {
        once,
        ..FieldOption::new("pull", "pull")
    };
    let habit_of = |form: &Decision| Habit {
        choice: Choice {
            fields: form.offers[0]
                .filled(|field| (field.key == "free").then_some(FieldValue::Option("pull"))),
            ..choice.clone()
        },
        just_now: false,
    };
    for (once, again) in [(false, Some("pull")), (true, None)] {
        let options = vec![FieldOption::new("none", "none"), pull(once)];
        free.offers[0]
            .fields
            .push(Field::one_of("free", "Free action", options));
        let opened = opening(&free, Some(&habit_of(&free)), None, &row);
        assert_eq!(opened.fields.option("free"), again);
        free.offers[0].fields.pop();
    }
    // The weaker arm of this round holds less guard, and the cell is out of reach.
    let mut weaker = form.clone();
    weaker.offers[0].fields[1] = Field::at("where", "Where", Vec::new(), "the nearest cell");
    weaker.offers[0].fields[2] = Field::amount("guard", "Guard", [0, 4], 0);
    let opened = opening(&weaker, Some(&habit), None, &row);
    assert_eq!(opened.fields.amount("guard"), Some(4));
    assert_eq!(opened.fields.get("where"), None);
}
