//! Nothing above the rulesets names a ruleset or compares one of its words: everything there goes by the
//! roles of terms.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use shieldwall_battle::{Event, Ruleset, terms::keys};
use shieldwall_grid::Layout;
use source_words::{SourceWords, parts};

mod excuses;
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
    all.extend(&terms.options);
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

/// What a file has that is a ruleset's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// A text that is a word of a ruleset.
    Text(String),
    /// A name with a word of a ruleset in it.
    Name { word: String, name: String },
    /// A path that begins with a ruleset, or its crate.
    Path(String),
    /// The id of a ruleset in a text.
    Id(String),
}

/// All words of all rulesets, and their ids.
struct Vocabulary {
    words: BTreeSet<&'static str>,
    /// The same, as they are in names: `go_on`.
    in_names: BTreeSet<String>,
    ids: Vec<&'static str>,
}

impl Vocabulary {
    fn of(rulesets: &[Arc<dyn Ruleset>]) -> Self {
        let mut words: BTreeSet<&str> = rulesets.iter().flat_map(|one| words(&**one)).collect();
        // What the engine itself calls events, or called them once, is nobody's own word.
        let former = |word: &str| Event::FORMER_NAMES.iter().any(|(name, _)| *name == word);
        // So are directions.
        let direction = |word: &&'static str| {
            let mut layouts = Layout::ALL.iter();
            layouts.any(|layout| layout.direction_names().contains(word))
        };
        words.retain(|word| !Event::NAMES.contains(word) && !former(word) && !direction(word));
        let in_names = words
            .iter()
            .map(|word| parts(&word.replace(['-', ' '], "_")).join("_"));
        // A role is the engine's name for what rulesets call by that word or another.
        let mut roles = Vec::new();
        sources(&root().join("crates/battle/src/terms"), &mut roles);
        let roles: BTreeSet<String> = roles
            .iter()
            .flat_map(|file| SourceWords::of(&fs::read_to_string(file).unwrap()).names)
            .map(|name| parts(&name).join("_"))
            .collect();
        let in_names = in_names.filter(|word| !roles.contains(word)).collect();
        Self {
            words,
            in_names,
            ids: rulesets.iter().map(|ruleset| ruleset.id()).collect(),
        }
    }

    /// What a source has of it.
    fn found_in(&self, source: &str) -> BTreeSet<Found> {
        let source = SourceWords::of(source);
        let mut found = BTreeSet::new();
        for text in source.texts {
            let has_id = |id: &&str| {
                text.split(|sign: char| !sign.is_alphanumeric())
                    .any(|word| word == *id)
            };
            if self.words.contains(text.as_str()) {
                found.insert(Found::Text(text));
            } else if let Some(id) = self.ids.iter().copied().find(has_id) {
                found.insert(Found::Id(id.to_owned()));
            }
        }
        for name in source.names {
            let joined = format!("_{}_", parts(&name).join("_"));
            for word in &self.in_names {
                if joined.contains(&format!("_{word}_")) {
                    let (word, name) = (word.clone(), name.clone());
                    found.insert(Found::Name { word, name });
                }
            }
        }
        for path in source.paths {
            let id = path.strip_prefix("shieldwall_").unwrap_or(&path);
            if self.ids.contains(&id) {
                found.insert(Found::Path(path));
            }
        }
        found
    }
}

/// What is left of what was found in a file, after the excuses, which are noted.
fn unexcused(
    file: &str,
    found: BTreeSet<Found>,
    used: &mut BTreeSet<(String, String)>,
) -> Vec<String> {
    let mut left = Vec::new();
    for one in found {
        let (excused, word) = match &one {
            Found::Text(word) | Found::Id(word) | Found::Path(word) => {
                let of_file = excuses::TEXTS.iter().find(|(other, ..)| *other == file);
                (
                    of_file.is_some_and(|(_, words, _)| words.contains(&word.as_str())),
                    word,
                )
            }
            Found::Name { word, .. } => {
                let excuse = excuses::NAMES.iter().find(|(other, ..)| other == word);
                (
                    excuse.is_some_and(|(_, files, _)| files.is_empty() || files.contains(&file)),
                    word,
                )
            }
        };
        if excused {
            used.insert((file.to_owned(), word.clone()));
        } else {
            left.push(format!("{file}: {one:?}"));
        }
    }
    left
}

