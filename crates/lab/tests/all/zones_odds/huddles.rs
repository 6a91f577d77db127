//! Some who stand together when one of them is attacked, made up: they hide behind each other and guard
//! each other, in any order that the rules allow.

use proptest::prelude::*;
use shieldwall_battle::{Choice, Target};
use shieldwall_content::Case;

use crate::zones_odds::{
    B,
    agreement::{agree, forecast_of_the_best},
    case,
    combatant_results::{CombatantResult, close, results_of},
    duels::{Fighter, fighters, plain_case},
    explorer::Scene,
};

/// How one of them begins: with its turn in hand, without it, or able to dodge and to hide only.
const STATES: &[&str] = &["", "", ", spent = true", ", broken = \"retreat\""];

/// B and others beside it, at whom A strikes or shoots.
#[derive(Clone, Debug)]
pub(crate) struct Huddle {
    a: Fighter,
    others: Vec<Fighter>,
    states: Vec<&'static str>,
    /// Whether A stands beside them.
    beside: bool,
    /// Whether one of them is twice as large.
    large: bool,
    /// Whether one of them counters and dodges as it guards.
    guard_counters: bool,
    pick: usize,
}

prop_compose! {
    pub(crate) fn huddles()(
        a in fighters(&["sword_broad", "bow_long"]),
        others in prop::collection::vec(fighters(&[""]), 4),
        states in prop::collection::vec(prop::sample::select(STATES), 4),
        beside in prop::bool::weighted(0.2),
        large in prop::bool::weighted(0.3),
        guard_counters in prop::bool::weighted(0.3),
        pick in any::<usize>(),
    ) -> Huddle {
        Huddle { a, others, states, beside, large, guard_counters, pick }
    }
}

impl Huddle {
    fn text(&self) -> String {
        // Counters make the tree of all answers wide; then there are fewer of them.
        let count = if self.beside { 2 } else { self.others.len() };
        let column = if self.beside { 9 } else { 1 };
        let a = Fighter {
            weapon: if self.beside {
                self.a.weapon
            } else {
                "bow_long"
            },
            ..self.a.clone()
        };
        let cells = [[10, 3], [10, 4], [11, 3], [11, 4]];
        let mut tables = vec![a.table('A', "red", [column, 3], "", "")];
        let others = self.others.iter().zip(&self.states).zip(cells).take(count);
        for (number, ((other, state), at)) in others.enumerate() {
            let mut more = String::new();
            if number == 1 && self.guard_counters {
                more.push_str(", guard_counters = true");
            }
            if number + 1 == count && self.large {
                more.push_str(", size = \"large\"");
            }
            let letter = ['B', 'C', 'E', 'F'][number];
            tables.push(other.table(letter, "blue", at, &more, state));
        }
        plain_case('.', false, &tables.concat())
    }

    pub(crate) fn agree(&self) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let mut choices = scene.choices(&["attack"]);
        choices.retain(|choice| {
            let gently = choice
                .option()
                .is_some_and(|key| key.ends_with("hold_back"));
            choice.item.is_some() && !gently && choice.target == Some(Target::Combatant(B))
        });
        if choices.is_empty() {
            return Ok(());
        }
        agree(&mut scene, &choices[self.pick % choices.len()])
    }
}

/// Somebody with so much health, armour 0 or 3, who never dodges.
fn bystander(health: i32, armour: &'static str) -> Fighter {
    Fighter {
        strength: 10,
        agility: 1,
        wit: 10,
        health,
        unhurt: health,
        weapon: "",
        shield: false,
        armour,
        intimidated: false,
    }
}

