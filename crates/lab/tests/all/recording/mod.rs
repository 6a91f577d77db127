//! Recorded battles, for the tests beside this folder.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{BattleSetup, Progress};
use shieldwall_lab::record::{RecordedBattle, RecordedCommander};

/// A battle of so many choices at most, taken at random.
pub(crate) fn recorded(
    setup: BattleSetup,
    commanders: &[RecordedCommander],
    seed: u64,
    most: usize,
) -> RecordedBattle {
    let ruleset = shieldwall_rulesets::by_id("percentile").unwrap();
    let mut battle = RecordedBattle::begin(ruleset, setup, commanders).unwrap();
    let mut chooser = brain(BrainKind::Random, seed);
    for _ in 0..most {
        if battle.advance() == Progress::Over {
            break;
        }
        let choice = chooser.choose(battle.battle_mut());
        battle.choose(choice).unwrap();
    }
    battle.advance();
    battle
}
