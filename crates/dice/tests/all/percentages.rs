//! Percentages never claim false certainty.

use shieldwall_dice::{percent, percents, precise_percent};

#[test]
fn whole_percentages() {
    for (p, shown) in [
        (0.0, "0 %"),
        (1e-13, "0 %"),
        (1e-11, "<1 %"),
        (0.004, "<1 %"),
        (0.006, "1 %"),
        (0.4476, "45 %"),
        (0.994, "99 %"),
        (0.996, ">99 %"),
        (1.0 - 1e-11, ">99 %"),
        (1.0 - 1e-13, "100 %"),
        (1.0, "100 %"),
        (-0.5, "0 %"),
        (1.5, "100 %"),
        (f64::NAN, "? %"),
    ] {
        assert_eq!(percent(p).to_string(), shown, "{p}");
    }
    assert_eq!(format!("{:>6}", percent(0.5)), "  50 %");
}

#[test]
fn tenths_of_a_percent() {
    for (p, shown) in [
        (0.0, "0 %"),
        (1e-11, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (0.0006, "0.1 %"),
        (0.4476, "44.8 %"),
        (0.5, "50.0 %"),
        (0.9994, "99.9 %"),
        (0.9996, ">99.9 %"),
        (1.0, "100 %"),
    ] {
        assert_eq!(precise_percent(p).to_string(), shown, "{p}");
    }
}

#[test]
fn everything_that_can_happen_adds_up_to_a_hundred() {
    let shown = |parts: &[f64]| {
        let all = percents(parts).into_iter();
        all.map(|part| part.to_string()).collect::<Vec<_>>()
    };
    // Rounded one by one these make 101 and 99.
    assert_eq!(shown(&[0.445, 0.305, 0.25]), ["45 %", "30 %", "25 %"]);
    assert_eq!(shown(&[1.0 / 3.0; 3]), ["34 %", "33 %", "33 %"]);
    assert_eq!(shown(&[0.505, 0.495]), ["51 %", "49 %"]);
    // Only what is certain shows as such.
    assert_eq!(shown(&[0.997, 0.003]), [">99 %", "<1 %"]);
    assert_eq!(shown(&[0.5, 0.496, 0.004]), ["50 %", "50 %", "<1 %"]);
    assert_eq!(shown(&[1.0, 0.0]), ["100 %", "0 %"]);
    assert_eq!(shown(&[0.29, 0.71]), ["29 %", "71 %"]);
    // What leaves something out is rounded one by one.
    assert_eq!(shown(&[0.335, 0.335]), ["34 %", "34 %"]);
    assert_eq!(shown(&[f64::NAN, 0.5]), ["? %", "50 %"]);
    assert!(shown(&[]).is_empty());
}

#[test]
fn shares_of_a_hundred_always_add_up_to_it() {
    for parts in 1..40_u32 {
        for first in 1..60_u32 {
            let weights: Vec<u32> = (0..parts).map(|part| first + part * part).collect();
            let sum: u32 = weights.iter().sum();
            let odds: Vec<f64> = weights
                .iter()
                .map(|weight| f64::from(*weight) / f64::from(sum))
                .collect();
            let mut total = 0;
            for (shown, odds) in percents(&odds).iter().zip(&odds) {
                let text = shown.to_string();
                let number = text.trim_end_matches(" %");
                let number: i32 = number.parse().unwrap_or(0);
                assert!(
                    (f64::from(number) - odds * 100.0).abs() < 1.0,
                    "{text}, {odds}"
                );
                total += number;
            }
            assert_eq!(total, 100, "{weights:?}");
        }
    }
}
