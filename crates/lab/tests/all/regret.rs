//! Regret: positions solved exactly, and what brains lose in them.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use shieldwall_ai::BrainKind;
use shieldwall_battle::{Battle, Branching, Progress, Ruleset};
use shieldwall_content::{Case, ContentPlaces, ContentRoot};
use shieldwall_dice::SeededDice;
use shieldwall_lab::{RegretArgs, cases::CasePlay, odds::odds, run_regret};
use tempfile::TempDir;

use crate::battlefield::{library, often};

static ROOT: LazyLock<PathBuf> =
    LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
/// A slower swordsman, whose turn it is after the quicker one has let its own go by. The question is what A does.
const LAST_BLOW: &str = r##"
title = "The last blow of the battle"
ruleset = "percentile"
map = """
####
#AB#
####
"""
legend = { "#" = "wall" }
turn_limit = 1

[combatant.A]
side = "red"
percentile = { hp = 9, skills = { Sword = 70 }, items = ["sword_broad"], characteristics = { dex = 8 } }

[combatant.B]
side = "blue"
percentile = { hp = 5, skills = { Sword = 35, Dodge = 45 }, items = ["sword_broad"], characteristics = { dex = 16 } }

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
target = "B"

[[choice]]
by = "B"
do = "pass"
when = "statement"

[[choice]]
by = "B"
do = "pass"
when = "action"
"##;

fn args(file: &Path) -> RegretArgs {
    RegretArgs {
        paths: vec![file.to_owned()],
        brains: vec![BrainKind::Random, BrainKind::Hard],
        plays: 6,
        seed: 4,
        states: 20_000,
        jobs: Some(1),
        json: true,
    }
}

fn places() -> ContentPlaces {
    ContentPlaces::without_mods(vec![ContentRoot::at(ROOT.clone())])
}

/// The positions of a file with this text, as JSON.
fn regret_of(text: &str) -> Result<serde_json::Value, String> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("position.toml");
    fs::write(&file, text).unwrap();
    let output = run_regret(&args(&file), &places()).map_err(|error| error.to_string())?;
    Ok(serde_json::from_str(&output.text).unwrap())
}

/// The chance of red by the odds of the battle with these further choices, draws counting half.
fn red_by_odds(choices: &str) -> f64 {
    let text = format!("rounds = 1\n{LAST_BLOW}{choices}");
    let case = Case::parse("blow.toml".as_ref(), &text, library()).unwrap();
    let winner = odds(&case, library()).unwrap().winner;
    let chance = |who: &str| winner.get(who).copied().unwrap_or_default();
    assert!(
        (winner.values().sum::<f64>() - 1.0).abs() < 1e-9,
        "{winner:?}"
    );
    chance("red") + chance("a draw") / 2.0
}

#[test]
fn the_best_answer_is_taken_and_its_odds_are_those_of_the_rules() {
    let strike =
        "\n[[choice]]\nby = \"A\"\ndo = \"attack\"\nitem = \"sword_broad\"\nwhen = \"action\"\n";
    let answers = ["dodge", "parry", "none"].map(|answer| {
        red_by_odds(&format!(
            "{strike}\n[[choice]]\nby = \"B\"\ndo = \"{answer}\"\nwhen = \"defence\"\n"
        ))
    });
    // The answers differ, so taking any would show.
    assert!(
        answers[0] < answers[1] && answers[1] < answers[2],
        "{answers:?}"
    );
    let solved = regret_of(LAST_BLOW).unwrap();
    let position = &solved["positions"][0];
    let red = position["red"].as_f64().unwrap();
    assert!((red - answers[0]).abs() < 1e-9, "{red} {answers:?}");
    let all = position["answers"].as_array().unwrap();
    assert!(all[0][0].as_str().unwrap().contains("Attack"), "{all:?}");
    // Who does nothing comes to a draw.
    assert!(all.iter().any(|answer| answer[1] == 0.5), "{all:?}");
}

#[test]
fn who_chooses_anything_loses_more() {
    let solved = regret_of(LAST_BLOW).unwrap();
    let brains = &solved["positions"][0]["brains"];
    let lost = |brain: &str| brains[brain]["loss"].as_f64().unwrap();
    assert!(lost("hard") < 0.001, "{brains}");
    assert!(lost("random") > 0.05, "{brains}");
}

/// Else a few battles of many positions would tell no more than those of one.
#[test]
fn each_position_has_its_own_chance() {
    let lost = |title: &str| {
        let text = LAST_BLOW.replacen("The last blow of the battle", title, 1);
        let solved = regret_of(&text).unwrap();
        solved["positions"][0]["brains"]["random"].to_string()
    };
    assert_eq!(lost("One"), lost("One"));
    assert_ne!(lost("One"), lost("Another"));
}

/// The rulesets that have positions. The forms of one with a timeline have too many choices to be solved yet.
fn with_positions() -> impl Iterator<Item = Arc<dyn Ruleset>> {
    let folder = |ruleset: &Arc<dyn Ruleset>| ROOT.join("tests/positions").join(ruleset.id());
    let all = shieldwall_rulesets::all().into_iter();
    all.filter(move |ruleset| ruleset.terms().timeline.is_none() || folder(ruleset).is_dir())
}

