//! The words that rulesets say they use are the words they use.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::{collections::BTreeSet, path::Path};

use serde_json::Value;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, Entry, Field, Progress, Ruleset, Terms, journal_schema};
use shieldwall_content::Case;
use shieldwall_lab::cases::run_case;

/// Keys with texts that are free, or of which others than rulesets know all words: those of files,
/// states, and texts in plain words.
const FREE: [&str; 12] = [
    "event", "ruleset", "level", "unit", "name", "with", "text", "purpose", "stopped", "reason",
    "number", "terrain",
];

/// Keys with texts that are free in some events only.
const FREE_IN: [(&str, &str); 4] = [
    ("device", "action"),
    ("placed", "how"),
    ("turn", "state"),
    ("item_state", "state"),
];

/// Words of the zones ruleset that no case brings up: somebody who is caught at the edge of the map
/// stands where it left, unless its place is taken.
const RARE: [&str; 1] = ["placed.how = is caught"];

fn ruleset(id: &str) -> std::sync::Arc<dyn Ruleset> {
    shieldwall_rulesets::by_id(id).unwrap()
}

/// Makes sure that what an entry says where only so many words are possible is one of them. Gives
/// what was looked at.
fn check(entry: &Entry, words: &Terms, seen: &mut BTreeSet<String>) {
    let entry = serde_json::to_value(entry).unwrap();
    let event = entry["event"].as_str().unwrap();
    for (key, value) in entry.as_object().unwrap() {
        if let (Some(word), Some(known)) = (value.as_str(), words.of_key(event, key)) {
            assert!(
                known.contains(&word),
                "{event}.{key}: `{word}`, not in {known:?}"
            );
            seen.insert(format!("{event}.{key} = {word}"));
        }
    }
}

/// Makes sure of the words of an open decision and of everybody's conditions.
fn check_decision(battle: &mut Battle, words: &Terms) {
    let decision = battle.decision().unwrap();
    assert!(
        words.decisions.contains(&decision.kind),
        "{}",
        decision.kind
    );
    for offer in &decision.offers {
        if let Some(mode) = offer.mode {
            assert!(words.modes.contains(&mode), "{mode}");
        }
        for option in offer.fields.iter().flat_map(Field::options) {
            assert!(words.options.contains(&option.key), "{}", option.key);
        }
    }
    for combatant in &battle.view(None).combatants {
        for condition in &combatant.conditions {
            assert!(words.conditions.contains(condition), "{condition}");
        }
    }
}

/// What the cases of a ruleset bring up.
fn of_cases(ruleset: &str, words: &Terms, seen: &mut BTreeSet<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let folder = folder.join(ruleset);
    for file in Case::find(&folder).0 {
        let case = Case::read(&file, battlefield::library()).unwrap();
        let verdict = run_case(&case, battlefield::library());
        for entry in verdict.entries.entries() {
            check(entry, words, seen);
        }
    }
}

/// What random battles bring up.
fn of_battles(words: &Terms, seen: &mut BTreeSet<String>) {
    for (seed, level) in (0..).zip(battlefield::levels()) {
        let mut battle = battlefield::begin(battlefield::setup(level, seed));
        let mut chooser = brain(BrainKind::Random, seed);
        for _ in 0..300 {
            if battle.advance() == Progress::Over {
                break;
            }
            check_decision(&mut battle, words);
            let choice = chooser.choose(&mut battle);
            battle.choose(choice).unwrap();
        }
        for entry in battle.journal().entries() {
            check(entry, words, seen);
        }
    }
}

/// The words of a journal that never came up: they are likely to be misspelt in the list itself, or
/// to be written no more.
fn unused(words: &Terms, seen: &BTreeSet<String>) -> Vec<String> {
    let all = [
        ("chosen", "kind"),
        ("stage_began", "stage"),
        ("rolled", "outcome"),
        ("stance", "stance"),
        ("attack_resolved", "attack"),
        ("attack_resolved", "defence_level"),
        ("attack_resolved", "defence"),
        ("attack_resolved", "effect"),
        ("hit_points", "cause"),
        ("condition", "condition"),
        ("item_moved", "how"),
        ("item_state", "state"),
        ("placed", "how"),
        ("turn", "state"),
    ];
    let all = all.into_iter().flat_map(|(event, key)| {
        let known = words.of_key(event, key).unwrap();
        let line = move |word: &str| format!("{event}.{key} = {word}");
        known.into_iter().map(line)
    });
    all.filter(|word| !seen.contains(word)).collect()
}

#[test]
fn journals_use_the_words_that_there_are_and_all_of_them() {
    let words = ruleset("percentile").terms();
    let mut seen = BTreeSet::new();
    of_cases("percentile", words, &mut seen);
    of_battles(words, &mut seen);
    assert_eq!(unused(words, &seen), Vec::<String>::new());
}

#[test]
fn so_do_those_of_the_other_ruleset() {
    let words = ruleset("zones").terms();
    let mut seen = BTreeSet::new();
    of_cases("zones", words, &mut seen);
    let mut unused = unused(words, &seen);
    unused.retain(|word| !RARE.contains(&word.as_str()));
    assert_eq!(unused, Vec::<String>::new());
}

/// A new key with texts must be put into one of the lists or declared free.
#[test]
fn every_text_of_a_journal_is_free_or_a_word() {
    let schema = journal_schema();
    let words = Terms::default();
    let mut texts = 0;
    for variant in schema["oneOf"].as_array().unwrap() {
        let event = variant
            .pointer("/properties/event/const")
            .unwrap()
            .as_str()
            .unwrap();
        let shared = variant["$ref"]
            .as_str()
            .map(|place| &schema[&place[2..6]][&place[8..]]);
        let tables = [
            variant.get("properties"),
            shared.map(|shared| &shared["properties"]),
        ];
        for (key, value) in tables
            .into_iter()
            .flatten()
            .filter_map(Value::as_object)
            .flatten()
        {
            let kind = &value["type"];
            let is_text = kind == "string"
                || kind
                    .as_array()
                    .is_some_and(|kinds| kinds.contains(&"string".into()));
            if is_text {
                texts += 1;
                let known = FREE.contains(&key.as_str())
                    || FREE_IN.contains(&(event, key.as_str()))
                    || words.of_key(event, key).is_some();
                assert!(known, "{event}.{key}");
            }
        }
    }
    assert!(texts > 20, "{texts}");
}

#[test]
fn every_condition_is_explained() {
    for ruleset in shieldwall_rulesets::all() {
        let words = ruleset.terms();
        for condition in words.conditions.iter().chain(&words.hidden) {
            let help = condition.help;
            let sentence = help.starts_with(char::is_uppercase) && help.ends_with('.');
            assert!(sentence, "{condition}: {help}");
        }
    }
}
