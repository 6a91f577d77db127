//! What must hold for all dice, compared with plain counting of faces.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use shieldwall_dice::{
    Counted, Dice, DiceExpr, Face, LoadedDice, SeededDice, enumerate, percent, precise_percent,
};

/// Dice with a sign, in printed order.
type Group = Vec<(i32, u16, u16)>;

/// A weapon with a bonus, worked out here by other means than the crate's.
#[derive(Clone, Debug)]
struct Strike {
    weapon: Group,
    constant: i32,
    bonus: Group,
    bonus_constant: i32,
    halved: bool,
}

impl Strike {
    fn expr(&self) -> DiceExpr {
        let weapon = format!(
            "{}{:+}{}",
            text(&self.weapon),
            self.constant,
            if self.halved { "+½db" } else { "+db" }
        );
        let bonus = format!("{}{:+}", text(&self.bonus), self.bonus_constant);
        weapon
            .parse::<DiceExpr>()
            .unwrap()
            .with_bonus(&bonus.parse().unwrap())
    }

    /// The sides of all dice in the order in which they are rolled.
    fn sides(&self) -> Vec<u16> {
        let groups = self.weapon.iter().chain(&self.bonus);
        groups
            .flat_map(|&(_, count, sides)| std::iter::repeat_n(sides, usize::from(count)))
            .collect()
    }

    fn total(&self, faces: &[u16]) -> i32 {
        let mut faces = faces.iter();
        let mut sum = |group: &Group| -> i32 {
            group
                .iter()
                .map(|&(sign, count, _)| {
                    let rolled = faces.by_ref().take(usize::from(count));
                    sign * rolled.map(|&face| i32::from(face)).sum::<i32>()
                })
                .sum()
        };
        let own = sum(&self.weapon) + self.constant;
        let bonus = sum(&self.bonus) + self.bonus_constant;
        let bonus = if self.halved {
            (f64::from(bonus) / 2.0).ceil() as i32
        } else {
            bonus
        };
        own + bonus
    }
}

fn text(group: &Group) -> String {
    let dice = |&(sign, count, sides): &(i32, u16, u16)| {
        format!("{}{count}d{sides}", if sign < 0 { '-' } else { '+' })
    };
    let dice: String = group.iter().map(dice).collect();
    if dice.is_empty() {
        "0".to_owned()
    } else {
        dice
    }
}

/// All ways in which dice of these sides can fall.
fn all_faces(sides: &[u16]) -> Vec<Vec<u16>> {
    sides.iter().fold(vec![Vec::new()], |ways, &sides| {
        ways.iter()
            .flat_map(|way| {
                (1..=sides).map(move |face| {
                    let mut way = way.clone();
                    way.push(face);
                    way
                })
            })
            .collect()
    })
}

fn group(most: usize) -> impl Strategy<Value = Group> {
    let dice = (prop_oneof![Just(1), Just(-1)], 1..=2_u16, 1..=6_u16);
    prop::collection::vec(dice, 0..=most)
}

prop_compose! {
    fn strike()(
        weapon in group(2),
        constant in -9..=9_i32,
        bonus in group(1),
        bonus_constant in -3..=3_i32,
        halved: bool,
    ) -> Strike {
        Strike { weapon, constant, bonus, bonus_constant, halved }
    }
}

