//! Odds by states against odds by lines.

use std::{fs, path::Path, sync::Arc};

use shieldwall_content::{Case, ContentRoot, Library};

use super::{Odds, Search};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Cases of every ruleset whose dice, left out, can fall in some hundreds to some thousands of ways.
const CASES: &[&str] = &[
    "percentile/071_club_heavy.toml",
    "percentile/080_pike.toml",
    "segments/017_spell_broken.toml",
    "d20/074_in_mud.toml",
    // With a refusal, and with a round that is watched.
    "zones/r21_distract.toml",
    "zones/130_makeshift_is_damaged.toml",
];

/// The odds of a case file without its dice.
fn odds(case: &Case, library: &Arc<Library>, by_lines: bool) -> Odds {
    let mut go_on = |_| true;
    let mut search = Search::of(case, library, &mut go_on).expect("the case can be played");
    let followed = if by_lines {
        search.follow_lines()
    } else {
        search.follow_states()
    };
    followed.expect("there are few ways");
    let odds = search.sum.finish(case, &search.looking);
    odds.expect("all choices can be made")
}

/// All probabilities, by what they are of.
fn numbers(odds: &Odds) -> Vec<(String, f64)> {
    let value = serde_json::to_value(odds).expect("odds are plain values");
    let mut found = Vec::new();
    collect("", &value, &mut found);
    found
}

fn collect(place: &str, value: &serde_json::Value, found: &mut Vec<(String, f64)>) {
    match value {
        serde_json::Value::Object(keys) => {
            for (key, value) in keys {
                collect(&format!("{place}.{key}"), value, found);
            }
        }
        serde_json::Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                collect(&format!("{place}.{number}"), value, found);
            }
        }
        other => found.extend(other.as_f64().map(|number| (place.to_owned(), number))),
    }
}

/// Equal states that were reached in several ways are gone on from once, and nothing of what is counted gets lost.
#[test]
fn states_come_to_the_same_as_lines() {
    let root = Path::new(ROOT);
    let library = Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0;
    let library = Arc::new(library);
    let mut ends = [0, 0];
    for name in CASES {
        let file = root.join("tests/cases").join(name);
        let text = fs::read_to_string(&file).expect("it is there");
        let mut case = Case::parse(&file, &text, &library).expect("it is a case");
        case.dice.clear();
        let [lines, states] = [true, false].map(|by_lines| odds(&case, &library, by_lines));
        ends[0] += lines.branches;
        ends[1] += states.branches;
        let [lines, states] = [lines, states].map(|mut odds| {
            odds.branches = 0;
            numbers(&odds)
        });
        assert_eq!(lines.len(), states.len(), "{name}");
        for (line, state) in lines.iter().zip(&states) {
            assert_eq!(line.0, state.0, "{name}");
            assert!(
                (line.1 - state.1).abs() < 1e-9,
                "{name}: {line:?}, {state:?}"
            );
        }
    }
    assert!(ends[1] < ends[0] / 2, "{ends:?}");
}
