//! Exact distributions.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(clippy::float_cmp, reason = "these results are exact")]

use shieldwall_dice::{DiceExpr, Distribution};

fn odds(text: &str) -> Distribution {
    text.parse::<DiceExpr>().unwrap().distribution()
}

#[test]
fn the_odds_of_common_dice_are_rounded_once() {
    let sum = odds("3d6");
    assert_eq!((sum.min(), sum.max()), (3, 18));
    assert_eq!(sum.probability_of(10), 27.0 / 216.0);
    assert_eq!(sum.probability_of(3), 1.0 / 216.0);
    assert_eq!(sum.probability_of(2), 0.0);
    assert_eq!(sum.probability_of(19), 0.0);
    assert!((sum.mean() - 10.5).abs() < 1e-12);
    assert!((sum.probability_at_least(11) - 0.5).abs() < 1e-15);
    assert_eq!(sum.probability_at_least(3), 1.0);
    assert_eq!(sum.probability_at_least(i32::MIN), 1.0);
    assert_eq!(sum.probability_at_least(19), 0.0);
}

#[test]
fn negative_dice_and_halves() {
    assert_eq!(
        odds("-1d4").iter().collect::<Vec<_>>(),
        [(-4, 0.25), (-3, 0.25), (-2, 0.25), (-1, 0.25)]
    );
    assert_eq!(
        odds("½(-1d4)").iter().collect::<Vec<_>>(),
        [(-2, 0.25), (-1, 0.5), (0, 0.25)]
    );
    assert_eq!(
        odds("1-½(1d4)").iter().collect::<Vec<_>>(),
        [(-1, 0.5), (0, 0.5)]
    );
    assert_eq!(odds("7"), Distribution::certain(7));
    assert_eq!(odds("1d1+1"), Distribution::certain(2));
}

#[test]
fn the_largest_expressions_still_sum_to_one() {
    let written = [
        "30d6",
        "10d100",
        "2d100+2d100+2d100+4d100",
        "½(5d100)+½(5d100)",
    ];
    let written = written.map(|text| text.parse::<DiceExpr>().unwrap());
    // Rules multiply dice.
    let made = [DiceExpr::dice(1000, 100), DiceExpr::dice(100, 6)];
    for expr in written.into_iter().chain(made) {
        let (text, sum) = (expr.to_string(), expr.distribution());
        assert!((sum.total() - 1.0).abs() < 1e-12, "{text}");
        let middle = f64::from(expr.min() + expr.max()) / 2.0;
        assert!((sum.mean() / middle - 1.0).abs() < 1e-4, "{text}");
        let (low, high) = (sum.iter().next().unwrap(), sum.iter().last().unwrap());
        assert!(low.1 > 0.0 && high.1 > 0.0);
    }
    // The tails keep their digits.
    let tail = DiceExpr::dice(100, 6).distribution().probability_of(100);
    assert!((tail * 6_f64.powi(100) - 1.0).abs() < 1e-12);
}

#[test]
fn values_that_become_the_same_are_merged() {
    let harm = odds("1d8").map(|total| (total - 5).max(0));
    assert_eq!(
        harm.iter().collect::<Vec<_>>(),
        [(0, 0.625), (1, 0.125), (2, 0.125), (3, 0.125)]
    );
    assert_eq!(odds("1d8").map(|_| 3).iter().count(), 1);
    assert_eq!(odds("1d2").map(|total| -total).min(), -2);
}

#[test]
fn sums_of_far_apart_values_need_no_large_table() {
    let far = odds("1d2").map(|total| if total == 1 { i32::MIN } else { i32::MAX });
    let sum = far.convolve(&odds("1d2"));
    // Beyond the range of the type, values stay at its end.
    assert_eq!(
        sum.iter().collect::<Vec<_>>(),
        [(i32::MIN + 1, 0.25), (i32::MIN + 2, 0.25), (i32::MAX, 0.5)]
    );
    let far = odds("1d2").map(|total| total * 1_000_000_000);
    assert_eq!(far.convolve(&odds("1d2")).iter().count(), 4);
}

#[test]
fn weights_are_gathered_into_a_distribution() {
    let gathered: Distribution = [(3, 1.0), (1, 2.0), (3, 1.0), (9, 0.0), (8, f64::NAN)]
        .into_iter()
        .collect();
    assert_eq!(gathered.iter().collect::<Vec<_>>(), [(1, 0.5), (3, 0.5)]);
    let nothing: Distribution = std::iter::empty().collect();
    assert_eq!(nothing, Distribution::certain(0));
}
