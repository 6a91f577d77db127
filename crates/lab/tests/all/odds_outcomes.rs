//! What the odds of a case count, against plays with seeded dice; and what they say where a choice
//! cannot be made, or nothing is chosen.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock},
};

use proptest::{prelude::*, test_runner::RngSeed};
use shieldwall_battle::Vitality;
use shieldwall_content::{Case, ContentRoot, Library};
use shieldwall_lab::odds::{NoOdds, Odds, TOLERANCE, estimate, odds};
use shieldwall_zones::content::blocks::ItemBlock;

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0)
});

fn case(text: &str) -> Case {
    Case::parse(Path::new("odds.toml"), text, &LIBRARY)
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
}

fn odds_of(text: &str) -> Odds {
    odds(&case(text), &LIBRARY).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// A, with a weapon that is damaged, strikes X.
fn stroke(item: &str, more: &str) -> String {
    let id = item.split('"').nth(1).unwrap();
    format!(
        r#"title = "a stroke"
ruleset = "zones"
map = """
.....
.AX..
.....
"""
[zones]
starter = "red"
[combatant.A]
side = "red"
zones = {{ items = [{item}] }}
[combatant.X]
side = "blue"
zones = {{ health = 30, start = {{ spent = true }} }}
{more}
[[choice]]
by = "red"
do = "activate"
target = "A"
[[choice]]
by = "A"
do = "attack"
target = "X"
item = "{id}"
"#
    )
}

/// ZON-126: one face of six breaks it.
#[test]
fn a_damaged_weapon_breaks_as_often_as_a_1_shows() {
    let sword = r#"{ id = "sword_broad", state = "damaged" }"#;
    let found = odds_of(&stroke(sword, ""));
    assert!(close(found.items["A.sword_broad"], 1.0 / 6.0), "{found:?}");
    // ZON-R62: any of two dice.
    let axe = r#"{ id = "axe_great", state = "damaged" }"#;
    let found = odds_of(&stroke(axe, ""));
    let dice = LIBRARY.items["axe_great"]
        .blocks
        .get::<ItemBlock>()
        .unwrap();
    let damage = &dice.attack.as_ref().unwrap().damage;
    let count = i32::from(damage.dice_count());
    let sides = f64::from((damage.max() - damage.min()) / count + 1);
    let exact = 1.0 - (1.0 - sides.recip()).powi(count);
    assert!(close(found.items["A.axe_great"], exact), "{found:?}");
    // A sound one never does; makeshift ones are damaged from the start (ZON-130).
    assert!(close(
        odds_of(&stroke("\"sword_broad\"", "")).items["A.sword_broad"],
        0.0
    ));
    let leg = odds_of(&stroke("\"chair_leg\"", ""));
    assert!(leg.items["A.chair_leg"] > 0.1, "{leg:?}");
}

/// The lower of two rolls counts, and its dice alone (ZON-R62).
#[test]
fn of_an_impaired_stroke_the_roll_that_counts_breaks() {
    let text = stroke(r#"{ id = "sword_broad", state = "damaged" }"#, "").replace(
        " }\n[combatant.X]",
        ", start = { intimidated = true } }\n[combatant.X]",
    );
    // A 1 on either of the two dice is the lower roll.
    let found = odds_of(&text);
    assert!(
        close(found.items["A.sword_broad"], 11.0 / 36.0),
        "{found:?}"
    );
}

/// Dice that nobody could go through one by one.
#[test]
fn many_dice_are_no_more_work_than_few() {
    let fighter = |letter: char, side: &str| {
        format!(
            "[combatant.{letter}]\nside = \"{side}\"\n\
             zones = {{ health = 40, natural_attacks = \
             [{{ name = \"Fist\", attack = {{ damage = \"20d20\" }} }}] }}\n"
        )
    };
    let text = format!(
        "title = \"giants\"\nruleset = \"zones\"\nmap = \"\"\"\n....\n.AX.\n....\n\"\"\"\n\
         [zones]\nstarter = \"red\"\n{}{}\
         [[choice]]\nby = \"red\"\ndo = \"activate\"\ntarget = \"A\"\n\
         [[choice]]\nby = \"A\"\ndo = \"attack\"\ntarget = \"X\"\nmode = \"natural_1\"\n\
         [[choice]]\nby = \"X\"\ndo = \"counter\"\nmode = \"natural_1\"\n",
        fighter('A', "red"),
        fighter('X', "blue")
    );
    let case = case(&text);
    let found = match odds(&case, &LIBRARY) {
        Err(NoOdds::Stopped(stopped)) => panic!("{}", stopped.reason),
        found => found.unwrap(),
    };
    assert!(close(found.total, 1.0));
    assert!(found.branches < 10_000, "{}", found.branches);
}

/// Two against two in a ring, with things that break, shields, and much to do.
#[derive(Clone, Debug)]
struct Skirmish {
    ruleset: &'static str,
    arms: [&'static str; 3],
    health: [i32; 3],
    action: &'static str,
    answer: &'static str,
    default: &'static str,
}

const ZONES_ARMS: &[&str] = &[
    "",
    r#"{ id = "sword_broad", state = "damaged" }"#,
    r#"{ id = "dagger", state = "damaged" }, { id = "round", state = "damaged" }"#,
    r#"{ id = "chair_leg" }"#,
    r#"{ id = "axe_great", state = "damaged" }"#,
    r#"{ id = "spear_long" }, { id = "round" }"#,
];
const PERCENTILE_ARMS: &[&str] = &[
    r#"{ id = "sword_broad", hp = 3 }"#,
    r#"{ id = "mace_light", hp = 2 }"#,
    r#"{ id = "hammer" }"#,
];
const VERBS: &[&str] = &["attack", "attack", "grapple", "shove", "disarm"];
const ANSWERS: &[&str] = &["dodge", "counter", "none"];

prop_compose! {
    fn skirmishes()(
        zones in prop::bool::weighted(0.75),
        picks in [0..ZONES_ARMS.len(), 0..ZONES_ARMS.len(), 0..ZONES_ARMS.len()],
        health in [2..=12_i32, 2..=12_i32, 2..=12_i32],
        action in prop::sample::select(VERBS),
        answer in prop::sample::select(ANSWERS),
        computer in prop::bool::weighted(0.3),
    ) -> Skirmish {
        let arms = if zones { ZONES_ARMS } else { PERCENTILE_ARMS };
        Skirmish {
            ruleset: if zones { "zones" } else { "percentile" },
            arms: picks.map(|pick| arms[pick % arms.len()]),
            health,
            action,
            answer,
            default: if computer && zones { "computer" } else { "pass" },
        }
    }
}

impl Skirmish {
    fn text(&self) -> String {
        let zones = self.ruleset == "zones";
        let fighter = |letter: &str, side: &str, place: usize| {
            let (items, health) = (self.arms[place], self.health[place]);
            if zones {
                format!(
                    "[combatant.{letter}]\nside = \"{side}\"\n\
                     zones = {{ health = {health}, items = [{items}] }}\n"
                )
            } else {
                format!(
                    "[combatant.{letter}]\nside = \"{side}\"\n[combatant.{letter}.percentile]\nhp = {health}\nitems = [{items}]\n\
                     skills = {{ Sword = 55, Mace = 45, Hammer = 60, Dodge = 40 }}\n"
                )
            }
        };
        let choice = |by: &str, action: &str, more: &str| {
            format!("[[choice]]\nby = \"{by}\"\ndo = \"{action}\"\n{more}\n")
        };
        let choices = if zones {
            let first = choice("red", "activate", "target = \"A\"");
            let item = if self.action == "attack" && !self.arms[0].is_empty() {
                let id = self.arms[0].split('"').nth(1).unwrap_or_default();
                format!("item = \"{id}\"\n")
            } else {
                String::new()
            };
            let act = choice("A", self.action, &format!("target = \"X\"\n{item}"));
            let answer = match self.answer {
                "dodge" => choice("X", "dodge", ""),
                _ => String::new(),
            };
            first + &act + &answer
        } else {
            let strike =
                |when: &str| choice("A", "attack", &format!("target = \"X\"\nwhen = \"{when}\""));
            let answer = match self.answer {
                "dodge" => choice("X", "dodge", "when = \"defence\""),
                _ => choice("X", "none", "when = \"defence\""),
            };
            strike("statement") + &strike("action") + &answer
        };
        let settings = if zones {
            "[zones]\nstarter = \"red\"\n"
        } else {
            ""
        };
        let default = self.default;
        format!(
            "title = \"a skirmish\"\nruleset = \"{}\"\ndefault = \"{default}\"\n\
             map = \"\"\"\n.....\n.AX..\n.B...\n.....\n\"\"\"\n{settings}{}{}{}{choices}",
            self.ruleset,
            fighter("A", "red", 0),
            fighter("B", "red", 1),
            fighter("X", "blue", 2),
        )
    }
}

/// All that odds count, by name.
fn all(odds: &Odds) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    let mut add = |name: String, probability: f64| {
        if probability > TOLERANCE {
            all.insert(name, probability);
        }
    };
    for (letter, one) in &odds.combatants {
        for (lost, probability) in &one.loss {
            add(format!("{letter} loses {lost}"), *probability);
        }
        for (state, probability) in &one.state {
            add(format!("{letter} is {state:?}"), *probability);
        }
        for (what, probability) in one.place.iter().chain(&one.conditions) {
            add(format!("{letter} {what}"), *probability);
        }
    }
    for (item, probability) in &odds.items {
        add(format!("{item} breaks"), *probability);
    }
    for (name, outcomes) in odds.gear.iter().chain(&odds.attacks) {
        for (outcome, probability) in outcomes {
            add(format!("{name}: {outcome}"), *probability);
        }
    }
    for (winner, probability) in &odds.winner {
        add(format!("won by {winner}"), *probability);
    }
    for choice in &odds.not_made {
        add(format!("{} by default", choice.line), choice.by_default);
        add(format!("{} not asked", choice.line), choice.not_asked);
    }
    all
}

/// No share of the plays may be farther from its odds than five standard errors.
fn compare(skirmish: &Skirmish, plays: u32) -> Result<(), TestCaseError> {
    let case = case(&skirmish.text());
    let exact = match odds(&case, &LIBRARY) {
        // Nothing to compare with: too much is left to the dice, or A cannot do it.
        Err(NoOdds::TooMany | NoOdds::Stopped(_)) => return Err(TestCaseError::reject("no odds")),
        exact => all(&exact.unwrap()),
    };
    let found = all(&estimate(&case, &LIBRARY, (plays, 11)).unwrap());
    let number = f64::from(plays);
    for name in found.keys() {
        prop_assert!(exact.contains_key(name), "{name} is impossible");
    }
    for (name, probability) in &exact {
        let share = found.get(name).copied().unwrap_or_default();
        let error = (probability * (1.0 - probability) / number).max(0.0).sqrt();
        prop_assert!(
            (share - probability).abs() <= 5.0 * error + 3.0 / number,
            "{name}: {share} of the plays, expected {probability}\n{exact:?}"
        );
    }
    Ok(())
}

fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if asked { usual.cases } else { 16 },
        rng_seed: match usual.rng_seed {
            RngSeed::Random => RngSeed::Fixed(5),
            asked => asked,
        },
        failure_persistence: None,
        max_shrink_iters: 20,
        ..usual
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn odds_are_the_shares_of_plays(skirmish in skirmishes()) {
        compare(&skirmish, 800)?;
    }
}

