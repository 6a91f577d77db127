//! The examples of the rulebook that are plain arithmetic: order, movement, wounds and First Aid.
//! Ratings and chances are in `ratings.rs`, single blows in `exchanges.rs`.

use std::collections::BTreeMap;

use shieldwall_battle::{CombatantId, Roster, Vitality};
use shieldwall_dice::{Enumerator, LoadedDice};
use shieldwall_grid::Metres;
use shieldwall_percentile::content::blocks::WeaponClass;
use shieldwall_percentile::{
    attack::rating,
    combatant::wounds::{self, Injury},
    forecast::forecasting,
    movement::bands::{Band, Pace, farthest},
    terms::rules,
    turn::order_key::{OrderKey, one_by_one, steps},
};

fn cells(count: i32) -> Metres {
    Metres::from_milli(1500) * count
}

fn key(rank: i32, class: WeaponClass, rating: i32) -> OrderKey {
    OrderKey {
        rank,
        class,
        rating,
    }
}

/// The order of keys as steps of letters: "a, b", or "a = b" for those who are simultaneous.
fn order(keys: &[OrderKey]) -> String {
    let entries = (0..).map(CombatantId).zip(keys.iter().copied());
    let letter = |who: &CombatantId| char::from(b'a' + who.0 as u8).to_string();
    let steps: Vec<String> = steps(entries)
        .iter()
        .map(|step| step.iter().map(letter).collect::<Vec<_>>().join(" = "))
        .collect();
    steps.join(", ")
}

#[test]
fn order_of_action() {
    use WeaponClass::{Long, Medium, Missile, Other, Short};
    let examples: &[(&str, &[OrderKey], &str)] = &[
        (
            "PCT-E01",
            &[key(15, Medium, 50), key(14, Medium, 50)],
            "a, b",
        ),
        (
            "PCT-E02",
            &[key(12, Missile, 30), key(12, Medium, 60)],
            "a, b",
        ),
        (
            "PCT-E11",
            &[
                key(12, Missile, 50),
                key(12, Long, 50),
                key(12, Medium, 50),
                key(12, Short, 50),
                key(12, Long, 51),
            ],
            "a, e, b, c, d",
        ),
        (
            "PCT-E13",
            &[key(12, Medium, 50), key(16, Short, 20), key(9, Long, 60)],
            "b, a, c",
        ),
        (
            "PCT-E14",
            &[key(12, Medium, 55), key(12, Medium, 60)],
            "b, a",
        ),
        (
            "PCT-E15",
            &[key(12, Medium, 60), key(12, Medium, 60)],
            "a = b",
        ),
        ("PCT-E16", &[key(10, Long, 50), key(10, Medium, 70)], "a, b"),
        (
            "PCT-E17",
            &[key(10, Medium, 50), key(10, Medium, 70)],
            "b, a",
        ),
        (
            "PCT-E26",
            &[
                key(8, Medium, 50),
                key(9, Medium, 50),
                key(5, Medium, 50),
                key(8, Medium, 50),
            ],
            "b, a = d, c",
        ),
        (
            "PCT-E100",
            &[
                key(10, Missile, 20),
                key(10, Long, 35),
                key(10, Long, 40),
                key(10, Medium, 90),
                key(10, Short, 60),
                key(10, Other, 0),
            ],
            "a, c, b, d, e, f",
        ),
    ];
    for (id, keys, expected) in examples {
        assert_eq!(order(keys), *expected, "{id}");
    }
}

#[test]
fn equals_take_turns_at_moving_last() {
    // PCT-E115.
    let equals = [0, 1].map(|who| (CombatantId(who), key(12, WeaponClass::Medium, 50)));
    let [a, b] = [CombatantId(0), CombatantId(1)];
    assert_eq!(one_by_one(equals, &Roster::default(), 1), [a, b]);
    assert_eq!(one_by_one(equals, &Roster::default(), 2), [b, a]);
}

