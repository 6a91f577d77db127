//! The computer does little that looks foolish: counted over battles of every level under every ruleset.

#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress};
use shieldwall_lab::follies::{Follies, Folly, Watcher};

use crate::battlefield::{library, often};

/// How many of each there may be in a hundred battles. What is not listed may not be at all.
const MOST: [(Folly, u32); 8] = [
    // A round of waiting is sound, and a wounded archer may well think of its skin.
    (Folly::IdleRound, 40),
    (Folly::ShooterCowers, 90),
    // A risk that pays by the odds.
    (Folly::FriendShot, 210),
    // In the time that it takes to draw a dagger an archer strikes twice.
    (Folly::BareHands, 70),
    (Folly::ShooterCharges, 10),
    (Folly::FinishesInDanger, 12),
    (Folly::WalksIntoReach, 30),
    (Folly::ShotMovedAway, 10),
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
    let (mut battles, mut all) = (0, Follies::new());
    for ruleset in shieldwall_rulesets::all() {
        let (played, follies) = follies(ruleset.id(), BrainKind::Normal, often(1, 4));
        battles += played;
        for (folly, number) in follies {
            *all.entry(folly).or_default() += number;
        }
    }
    assert!(battles > 30, "{battles}");
    for (folly, number) in all {
        let most = MOST.iter().find(|(other, _)| *other == folly);
        let most = most.map_or(0, |(_, most)| *most);
        assert!(
            number * 100 <= most * battles,
            "{folly:?}: {number} in {battles} battles, {most} in a hundred at most"
        );
    }
}