/// Texts of expressions, with all forms of terms, within the limits: at most 14 terms and two
/// bonuses, and 8 times 3 dice.
fn written() -> impl Strategy<Value = String> {
    let dice = (0..=3_u16, 1..=40_u16).prop_map(|(count, sides)| format!("{count}d{sides}"));
    let simple = prop_oneof![
        4 => dice,
        2 => (0..=100_u16).prop_map(|constant| constant.to_string()),
        1 => Just("D6".to_owned()),
    ];
    let nested = simple.prop_recursive(2, 4, 3, |inner| {
        prop::collection::vec((prop_oneof![Just("+"), Just(" - ")], inner), 1..3).prop_map(
            |terms| {
                let sum: String = terms
                    .into_iter()
                    .flat_map(|(sign, term)| [sign.to_owned(), term])
                    .collect();
                format!("½({sum})")
            },
        )
    });
    let bonus = prop_oneof![Just(""), Just("+db"), Just(" - 1/2DB"), Just("+½db-db")];
    let sign = prop_oneof![Just("+"), Just("-"), Just(" + ")];
    (prop::collection::vec((sign, nested), 1..3), bonus)
        .prop_map(|(terms, bonus)| {
            let terms = terms
                .into_iter()
                .map(|(sign, term)| format!("{sign}{term}"));
            terms.collect::<String>() + bonus
        })
        .prop_filter("short enough", |text| text.len() <= 100)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn printing_and_reading_are_inverse(text in written()) {
        let read: DiceExpr = text.parse().unwrap();
        let printed = read.to_string();
        let again: DiceExpr = printed.parse().unwrap();
        prop_assert_eq!(&again, &read);
        prop_assert_eq!(again.to_string(), printed);
        prop_assert!(!read.without_bonus().uses_bonus());
        let resolved = read.with_bonus(&"1d4-1".parse().unwrap());
        prop_assert!(!resolved.uses_bonus());
        if let Ok(again) = resolved.to_string().parse::<DiceExpr>() {
            prop_assert_eq!(again, resolved);
        }
    }

    #[test]
    fn no_text_brings_reading_down(text in "[-+ 0-9dDbB½/()=é]{0,60}") {
        if let Ok(read) = text.parse::<DiceExpr>() {
            prop_assert_eq!(read.to_string().parse::<DiceExpr>().unwrap(), read);
        } else if let Err(error) = text.parse::<DiceExpr>() {
            prop_assert!(error.offset() <= text.len());
        }
        if let Ok(face) = text.parse::<Face>() {
            prop_assert_eq!(face.to_string().parse::<Face>().unwrap(), face);
        }
    }

    #[test]
    fn enumeration_equals_convolution_and_counting(strike in strike()) {
        let expr = strike.expr();
        let ways = all_faces(&strike.sides());
        let mut counted: BTreeMap<i32, u32> = BTreeMap::new();
        for way in &ways {
            *counted.entry(strike.total(way)).or_default() += 1;
        }

        let convolved: Vec<_> = expr.distribution().iter().collect();
        let enumerated = enumerate(|dice| dice.sum(&expr).total);
        prop_assert_eq!(convolved.len(), counted.len());
        prop_assert_eq!(&enumerated, &convolved);
        for ((value, p), (total, count)) in convolved.iter().zip(&counted) {
            prop_assert_eq!(value, total);
            prop_assert!((p - f64::from(*count) / ways.len() as f64).abs() < 1e-12);
        }
        prop_assert_eq!(expr.min(), *counted.keys().next().unwrap());
        prop_assert_eq!(expr.max(), *counted.keys().last().unwrap());
        prop_assert!((expr.distribution().total() - 1.0).abs() < 1e-12);
    }

    /// What a rule asks of a sum has the probability of all faces that mean it.
    #[test]
    fn counted_sums_equal_counting(
        strike in strike().prop_filter("few faces", |strike| strike.sides().len() <= 4),
        lower: bool,
        face in prop::option::of(1..=6_u16),
        width in 1..=9_i32,
    ) {
        let expr = strike.expr();
        let meaning = |total: i32| total.div_euclid(width);
        let mut exact: BTreeMap<(i32, bool), f64> = BTreeMap::new();
        let mut visit = |outcome: (i32, bool), probability: f64| {
            *exact.entry(outcome).or_default() += probability;
        };
        enumerate(|dice| {
            let counted = Counted::of(&expr).lower_of_two(lower).watching(face);
            let roll = dice.counted(counted.alike(&|a, b| meaning(a) == meaning(b)));
            (meaning(roll.total()), roll.shows)
        })
        .into_iter()
        .for_each(|(outcome, probability)| visit(outcome, probability));
        // Each of two rolls, in all ways.
        let all: Vec<(i32, bool)> = all_faces(&strike.sides())
            .iter()
            .map(|faces| {
                let shows = face.is_some_and(|face| faces.contains(&face));
                (strike.total(faces), shows)
            })
            .collect();
        let mut counts: BTreeMap<(i32, bool), u64> = BTreeMap::new();
        let mut tally: BTreeMap<(i32, bool), u64> = BTreeMap::new();
        for roll in all {
            *tally.entry(roll).or_default() += 1;
        }
        let number: u64 = tally.values().sum();
        for (first, ways) in &tally {
            if lower {
                for (second, others) in &tally {
                    let (total, shows) = if second.0 < first.0 { *second } else { *first };
                    *counts.entry((meaning(total), shows)).or_default() += ways * others;
                }
            } else {
                *counts.entry((meaning(first.0), first.1)).or_default() += ways;
            }
        }
        let ways = if lower { number * number } else { number } as f64;
        prop_assert_eq!(exact.keys().collect::<Vec<_>>(), counts.keys().collect::<Vec<_>>());
        for (outcome, count) in &counts {
            prop_assert!((exact[outcome] - *count as f64 / ways).abs() < 1e-12, "{outcome:?}");
        }
    }

    #[test]
    fn loaded_dice_are_used_up_in_printed_order(strike in strike(), seed: u64) {
        let mut dice = SeededDice::new(seed);
        let sides = strike.sides();
        let faces: Vec<_> = sides.iter().map(|&sides| dice.band(sides, &[]).face).collect();
        let list: Vec<_> = sides.iter().zip(&faces).map(|(&sides, &face)| Face { sides, face }).collect();
        let mut loaded = LoadedDice::new(list.clone());
        let roll = loaded.sum(&strike.expr());
        prop_assert_eq!(roll.total, strike.total(&faces));
        prop_assert_eq!(roll.faces, list);
        prop_assert_eq!(loaded.finish(), Ok(()));
    }

    #[test]
    fn bands_have_the_probability_of_their_faces(
        sides in 1..=120_u16,
        mut uppers in prop::collection::vec(-20..=140_i32, 0..6),
    ) {
        uppers.sort_unstable();
        let mut counted = vec![0_u32; uppers.len() + 1];
        for face in 1..=sides {
            let mut loaded = LoadedDice::new(vec![Face { sides, face }]);
            counted[loaded.band(sides, &uppers).band] += 1;
        }
        let rolls = enumerate(|dice| dice.band(sides, &uppers));
        prop_assert_eq!(rolls.len(), counted.iter().filter(|&&count| count > 0).count());
        for (roll, p) in &rolls {
            prop_assert!((p - f64::from(counted[roll.band]) / f64::from(sides)).abs() < 1e-12);
            // The face shown lies in the band, and the next one does not.
            let mut loaded = LoadedDice::new(vec![Face { sides, face: roll.face }]);
            prop_assert_eq!(loaded.band(sides, &uppers), *roll);
            let upper = uppers.get(roll.band).copied().unwrap_or(i32::MAX);
            prop_assert_eq!(i32::from(roll.face), upper.min(i32::from(sides)));
        }
    }

    #[test]
    fn mixed_enumerations_sum_to_one(
        sides in 1..=100_u16,
        uppers in prop::collection::vec(-5..=105_i32, 0..4),
        strike in strike(),
        choices in 1..5_usize,
    ) {
        let expr = strike.expr();
        let results = enumerate(|dice| match dice.band(sides, &uppers).band {
            0 => dice.one_of(choices) as i32,
            1 => dice.sum(&expr).total,
            _ => dice.sum(&expr).total + dice.one_of(choices) as i32,
        });
        let sum: f64 = results.iter().map(|(_, p)| p).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
        prop_assert!(results.iter().all(|&(_, p)| p > 0.0));
    }

    #[test]
    fn seeded_totals_stay_within_bounds(text in written(), seed: u64) {
        let expr: DiceExpr = text.parse().unwrap();
        let mut dice = SeededDice::new(seed);
        for _ in 0..8 {
            let roll = dice.sum(&expr);
            prop_assert!((expr.min()..=expr.max()).contains(&roll.total));
            prop_assert!(roll.faces.iter().all(|face| face.is_possible()));
        }
    }

    #[test]
    fn seeded_choices_stay_within_bounds(n in 1..usize::MAX, seed: u64) {
        prop_assert!(SeededDice::new(seed).one_of(n) < n);
    }

    #[test]
    fn uncertain_chances_never_look_certain(p in 1e-11..1.0 - 1e-11) {
        for shown in [percent(p).to_string(), precise_percent(p).to_string()] {
            prop_assert!(shown != "0 %" && shown != "100 %" && shown != "0.0 %" && shown != "100.0 %");
        }
    }
}