#[test]
fn ranks_after_moving() {
    let examples = [
        ("PCT-E18", cells(6), 14, Some(7)),
        ("PCT-E19", cells(4), 13, Some(7)),
        ("PCT-E20", cells(3), 13, Some(13)),
        ("PCT-E21", cells(10), 13, Some(7)),
        ("PCT-E22", cells(11), 13, Some(4)),
        ("PCT-E23", cells(19), 17, Some(5)),
        ("PCT-E24", cells(20), 17, None),
        ("PCT-E26 a", Metres::from_whole(12), 16, Some(8)),
        ("PCT-E26 b", Metres::ZERO, 9, Some(9)),
        ("PCT-E26 c", Metres::from_whole(18), 18, Some(5)),
        ("PCT-E26 d", Metres::from_whole(3), 8, Some(8)),
        ("PCT-E27", cells(4), 12, Some(6)),
        ("PCT-E103", cells(8), 11, Some(6)),
        ("PCT-E108", cells(3), 15, Some(15)),
        ("PCT-017", Metres::from_milli(5900), 14, Some(14)),
        ("PCT-018", Metres::from_whole(20), 3, Some(1)),
    ];
    for (id, cost, dexterity, expected) in examples {
        let band = Band::of(cost).expect("30 m at most");
        assert_eq!(band.rank(dexterity), expected, "{id}");
    }
    assert_eq!(
        Band::of(cells(21)),
        None,
        "PCT-013: a path of 31.5 m is refused"
    );
    assert_eq!(Band::of(Metres::from_milli(30_001)), None, "PCT-R06");
}

#[test]
fn limits_of_movement() {
    // PCT-E25: in contact, 19 cells are 28.5 m and may be moved, 20 may not.
    assert!(cells(19) <= farthest(true) && cells(20) > farthest(true));
    assert!(cells(20) <= farthest(false) && cells(21) > farthest(false));
    // PCT-R01: the limit of a statement is that of its band; PCT-E65: 7.5 m are too far to reload.
    for pace in Pace::ALL {
        assert_eq!(Pace::from_key(pace.key()), Some(pace));
        if let Some(band) = pace.band() {
            assert_eq!(Band::of(pace.ceiling()), Some(band));
            assert_eq!(Band::ALL[usize::from(band.index())], band);
        }
    }
    assert_eq!(Band::of(cells(5)), Some(Band::Half));
    assert!(!Pace::Half.allows_full_round_task() && Pace::Short.allows_full_round_task());
    assert!(!Pace::Run.allows_action() && Pace::Quarter.allows_action());
}

#[test]
fn states_after_injuries() {
    use Vitality::{Active, Dead, Dying, Unconscious};
    let examples = [
        ("PCT-140", Active, 7, 2, Unconscious),
        ("PCT-E78", Active, 2, 1, Unconscious),
        ("PCT-140", Active, 6, 3, Active),
        ("PCT-E79", Active, 9, -4, Dying),
        ("PCT-E94", Unconscious, 3, -1, Dying),
        ("PCT-R61", Active, 0, 2, Active),
        ("PCT-R64", Active, 1, 1, Unconscious),
        ("PCT-R62", Dying, 1, -5, Dying),
        ("PCT-R65", Dead, 1, -5, Dead),
    ];
    for (id, before, lost, left, after) in examples {
        assert_eq!(wounds::after_injury(before, lost, left), after, "{id}");
    }
    assert!(
        !wounds::falls(false, 3, -1),
        "PCT-R23: no hours for somebody who sleeps already"
    );
    assert!(wounds::falls(true, 9, -4), "PCT-E79");
    assert_eq!(Injury::fresh(0), None, "PCT-R43");
    assert_eq!(wounds::rounds_asleep(4), 1200, "PCT-E77");
    assert_eq!(wounds::rounds_asleep(6), 1800, "PCT-E79");
}

