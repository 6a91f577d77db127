//! Battles on the shipped levels, for the tests beside this folder.
#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test uses its share"
)]

use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress};
use shieldwall_content::{ContentRoot, Library};

/// All shipped content.
pub(crate) fn library() -> &'static Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (library, diagnostics) = Library::load(&[ContentRoot::at(folder)]);
        assert!(!diagnostics.has_errors(), "{diagnostics}");
        Arc::new(library)
    })
}

/// The level's own warbands.
pub(crate) fn setup(level: &str, seed: u64) -> BattleSetup {
    BattleSetup::of_level(library(), level, seed).unwrap()
}

/// A battle on a level that has not advanced.
pub(crate) fn battle(level: &str, seed: u64) -> Battle {
    let ruleset = shieldwall_rulesets::by_id("percentile").unwrap();
    Battle::new(ruleset, setup(level, seed)).unwrap()
}

/// Plays a battle to its end and returns the number of decisions.
pub(crate) fn play(battle: &mut Battle, seed: u64, red: BrainKind, blue: BrainKind) -> u32 {
    let mut brains = [brain(red, seed), brain(blue, seed.wrapping_add(1))];
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(battle);
        battle.choose(choice).unwrap();
        decisions += 1;
        assert!(decisions < 500_000, "endless battle");
    }
    decisions
}

/// The journal of a whole battle.
pub(crate) fn journal(level: &str, seed: u64, red: BrainKind, blue: BrainKind) -> String {
    let mut battle = battle(level, seed);
    play(&mut battle, seed, red, blue);
    battle.journal().to_json_lines()
}
