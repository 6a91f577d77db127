//! A ruleset is one folder: the toy, which nothing above the rulesets names, is played, recorded, taken back,
//! tested by cases, forecast and counted like the others.

#![expect(clippy::unwrap_used, reason = "tests")]

mod content;
mod forks;
mod forms;
mod toys;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Event, Progress, Ruleset, SideId, Target, narration,
    terms::DecisionRole,
};
use shieldwall_content::Case;
use shieldwall_lab::{
    cases::{cast::setup, run_case},
    odds::odds,
    record::{RecordedBattle, RecordedCommander, read_record, replay},
};

/// Most decisions of a battle.
const DECISIONS: u32 = 20_000;

/// The toy, as the list of rulesets has it.
fn toy() -> Arc<dyn Ruleset> {
    toys::rulesets().pop().unwrap()
}

fn play(battle: &mut Battle, kinds: [BrainKind; 2], seed: u64) -> Option<SideId> {
    let sides = battle.setup().sides.len();
    let kinds = kinds.iter().cycle().take(sides);
    let mut brains: Vec<_> = (seed..)
        .zip(kinds)
        .map(|(seed, kind)| brain(*kind, seed))
        .collect();
    for _ in 0..DECISIONS {
        if battle.advance() == Progress::Over {
            return battle.ending().and_then(|ending| ending.winner);
        }
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(battle);
        battle.choose(choice).unwrap();
    }
    panic!("the battle does not end");
}

/// Brains play it to its end on every level, and the better one wins.
#[test]
fn brains_play_it_on_every_level() {
    let toy = toy();
    let (mut won, mut lost) = (0, 0);
    for mut battle in toys::battles(&toy) {
        let level = battle.setup().level.id.clone();
        for number in 0..6 {
            // Each from both ends.
            let kinds = match number % 2 {
                0 => [BrainKind::Normal, BrainKind::Random],
                _ => [BrainKind::Random, BrainKind::Normal],
            };
            let better = if number % 2 == 0 {
                SideId::RED
            } else {
                SideId::BLUE
            };
            let setup = BattleSetup {
                seed: number,
                first_dice: Vec::new(),
                ..battle.setup().clone()
            };
            battle.restart(setup).unwrap();
            let winner = play(&mut battle, kinds, number);
            if battle.setup().sides.len() == 2 {
                won += u32::from(winner == Some(better));
                lost += u32::from(winner.is_some_and(|side| side != better));
            }
            assert!(battle.ending().is_some(), "{level}");
        }
    }
    assert!(won > 2 * lost, "{won} won, {lost} lost");
}

/// Whatever is on offer can be chosen, and nobody and no hit point is lost or made up.
#[test]
fn random_choices_are_legal_and_lose_nothing() {
    let toy = toy();
    for mut battle in toys::battles(&toy) {
        for seed in 0..4 {
            let setup = BattleSetup {
                seed,
                first_dice: Vec::new(),
                ..battle.setup().clone()
            };
            battle.restart(setup).unwrap();
            play(&mut battle, [BrainKind::Random; 2], seed);
            let mut points: BTreeMap<CombatantId, i32> = BTreeMap::new();
            for entry in battle.journal().entries() {
                match &entry.event {
                    Event::Deployed(deployed) => {
                        points.insert(deployed.who, deployed.hit_points);
                    }
                    Event::HitPoints { who, from, to, .. } => {
                        assert_eq!(points.insert(*who, *to), Some(*from));
                    }
                    _ => {}
                }
            }
            for presence in battle.presences(None) {
                assert_eq!(points[&presence.id], presence.hit_points);
            }
        }
    }
}

/// Saved, loaded, taken back and played on.
#[test]
fn it_is_recorded_and_taken_back() {
    let setup = BattleSetup::of_level(toys::library(), "reed-ford", "toy", 5).unwrap();
    let begin = || {
        let commanders = [RecordedCommander::Human, RecordedCommander::Human];
        RecordedBattle::begin(shieldwall_toy::ruleset(), setup.clone(), &commanders).unwrap()
    };
    let choose = |battle: &mut RecordedBattle, count: usize, seed: u64| {
        let mut chooser = brain(BrainKind::Random, seed);
        for _ in 0..count {
            assert_eq!(battle.advance(), Progress::Decision);
            let choice = chooser.choose(battle.battle_mut());
            battle.choose(choice).unwrap();
        }
        battle.advance();
        battle.battle().journal().to_json_lines()
    };
    let mut battle = begin();
    let before = choose(&mut battle, 30, 1);
    let whole = choose(&mut battle, 20, 2);
    let read = read_record(battle.closed_record().to_text().as_bytes()).unwrap();
    let loaded = replay(&read, toys::library()).unwrap();
    assert!(loaded.faults.is_empty(), "{:?}", loaded.faults);
    assert_eq!(loaded.course.battle().journal().to_json_lines(), whole);
    battle.rewind(30).unwrap();
    battle.advance();
    assert_eq!(battle.battle().journal().to_json_lines(), before);
    assert_eq!(choose(&mut battle, 20, 2), whole);
}

