//! Seeded dice: the same rolls for ever, and fair ones.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_dice::{Dice, DiceExpr, SeededDice};

fn faces(seed: u64, sides: u16, count: usize) -> Vec<u16> {
    let mut dice = SeededDice::new(seed);
    (0..count).map(|_| dice.band(sides, &[]).face).collect()
}

/// These values are part of saved games: if this test fails, the code is wrong, not the test.
#[test]
fn rolls_never_change() {
    assert_eq!(
        faces(0, 100, 12),
        [1, 27, 85, 89, 58, 16, 19, 32, 49, 56, 70, 78]
    );
    assert_eq!(
        faces(42, 100, 12),
        [30, 97, 97, 67, 24, 87, 40, 13, 78, 27, 15, 44]
    );
    assert_eq!(faces(u64::MAX, 6, 12), [3, 4, 4, 3, 3, 5, 1, 6, 6, 3, 4, 5]);
    let mut dice = SeededDice::new(7);
    let sum: DiceExpr = "3d6+2".parse().unwrap();
    let sums: Vec<_> = (0..6).map(|_| dice.sum(&sum).total).collect();
    assert_eq!(sums, [13, 16, 14, 12, 13, 14]);
    let choices: Vec<_> = (0..6).map(|_| dice.one_of(1_000_003)).collect();
    assert_eq!(choices, [283004, 609253, 259478, 760797, 673659, 535204]);
}

#[test]
fn a_copy_rolls_on_alike() {
    let mut dice = SeededDice::new(1);
    dice.one_of(10);
    let mut copy = dice.clone();
    assert_eq!(copy, dice);
    for _ in 0..100 {
        assert_eq!(copy.band(100, &[50]), dice.band(100, &[50]));
    }
}

#[test]
fn a_choice_of_one_rolls_nothing() {
    let mut dice = SeededDice::new(1);
    assert_eq!(dice.one_of(1), 0);
    assert_eq!(dice.one_of(0), 0);
    assert_eq!(dice, SeededDice::new(1));
}

#[test]
fn every_face_comes_up_about_as_often() {
    for sides in [2, 3, 6, 100] {
        let rolls = 60_000;
        let mut counts = vec![0_u32; usize::from(sides)];
        for face in faces(u64::from(sides), sides, rolls) {
            counts[usize::from(face) - 1] += 1;
        }
        let expected = rolls as f64 / f64::from(sides);
        let chi_squared: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        let freedom = f64::from(sides - 1);
        assert!(
            chi_squared < freedom + 4.0 * (2.0 * freedom).sqrt(),
            "d{sides}: {chi_squared}"
        );
    }
}
