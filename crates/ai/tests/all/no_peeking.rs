//! A brain uses nothing that its side cannot see.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::sync::Arc;

use serde_json::json;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Choice, Event, Progress, SideId, Start, UnitEntry};
use shieldwall_content::level::SideName;
use shieldwall_dice::SeededDice;
use shieldwall_grid::{Cell, Light};
use shieldwall_zones::content::blocks::{ID, Settings};

/// All on offer that play to win.
const SKILLS: [BrainKind; 3] = BrainKind::OPPONENTS;

/// A level with all of blue hidden, in these deployment cells.
fn ambush(level: &str, places: &[usize]) -> BattleSetup {
    let mut setup = battlefield::setup(level, 7);
    let mut changed = (*setup.level).clone();
    changed.sides[1].hidden = true;
    let deployment: Vec<Cell> = changed.sides[1].deployment.clone();
    setup.level = Arc::new(changed);
    let warband = &mut setup.sides[1].warband;
    warband.truncate(places.len());
    for (unit_entry, place) in warband.iter_mut().zip(places) {
        unit_entry.cell = Some(deployment[*place]);
    }
    setup
}

/// What red chooses in the first two rounds while blue keeps still, until it notices somebody.
fn choices_of_red(kind: BrainKind, setup: BattleSetup) -> Vec<(&'static str, Choice)> {
    let mut battle = battlefield::begin(setup);
    let mut red = brain(kind, 1);
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= 2 {
        let seen = battle.view(Some(SideId::RED)).combatants;
        if seen.iter().any(|seen| seen.side == SideId::BLUE) {
            break;
        }
        let decision = battle.decision().unwrap().clone();
        let choice = if decision.side == SideId::RED {
            let choice = red.choose(&mut battle);
            chosen.push((decision.kind.key, choice.clone()));
            choice
        } else {
            let still = decision
                .offers
                .iter()
                .find(|offer| ["pass", "stay", "stand", "none"].contains(&offer.action.key))
                .unwrap();
            let pace = still.options().first().map(|option| option.key);
            still.choice(None, pace)
        };
        battle.choose(choice).unwrap();
    }
    chosen
}

/// Asserts that red chooses alike as long as it has noticed nobody in either battle.
fn assert_alike(one: &BattleSetup, other: &BattleSetup) {
    for kind in SKILLS {
        let [one, other] = [one, other].map(|setup| choices_of_red(kind, setup.clone()));
        let common = one.len().min(other.len());
        assert!(
            common >= 6,
            "{kind}: all five statements and some moves: {common} choices"
        );
        assert_eq!(one[..common], other[..common], "{kind}");
    }
}

#[test]
fn where_hidden_enemies_stand_makes_no_difference() {
    for level in ["hill-fort", "old-wood"] {
        assert_alike(&ambush(level, &[0, 1, 2]), &ambush(level, &[5, 9, 14]));
    }
}

#[test]
fn how_many_hidden_enemies_there_are_makes_no_difference() {
    assert_alike(
        &ambush("hill-fort", &[0]),
        &ambush("hill-fort", &[0, 5, 9, 14]),
    );
}

/// Those of blue whom red sees under the zones rules, while the rest of it lies in ambush.
const DECOYS: [&str; 2] = ["knight", "axeman"];

/// A battle with an ambush in it, under rules of which this file knows how one hides.
struct Ambush {
    ruleset: &'static str,
    setup: BattleSetup,
}

impl Ambush {
    fn begin(self) -> Battle {
        let ruleset = shieldwall_rulesets::by_id(self.ruleset).unwrap();
        Battle::new(ruleset, self.setup).unwrap()
    }
}

/// Lays an ambush of these units in these cells of a level.
type Lay = fn(&str, &[(&str, usize)]) -> Ambush;

/// All ways to lie in ambush, with the rounds after which those in hiding have rolled dice of their own, so that battles
/// need no longer be alike.
const WAYS: [(Lay, u32); 2] = [(hiding, 1), (twilight_ambush, 2)];

/// A level under the zones rules with blue's decoys at the head of its deployment, in front of red,
/// and so many of these units hidden in these cells of it, in twilight.
fn twilight_ambush(level: &str, hidden: &[(&str, usize)]) -> Ambush {
    let mut setup = battlefield::setup_under(ID, level, 7);
    let mut changed = (*setup.level).clone();
    let red = changed.sides[0].deployment[0];
    let grid = *changed.map.grid();
    // Nearest to red first, whatever the order in the file.
    let mut cells = changed.sides[1].deployment.clone();
    cells.sort_by_key(|cell| (grid.steps(red, *cell), *cell));
    for cell in &cells {
        changed.map.ground_mut(*cell).unwrap().light = Light::Dim;
    }
    changed.settings.change(ID, |settings: &mut Settings| {
        settings.ambush = vec![SideName::Blue];
        settings.not_hidden = DECOYS.map(str::to_owned).to_vec();
    });
    setup.level = Arc::new(changed);
    let unit_entry = |id: &str, cell: usize| {
        let unit = Arc::clone(&battlefield::library().units[id]);
        UnitEntry::new(unit).at(cells[cell])
    };
    setup.sides[1].warband = (0..)
        .zip(DECOYS)
        .map(|(cell, id)| unit_entry(id, cell))
        .chain(hidden.iter().map(|(id, cell)| unit_entry(id, *cell)))
        .collect();
    Ambush { ruleset: ID, setup }
}

