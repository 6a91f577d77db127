//! The normal brain against one that takes any legal choice, under every ruleset.

use crate::battlefield;
use shieldwall_ai::BrainKind::{Normal, Random};
use shieldwall_battle::{Battle, BattleSetup, SideId};

/// Battles on each level, half of them with the sides exchanged.
const BATTLES: u64 = 10;

/// Out of ten battles with a chance of 95 in 100 each, fewer are won in 12 of 1000 cases. The seeds
/// are fixed, so that the test always gives the same answer; `sim` plays as many as one likes.
const MUST_WIN: u64 = 8;

/// Of all battles under the zones rules together, in percent.
const SHARE_UNDER_ZONES: u64 = 95;

/// The levels of two sides.
fn duels() -> Vec<&'static str> {
    let levels = battlefield::library().levels.values();
    let levels = levels.filter(|level| level.sides.len() == 2);
    levels.map(|level| level.id.as_str()).collect()
}

/// A battle that has not advanced.
fn begin(ruleset: &str, setup: BattleSetup) -> Battle {
    let ruleset = shieldwall_rulesets::by_id(ruleset).expect("there is such a ruleset");
    Battle::new(ruleset, setup).expect("the level can be played")
}

/// How many battles on a level the normal brain wins.
fn victories(ruleset: &str, level: &str) -> u64 {
    let mut won = 0;
    let mut battle = begin(ruleset, battlefield::setup_under(ruleset, level, 0));
    for number in 0..BATTLES {
        let setup = battlefield::setup_under(ruleset, level, 100 + number / 2);
        let (setup, kinds, normal) = if number % 2 == 0 {
            (setup, [Normal, Random], SideId::RED)
        } else {
            (setup.mirrored(), [Random, Normal], SideId::BLUE)
        };
        battle.restart(setup).expect("the level can be played");
        let winner = battlefield::play(&mut battle, kinds, number);
        won += u64::from(winner == Some(normal));
    }
    won
}

/// The victories on each level, in words and all together, and whether there are enough on every one.
fn campaign(ruleset: &str) -> (String, u64, bool) {
    let mut report = String::new();
    let (mut won, mut fine) = (0, true);
    for level in duels() {
        let here = victories(ruleset, level);
        report.push_str(&format!("{level}: {here} of {BATTLES}\n"));
        won += here;
        fine &= here >= MUST_WIN;
    }
    (report, won, fine)
}

#[test]
fn the_normal_brain_beats_random_play_on_every_level_from_both_ends() {
    let (report, _, fine) = campaign("percentile");
    assert!(fine, "{report}");
}

#[test]
fn the_normal_brain_beats_random_play_under_the_zones_rules() {
    let played = BATTLES * u64::try_from(duels().len()).expect("few levels");
    assert!(played >= 50, "hardly any levels: {played} battles");
    let (report, won, fine) = campaign("zones");
    assert!(fine, "{report}");
    assert!(100 * won >= SHARE_UNDER_ZONES * played, "{report}");
}

/// Levels come with warbands that every ruleset knows, and none of them is too much for the brain.
#[test]
fn every_level_is_played_to_its_end_under_every_ruleset() {
    for ruleset in shieldwall_rulesets::all() {
        for level in battlefield::levels() {
            let setup = battlefield::setup_under(ruleset.id(), level, 7);
            let mut battle = begin(ruleset.id(), setup);
            battlefield::play(&mut battle, [Normal, Normal], 7);
            // They have met: nobody stood still up to the end.
            let hurt = battle
                .presences(None)
                .iter()
                .any(|one| one.hit_points < one.max_hit_points);
            assert!(hurt, "{level} under {}", ruleset.id());
        }
    }
}