/// A strikes B, who may fend it off.
const BLOW: &str = r#"title = "A blow is a contest, and a hard one dazes"
ruleset = "toy"
proves = []
map = """
.....
.AB..
.....
"""
dice = ["d6=6", "d6=5", "d6=4", "d6=2", "d3=3"]
rounds = 1

[toy]
rounds = 3

[combatant.A]
side = "red"
toy = { skill = 2 }

[combatant.B]
side = "blue"
unit = "swordsman"
toy = { skill = 1, health = 5, start = { health = 4 } }

[[choice]]
by = "A"
do = "bash"
target = "B"

[[choice]]
by = "B"
do = "fend"

[[expect]]
event = "attack_resolved"
who = "A"
defence = "guard"
effect = "hurt"

[[expect]]
event = "condition"
who = "B"
condition = "dazed"
on = true

[after.B]
hp = 1
conditions = []
"#;

fn case(text: &str) -> Case {
    Case::parse(Path::new("toy.toml"), text, toys::library())
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
}

/// Cases without code, and what is wrong with them in plain words.
#[test]
fn it_has_cases() {
    let ran = run_case(&case(BLOW), toys::library());
    assert!(ran.failures.is_empty(), "{:?}", ran.failures);
    let wrong = BLOW.replace("hp = 1", "hp = 2");
    let ran = run_case(&case(&wrong), toys::library());
    assert_eq!(ran.failures.len(), 1, "{:?}", ran.failures);
    let said = |text: &str| {
        let found = Case::parse(Path::new("toy.toml"), text, toys::library()).unwrap_err();
        found.to_string()
    };
    let misspelt = said(&BLOW.replace("skill = 2", "skil = 2"));
    assert!(misspelt.contains("did you mean `skill`?"), "{misspelt}");
    let much = said(&BLOW.replace("start = { health = 4 }", "start = { health = 6 }"));
    assert!(much.contains("more than the 5 of the unhurt"), "{much}");
    let range = said(&BLOW.replace("rounds = 3", "rounds = 300"));
    assert!(range.contains("from 1 to 100"), "{range}");
}

/// Odds are counted by playing: A has more in 10 of 36 contests against a guard, and a hit takes one to
/// three hit points.
#[test]
fn it_has_odds() {
    let text = BLOW
        .replace("start = { health = 4 }", "start = { breath = 0 }")
        .replace(
            "dice = [\"d6=6\", \"d6=5\", \"d6=4\", \"d6=2\", \"d3=3\"]\n",
            "",
        )
        .replace("rounds = 1\n", "")
        .replace(
            "[[choice]]\nby = \"B\"",
            "[[choice]]\nby = \"B\"\nwhen = \"fending\"",
        );
    let text = &text[..text.find("[[expect]]").unwrap()];
    let found = odds(&case(text), toys::library()).unwrap_or_else(|error| panic!("{error}"));
    let lost = &found.combatants["B"];
    let hits = 10.0 / 36.0;
    assert!((lost.expected_loss() - hits * 2.0).abs() < 1e-9, "{lost:?}");
}

/// The forecast of a blow is the contest against the better answer.
#[test]
fn it_has_forecasts() {
    let case = case(BLOW);
    let setup = setup(&case, toys::library());
    let mut battle = Battle::new(shieldwall_toy::ruleset(), setup).unwrap();
    let forecast = loop {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        let attacks =
            decision.kind.role == DecisionRole::Action && decision.actor == Some(CombatantId(0));
        if attacks {
            let bash = decision.choice_at(0).unwrap();
            assert_eq!(bash.action.key, "bash");
            break battle.forecast(&bash).unwrap();
        }
        let least = battle.least().unwrap();
        battle.choose(least).unwrap();
    };
    let chance = &forecast.chances[0];
    assert_eq!(chance.needed(), "+2 against +1");
    // With a guard A needs 2 more than B: 10 of 36; a hit takes 1 to 3 of 4.
    let hits = 10.0 / 36.0;
    assert!(
        (forecast.expected_loss() - hits * 2.0).abs() < 1e-9,
        "{forecast:?}"
    );
    assert!(forecast.assumption.is_some(), "{forecast:?}");
}

