//! The computer does little that looks foolish: counted over battles of every level under every ruleset.

#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress};
use shieldwall_lab::follies::{Follies, Folly, Watcher};

use crate::battlefield::{library, often};

/// How many of each there may be in a hundred battles under one ruleset. What is not listed may not be at all.
const MOST: [(Folly, u32); 9] = [
    // Risks that pay by the odds.
    (Folly::FriendShot, 170),
    (Folly::WalksIntoReach, 40),
    // In the time that it takes to draw a dagger an archer strikes twice.
    (Folly::BareHands, 50),
    // A wounded archer may well think of its skin.
    (Folly::ShooterCowers, 80),
    (Folly::ShooterCharges, 15),
    (Folly::ShotMovedAway, 8),
    (Folly::IdleRound, 15),
    (Folly::FinishesInDanger, 15),
    (Folly::NothingDone, 15),
];

/// Plays the battle of a seed on every level, and counts.
fn follies(ruleset: &str, kind: BrainKind, seeds: u64) -> (u32, Follies) {
    let (mut battles, mut all) = (0, Follies::new());
    for level in library().levels.keys() {
        for seed in 7..7 + seeds {
            // A level may want more than a ruleset has.
            let Ok(setup) = BattleSetup::of_level(library(), level, ruleset, seed) else {
                continue;
            };
            let mut battle =
                Battle::new(shieldwall_rulesets::by_id(ruleset).unwrap(), setup).unwrap();
            let mut brain = brain(kind, seed);
            let mut watcher = Watcher::default();
            while battle.advance() == Progress::Decision {
                let choice = brain.choose(&mut battle);
                watcher.look(&mut battle, &choice);
                battle.choose(choice).unwrap();
            }
            battles += 1;
            for (folly, number) in watcher.end(&mut battle) {
                *all.entry(folly).or_default() += number;
            }
        }
    }
    (battles, all)
}

#[test]
fn follies_are_few() {
    for ruleset in shieldwall_rulesets::all() {
        let (mut battles, mut all) = (0, Follies::new());
        for kind in [BrainKind::Normal, BrainKind::Planner] {
            let (played, follies) = follies(ruleset.id(), kind, often(1, 4));
            battles += played;
            for (folly, number) in follies {
                *all.entry(folly).or_default() += number;
            }
        }
        assert!(battles > 15, "{}: {battles}", ruleset.id());
        for (folly, number) in &all {
            let most = MOST.iter().find(|(other, _)| other == folly);
            let most = most.map_or(0, |(_, most)| *most);
            assert!(
                number * 100 <= most * battles,
                "{}: {folly:?} {most} times in a hundred battles at most: {battles} battles, {all:?}",
                ruleset.id()
            );
        }
    }
}