/// The same under the d20 rules, in daylight.
fn hiding(level: &str, hidden: &[(&str, usize)]) -> Ambush {
    let ruleset = "d20";
    let mut setup = battlefield::setup_under(ruleset, level, 7);
    let red = setup.level.sides[0].deployment[0];
    let grid = *setup.level.map.grid();
    let mut cells = setup.level.sides[1].deployment.clone();
    cells.sort_by_key(|cell| (grid.steps(red, *cell), *cell));
    let unit_entry = |id: &str, cell: usize| {
        let unit = Arc::clone(&battlefield::library().units[id]);
        UnitEntry::new(unit).at(cells[cell])
    };
    let hides = |(id, cell): &(&str, usize)| UnitEntry {
        start: Start::of(ruleset, json!({ "hidden": true })),
        ..unit_entry(id, *cell)
    };
    setup.sides[1].warband = (0..)
        .zip(DECOYS)
        .map(|(cell, id)| unit_entry(id, cell))
        .chain(hidden.iter().map(hides))
        .collect();
    Ambush { ruleset, setup }
}

/// What red chooses in the first rounds while blue does as little as it can, until red notices one of those in ambush.
fn choices_of_red_in_turns(
    (kind, luck): (BrainKind, u64),
    rounds: u32,
    ambush: Ambush,
) -> Vec<(&'static str, Choice)> {
    let mut battle = ambush.begin();
    let mut red = brain(kind, luck);
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= rounds {
        let seen = battle.presences(Some(SideId::RED));
        let blue = seen.iter().filter(|seen| seen.side == SideId::BLUE);
        if blue.count() > DECOYS.len() {
            break;
        }
        let decision = battle.open_decision().unwrap();
        let choice = if decision.side == SideId::RED {
            let choice = red.choose(&mut battle);
            chosen.push((decision.kind.key, choice.clone()));
            choice
        } else {
            battle.least().unwrap()
        };
        battle.choose(choice).unwrap();
    }
    chosen
}

/// Asserts that red chooses alike in two such battles as long as it has noticed nobody in either.
fn assert_alike_in_turns(level: &str, one: &[(&str, usize)], other: &[(&str, usize)]) {
    for kind in SKILLS {
        let (mut compared, mut acts) = (0, false);
        for luck in 1..=LUCKS {
            let ambushes = [one, other].map(|hidden| twilight_ambush(level, hidden));
            let [one, other] =
                ambushes.map(|ambush| choices_of_red_in_turns((kind, luck), 3, ambush));
            let common = one.len().min(other.len());
            compared += common;
            acts |= one[..common].iter().any(|(kind, choice)| {
                *kind == "turn" && ["attack", "move", "sprint"].contains(&choice.action.key)
            });
            assert_eq!(one[..common], other[..common], "{kind}, {level}, {luck}");
        }
        assert!(compared >= 24, "{kind}, {level}: only {compared} choices");
        assert!(acts, "{kind}, {level}: red does nothing");
    }
}

/// How often a brain plays: some find an ambush soon.
const LUCKS: u64 = 6;

/// Far behind the others, or at their very side, where they could guard them.
#[test]
fn where_an_ambush_lies_makes_no_difference() {
    for level in ["hill-fort", "walled-courtyard"] {
        assert_alike_in_turns(
            level,
            &[("spearman", 25), ("archer", 26), ("archer", 27)],
            &[("spearman", 2), ("archer", 3), ("archer", 29)],
        );
    }
}

#[test]
fn how_many_lie_in_ambush_makes_no_difference() {
    assert_alike_in_turns(
        "hill-fort",
        &[("spearman", 25)],
        &[
            ("spearman", 2),
            ("archer", 3),
            ("archer", 4),
            ("knife_thrower", 27),
        ],
    );
}

/// Nor does it matter who they are.
#[test]
fn who_lies_in_ambush_makes_no_difference() {
    assert_alike_in_turns(
        "hill-fort",
        &[("spearman", 2), ("archer", 25)],
        &[("shield_bearer", 2), ("halberdier", 25)],
    );
}