#[test]
fn first_aid() {
    /// Id, hit points, injury, chance, dice, hit points regained, whether it dies all the same.
    type Example = (
        &'static str,
        i32,
        i32,
        i32,
        &'static [&'static str],
        i32,
        bool,
    );
    let examples: [Example; 8] = [
        ("PCT-E08", 10, 2, 40, &["d100=25", "d3=3"], 2, false),
        ("PCT-E09", 0, 5, 40, &["d100=12", "d3=1"], 1, false),
        ("PCT-E81", -2, 5, 45, &["d100=45", "d3=3"], 3, false),
        ("PCT-E82", -2, 5, 45, &["d100=45", "d3=2"], 2, true),
        ("PCT-E83", 7, 5, 30, &["d100=31"], 0, false),
        ("PCT-E85", -1, 5, 60, &["d100=55", "d3=3"], 3, false),
        ("PCT-E102", 0, 6, 50, &["d100=50", "d3=2"], 2, false),
        ("PCT-E110", -1, 4, 50, &["d100=50", "d3=2"], 2, false),
    ];
    for (id, before, lost, chance, faces, regained, dies) in examples {
        let vitality = if before <= 0 {
            Vitality::Dying
        } else {
            Vitality::Active
        };
        let mut injury = Injury::fresh(lost).expect("an injury");
        let mut dice = LoadedDice::parse(faces).expect("faces");
        let treatment = wounds::roll_aid(chance, &mut injury, &mut dice);
        assert_eq!(treatment.regained, regained, "{id}");
        assert_eq!(dice.finish(), Ok(()), "{id}");
        assert!(injury.treated, "{id}");
        assert_eq!(injury.remaining(), lost - regained, "{id}");
        let after = wounds::after_aid(vitality, before + regained);
        assert_eq!(wounds::dies(after, before + regained), dies, "{id}");
        let again = injury.treat(Some(3));
        assert_eq!(again, 0, "{id}: PCT-156");
    }
}

#[test]
fn several_helpers_treat_several_injuries() {
    // PCT-E84.
    let mut injuries = [9, 6].map(|lost| Injury::fresh(lost).expect("an injury"));
    let mut dice = LoadedDice::parse(&["d100=20", "d3=2", "d100=40", "d3=2"]).expect("faces");
    let a = wounds::roll_aid(50, &mut injuries[0], &mut dice).regained;
    let b = wounds::roll_aid(40, &mut injuries[1], &mut dice).regained;
    assert_eq!((a, b, -3 + a + b), (2, 2, 1));
    assert_eq!(wounds::after_aid(Vitality::Dying, 1), Vitality::Unconscious);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn weeks_of_rest() {
    let rest = |lost: &[i32], hospital: bool, faces: &[&str]| {
        let mut injuries: Vec<_> = lost
            .iter()
            .filter_map(|&lost| Injury::fresh(lost))
            .collect();
        let mut dice = LoadedDice::parse(faces).expect("faces");
        let regained = wounds::rest_a_week(&mut injuries, hospital, &mut dice).regained;
        assert_eq!(dice.finish(), Ok(()));
        (
            regained,
            injuries.iter().map(Injury::remaining).collect::<Vec<_>>(),
        )
    };
    assert_eq!(rest(&[1], false, &["d3=3"]), (1, vec![]), "PCT-E86");
    assert_eq!(rest(&[4], true, &[]), (3, vec![1]), "PCT-E87");
    assert_eq!(
        rest(&[1, 4], false, &["d3=2"]),
        (2, vec![3]),
        "PCT-R69: the oldest first"
    );
}

#[test]
fn odds_of_first_aid() {
    // PCT-159: somebody at -1 is saved by a 2 or a 3, in 45 of 100 cases.
    let chance = rating::chance("First Aid", 45, Vec::new());
    let injury = Injury::fresh(5).expect("an injury");
    let forecast = forecasting::forecast_aid(
        &chance,
        &injury,
        (Vitality::Dying, -1),
        "First Aid".to_owned(),
        CombatantId(0),
        &mut Enumerator::new(),
    );
    let outcomes: BTreeMap<_, _> = forecast
        .outcomes
        .iter()
        .map(|outcome| (outcome.label, outcome.probability))
        .collect();
    assert!((outcomes["saved"] - 0.30).abs() < 1e-12);
    assert!((outcomes["heals nothing"] - 0.55).abs() < 1e-12);
    assert!((outcomes["hit points regained"] - 0.15).abs() < 1e-12);
    assert!((forecast.expected_gain() - 0.9).abs() < 1e-12);
}

#[test]
fn every_rule_has_its_constant() {
    assert_eq!(rules::ALL.len(), 159 + 88);
    assert_eq!(rules::R034.to_string(), "PCT-034");
    assert_eq!(rules::RR29.to_string(), "PCT-R29");
}
