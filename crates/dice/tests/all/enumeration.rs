//! Enumerating dice visit every outcome once, with its exact probability.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_dice::{
    Counted, Dice, DiceExpr, Distribution, EnumeratingDice, Enumerator, LoadedDice, SeededDice,
    enumerate, enumerate_with,
};

fn expr(text: &str) -> DiceExpr {
    text.parse().unwrap()
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-12
}

#[test]
fn bands_come_in_order_with_their_highest_face() {
    let rolls = enumerate(|dice| dice.band(100, &[13, 65]));
    let rolls: Vec<_> = rolls
        .iter()
        .map(|(roll, p)| (roll.band, roll.face, (p * 100.0).round()))
        .collect();
    assert_eq!(rolls, [(0, 13, 13.0), (1, 65, 52.0), (2, 100, 35.0)]);
}

#[test]
fn empty_bands_are_skipped() {
    let bands = |uppers: &[i32]| -> Vec<usize> {
        enumerate(|dice| dice.band(6, uppers).band)
            .into_iter()
            .map(|(band, _)| band)
            .collect()
    };
    assert_eq!(bands(&[]), [0]);
    assert_eq!(bands(&[-5, 0, 3, 3, 6, 900]), [2, 4]);
    assert_eq!(bands(&[i32::MIN, i32::MAX]), [1]);
    assert_eq!(bands(&[0]), [1]);
    assert_eq!(bands(&[6]), [0]);
}

#[test]
fn each_total_comes_once() {
    let rolls = enumerate(|dice| dice.sum(&expr("2d6")));
    assert_eq!(rolls.len(), 11);
    assert!(rolls.iter().all(|(roll, _)| roll.faces.is_empty()));
    assert!(near(rolls[5].1, 6.0 / 36.0));
    assert_eq!(rolls[5].0.total, 7);
}

#[test]
fn choices_are_equally_likely_and_one_is_no_branch() {
    let choices = enumerate(|dice| (dice.one_of(1), dice.one_of(4)));
    assert_eq!(choices.len(), 4);
    for (place, (choice, p)) in choices.into_iter().enumerate() {
        assert_eq!(choice, (0, place));
        assert!(near(p, 0.25));
    }
}

#[test]
fn rules_without_dice_have_one_outcome() {
    assert_eq!(enumerate(|_| "nothing"), [("nothing", 1.0)]);
}

/// An attack of 65 against a parry of 50, with 1d8+1 damage less 5 armour: later dice depend on
/// earlier ones.
fn duel(dice: &mut (impl Dice + ?Sized), damage: &DiceExpr) -> i32 {
    match dice.band(100, &[13, 65]).band {
        2 => 0,
        special => match (special, dice.band(100, &[10, 50]).band) {
            (_, 0) | (1, 1) => 0,
            (0, 2) => (damage.max() + dice.sum(damage).total - 5).max(0),
            _ => (dice.sum(damage).total - 5).max(0),
        },
    }
}

#[test]
fn branches_may_differ_in_depth() {
    let damage = expr("1d8+1");
    let mut enumerator = Enumerator::new();
    let (mut total, mut harmed) = (0.0, 0.0);
    enumerator.for_each(
        |dice| duel(dice, &damage),
        |harm, p| {
            total += p;
            if harm > 0 {
                harmed += p;
            }
        },
    );
    // A miss; two stopped hits; an unhindered hit; a special stopped, weakened, or neither.
    assert_eq!(enumerator.branches(), 1 + 2 + 8 + 1 + 8 + 8);
    assert!(near(total, 1.0));
    let expected = 0.52 * 0.5 * 0.5 + 0.13 * (0.4 * 0.5 + 0.5);
    assert!(near(harmed, expected), "{harmed} {expected}");

    // The same enumerator again, and with other rules.
    let mean = enumerator.mean(|dice| f64::from(duel(dice, &damage)));
    let harm: Distribution = enumerate(|dice| duel(dice, &damage)).into_iter().collect();
    assert!(near(mean, harm.mean()));
    assert!(near(enumerator.mean(|dice| dice.one_of(3) as f64), 1.0));
    assert_eq!(enumerator.branches(), 3);
    let mut visited = 0;
    enumerate_with(|dice| duel(dice, &damage), |_, _| visited += 1);
    assert_eq!(visited, 28);
}

#[test]
fn the_forecast_agrees_with_play() {
    let damage = expr("2d6+½db").with_bonus(&expr("1d6"));
    let forecast: Distribution = enumerate(|dice| duel(dice, &damage)).into_iter().collect();
    let mut dice = SeededDice::new(2026);
    let battles = 40_000;
    let played: Distribution = (0..battles)
        .map(|_| (duel(&mut dice, &damage), 1.0))
        .collect();
    assert!((played.mean() - forecast.mean()).abs() < 0.05);
    for (harm, p) in forecast.iter() {
        assert!((played.probability_of(harm) - p).abs() < 0.01, "{harm}");
    }
}

