//! Reading, printing and composing dice expressions and faces.
#![expect(clippy::unwrap_used, reason = "tests")]

use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};
use shieldwall_dice::{DiceExpr, Face, ParseDiceError};

fn expr(text: &str) -> DiceExpr {
    text.parse().unwrap()
}

fn refusal(text: &str) -> String {
    text.parse::<DiceExpr>().unwrap_err().to_string()
}

#[test]
fn every_form_of_the_rulebooks_prints_canonically() {
    for (text, printed) in [
        ("2d6+1", "2d6+1"),
        ("1d8+1+db", "1d8+1+db"),
        ("1d6+½db", "1d6+½db"),
        ("1D6 + 1/2DB", "1d6+½db"),
        ("-1d4", "-1d4"),
        ("+1d4", "1d4"),
        ("0", "0"),
        ("-0", "0"),
        ("0d6", "0"),
        ("d100", "1d100"),
        ("1d1", "1d1"),
        ("  2d6  -  1 ", "2d6-1"),
        ("1d6+1+2", "1d6+3"),
        ("1+1d6-1", "1d6"),
        ("10-1d4-3", "7-1d4"),
        ("1d8+½(2d6+1)", "1d8+½(2d6+1)"),
        ("1d8 - 1/2 ( 2d6 + db )", "1d8-½(2d6+db)"),
        ("½(3)", "2"),
        ("½(-3)", "-1"),
        ("-½(3)", "-2"),
        ("½(½(5)+1d6)", "½(3+1d6)"),
        ("10d100-1000", "10d100-1000"),
    ] {
        let read = expr(text);
        assert_eq!(read.to_string(), printed, "{text}");
        assert_eq!(expr(printed), read, "{text}");
    }
    assert_eq!(DiceExpr::default(), DiceExpr::zero());
    assert_eq!(expr("0"), DiceExpr::zero());
    assert_eq!(expr("2d6+1"), DiceExpr::dice(2, 6).plus(1));
    assert_eq!(expr("-7"), DiceExpr::constant(-7));
}

#[test]
fn refusals_say_where_and_what_was_expected() {
    for (text, message) in [
        (
            "",
            r#""": expected a die such as "1d6", a number or "db" at byte 0, found the end"#,
        ),
        (
            "2d6+",
            r#""2d6+": expected a die such as "1d6", a number or "db" at byte 4, found the end"#,
        ),
        (
            "2x6",
            r#""2x6": expected "+", "-" or the end at byte 1, found "x6""#,
        ),
        (
            "1d6 1",
            r#""1d6 1": expected "+", "-" or the end at byte 4, found "1""#,
        ),
        (
            "--1",
            r#""--1": expected a die such as "1d6", a number or "db" at byte 1, found "-""#,
        ),
        (
            "2d",
            r#""2d": expected a number of sides from 1 to 100 at byte 2, found the end"#,
        ),
        (
            "2db",
            r#""2db": expected a number of sides from 1 to 100 at byte 2, found "b""#,
        ),
        (
            "1d0",
            r#""1d0": expected a number of sides from 1 to 100 at byte 2, found "0""#,
        ),
        (
            "1d101",
            r#""1d101": expected a number of sides from 1 to 100 at byte 2, found "101""#,
        ),
        (
            "1+31d6",
            r#""1+31d6": expected at most 30 dice at byte 2, found "31d6""#,
        ),
        (
            "20d6+½(11d6)",
            r#""20d6+½(11d6)": expected at most 30 dice at byte 8, found "11d6""#,
        ),
        (
            "1001",
            r#""1001": expected a number from 0 to 1000 at byte 0, found "1001""#,
        ),
        (
            "99999999999999999999",
            r#""99999999999999999999": expected a number from 0 to 1000 at byte 0, found "999999999999""#,
        ),
        (
            "900+101",
            r#""900+101": expected fixed numbers that add up to between -1000 and 1000 at byte 4, found "101""#,
        ),
        (
            "½x",
            r#""½x": expected "db" or "(" after the half at byte 2, found "x""#,
        ),
        (
            "½(1d6",
            r#""½(1d6": expected "+", "-" or ")" at byte 6, found the end"#,
        ),
        (
            "1d6)",
            r#""1d6)": expected "+", "-" or the end at byte 3, found ")""#,
        ),
        (
            "db+db-db",
            r#""db+db-db": expected at most 2 damage bonuses at byte 6, found "db""#,
        ),
        (
            "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1",
            r#""1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1": expected at most 16 terms at byte 32, found "1""#,
        ),
        (
            "8d100+11d20",
            r#""8d100+11d20": expected dice that add up to at most 1000 at byte 6, found "11d20""#,
        ),
    ] {
        assert_eq!(refusal(text), message);
    }
    let error = "2d6 + é".parse::<DiceExpr>().unwrap_err();
    assert_eq!(
        (error.text(), error.offset(), error.found()),
        ("2d6 + é", 6, "\"é\"")
    );
    assert_eq!(
        error.expected(),
        "a die such as \"1d6\", a number or \"db\""
    );
}