/// A strikes X, who may fall, and strikes X again, beside whom Y stands.
const TWICE: &str = r#"title = "twice"
ruleset = "zones"
map = """
.....
.AX..
.BY..
"""
[zones]
starter = "red"
[combatant.A]
side = "red"
zones = { items = ["sword_broad"] }
[combatant.B]
side = "red"
zones = { items = ["sword_broad"] }
[combatant.X]
side = "blue"
zones = { health = 6, start = { spent = true } }
[combatant.Y]
side = "blue"
zones = { start = { spent = true } }
[[choice]]
by = "red"
do = "activate"
target = "A"
[[choice]]
by = "A"
do = "attack"
target = "X"
item = "sword_broad"
[[choice]]
by = "red"
do = "activate"
target = "B"
[[choice]]
by = "B"
do = "attack"
target = "X"
item = "sword_broad"
"#;

#[test]
fn where_a_target_has_died_the_answer_is_the_default_and_it_is_said_how_often() {
    let found = odds_of(TWICE);
    // 6 of 6 faces kill in one stroke; B has nothing to strike at then.
    let dead = found.combatants["X"].state[&Vitality::Dead];
    assert!(dead > 1.0 / 6.0);
    let last = found.not_made.last().unwrap();
    assert!(close(last.by_default, 1.0 / 6.0), "{:?}", found.not_made);
    assert!(last.because.is_some());
    assert!(close(last.not_asked, 0.0));
    // What can never be done is a mistake.
    let friend = TWICE.replacen(
        "do = \"attack\"\ntarget = \"X\"",
        "do = \"attack\"\ntarget = \"B\"",
        1,
    );
    assert_ne!(friend, TWICE);
    let error = odds(&case(&friend), &LIBRARY).unwrap_err();
    assert!(matches!(error, NoOdds::Stopped(_)), "{error}");
}

