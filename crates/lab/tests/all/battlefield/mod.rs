//! Battles on the shipped levels, for the tests beside this folder and those of the brains.
#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test uses its share"
)]

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, SideId};
use shieldwall_content::{ContentRoot, Library};

/// All shipped content.
pub(crate) fn library() -> &'static Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1);
        let folder = folders.find(|folder| folder.join("assets").is_dir());
        let folder = folder.unwrap();
        let (library, diagnostics) =
            Library::load(&[ContentRoot::at(folder)], shieldwall_rulesets::content());
        assert!(!diagnostics.has_errors(), "{diagnostics}");
        Arc::new(library)
    })
}

/// A number of tries: fewer in the usual check than in `./check deep`.
pub(crate) fn often<T>(usually: T, deep: T) -> T {
    if std::env::var_os("SHIELDWALL_DEEP").is_some() {
        deep
    } else {
        usually
    }
}

/// True if so many victories are enough to stop: the record is 200 times as likely for a brain of this strength, as a
/// share of victories, as for one that is no better than the other. Of those that are not, one in 200 passes.
pub(crate) fn is_proved(won: f64, played: u32, strength: f64) -> bool {
    let lost = f64::from(played) - won;
    won * (2.0 * strength).ln() + lost * (2.0 * (1.0 - strength)).ln() > 200_f64.ln()
}

/// The ruleset of the battles.
const RULESET: &str = "percentile";

/// The ids of all levels.
pub(crate) fn levels() -> impl Iterator<Item = &'static str> {
    let mut levels: Vec<&str> = library().levels.keys().map(String::as_str).collect();
    levels.sort_by_key(|level| LATER.contains(level));
    levels.into_iter()
}

/// Levels that came later than the others. They stand at the end, so that the seeds of those stay as they are.
const LATER: [&str; 2] = ["hedgerows", "night-watch"];

/// The level's own warbands.
pub(crate) fn setup(level: &str, seed: u64) -> BattleSetup {
    setup_under(RULESET, level, seed)
}

/// The level's own warbands under another ruleset.
pub(crate) fn setup_under(ruleset: &str, level: &str, seed: u64) -> BattleSetup {
    BattleSetup::of_level(library(), level, ruleset, seed).unwrap()
}

/// A battle that has not advanced.
pub(crate) fn begin(setup: BattleSetup) -> Battle {
    Battle::new(shieldwall_rulesets::by_id(RULESET).unwrap(), setup).unwrap()
}

/// Plays a battle to its end with brains of these kinds, red first and further sides like red and blue
/// again, and returns the winner.
pub(crate) fn play(battle: &mut Battle, kinds: [BrainKind; 2], seed: u64) -> Option<SideId> {
    let sides = battle.setup().sides.len();
    let mut brains: Vec<Box<dyn Brain>> = (0..)
        .zip(kinds.into_iter().cycle())
        .take(sides)
        .map(|(number, kind)| brain(kind, seed.wrapping_add(number)))
        .collect();
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(battle);
        battle.choose(choice).unwrap();
        decisions += 1;
        assert!(decisions < 500_000, "endless battle");
    }
    battle.ending().unwrap().winner
}

/// The journal of a whole battle.
pub(crate) fn journal(level: &str, seed: u64, red: BrainKind, blue: BrainKind) -> String {
    let mut battle = begin(setup(level, seed));
    play(&mut battle, [red, blue], seed);
    battle.journal().to_json_lines()
}
