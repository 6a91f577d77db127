//! A brain uses nothing that its side cannot see.
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../../lab/tests/battlefield/mod.rs"]
mod battlefield;

use std::sync::Arc;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{BattleSetup, Choice, Progress, SideId};
use shieldwall_grid::Cell;

/// A level with all of blue hidden, in these deployment cells.
fn ambush(level: &str, places: &[usize]) -> BattleSetup {
    let mut setup = battlefield::setup(level, 7);
    let mut changed = (*setup.level).clone();
    changed.sides[1].hidden = true;
    let deployment: Vec<Cell> = changed.sides[1].deployment.clone();
    setup.level = Arc::new(changed);
    let warband = &mut setup.sides[1].warband;
    warband.truncate(places.len());
    for (recruit, place) in warband.iter_mut().zip(places) {
        recruit.cell = Some(deployment[*place]);
    }
    setup
}

/// What red chooses in the first two rounds while blue keeps still, until it notices somebody.
fn choices_of_red(setup: BattleSetup) -> Vec<(&'static str, Choice)> {
    let mut battle = battlefield::begin(setup);
    let mut red = brain(BrainKind::Standard, 1);
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= 2 {
        let seen = battle.view(Some(SideId::RED)).combatants;
        if seen.iter().any(|seen| seen.side == SideId::BLUE) {
            break;
        }
        let decision = battle.decision().unwrap().clone();
        let choice = if decision.side == SideId::RED {
            let choice = red.choose(&mut battle);
            chosen.push((decision.kind, choice.clone()));
            choice
        } else {
            let still = decision
                .offers
                .iter()
                .find(|offer| ["pass", "stay", "stand", "none"].contains(&offer.verb.0))
                .unwrap();
            let pace = still.selections.first().map(|selection| selection.key);
            still.choice(None, pace)
        };
        battle.choose(choice).unwrap();
    }
    chosen
}

/// Asserts that red chooses alike as long as it has noticed nobody in either battle.
fn assert_alike(one: BattleSetup, other: BattleSetup) {
    let (one, other) = (choices_of_red(one), choices_of_red(other));
    let common = one.len().min(other.len());
    assert!(
        common >= 6,
        "all five statements and some moves: {common} choices"
    );
    assert_eq!(one[..common], other[..common]);
}

#[test]
fn where_hidden_enemies_stand_makes_no_difference() {
    for level in ["hill-fort", "old-wood"] {
        assert_alike(ambush(level, &[0, 1, 2]), ambush(level, &[5, 9, 14]));
    }
}

#[test]
fn how_many_hidden_enemies_there_are_makes_no_difference() {
    assert_alike(
        ambush("hill-fort", &[0]),
        ambush("hill-fort", &[0, 5, 9, 14]),
    );
}
