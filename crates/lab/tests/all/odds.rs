//! Exact odds: forecasts, what brains reckon with, the whole engine and seeded plays agree.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, path::Path, sync::Arc, sync::LazyLock};

use proptest::prelude::*;
use shieldwall_battle::{
    AttackEstimate, Choice, CombatantId, Forecast, Progress, Target, Vitality,
};
use shieldwall_content::{Case, ContentRoot, Library, case::DefaultAnswer};
use shieldwall_dice::SeededDice;
use shieldwall_lab::{
    cases::CasePlay,
    mixed_seed,
    odds::{CombatantOdds, Odds, TOLERANCE, odds},
};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0)
});

/// Two fighters: A strikes, B answers.
#[derive(Clone, Debug)]
struct Duel {
    weapon: &'static str,
    skill: i32,
    bonus: &'static str,
    weapon_points: i32,
    hit_points: i32,
    armour: &'static str,
    guard: Option<&'static str>,
    guard_skill: i32,
    guard_points: i32,
    dodge: i32,
}

const WEAPONS: [(&str, &str, i32); 6] = [
    ("sword_broad", "Sword", 12),
    ("sword_great", "Sword", 14),
    ("axe_great", "Axe", 12),
    ("mace_light", "Mace", 6),
    ("spear_long", "Spear", 12),
    ("hammer", "Hammer", 8),
];

const GUARDS: [(&str, &str, i32); 4] = [
    ("sword_broad", "Sword", 12),
    ("mace_light", "Mace", 6),
    ("kite", "Shield", 16),
    ("target", "Shield", 12),
];

const ARMOUR: [&str; 5] = ["", "leather_soft", "quilted", "chain", "plate_full"];

const BONUSES: [&str; 4] = ["0", "1d4", "-1d4", "1d6"];

fn duels() -> impl Strategy<Value = Duel> {
    (
        (0..WEAPONS.len(), 1..130_i32, 0..BONUSES.len(), 1..=14_i32),
        (1..=25_i32, 0..ARMOUR.len()),
        (0..=GUARDS.len(), 1..130_i32, 1..=16_i32, 0..110_i32),
    )
        .prop_map(|(a, b, c)| Duel {
            weapon: WEAPONS[a.0].0,
            skill: a.1,
            bonus: BONUSES[a.2],
            weapon_points: a.3.min(WEAPONS[a.0].2),
            hit_points: b.0,
            armour: ARMOUR[b.1],
            guard: GUARDS.get(c.0).map(|guard| guard.0),
            guard_skill: c.1,
            guard_points: GUARDS.get(c.0).map_or(0, |guard| guard.2.min(c.2)),
            dodge: c.3,
        })
}

