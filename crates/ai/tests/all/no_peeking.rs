//! A brain uses nothing that its side cannot see.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::sync::Arc;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Choice, Progress, SideId, UnitEntry};
use shieldwall_content::level::SideName;
use shieldwall_grid::{Cell, Light};
use shieldwall_zones::content::blocks::{ID, Settings};

/// All on offer that play to win.
const SKILLS: [BrainKind; 2] = [BrainKind::Easy, BrainKind::Normal];

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

/// A level under the zones rules with blue's decoys at the head of its deployment, in front of red,
/// and so many of these units hidden in these cells of it, in twilight.
fn twilight_ambush(level: &str, hidden: &[(&str, usize)]) -> BattleSetup {
    let mut setup = battlefield::setup_under("zones", level, 7);
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
    setup
}

/// What red chooses under the zones rules in the first rounds while blue does as little as it can,
/// until red notices one of those in ambush.
fn choices_of_red_in_turns(kind: BrainKind, setup: BattleSetup) -> Vec<(&'static str, Choice)> {
    let ruleset = shieldwall_rulesets::by_id("zones").unwrap();
    let mut battle = Battle::new(ruleset, setup).unwrap();
    let mut red = brain(kind, 1);
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= 3 {
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
        let setups = [one, other].map(|hidden| twilight_ambush(level, hidden));
        let [one, other] = setups.map(|setup| choices_of_red_in_turns(kind, setup));
        let common = one.len().min(other.len());
        assert!(common >= 8, "{kind}, {level}: only {common} choices");
        assert!(
            one[..common].iter().any(|(kind, choice)| {
                *kind == "turn" && ["attack", "move", "sprint"].contains(&choice.action.key)
            }),
            "{kind}, {level}: red does nothing: {one:?}"
        );
        assert_eq!(one[..common], other[..common], "{kind}, {level}");
    }
}

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
