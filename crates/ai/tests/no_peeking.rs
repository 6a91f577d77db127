//! A brain uses nothing that its side cannot see.
#![expect(clippy::unwrap_used, reason = "tests")]

mod skirmish;

use std::sync::Arc;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{BattleSetup, Choice, Progress, SideId};
use shieldwall_grid::Cell;

/// A level with all of blue hidden, in these deployment cells.
fn ambush(level: &str, places: &[usize]) -> BattleSetup {
    let mut setup = skirmish::setup(level, 7);
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

/// What red chooses in the first two rounds while blue keeps still.
fn choices_of_red(setup: BattleSetup) -> Vec<(&'static str, Choice)> {
    let mut battle = skirmish::begin(setup);
    let mut red = brain(BrainKind::Standard, 1);
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= 2 {
        let decision = battle.decision().unwrap().clone();
        let choice = if decision.side == SideId::RED {
            assert!(
                battle
                    .view(Some(SideId::RED))
                    .combatants
                    .iter()
                    .all(|seen| seen.side == SideId::RED),
                "blue must stay hidden for this test"
            );
            let choice = red.choose(&mut battle);
            chosen.push((decision.kind, choice.clone()));
            choice
        } else {
            let still = decision
                .offers
                .iter()
                .find(|offer| ["pass", "stay", "none"].contains(&offer.verb.0))
                .unwrap();
            let pace = still.selections.first().map(|selection| selection.key);
            still.choice(None, pace)
        };
        battle.choose(choice).unwrap();
    }
    chosen
}

#[test]
fn where_hidden_enemies_stand_makes_no_difference() {
    for level in ["hill-fort", "walled-courtyard"] {
        let here = choices_of_red(ambush(level, &[0, 1, 2]));
        let there = choices_of_red(ambush(level, &[5, 9, 14]));
        assert!(here.len() > 10, "{level}: red has something to decide");
        assert_eq!(here, there, "{level}");
    }
}

#[test]
fn how_many_hidden_enemies_there_are_makes_no_difference() {
    let few = choices_of_red(ambush("hill-fort", &[0]));
    let many = choices_of_red(ambush("hill-fort", &[0, 5, 9, 14]));
    assert_eq!(few, many);
}
