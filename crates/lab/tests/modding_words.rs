//! The words that MODDING.md lists for cases are those that there are.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_battle::terms::keys;
use std::{collections::BTreeSet, path::Path};

/// The words in backticks of a text, without quotes.
fn words(text: &str) -> BTreeSet<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.map(|word| word.trim_matches('"')).collect()
}

fn modding() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../MODDING.md");
    std::fs::read_to_string(file).unwrap()
}

/// The row of a table, from its beginning.
fn row<'t>(text: &'t str, beginning: &str) -> &'t str {
    let found = text.lines().find(|line| line.starts_with(beginning));
    found.unwrap_or_else(|| panic!("no row `{beginning}`"))
}

fn missing<'w>(known: impl IntoIterator<Item = &'w str>, listed: &BTreeSet<&str>) -> Vec<&'w str> {
    let known = known.into_iter();
    known.filter(|word| !listed.contains(word)).collect()
}

#[test]
fn verbs_are_listed() {
    let text = modding();
    for (ruleset, beginning) in [("percentile", "| `by`, `do` |"), ("zones", "| `do` |")] {
        let ruleset = shieldwall_rulesets::by_id(ruleset).unwrap();
        let actions = ruleset.terms().actions.iter().map(|action| action.key);
        let none: [&str; 0] = [];
        assert_eq!(missing(actions, &words(row(&text, beginning))), none);
    }
}

#[test]
fn kinds_of_decisions_are_listed() {
    let text = modding();
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| `when` |"))
        .collect();
    let sides = row(&text, "| `by` |");
    let listed = words(&format!("{}{sides}", rows.join(" ")))
        .iter()
        .map(|word| (*word).to_owned())
        .collect::<Vec<_>>();
    let listed: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    for ruleset in shieldwall_rulesets::all() {
        let none: [&str; 0] = [];
        assert_eq!(missing(keys(&ruleset.terms().decisions), &listed), none);
    }
}

#[test]
fn reasons_are_listed_for_their_rulesets_and_no_others() {
    let text = modding();
    let from = text.find("### Why something is refused").unwrap();
    let table: Vec<Vec<&str>> = text[from..]
        .lines()
        .skip_while(|line| !line.starts_with("| what |"))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.split('|').collect())
        .collect();
    for (ruleset, column) in [("percentile", 2), ("zones", 3)] {
        let listed: BTreeSet<&str> = table.iter().flat_map(|row| words(row[column])).collect();
        let words = shieldwall_rulesets::by_id(ruleset).unwrap().terms();
        assert_eq!(
            listed,
            words.refusals.iter().copied().collect(),
            "{ruleset}"
        );
    }
}

#[test]
fn groups_of_skills_are_listed() {
    let text = modding();
    let armour = words(row(&text, "| `armour` | `points`"));
    assert!(
        armour.contains("physical") && armour.contains("perception"),
        "{armour:?}"
    );
}
