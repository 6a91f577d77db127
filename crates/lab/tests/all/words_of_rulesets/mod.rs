//! Nothing above the rulesets names a ruleset or compares one of its words: everything there goes by the
//! roles of terms.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use shieldwall_battle::{Event, Ruleset, terms::keys};
use source_words::{SourceWords, parts};

mod source_words;

/// Folders whose code knows no ruleset.
const ABOVE: [&str; 7] = [
    "src",
    "crates/ai/src",
    "crates/battle/src",
    "crates/content/src",
    "crates/dice/src",
    "crates/grid/src",
    "crates/lab/src",
];

/// Words that stand for something else in these files: keys of files, of drawings and of the journal, states
/// that the engine knows, names of icons and layers, words of pages.
const SOMETHING_ELSE: &[(&str, &[&str])] = &[
    ("src/board/condition_icons.rs", &["hidden"]),
    ("src/board/zone_lines.rs", &["zones"]),
    ("src/hud/log_details.rs", &["none"]),
    ("src/hud/reaction.rs", &["reaction"]),
    ("src/hud/unit_card.rs", &["broken", "ready"]),
    ("src/hud/wording.rs", &["half", "run"]),
    ("src/shown/full_state.rs", &["broken"]),
    ("src/playback/words.rs", &["surprised"]),
    ("src/screens/aftermath/fight_on.rs", &["both"]),
    ("src/screens/aftermath/table.rs", &["standing"]),
    ("src/screens/battle.rs", &["failure"]),
    ("crates/battle/src/journal.rs", &["earlier injuries"]),
    ("crates/battle/src/narration.rs", &["shot"]),
    ("crates/battle/src/terms/mod.rs", &["attack", "defence"]),
    (
        "crates/content/src/drawing/contents.rs",
        &["none", "stop", "switch", "use"],
    ),
    ("crates/content/src/former_keys.rs", &["action"]),
    ("crates/content/src/level_device.rs", &["planted"]),
    ("crates/content/src/level_part.rs", &["planted"]),
    ("crates/content/src/loader.rs", &["name"]),
    ("crates/content/src/mod_manifest.rs", &["name"]),
    ("crates/content/src/terrain_file.rs", &["hazard"]),
    ("crates/lab/src/autosaves/naming.rs", &["damaged"]),
    (
        "crates/lab/src/cases/author_view.rs",
        &["action", "end", "mount", "none"],
    ),
    (
        "crates/lab/src/cases/verdict.rs",
        &["hidden", "none", "readied"],
    ),
    (
        "crates/lab/src/cases/words.rs",
        &["action", "mount", "none"],
    ),
    ("crates/lab/src/page.rs", &["none"]),
    ("crates/lab/src/sim_page.rs", &["attack"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a ruleset is called, and all its words.
fn words(ruleset: &dyn Ruleset) -> BTreeSet<&'static str> {
    let terms = ruleset.terms();
    let mut all = vec![ruleset.id()];
    all.extend(keys(&terms.actions));
    all.extend(keys(&terms.decisions));
    all.extend(keys(&terms.modes));
    all.extend(&terms.selections);
    all.extend(&terms.stages);
    all.extend(keys(&terms.outcomes));
    all.extend(keys(&terms.levels));
    all.extend(keys(&terms.defences));
    all.extend(keys(&terms.effects));
    all.extend(&terms.causes);
    all.extend(keys(&terms.stances));
    all.extend(keys(&terms.changes));
    all.extend(keys(&terms.conditions));
    all.extend(terms.hidden.map(|hidden| hidden.key));
    all.extend(keys(&terms.item_moves));
    all.extend(keys(&terms.item_conditions));
    all.extend(keys(&terms.placements));
    all.extend(keys(&terms.turns));
    all.into_iter().collect()
}

/// Source files below a folder, without tests and samples for tests.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let for_tests = name == "tests" || name.ends_with("_tests") || name.contains("sample");
        if for_tests {
            continue;
        }
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}


#[test]
fn statistics() {
    let rulesets = shieldwall_rulesets::all();
    let words: BTreeSet<&str> = rulesets.iter().flat_map(|one| words(&**one)).collect();
    let mut files = Vec::new();
    for folder in ABOVE {
        sources(&root().join(folder), &mut files);
    }
    let mut hits: std::collections::BTreeMap<String, BTreeSet<String>> = Default::default();
    for file in files {
        let words_of = SourceWords::of(&fs::read_to_string(&file).unwrap());
        for name in &words_of.names {
            let joined = parts(name).join("_");
            for word in &words {
                let wanted = parts(&word.replace(['-', ' '], "_")).join("_");
                if format!("_{joined}_").contains(&format!("_{wanted}_")) {
                    hits.entry((*word).to_owned()).or_default().insert(name.clone());
                }
            }
        }
    }
    for (word, names) in hits {
        println!("{word} {}: {:?}", names.len(), names.iter().take(6).collect::<Vec<_>>());
    }
}