#[test]
fn many_expressions_may_be_known() {
    let mut enumerator = Enumerator::new();
    for round in 0..3 {
        for (count, sides) in
            (1..=3_u16).flat_map(|count| (1..=100_u16).map(move |sides| (count, sides)))
        {
            let expr = DiceExpr::dice(count, sides);
            let mean = enumerator.mean(|dice| f64::from(dice.sum(&expr).total));
            assert!(
                (mean - f64::from(count * (sides + 1)) / 2.0).abs() < 1e-9,
                "{round} {expr}"
            );
        }
    }
}

#[test]
fn dice_can_be_moved_away_and_back_within_a_run() {
    let sums = enumerate(|dice| {
        let mut moved: Box<dyn Dice + Send + Sync> = Box::new(std::mem::take(dice));
        let sum = moved.band(6, &[3]).band + moved.one_of(2);
        drop(moved);
        sum
    });
    // Dropped dice leave nothing to go on with: one outcome.
    assert_eq!(sums.len(), 1);

    let sums = enumerate(|dice| {
        let mut moved = std::mem::take(dice);
        let sum = moved.band(6, &[3]).band + moved.one_of(2);
        *dice = moved;
        sum
    });
    assert_eq!(sums.len(), 4);
}

#[test]
fn all_dice_are_objects_that_threads_can_share() {
    fn shared<T: Send + Sync>() {}
    shared::<DiceExpr>();
    shared::<Distribution>();
    shared::<SeededDice>();
    shared::<LoadedDice>();
    shared::<EnumeratingDice>();
    shared::<Enumerator>();
    let mut dice: Box<dyn Dice + Send + Sync> = Box::new(SeededDice::new(3));
    let harm = duel(&mut dice, &expr("1d8+1"));
    assert_eq!(duel(&mut SeededDice::new(3), &expr("1d8+1")), harm);
    let borrowed: &mut dyn Dice = dice.as_mut();
    assert!(borrowed.one_of(5) < 5);
}

#[test]
fn sums_of_many_dice_are_visited_by_what_they_mean() {
    let mighty = expr("30d20").with_dice_times(16);
    let falls = |total: i32| total >= 5000;
    let roll = |dice: &mut EnumeratingDice| {
        let counted = Counted::of(&mighty).watching(Some(1));
        let alike = |a: i32, b: i32| falls(a) == falls(b);
        let roll = dice.counted(counted.alike(&alike));
        (falls(roll.total()), roll.shows)
    };
    let outcomes = enumerate(roll);
    assert_eq!(outcomes.len(), 4);
    assert!(near(outcomes.iter().map(|(_, p)| p).sum(), 1.0));
    // Hardly ever does none of 480 dice show a 1.
    let without: f64 = outcomes
        .iter()
        .filter(|((_, shows), _)| !shows)
        .map(|(_, p)| p)
        .sum();
    assert!(
        (without / 0.95_f64.powi(480) - 1.0).abs() < 1e-9,
        "{without}"
    );
}

/// Dice that show faces roll twice and tell of the roll that counts.
#[test]
fn dice_with_faces_count_the_lower_roll() {
    let two = expr("2d6");
    let counted = Counted::of(&two).lower_of_two(true).watching(Some(1));
    let mut loaded = LoadedDice::parse(&["d6=5", "d6=1", "d6=2", "d6=3"]).unwrap();
    let roll = loaded.counted(counted);
    loaded.finish().unwrap();
    assert_eq!((roll.counts, roll.total(), roll.shows), (1, 5, false));
    let mut loaded = LoadedDice::parse(&["d6=5", "d6=1", "d6=3", "d6=3"]).unwrap();
    let roll = loaded.counted(counted);
    assert_eq!((roll.counts, roll.total(), roll.shows), (0, 6, true));
}

#[test]
fn of_what_is_improbable_some_is_left_out_and_all_still_sums_to_one() {
    let exact = enumerate(|dice| dice.band(20, &[10]).band + 2 * dice.one_of(20));
    let mut enumerator = Enumerator::new();
    let mut look = |grain: f64| {
        enumerator.start_again();
        enumerator.look_no_closer_than(grain);
        let (mut sum, mut mean) = (0.0, 0.0);
        enumerator.for_each(
            |dice| dice.band(20, &[10]).band + 2 * dice.one_of(20),
            |value, probability| {
                sum += probability;
                mean += probability * value as f64;
            },
        );
        assert!(near(sum, 1.0), "{sum}");
        (enumerator.branches(), enumerator.has_left_out(), mean)
    };
    let (all, left, mean) = look(0.0);
    assert_eq!((all, left), (exact.len(), false));
    assert!(near(mean, 0.5 + 19.0));
    assert_eq!(look(1.0 / 40.0).0, 40, "none is less probable");
    let (some, left, mean) = look(0.1);
    assert_eq!((some, left), (10, true), "five of twenty after each half");
    assert!((mean - 19.5).abs() < 4.0, "evenly spread: {mean}");
    let (few, left, mean) = look(0.6);
    assert_eq!((few, left), (1, true));
    assert!(near(look(0.6).2, mean), "the same picks again");
}