/// The code that makes the offers says why the rest is not offered.
#[test]
fn its_offers_and_its_reasons_are_of_one_mind() {
    let far = BLOW.replace(".AB..", ".A..B");
    let mut battle = Battle::new(
        shieldwall_toy::ruleset(),
        setup(&case(&far), toys::library()),
    )
    .unwrap();
    let (terms, target) = (battle.ruleset().terms(), Target::Combatant(CombatantId(1)));
    let [bash, loose] = ["bash", "loose"].map(|key| {
        let mut actions = terms.actions.iter();
        *actions.find(|action| action.key == key).unwrap()
    });
    let mut seen = BTreeSet::new();
    for _ in 0..4 {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        if decision.actor == Some(CombatantId(0)) {
            let wanted = [Choice::of(bash).at(target), Choice::of(loose)];
            let reasons = wanted.map(|wanted| battle.why_not(&wanted).unwrap().reason);
            seen.extend(reasons);
            let missing = battle.missing();
            assert!(missing.iter().any(|(action, _)| *action == bash));
        }
        let least = battle.least().unwrap();
        battle.choose(least).unwrap();
    }
    let expected = [
        "A does not shoot",
        "A moves before it attacks",
        "B is out of reach",
    ];
    assert_eq!(seen, expected.map(str::to_owned).into());
    // Nothing is said against what is on offer.
    let near = setup(&case(BLOW), toys::library());
    let mut battle = Battle::new(shieldwall_toy::ruleset(), near).unwrap();
    while battle.advance() == Progress::Decision {
        let decision = battle.open_decision().unwrap();
        for index in 0..decision.choice_count() {
            let choice = decision.choice_at(index).unwrap();
            assert_eq!(battle.why_not(&choice), None, "{choice:?}");
        }
        let least = battle.least().unwrap();
        battle.choose(least).unwrap();
    }
}

/// Blows that are struck together are one group, and nothing else is in it.
#[test]
fn what_happens_at_once_is_a_group() {
    let setup = BattleSetup::of_level(toys::library(), "duel-ring", "toy", 3).unwrap();
    let mut battle = Battle::new(shieldwall_toy::ruleset(), setup).unwrap();
    play(&mut battle, [BrainKind::Normal; 2], 3);
    let mut blows: BTreeMap<u32, Vec<CombatantId>> = BTreeMap::new();
    for entry in battle.journal().entries() {
        let Some(group) = entry.group else { continue };
        assert!(group <= entry.number, "{entry:?}");
        assert!(!matches!(
            entry.event,
            Event::RoundBegan | Event::Moved { .. }
        ));
        if let Event::Attacked { who, .. } = entry.event {
            blows.entry(group).or_default().push(who);
        }
    }
    assert!(!blows.is_empty());
    // Two or more strike at once, each of them once.
    let each_once = |who: &Vec<CombatantId>| {
        let different: BTreeSet<&CombatantId> = who.iter().collect();
        who.len() >= 2 && different.len() == who.len()
    };
    assert!(blows.values().all(each_once), "{blows:?}");
}

/// Every line of the log has words, and every word an icon that exists where it has one.
#[test]
fn its_log_reads_well() {
    let setup = BattleSetup::of_level(toys::library(), "duel-ring", "toy", 3).unwrap();
    let mut battle = Battle::new(shieldwall_toy::ruleset(), setup).unwrap();
    play(&mut battle, [BrainKind::Normal; 2], 3);
    let world = battle.world();
    let entries = battle.journal().entries().iter();
    let told = entries.filter_map(|entry| narration::line(&entry.event, world));
    let text = told.collect::<Vec<String>>().join("\n");
    for words in ["is dazed", "Fend it off", "turns to the", "against +"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    let icons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/art/icons");
    let toy = shieldwall_toy::ruleset();
    let terms = toy.terms();
    let actions = terms.actions.iter().map(|action| action.icon);
    for icon in actions.chain(terms.conditions.iter().map(|condition| condition.icon)) {
        assert!(
            icons.join(format!("{icon}.svg")).is_file(),
            "no icon {icon}"
        );
    }
}