/// Under rules with rounds in phases: where they are, how many, and who, as long as red has seen the same. That ends when
/// somebody runs into one of them, or at dice, as those in hiding have rolled some of their own.
#[test]
fn those_who_hide_make_no_difference() {
    let near: &[(&str, usize)] = &[("spearman", 2), ("archer", 3)];
    let far: &[(&str, usize)] = &[("halberdier", 25), ("archer", 26), ("archer", 27)];
    for kind in SKILLS {
        for (one, other) in [(near, far), (near, &[])] {
            let ambushes = [one, other].map(|hidden| hiding("hill-fort", hidden));
            let [one, other] = ambushes.map(|ambush| sights_and_choices_of_red(kind, 2, ambush));
            let sights = one.iter().zip(&other);
            let common = sights.take_while(|(one, other)| one.0 == other.0).count();
            assert!(common >= 8, "{kind}: only {common} choices");
            assert_eq!(one[..common], other[..common], "{kind}");
        }
    }
}

/// What red has seen since its last choice, and what it chooses, in the first rounds while blue does as little as it can.
/// What it has been dealt is left out: it is numbered by who else there is.
fn sights_and_choices_of_red(
    kind: BrainKind,
    rounds: u32,
    ambush: Ambush,
) -> Vec<(Vec<String>, Choice)> {
    let mut battle = ambush.begin();
    let mut red = brain(kind, 1);
    let mut chosen = Vec::new();
    let mut read = 0;
    while battle.advance() == Progress::Decision && battle.round() <= rounds {
        let decision = battle.open_decision().unwrap();
        let choice = if decision.side == SideId::RED {
            let journal = battle.journal();
            let entries = journal.since(read).iter();
            let seen = entries.filter(|entry| {
                entry.visible_to(Some(SideId::RED)) && !matches!(entry.event, Event::Deployed(_))
            });
            let seen = seen.map(|entry| format!("{:?}", entry.event)).collect();
            read = journal.total();
            let choice = red.choose(&mut battle);
            chosen.push((seen, choice.clone()));
            choice
        } else {
            battle.least().unwrap()
        };
        battle.choose(choice).unwrap();
    }
    chosen
}

/// The brain that looks ahead does so where it knows of no more than a few, and then too it knows nothing of the others.
#[test]
fn what_is_tried_out_does_not_tell_of_those_who_hide() {
    let near: &[(&str, usize)] = &[("spearman", 12), ("archer", 15)];
    let far: &[(&str, usize)] = &[("halberdier", 25)];
    for (lay, rounds) in WAYS {
        let [one, other] = [near, far].map(|hidden| {
            let mut ambush = lay("hill-fort", hidden);
            ambush.setup.sides[0].warband.truncate(2);
            choices_of_red_in_turns((BrainKind::Hard, 1), rounds, ambush)
        });
        let common = one.len().min(other.len());
        assert!(common >= 4, "after {rounds}: only {common} choices");
        assert_eq!(one[..common], other[..common], "after {rounds}");
    }
}

/// How a battle goes on as red imagines it, both sides played by chance: everything that the journal tells.
fn imagined(ambush: Ambush) -> Vec<String> {
    let mut battle = ambush.begin();
    while battle.advance() == Progress::Decision {
        if battle.open_decision().unwrap().side == SideId::RED {
            break;
        }
        let choice = battle.least().unwrap();
        battle.choose(choice).unwrap();
    }
    let seen = battle.presences(Some(SideId::RED)).into_iter();
    let blue: Vec<_> = seen
        .filter(|seen| seen.side == SideId::BLUE)
        .map(|seen| (seen.id, seen.cell))
        .collect();
    assert_eq!(blue.len(), DECOYS.len(), "red knows of {blue:?}");
    let dice = || Box::new(SeededDice::new(3));
    let mut twin = battle.fork(dice());
    let mut chance = brain(BrainKind::Random, 5);
    battle.imagine_into(&mut twin, SideId::RED, dice(), |twin, _| {
        twin.least().unwrap()
    });
    let last = twin.round() + 12;
    while twin.round() < last {
        let choice = chance.choose(&mut twin);
        twin.choose(choice).unwrap();
        if twin.advance() == Progress::Over {
            break;
        }
    }
    let entries = twin.journal().entries().iter();
    entries.map(|entry| format!("{:?}", entry.event)).collect()
}

/// Their fall, flight and nerve included: those that a side does not know of are not counted either.
#[test]
fn what_is_imagined_does_not_tell_of_those_who_hide() {
    let few: &[(&str, usize)] = &[("spearman", 25)];
    let many: &[(&str, usize)] = &[
        ("spearman", 2),
        ("archer", 3),
        ("archer", 4),
        ("halberdier", 27),
    ];
    for level in ["hill-fort", "old-wood"] {
        for (lay, _) in WAYS {
            let [one, other] = [few, many].map(|hidden| lay(level, hidden));
            let ruleset = one.ruleset;
            let [one, other] = [one, other].map(imagined);
            assert!(one.len() > 40, "{one:?}");
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one, other, "{ruleset}, {level}");
            }
            assert_eq!(one.len(), other.len(), "{ruleset}, {level}");
        }
    }
}