/// In each ruleset, all that dice can lead to is found, and nothing stays of it.
#[test]
fn branches_are_all_that_can_come_of_a_choice() {
    for ruleset in with_positions() {
        let ruleset = ruleset.id();
        let file = ROOT.join(format!("tests/positions/{ruleset}/two_wolves.toml"));
        let case = Case::read(&file, library()).unwrap();
        let dice = shieldwall_dice::LoadedDice::new(case.dice.clone());
        let mut play = CasePlay::begin(&case, library(), Box::new(dice)).unwrap();
        assert_eq!(play.play_choices(), Ok(Progress::Decision));
        let mut branching = Branching::new();
        let battle = &mut play.battle;
        for _ in 0..12 {
            let Some(decision) = battle.open_decision() else {
                break;
            };
            let mut choices = (0..).map_while(|number| decision.choice_at(number));
            let choice = choices.find(|choice| battle.check(choice).is_ok()).unwrap();
            let before = battle.describe_state();
            let branches = branching.after(battle, &choice).unwrap();
            assert_eq!(battle.describe_state(), before, "{ruleset}");
            let sum: f64 = branches.iter().map(|branch| branch.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{ruleset}: {sum}");
            // What is rolled comes to one of them.
            let here = battle.snapshot();
            for seed in 0..20 {
                battle.restore(&here);
                let mut twin = battle.fork(Box::new(SeededDice::new(seed)));
                twin.choose(choice.clone()).unwrap();
                twin.advance();
                let met = branches.iter().any(|branch| {
                    battle.restore(&branch.state);
                    same(battle, &twin)
                });
                assert!(met, "{ruleset}: seed {seed}");
            }
            battle.restore(&here);
            let likely = |branch: &&shieldwall_battle::Branch| branch.probability;
            let next = branches
                .iter()
                .max_by(|one, other| likely(one).total_cmp(&likely(other)));
            battle.restore(&next.unwrap().state);
        }
    }
}

/// Whether the same is asked in two battles, or the same side has won, and the same fight on in the same places. How much
/// somebody who is down has lost may differ: that is one branch.
fn same(one: &Battle, other: &Battle) -> bool {
    let told = |battle: &Battle| {
        let asked = battle
            .decision()
            .map(|asked| (asked.side, asked.actor, asked.kind.key));
        let winner = battle.ending().map(|ending| ending.winner);
        let presences = battle.presences(None);
        let states = presences.iter().map(|one| (one.vitality, one.cell));
        (winner, asked, states.collect::<Vec<_>>())
    };
    let [one, other] = [told(one), told(other)];
    // Endings with one winner are one branch.
    one.0 == other.0 && (one.0.is_some() || one == other)
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let positions = ROOT.join("tests/positions");
    let run = |jobs: usize| {
        let args = RegretArgs {
            paths: [
                "d20/bear_and_wolf",
                "zones/alive_at_the_end",
                "percentile/wolf_against_two",
            ]
            .map(|position| positions.join(position).with_extension("toml"))
            .to_vec(),
            jobs: Some(jobs),
            plays: 2,
            ..args(&positions)
        };
        run_regret(&args, &places()).unwrap().text
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn what_cannot_be_solved_says_why() {
    let says = |text: &str| regret_of(text).unwrap_err();
    let expecting = format!("{LAST_BLOW}\n[after.B]\nhp = 5\n");
    assert!(says(&expecting).contains("take out `rounds`"));
    let long = LAST_BLOW.replace("turn_limit = 1", "turn_limit = 9");
    let much = long.replace("hp = 5", "hp = 30");
    assert!(says(&much).contains("more than 20000 states"));
    let misspelt = LAST_BLOW.replacen("do = \"pass\"", "do = \"pess\"", 1);
    let told = says(&misspelt);
    assert!(
        told.contains("position.toml:26") && told.contains("pess"),
        "{told}"
    );
    let begins = LAST_BLOW.split("[[choice]]").next().unwrap();
    let hidden = begins.replace("hp = 5,", "hp = 5, hidden = true,");
    assert!(says(&hidden).contains("hidden"), "{}", says(&hidden));
    let nobody = LAST_BLOW.replace("target = \"B\"", "target = \"B\"\nround = 2");
    assert!(
        says(&nobody).contains("never asked for"),
        "{}",
        says(&nobody)
    );
}

/// In the positions of the game a hard brain loses at most 2 % of the chance to win by
/// a choice that matters, a normal one at most 8 %.
#[test]
fn brains_lose_little_in_the_positions_of_the_game() {
    let args = RegretArgs {
        paths: Vec::new(),
        brains: vec![BrainKind::Normal, BrainKind::Hard],
        plays: often(6, 16),
        states: 200_000,
        jobs: None,
        ..args(&ROOT)
    };
    let text = run_regret(&args, &places()).unwrap().text;
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let positions = result["positions"].as_array().unwrap();
    for ruleset in with_positions() {
        for (brain, most) in [("normal", 0.08), ("hard", 0.02)] {
            let of_brain: Vec<f64> = positions
                .iter()
                .filter(|position| position["ruleset"] == ruleset.id())
                .map(|position| &position["brains"][brain])
                .filter(|regret| regret["choices"] != 0)
                .map(|regret| regret["loss"].as_f64().unwrap())
                .collect();
            assert!(of_brain.len() >= 5, "{}: {of_brain:?}", ruleset.id());
            let number = u32::try_from(of_brain.len()).unwrap();
            let mean = of_brain.iter().sum::<f64>() / f64::from(number);
            assert!(mean <= most, "{brain}, {}: {mean}", ruleset.id());
        }
    }
}
