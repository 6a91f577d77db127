//! Brains against the ones below them, under every ruleset.

use std::ops::Range;

use crate::battlefield;
use shieldwall_ai::BrainKind::{self, Easy, Normal, Planner, Random};
use shieldwall_battle::{Battle, BattleSetup, SideId};

/// Battles on each level against random play, half of them with the commanders exchanged, and how many must be won.
/// Out of ten battles with a chance of 95 in 100 each, fewer than eight are won in 12 of 1000 cases, and out of six
/// fewer than four in 2. The seeds are fixed, so that the test always gives the same answer; `sim` plays as many as
/// one likes.
const USUALLY: (u32, f64) = (6, 4.0);
/// The same in `./check deep`.
const DEEP: (u32, f64) = (10, 8.0);

/// Of all battles under a ruleset together.
const SHARE_AGAINST_RANDOM: f64 = 0.95;

/// Battles on each level between two levels of skill, if it is not clear before.
const BATTLES_OF_SKILL: u32 = 10;

/// The share that is won over long series, at least.
const STRENGTH: f64 = 0.7;

/// The share that must be won against the level of skill below. Over long series it is 72 to 90 of 100 (`tournament`); of
/// 100 battles, one who wins 72 of 100 wins less than this four times in a thousand series.
const SHARE_OF_SKILL: f64 = 0.6;

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

/// Victories of the first of two brains in some battles on a level, a draw being half a battle.
fn victories(
    ruleset: &str,
    level: &str,
    [first, other]: [BrainKind; 2],
    numbers: Range<u32>,
) -> f64 {
    let mut won = 0.0;
    let mut battle = begin(ruleset, battlefield::setup_under(ruleset, level, 0));
    for number in numbers.map(u64::from) {
        let setup = battlefield::setup_under(ruleset, level, 100 + number / 2);
        // Warbands are not equal everywhere: each commander has both.
        let (kinds, side) = if number % 2 == 0 {
            ([first, other], SideId::RED)
        } else {
            ([other, first], SideId::BLUE)
        };
        battle.restart(setup).expect("the level can be played");
        let winner = battlefield::play(&mut battle, kinds, number);
        won += winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    }
    won
}

/// The victories of the first of two brains on each level, in words, and those on each level.
fn campaign(ruleset: &str, kinds: [BrainKind; 2], battles: u32) -> (String, Vec<f64>) {
    let [first, other] = kinds;
    let mut report = format!("{first} against {other} under {ruleset}\n");
    let mut won = Vec::new();
    for level in duels() {
        let here = victories(ruleset, level, kinds, 0..battles);
        report.push_str(&format!("{level}: {here} of {battles}\n"));
        won.push(here);
    }
    (report, won)
}

/// A beginner strikes badly, but comes on: on no level does it stand still until time runs out.
#[test]
fn easy_and_normal_beat_random_play_on_every_level_from_both_ends() {
    let (battles, must_win) = battlefield::often(USUALLY, DEEP);
    for ruleset in shieldwall_rulesets::all() {
        for kind in [Easy, Normal] {
            let (report, won) = campaign(ruleset.id(), [kind, Random], battles);
            assert!(won.len() >= 5, "hardly any levels: {}", won.len());
            let played = f64::from(battles) * won.len() as f64;
            assert!(won.iter().all(|won| *won >= must_win), "{report}");
            let all: f64 = won.iter().sum();
            assert!(all >= SHARE_AGAINST_RANDOM * played, "{report}");
        }
    }
}

/// The planner stands for `hard`, which is the planner where more than four fight, and slower where fewer do.
#[test]
fn each_level_of_skill_beats_the_one_below_under_every_ruleset() {
    for ruleset in shieldwall_rulesets::all() {
        for kinds in [[Normal, Easy], [Planner, Normal]] {
            let (mut won, mut played) = (0.0, 0);
            for pair in 0..BATTLES_OF_SKILL / 2 {
                for level in duels() {
                    won += victories(ruleset.id(), level, kinds, 2 * pair..2 * pair + 2);
                    played += 2;
                }
                if battlefield::is_proved(won, played, STRENGTH) {
                    break;
                }
            }
            let share = won / f64::from(played);
            let (first, other) = (kinds[0], kinds[1]);
            assert!(
                share >= SHARE_OF_SKILL,
                "{first} against {other} under {}: {won} of {played}",
                ruleset.id()
            );
        }
    }
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