#[test]
fn odds_play_as_many_rounds_as_the_case_says() {
    let poisoned = |rounds: &str| {
        format!(
            "title = \"poison\"\nruleset = \"zones\"\n{rounds}map = \"\"\"\n....\nA..X\n....\n\"\"\"\n\
             [combatant.A]\nside = \"red\"\nzones = {{ health = 9, start = {{ poisoned = true }} }}\n\
             [combatant.X]\nside = \"blue\"\n"
        )
    };
    let lost = |rounds: &str| odds_of(&poisoned(rounds)).combatants["A"].expected_loss();
    let three = lost("rounds = 3\n");
    assert!(
        close(three, 3.0 * lost("rounds = 1\n")) && three > 0.0,
        "{three}"
    );
    // Where nothing is chosen there is a round to watch, and it is said so.
    let found = odds_of(&poisoned(""));
    assert!(close(found.combatants["A"].expected_loss(), three / 3.0));
    let notes = found.notes.join(" ");
    assert!(
        notes.contains("No choice is written: 1 round is played"),
        "{notes}"
    );
}

#[test]
fn it_is_said_that_the_battle_is_over_before_anything_is_chosen() {
    let text = stroke("\"sword_broad\"", "").replace(
        "start = { spent = true }",
        "start = { state = \"surrendered\" }",
    );
    let found = odds_of(&text);
    let notes = found.notes.join(" ");
    assert!(
        notes.contains("over before anything is chosen"),
        "{found:?}"
    );
    let never = &found.not_made[0];
    assert!(
        close(never.not_asked, 1.0) && close(never.over_before, 1.0),
        "{found:?}"
    );
    // Others may have to answer something first.
    let text = "title = \"over\"\nruleset = \"percentile\"\nmap = '''...\nAB.\n...'''\n\
                [combatant.A]\nside = \"red\"\n[combatant.B]\nside = \"blue\"\n\
                percentile = { state = \"dead\" }\n\
                [[choice]]\nby = \"A\"\ndo = \"attack\"\nmode = \"brawl\"\ntarget = \"B\"\n";
    let found = odds_of(text);
    let never = &found.not_made[0];
    assert!(
        close(never.not_asked, 1.0) && close(never.over_before, 1.0),
        "{found:?}"
    );
}

