//! Percentages never claim false certainty.

use shieldwall_dice::{percent, precise_percent};

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