/// B hides behind C, whose turn is gone, and E in plate steps in front of C: of a d6 it suffers 1, 2 and 3
/// with 4, 5 and 6.
#[test]
fn a_shelter_that_is_guarded_by_hand() {
    let archer = Fighter {
        weapon: "bow_long",
        ..bystander(8, "")
    };
    let tables = [
        archer.table('A', "red", [1, 3], "", ""),
        bystander(6, "").table('B', "blue", [10, 3], "", ", broken = \"retreat\""),
        bystander(6, "").table('C', "blue", [10, 4], "", ", spent = true"),
        bystander(20, "plate_full").table('E', "blue", [11, 3], "", ""),
    ];
    let case = case(&plain_case('.', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let choices = scene.choices(&["attack"]);
    let choice = choices.iter().find(|choice| {
        choice.option() == Some("steady") && choice.target == Some(Target::Combatant(B))
    });
    let choice = choice.unwrap();
    let forecast = scene.forecast(choice);
    let losses: Vec<(&str, f64)> = forecast
        .alternatives
        .iter()
        .map(|answer| (answer.label.as_str(), answer.expected_loss))
        .collect();
    let [idle, dodge, behind_c, behind_e, guard] = losses[..] else {
        panic!("{losses:?}");
    };
    for (label, loss, expected) in [
        ("No reaction", idle, 3.5),
        ("Dodge", dodge, 3.5),
        ("Hide behind C", behind_c, 1.0),
        ("Hide behind E", behind_e, 1.0),
        ("E guards", guard, 1.0),
    ] {
        assert_eq!(loss.0, label);
        assert!(close(loss.1, expected), "{losses:?}");
    }
    agree(&mut scene, choice).unwrap();
}

/// A breath catches B and C, who can do nothing. E in plate stands beyond, near both, and takes it for B,
/// whom any of it but a 1 would fell.
#[test]
fn a_guard_against_a_blast_by_hand() {
    let crowd = Crowd {
        others: vec![
            bystander(3, ""),
            bystander(12, ""),
            bystander(20, "plate_full"),
        ],
        states: vec![", spent = true", ", spent = true", ""],
        struck: 2,
        counters: false,
    };
    let case = case(&crowd.text());
    let mut scene = Scene::of(&case);
    let choice = crowd.choice(&case, &mut scene);
    let told = results_of(&scene.forecast(&choice), scene.count);
    let losses: Vec<f64> = told.iter().map(CombatantResult::expected_loss).collect();
    for (loss, expected) in losses.iter().zip([0.0, 0.0, 3.5, 1.0]) {
        assert!(close(*loss, expected), "{losses:?}");
    }
    crowd.agree().unwrap();
}

/// Six ordinary ones, and six who are twice as large.
fn great_huddle() -> String {
    let mut text = String::new();
    for number in 0..12_u16 {
        let (fighter, more) = if number < 6 {
            (bystander(3 + i32::from(number % 4), ""), "")
        } else {
            (bystander(16, "chain"), ", size = \"large\"")
        };
        let letter = char::from(b'B' + u8::try_from(number).unwrap());
        let at = [8 + 8 * (number / 6), 4 * (number % 6)];
        text.push_str(&fighter.table(letter, "blue", at, more, ""));
    }
    text
}

/// Six ordinary ones and six large ones could hide behind each other in more orders than anybody could go
/// through. What is forecast is said to be not all of it.
#[test]
fn a_great_huddle_is_forecast_in_good_time() {
    let row = format!("{}{}\n", "a".repeat(5), "b".repeat(20));
    let text = format!(
        "title = \"a huddle\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n{}\"\"\"\n\
         zone_map = \"\"\"\n{}\"\"\"\n\
         [zones]\n\
         starter = \"red\"\n\
         [combatant.A]\n\
         side = \"red\"\n\
         at = [0, 1]\n\
         zones = {{ health = 30, items = [\"bow_long\"] }}\n{}",
        format!("{}\n", ".".repeat(25)).repeat(24),
        row.repeat(24),
        great_huddle(),
    );
    let case = case(&text);
    let mut scene = Scene::of(&case);
    let choices = scene.choices(&["attack"]);
    let choice = choices.iter().find(|choice| {
        choice.option() == Some("steady") && choice.target == Some(Target::Combatant(B))
    });
    let forecast = scene.forecast(choice.unwrap());
    // None, dodging, hiding behind the others, and being guarded by them.
    assert_eq!(forecast.alternatives.len(), 24, "{forecast:?}");
    let assumption = forecast.assumption.unwrap();
    let cut_short = "not all answers tried";
    assert!(assumption.ends_with(cut_short), "{assumption}");
}

/// A stands in zone `a` with so much health and breathes at zone `b`, on a field of so many rows.
fn breath(health: u16, rows: usize) -> String {
    format!(
        "title = \"a crowd\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n{}\"\"\"\n\
         zone_map = \"\"\"\n{}\"\"\"\n\
         [zones]\n\
         starter = \"red\"\n\
         [combatant.A]\n\
         side = \"red\"\n\
         at = [0, 1]\n\
         zones = {{ health = {health}, natural_attacks = [{{ name = \"Breath\", \
         attack = {{ damage = \"1d6\", range = 6, blast = true }} }}] }}\n",
        format!("{}\n", ".".repeat(16)).repeat(rows),
        "aaaaabbbbb+ccccc\n".repeat(rows),
    )
}

/// A breath catches twelve with bows, whom thirteen others could guard, and all of whom could counter.
#[test]
fn a_blast_on_a_great_crowd_is_forecast_in_good_time() {
    let text = breath(30, 13) + &crowd_with_bows();
    let case = case(&text);
    let mut scene = Scene::of(&case);
    let zone = case.level.zones.named("b").unwrap();
    let choices = scene.choices(&["blast"]);
    let choice = choices.iter().find(|choice| {
        choice.target == Some(Target::Zone(zone)) && choice.option() == Some("steady")
    });
    let forecast = scene.forecast(choice.unwrap());
    assert!(forecast.assumption.is_some(), "{forecast:?}");
    // The crowd in chain takes it for the frail ones, so nobody falls.
    let defeated: f64 = forecast.others.iter().map(|stake| stake.defeats).sum();
    assert!(forecast.defeats + defeated < 1.0, "{forecast:?}");
}

/// Twelve frail ones in the border and thirteen sturdy ones beyond it.
fn crowd_with_bows() -> String {
    let mut text = String::new();
    for number in 0..25_u16 {
        let frail = number < 12;
        let fighter = if frail {
            bystander(3 + i32::from(number % 4), "")
        } else {
            bystander(i32::from(4 + number), "chain")
        };
        let fighter = Fighter {
            weapon: "bow_long",
            ..fighter
        };
        let at = if frail {
            [10, number]
        } else {
            [11, number - 12]
        };
        let letter = char::from(b'B' + u8::try_from(number).unwrap());
        text.push_str(&fighter.table(letter, "blue", at, "", ""));
    }
    text
}

/// A zone with some of them on its border is struck, while others stand near beyond it.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    others: Vec<Fighter>,
    states: Vec<&'static str>,
    /// How many of them are struck.
    struck: usize,
    /// Whether B could strike back.
    counters: bool,
}

prop_compose! {
    pub(crate) fn crowds()(
        others in prop::collection::vec(fighters(&[""]), 4),
        states in prop::collection::vec(prop::sample::select(STATES), 4),
        struck in 2..=3_usize,
        counters in prop::bool::weighted(0.3),
    ) -> Crowd {
        Crowd { others, states, struck, counters }
    }
}

impl Crowd {
    /// A breathes at zone `b`, in whose border to zone `c` some stand; those in the core of `c` are near
    /// them.
    fn text(&self) -> String {
        let mut text = breath(9, 5);
        for (number, (other, state)) in self.others.iter().zip(&self.states).enumerate() {
            let letter = ['B', 'C', 'E', 'F'][number];
            let row = number as u16;
            let at = if number < self.struck {
                [10, row]
            } else {
                [11, row]
            };
            let other = Fighter {
                weapon: if self.counters && number == 0 {
                    "bow_long"
                } else {
                    ""
                },
                ..other.clone()
            };
            text.push_str(&other.table(letter, "blue", at, "", state));
        }
        text
    }

    /// A breathes at those on the border, without a save.
    fn choice(&self, case: &Case, scene: &mut Scene<'_>) -> Choice {
        let zone = case.level.zones.named("b").unwrap();
        let mut choices = scene.choices(&["blast"]).into_iter();
        let aimed = |choice: &Choice| {
            choice.target == Some(Target::Zone(zone)) && choice.option() == Some("steady")
        };
        choices.find(aimed).unwrap()
    }

    pub(crate) fn agree(&self) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let choice = &self.choice(&case, &mut scene);
        let told = results_of(&scene.forecast(choice), scene.count);
        let tree = scene.explore(choice);
        let outcomes: Vec<_> = tree
            .leaves
            .iter()
            .map(|leaf| leaf.results.clone())
            .collect();
        prop_assert_eq!(forecast_of_the_best(&scene, &outcomes, &told), None);
        for (first, answer) in tree.answers.iter().enumerate() {
            let outcomes: Vec<_> = tree.group(first).map(|leaf| leaf.results.clone()).collect();
            let told = results_of(answer.forecast.as_ref().unwrap(), scene.count);
            let wrong = forecast_of_the_best(&scene, &outcomes, &told);
            prop_assert_eq!(wrong, None, "{}", answer.label);
        }
        Ok(())
    }
}