#[test]
fn a_case_says_what_is_counted() {
    let count = "[odds]\ncount = [\"state\", { event = \"attack_resolved\", who = \"A\" }, \
                 { event = \"damage\", lost = 3 }]\n";
    let found = odds_of(&stroke("\"sword_broad\"", count));
    let x = &found.combatants["X"];
    assert!(
        x.loss.is_empty() && x.place.is_empty() && !x.state.is_empty(),
        "{found:?}"
    );
    assert!(found.gear.is_empty() && found.attacks.is_empty() && found.winner.is_empty());
    let shares: Vec<f64> = found
        .entries
        .iter()
        .map(|entry| entry.probability)
        .collect();
    assert!(
        close(shares[0], 1.0) && close(shares[1], 1.0 / 6.0),
        "{found:?}"
    );
}

#[test]
fn what_cannot_be_counted_is_refused_with_what_can() {
    let refused = |count: &str| {
        let text = stroke("\"sword_broad\"", &format!("[odds]\ncount = [{count}]\n"));
        match Case::parse(Path::new("odds.toml"), &text, &LIBRARY) {
            Err(diagnostics) => diagnostics.into_iter().map(|one| one.to_string()).collect(),
            Ok(case) => odds(&case, &LIBRARY).unwrap_err().to_string(),
        }
    };
    let said = refused("\"sate\"");
    for word in [
        "hit_points",
        "state",
        "place",
        "conditions",
        "attacks",
        "items",
        "winner",
    ] {
        assert!(said.contains(word), "{said}");
    }
    let said = refused("{ event = \"damag\" }");
    assert!(said.contains("did you mean `damage`"), "{said}");
    let said = refused("{ event = \"rolled\" }");
    assert!(said.contains("not what they show"), "{said}");
}
