//! The shipped content with the toy ruleset, under which every unit fights.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use shieldwall_battle::{Battle, BattleSetup, Ruleset};
use shieldwall_content::{ContentRoot, Library};
use shieldwall_toy::tables::{ID, StatBlock};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    shieldwall_rulesets::add(shieldwall_toy::ruleset(), shieldwall_toy::Tables);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    for (number, unit) in (0..).zip(library.units.values_mut()) {
        let stats = StatBlock {
            skill: number % 4,
            health: 3 + number % 5,
            archer: unit.tags.iter().any(|tag| tag == "missile"),
        };
        Arc::make_mut(unit).blocks.set(ID, stats);
    }
    Arc::new(library)
});

/// The library.
pub(crate) fn library() -> &'static Arc<Library> {
    &LIBRARY
}

/// All rulesets, the toy among them.
pub(crate) fn rulesets() -> Vec<Arc<dyn Ruleset>> {
    LazyLock::force(&LIBRARY);
    shieldwall_rulesets::all()
}

/// A battle of every level, as it comes.
pub(crate) fn battles(ruleset: &Arc<dyn Ruleset>) -> Vec<Battle> {
    let levels = library().levels.keys().enumerate();
    levels
        .map(|(seed, level)| {
            let setup = BattleSetup::of_level(library(), level, ruleset.id(), seed as u64);
            Battle::new(Arc::clone(ruleset), setup.unwrap()).unwrap()
        })
        .collect()
}
