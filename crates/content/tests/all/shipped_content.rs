//! The content that ships with the game loads without a word.

use std::path::Path;

use shieldwall_content::{ContentRoot, Library, check_paths_in};
use shieldwall_percentile::content::blocks as percentile;
use shieldwall_zones::content::blocks as zones;

fn root() -> ContentRoot {
    ContentRoot::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

#[test]
fn everything_loads_without_diagnostics() {
    let (library, diagnostics) = Library::load(&[root()], shieldwall_rulesets::content());
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert!(library.broken.is_empty() && library.overrides.is_empty());
    assert!(library.levels.len() >= 4, "{}", library.levels.len());
    assert!(library.units.len() >= 14, "{}", library.units.len());
    assert!(library.rulebooks.contains_key(percentile::ID));
    assert!(library.rulebooks.contains_key(zones::ID));
    for unit in library.units.values() {
        let known = unit.supports(percentile::ID) || unit.supports(zones::ID);
        assert!(known, "{}", unit.id);
    }
    // Every level is played under every ruleset as it comes.
    for level in library.levels.values() {
        for ruleset in library.rulesets.ids() {
            let level = level.under(ruleset);
            for id in level.sides.iter().flat_map(|side| &side.warband) {
                let fights = library.units[id].supports(ruleset);
                assert!(fights, "{id} on {} under {ruleset}", level.id);
            }
        }
    }
}

#[test]
fn checking_the_folder_says_the_same() {
    let root = root();
    let folder = root.levels.clone();
    let diagnostics = check_paths_in(&[root], shieldwall_rulesets::content(), &[folder]);
    assert!(diagnostics.is_empty(), "{diagnostics}");
}

#[test]
fn every_rule_of_the_percentile_book_has_a_number_of_its_own() {
    let (library, _) = Library::load(&[root()], shieldwall_rulesets::content());
    let book = &library.rulebooks[percentile::ID];
    let first = book.rule("PCT-001").map(|rule| rule.title.as_str());
    assert_eq!(first, Some("Twelve-second rounds"));
    let mut ids: Vec<&str> = book.rules.iter().map(|rule| rule.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), book.rules.len());
}