fn skill_of(rows: &[(&str, &'static str, i32)], id: &str) -> &'static str {
    rows.iter().find(|row| row.0 == id).unwrap().1
}

impl Duel {
    /// What B may answer.
    fn answers(&self) -> Vec<&'static str> {
        let mut answers = vec!["none", "dodge"];
        answers.extend(self.guard.map(|_| "parry"));
        answers
    }

    fn case(&self, answer: &str) -> Case {
        self.case_with(answer, "")
    }

    fn case_with(&self, answer: &str, dice: &str) -> Case {
        let guard = self.guard.map_or_else(String::new, |guard| {
            format!(
                "items = [{{ id = \"{guard}\", hp = {} }}]\nskills = {{ {} = {}, Dodge = {} }}",
                self.guard_points,
                skill_of(&GUARDS, guard),
                self.guard_skill,
                self.dodge
            )
        });
        let guard = if guard.is_empty() {
            format!("skills = {{ Dodge = {} }}", self.dodge)
        } else {
            guard
        };
        let armour = if self.armour.is_empty() {
            String::new()
        } else {
            format!("armour = [\"{}\"]", self.armour)
        };
        let Self {
            weapon,
            skill,
            bonus,
            weapon_points,
            hit_points,
            ..
        } = self;
        let weapon_skill = skill_of(&WEAPONS, weapon);
        let text = format!(
            r#"title = "a duel"
ruleset = "percentile"
{dice}
map = """
...
AB.
...
"""
[combatant.A]
side = "red"

[combatant.A.percentile]
db = "{bonus}"
characteristics = {{ dex = 15 }}
skills = {{ {weapon_skill} = {skill} }}
items = [{{ id = "{weapon}", hp = {weapon_points} }}]

[combatant.B]
side = "blue"

[combatant.B.percentile]
hp = {hit_points}
{armour}
{guard}

[[choice]]
by = "A"
do = "attack"
item = "{weapon}"
target = "B"
when = "statement"

[[choice]]
by = "A"
do = "attack"
item = "{weapon}"
target = "B"
when = "action"

[[choice]]
by = "B"
do = "{answer}"
when = "defence"
"#
        );
        Case::parse(Path::new("duel.toml"), &text, &LIBRARY)
            .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
    }

    /// What the window shows and what brains reckon with, at the moment A decides to strike.
    fn forecast(&self) -> (Forecast, AttackEstimate) {
        let case = self.case("none");
        let mut play = CasePlay::begin(&case, &LIBRARY, Box::new(SeededDice::new(0))).unwrap();
        let battle = &mut play.battle;
        loop {
            assert_eq!(battle.advance(), Progress::Decision);
            let decision = battle.decision().unwrap().clone();
            let attack = decision
                .offers
                .iter()
                .find(|offer| offer.action.key == "attack" && offer.item.is_some());
            match (decision.kind.key, attack) {
                ("statement", Some(offer)) if decision.is_about(CombatantId(0)) => {
                    battle.choose(offer.choice_at(0)).unwrap();
                }
                ("action", Some(offer)) => {
                    let target = Target::Combatant(CombatantId(1));
                    let choice: Choice = offer.choice(Some(target), None);
                    let forecast = battle.forecast(&choice).unwrap();
                    let cells = [0, 1].map(|who| battle.presences(None)[who].cell);
                    let attack_estimate = battle
                        .attack_estimate(CombatantId(0), cells[0], CombatantId(1), cells[1])
                        .unwrap();
                    return (forecast, attack_estimate);
                }
                _ => {
                    let least = battle.least().unwrap();
                    battle.choose(least).unwrap();
                }
            }
        }
    }
}

fn of(odds: &Odds, letter: &str) -> CombatantOdds {
    odds.combatants[letter].clone()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE
}

/// The odds of each answer of B, and the same after a special success.
struct ByAnswer {
    whole: BTreeMap<&'static str, Odds>,
    after_special: BTreeMap<&'static str, Odds>,
    /// Probability of a special success.
    special: f64,
}

impl ByAnswer {
    fn of(duel: &Duel, specials: i32) -> Self {
        let odds_of = |dice: &str| {
            duel.answers()
                .into_iter()
                .map(|answer| {
                    (
                        answer,
                        odds(&duel.case_with(answer, dice), &LIBRARY).unwrap(),
                    )
                })
                .collect()
        };
        let after_special = if specials > 0 {
            odds_of("dice = [\"d100=1\"]")
        } else {
            BTreeMap::new()
        };
        Self {
            whole: odds_of(""),
            after_special,
            special: f64::from(specials) / 100.0,
        }
    }

    /// The odds if B gives one answer to a success and another to a special success. Two answers
    /// that are given whatever was rolled can only differ here by what follows special successes.
    fn mixed(&self, (success, special): (&str, &str)) -> Odds {
        let mut mixed = self.whole[success].clone();
        if success == special || self.after_special.is_empty() {
            return mixed;
        }
        for (answer, weight) in [(special, self.special), (success, -self.special)] {
            let part = &self.after_special[answer];
            for (letter, part) in &part.combatants {
                let mixed = mixed.combatants.get_mut(letter).unwrap();
                for (lost, probability) in &part.loss {
                    *mixed.loss.entry(*lost).or_default() += weight * probability;
                }
                for (state, probability) in &part.state {
                    *mixed.state.entry(*state).or_default() += weight * probability;
                }
            }
            for (item, probability) in &part.items {
                *mixed.items.entry(item.clone()).or_default() += weight * probability;
            }
        }
        mixed
    }

    /// The least that B is expected to lose, with the best answer to each level of success.
    fn least_loss(&self) -> f64 {
        self.whole
            .keys()
            .flat_map(|success| self.whole.keys().map(move |special| (*success, *special)))
            .map(|answers| of(&self.mixed(answers), "B").expected_loss())
            .fold(f64::INFINITY, f64::min)
    }
}

/// How many faces of d100 are a special success: those below a fifth of the chance (PCT-028).
fn special_faces(chance: i32) -> i32 {
    (1..=100).filter(|face| face * 5 < chance).count() as i32
}

/// The answers that the target is expected to give to a success and to a special success.
fn assumed_answers(assumption: Option<&str>) -> (&'static str, &'static str) {
    let text = assumption.unwrap_or_default();
    let (success, special) = text
        .split_once(", against a special success ")
        .unwrap_or((text, text));
    (answer_of(success), answer_of(special))
}

/// The answer that a label or an assumption speaks of.
fn answer_of(label: &str) -> &'static str {
    match label {
        _ if label.contains("parr") => "parry",
        _ if label.contains("dodge") => "dodge",
        _ => "none",
    }
}

/// What the window shows, what brains reckon with and the odds of the whole engine are the same.
fn agree(duel: &Duel) -> Result<(), TestCaseError> {
    let (forecast, attack_estimate) = duel.forecast();
    let by_answer = ByAnswer::of(duel, special_faces(forecast.chances[0].chance));
    for odds in by_answer.whole.values() {
        prop_assert!(close(odds.total, 1.0));
    }
    let odds = by_answer.mixed(assumed_answers(forecast.assumption.as_deref()));
    let target = of(&odds, "B");
    let loss = forecast.loss.as_ref().unwrap();
    for (lost, probability) in loss.iter() {
        let exact = target.loss.get(&lost).copied().unwrap_or_default();
        prop_assert!(
            close(exact, probability),
            "{lost} lost: {exact} or {probability}"
        );
    }
    let defeats: f64 = target
        .state
        .iter()
        .filter(|(state, _)| !matches!(state, Vitality::Active))
        .map(|(_, probability)| probability)
        .sum();
    prop_assert!(
        close(defeats, forecast.defeats),
        "{defeats} or {}",
        forecast.defeats
    );
    let kills = target
        .state
        .get(&Vitality::Dying)
        .copied()
        .unwrap_or_default();
    prop_assert!(
        close(kills, forecast.kills),
        "{kills} or {}",
        forecast.kills
    );
    for (item, chance) in &forecast.breaks {
        let name = if item.index() == 0 {
            format!("A.{}", duel.weapon)
        } else {
            format!("B.{}", duel.guard.unwrap())
        };
        prop_assert!(
            close(odds.items[&name], *chance),
            "{name}: {} or {chance}",
            odds.items[&name]
        );
    }
    let breaking = odds
        .items
        .values()
        .filter(|chance| **chance > TOLERANCE)
        .count();
    prop_assert_eq!(breaking, forecast.breaks.len());
    for alternative in &forecast.alternatives {
        let exact = of(&by_answer.whole[answer_of(&alternative.label)], "B").expected_loss();
        prop_assert!(
            close(exact, alternative.expected_loss),
            "{}",
            alternative.label
        );
    }
    prop_assert!(forecast.alternatives.len() + 1 >= by_answer.whole.len());
    if attack_estimate.item.is_some() {
        let best = by_answer.least_loss();
        prop_assert!(
            close(attack_estimate.expected_loss, best),
            "{} or {best}",
            attack_estimate.expected_loss
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forecasts_brains_and_the_whole_engine_agree(duel in duels()) {
        agree(&duel)?;
    }
}

/// A parry that does not lessen what a special success does, and only wears items.
#[test]
fn they_agree_where_each_level_of_success_has_an_answer_of_its_own() {
    let duel = Duel {
        weapon: "mace_light",
        skill: 6,
        bonus: "-1d4",
        weapon_points: 1,
        hit_points: 1,
        armour: "chain",
        guard: Some("sword_broad"),
        guard_skill: 14,
        guard_points: 3,
        dodge: 0,
    };
    let (forecast, _) = duel.forecast();
    let (success, special) = assumed_answers(forecast.assumption.as_deref());
    assert_ne!(success, special);
    agree(&duel).unwrap();
}

/// Compares exact odds with so many seeded plays: no frequency may be farther off than six standard
/// deviations.
fn compare_with_plays(duel: &Duel, answer: &str, plays: u64) {
    let case = duel.case(answer);
    let exact = of(&odds(&case, &LIBRARY).unwrap(), "B");
    let mut play = CasePlay::begin(&case, &LIBRARY, Box::new(SeededDice::new(0)))
        .unwrap()
        .leniently();
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    for number in 0..plays {
        let dice = Box::new(SeededDice::new(mixed_seed(7, number)));
        play.restart(dice).unwrap();
        let before = play.battle.presences(None)[1].hit_points;
        play.play().unwrap();
        let after = play.battle.presences(None)[1].hit_points;
        *counts.entry(before - after).or_default() += 1;
    }
    for lost in counts.keys() {
        assert!(exact.loss.contains_key(lost), "{lost} lost is impossible");
    }
    for (lost, probability) in &exact.loss {
        let found = counts.get(lost).copied().unwrap_or_default() as f64 / plays as f64;
        let deviation = (probability * (1.0 - probability) / plays as f64).sqrt();
        assert!(
            (found - probability).abs() <= 6.0 * deviation + 1e-9,
            "{duel:?} {answer}: {lost} lost {found} of the time, expected {probability}"
        );
    }
}

const EXAMPLES: [(Duel, &str); 2] = [
    (
        Duel {
            weapon: "sword_broad",
            skill: 60,
            bonus: "1d4",
            weapon_points: 12,
            hit_points: 12,
            armour: "leather_soft",
            guard: Some("sword_broad"),
            guard_skill: 50,
            guard_points: 12,
            dodge: 30,
        },
        "parry",
    ),
    (
        Duel {
            weapon: "axe_great",
            skill: 35,
            bonus: "0",
            weapon_points: 12,
            hit_points: 8,
            armour: "chain",
            guard: None,
            guard_skill: 0,
            guard_points: 0,
            dodge: 60,
        },
        "dodge",
    ),
];

/// `SHIELDWALL_TEST_PLAYS` sets how many plays of each duel; a million take minutes.
#[test]
fn odds_are_how_often_it_happens() {
    let plays = std::env::var("SHIELDWALL_TEST_PLAYS")
        .ok()
        .and_then(|plays| plays.parse().ok())
        .unwrap_or(4_000);
    for (duel, answer) in EXAMPLES {
        compare_with_plays(&duel, answer, plays);
    }
}

#[test]
fn the_odds_are_the_same_no_matter_who_decides() {
    let duel = &EXAMPLES[1].0;
    let mut case = duel.case("dodge");
    for default in [DefaultAnswer::Random, DefaultAnswer::Computer] {
        case.default = default;
        let first = odds(&case, &LIBRARY).unwrap();
        assert!(close(first.total, 1.0), "{}", first.total);
        assert_eq!(first, odds(&case, &LIBRARY).unwrap());
    }
}

#[test]
fn odds_of_one_blow_by_hand() {
    // Chance 60: special 12... by PCT-R19 a fifth, that is 1 to 11; success to 60; failure above.
    let duel = Duel {
        weapon: "sword_broad",
        skill: 60,
        bonus: "0",
        weapon_points: 12,
        hit_points: 25,
        armour: "",
        guard: None,
        guard_skill: 0,
        guard_points: 0,
        dodge: 0,
    };
    let exact = of(&odds(&duel.case("none"), &LIBRARY).unwrap(), "B");
    assert!(close(exact.loss[&0], 0.40));
    // 2 to 9 by an ordinary hit, 49 faces in all; 11 to 18 by a special one, 11 faces.
    for lost in 2..=9 {
        assert!(close(exact.loss[&lost], 0.49 / 8.0), "{lost}");
    }
    for lost in 11..=18 {
        assert!(close(exact.loss[&lost], 0.11 / 8.0), "{lost}");
    }
    assert_eq!(exact.loss.len(), 17);
}
