//! Dice that must be used up exactly.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_dice::{BandRoll, Dice, DiceExpr, Face, LoadedDice, LoadedDiceError};

fn loaded(faces: &[&str]) -> LoadedDice {
    LoadedDice::parse(faces).unwrap()
}

fn expr(text: &str) -> DiceExpr {
    text.parse().unwrap()
}

#[test]
fn faces_are_shown_in_order_and_used_up() {
    let mut dice = loaded(&["d100=66", "d8=5", "d4=3", "d3=2"]);
    assert_eq!(dice.band(100, &[13, 65]), BandRoll { band: 2, face: 66 });
    let damage = dice.sum(&expr("1d8+1-½(1d4)"));
    assert_eq!(damage.total, 5 + 1 - 2);
    assert_eq!(
        damage.faces,
        [Face { sides: 8, face: 5 }, Face { sides: 4, face: 3 }]
    );
    assert_eq!(dice.remaining(), [Face { sides: 3, face: 2 }]);
    assert_eq!(dice.one_of(1), 0);
    assert_eq!(dice.one_of(3), 1);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn an_unknown_bonus_counts_as_nothing() {
    let mut dice = loaded(&["d8=5"]);
    assert_eq!(dice.sum(&expr("1d8+db+½db+1")).total, 6);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn half_of_a_negative_bonus_rounds_up() {
    let club = expr("½db").with_bonus(&expr("-1d4"));
    for (face, total) in [(1, 0), (2, -1), (3, -1), (4, -2)] {
        let mut dice = LoadedDice::new(vec![Face { sides: 4, face }]);
        assert_eq!(dice.sum(&club).total, total);
    }
}

#[test]
fn the_first_fault_is_kept_and_ones_follow() {
    let mut dice = loaded(&["d100=50", "d6=4", "d8=7"]);
    assert_eq!(dice.band(100, &[50]).band, 0);
    assert_eq!(dice.sum(&expr("2d8")).total, 2);
    assert_eq!(dice.band(100, &[50]).face, 1);
    assert_eq!(dice.one_of(9), 0);
    assert_eq!(dice.remaining().len(), 2);
    let fault = dice.finish().unwrap_err();
    assert_eq!(
        fault,
        LoadedDiceError::WrongSides {
            position: 2,
            asked: 8,
            loaded: Face { sides: 6, face: 4 },
        }
    );
    assert_eq!(
        fault.to_string(),
        "loaded die 2 is d6=4, but a d8 was rolled"
    );
}

#[test]
fn impossible_faces_missing_dice_and_left_over_dice_are_faults() {
    let mut dice = LoadedDice::new(vec![Face { sides: 6, face: 7 }]);
    assert_eq!(dice.sum(&expr("1d6")).total, 1);
    assert_eq!(
        dice.finish().unwrap_err().to_string(),
        "loaded die 1 is d6=7, a face that a d6 does not have"
    );

    let mut dice = loaded(&["d6=2"]);
    assert_eq!(dice.sum(&expr("2d6")).total, 3);
    assert_eq!(
        dice.finish().unwrap_err().to_string(),
        "a d6 was rolled as die 2, but only 1 were loaded"
    );

    let dice = loaded(&["d6=2", "d100=7"]);
    assert_eq!(
        dice.finish().unwrap_err().to_string(),
        "loaded but never rolled: d6=2, d100=7"
    );

    let refusal = LoadedDice::parse(&["d6=2", "d6=8"]).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        r#""d6=8": expected a face from 1 to 6 at byte 3, found "8""#
    );
}

#[test]
fn more_choices_than_a_die_can_have_sides_are_a_fault_too() {
    let mut dice = loaded(&["d6=2"]);
    assert_eq!(dice.one_of(1_000_000), 0);
    assert!(dice.finish().is_err());
}