#[test]
fn long_texts_are_refused_without_being_repeated_whole() {
    let error = "é".repeat(10_000).parse::<DiceExpr>().unwrap_err();
    assert_eq!(error.text(), format!("{}…", "é".repeat(50)));
    assert_eq!(error.found(), "20000 bytes");
    assert_eq!(error.expected(), "the end of a text of at most 100 bytes");
    let nested = "½(".repeat(33);
    assert!(nested.parse::<DiceExpr>().is_err());
}

#[test]
fn the_bonus_is_replaced_whole_or_halved() {
    let weapon = expr("1d8+1+db");
    assert!(weapon.uses_bonus());
    assert!(!weapon.without_bonus().uses_bonus());
    assert_eq!(weapon.without_bonus(), expr("1d8+1"));
    assert_eq!(weapon.with_bonus(&expr("2d6+1")), expr("1d8+2+2d6"));
    assert_eq!(weapon.with_bonus(&expr("-1d4")), expr("1d8+1-1d4"));
    assert_eq!(weapon.with_bonus(&expr("0")), expr("1d8+1"));
    assert_eq!(expr("10-db").with_bonus(&expr("1d4-2")), expr("12-1d4"));

    let bow = expr("1d6+½db");
    assert!(bow.uses_bonus());
    assert_eq!(bow.without_bonus(), expr("1d6"));
    assert_eq!(bow.with_bonus(&expr("1d4")), expr("1d6+½(1d4)"));
    assert_eq!(bow.with_bonus(&expr("0")), expr("1d6"));
    assert_eq!(bow.with_bonus(&expr("3")), expr("1d6+2"));
    assert_eq!(bow.with_bonus(&expr("-3")), expr("1d6-1"));
    assert_eq!(
        expr("½(1d6+db)").with_bonus(&expr("1d4")),
        expr("½(1d6+1d4)")
    );

    // A bonus has none of its own.
    assert_eq!(weapon.with_bonus(&expr("1d4+db")), expr("1d8+1+1d4"));
}

#[test]
fn smallest_and_largest_totals() {
    for (text, min, max) in [
        ("0", 0, 0),
        ("2d6+1", 3, 13),
        ("-1d4", -4, -1),
        ("1d8+db", 1, 8),
        ("1d6+½(-1d4)", -1, 6),
        ("1d6-½(1d4+1)", -2, 5),
        ("10d100", 10, 1000),
    ] {
        assert_eq!((expr(text).min(), expr(text).max()), (min, max), "{text}");
    }
}

#[test]
fn what_code_builds_stays_within_the_limits() {
    let most = DiceExpr::dice(u16::MAX, u16::MAX);
    assert_eq!((most.min(), most.max()), (1000, 100_000));
    assert_eq!(expr("30d6+1").with_dice_times(16).max(), 16 * 180 + 1);
    assert_eq!(DiceExpr::dice(1, 0), expr("1d1"));
    assert_eq!(DiceExpr::dice(0, 6), DiceExpr::zero());
    assert_eq!(DiceExpr::constant(i32::MIN).min(), -10_000);
    assert_eq!(expr("1d6+999").plus(i32::MAX).max(), 10_006);
}

#[test]
fn expressions_are_strings_in_files() {
    struct Printed(DiceExpr);
    impl std::fmt::Display for Printed {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.serialize(f)
        }
    }
    let from_text = |text: &'static str| {
        let text: StrDeserializer<'_, Error> = text.into_deserializer();
        DiceExpr::deserialize(text)
    };
    assert_eq!(Printed(expr("1d6 + 1/2db")).to_string(), "1d6+½db");
    assert_eq!(from_text("1d6+½db").unwrap(), expr("1d6+½db"));
    assert_eq!(
        from_text("1d").unwrap_err().to_string(),
        r#""1d": expected a number of sides from 1 to 100 at byte 2, found the end"#
    );
}

#[test]
fn faces_read_and_print() {
    let face = |text: &str| text.parse::<Face>();
    let five = Face { sides: 8, face: 5 };
    assert_eq!(face("d8=5").unwrap(), five);
    assert_eq!(face(" D8 = 5 ").unwrap(), five);
    assert_eq!(five.to_string(), "d8=5");
    for (text, message) in [
        (
            "8=5",
            r#""8=5": expected a die face such as "d8=5" at byte 0, found "8""#,
        ),
        (
            "d8",
            r#""d8": expected "=" and the face that the die shows at byte 2, found the end"#,
        ),
        (
            "d8=9",
            r#""d8=9": expected a face from 1 to 8 at byte 3, found "9""#,
        ),
        (
            "d8=0",
            r#""d8=0": expected a face from 1 to 8 at byte 3, found "0""#,
        ),
        (
            "d0=1",
            r#""d0=1": expected a number of sides from 1 to 65535 at byte 1, found "0""#,
        ),
        (
            "d8=5 d6=1",
            r#""d8=5 d6=1": expected the end at byte 5, found "d6""#,
        ),
    ] {
        let error: ParseDiceError = face(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