#[test]
fn nothing_above_the_rulesets_knows_a_word_of_one() {
    let vocabulary = Vocabulary::of(&shieldwall_rulesets::all());
    let mut files = Vec::new();
    for folder in ABOVE {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    let (mut left, mut used) = (Vec::new(), BTreeSet::new());
    for file in files {
        let shown = file.strip_prefix(root()).unwrap().to_str().unwrap();
        let found = vocabulary.found_in(&fs::read_to_string(&file).unwrap());
        left.extend(unexcused(shown, found, &mut used));
    }
    assert!(left.is_empty(), "{left:#?}");
    // No excuse outlives what it excuses.
    let in_files = excuses::TEXTS
        .iter()
        .flat_map(|(file, words, _)| words.iter().map(|word| (*file, *word)));
    let in_names = excuses::NAMES
        .iter()
        .flat_map(|(word, files, _)| files.iter().map(|file| (*file, *word)));
    let mut stale: Vec<_> = in_files
        .chain(in_names)
        .filter(|(file, word)| !used.contains(&((*file).to_owned(), (*word).to_owned())))
        .collect();
    let anywhere = excuses::NAMES
        .iter()
        .filter(|(_, files, _)| files.is_empty());
    let unused = anywhere.filter(|(word, ..)| !used.iter().any(|(_, other)| other == word));
    stale.extend(unused.map(|(word, ..)| ("anywhere", *word)));
    assert!(stale.is_empty(), "these are not there any more: {stale:#?}");
    let texts = excuses::TEXTS.iter().map(|(_, words, _)| words.len());
    let names = excuses::NAMES
        .iter()
        .map(|(_, files, _)| files.len().max(1));
    let count: usize = texts.chain(names).sum();
    assert_eq!(
        count,
        excuses::COUNT,
        "lower the count where there are fewer; there may not be more"
    );
    assert!(excuses::TEXTS.iter().all(|(_, _, why)| !why.is_empty()));
    assert!(excuses::NAMES.iter().all(|(_, _, why)| !why.is_empty()));
}

#[test]
fn a_planted_word_of_a_ruleset_is_found() {
    let vocabulary = Vocabulary::of(&shieldwall_rulesets::all());
    for (planted, found) in [
        ("fn f() { percentile::begin() }", "Path(\"percentile\")"),
        ("use shieldwall_zones::Zones;", "Path(\"shieldwall_zones\")"),
        ("const KEY: &str = \"parry\";", "Text(\"parry\")"),
        ("const KEY: &str = r#\"parry\"#;", "Text(\"parry\")"),
        (
            "fn f() { g(\"parry\", \"under percentile only\") }",
            "Id(\"percentile\")",
        ),
        (
            "fn parry_bonus() {}",
            "Name { word: \"parry\", name: \"parry_bonus\" }",
        ),
        (
            "struct BestParry;",
            "Name { word: \"parry\", name: \"BestParry\" }",
        ),
        (
            "fn f() { match x { Start::Percentile(_) => 1 } }",
            "Name { word: \"percentile\", name: \"Percentile\" }",
        ),
    ] {
        let left = unexcused(
            "src/app.rs",
            vocabulary.found_in(planted),
            &mut BTreeSet::new(),
        );
        assert!(
            left.contains(&format!("src/app.rs: {found}")),
            "{planted}: {left:?}"
        );
    }
    // Tests and documentation may name one.
    let of_a_test =
        "#[cfg(test)] mod tests { const KEY: &str = \"parry\"; } /// A parry.\nfn f() {}";
    assert!(vocabulary.found_in(of_a_test).is_empty());
}

/// Nothing above the rulesets depends on one of them, but on the list of them all.
#[test]
fn no_crate_above_depends_on_a_ruleset() {
    for folder in ABOVE {
        let manifest = root().join(folder).with_file_name("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
        for table in ["dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(table).and_then(toml::Value::as_table) else {
                continue;
            };
            for ruleset in shieldwall_rulesets::all() {
                let crate_name = format!("shieldwall_{}", ruleset.id());
                assert!(
                    !table.contains_key(&crate_name),
                    "{folder} depends on {crate_name}"
                );
            }
        }
    }
}
