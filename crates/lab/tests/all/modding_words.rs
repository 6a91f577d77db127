//! The words that MODDING.md lists for cases are those that there are.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_battle::terms::keys;
use shieldwall_content::MediaKind;
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
    for (ruleset, beginning) in [
        ("percentile", "| `by`, `do` |"),
        ("zones", "| `do` |"),
        ("d20", "| `do`, under d20 |"),
        ("segments", "| `do`, under segments |"),
    ] {
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
    for (ruleset, column) in [("percentile", 2), ("zones", 3), ("d20", 4), ("segments", 5)] {
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

#[test]
fn pictures_are_listed() {
    let text = modding();
    let root =
        shieldwall_content::ContentRoot::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (art, told) = shieldwall_content::Media::read(MediaKind::Picture, &[root]);
    assert!(told.is_empty());
    let listed: BTreeSet<String> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(listed_files)
        .collect();
    let known: BTreeSet<String> = art
        .names()
        .filter_map(|name| name.strip_prefix("board/"))
        // Squares have what hexes have, as the list says.
        .map(|name| name.replace("borders/square/", "borders/hex/"))
        .map(|name| match name.rsplit_once('_') {
            Some((row, number)) if number.parse::<u32>().is_ok() => row.to_owned(),
            _ => name,
        })
        .collect();
    let missing: Vec<&String> = known.difference(&listed).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let gone: Vec<&String> = listed
        .difference(&known)
        .filter(|name| {
            let folder = name.split('/').next().unwrap_or_default();
            known
                .iter()
                .any(|known| known.starts_with(&format!("{folder}/")))
        })
        .collect();
    assert!(gone.is_empty(), "{gone:?}");
}

/// The pictures of a cell of the table: a folder with names in it, or whole names.
#[test]
fn sounds_are_listed() {
    let text = modding();
    let (_, below) = text.split_once("| in `assets/sounds` |").unwrap();
    let (table, _) = below.split_once("\n\n").unwrap();
    let cells = table.lines().filter_map(|line| line.split('|').nth(1));
    let listed: BTreeSet<String> = cells.flat_map(listed_files).collect();
    let root =
        shieldwall_content::ContentRoot::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (sounds, told) = shieldwall_content::Media::read(MediaKind::Sound, &[root]);
    assert!(told.is_empty());
    let known: BTreeSet<String> = sounds
        .names()
        .map(|name| match name.rsplit_once('_') {
            Some((row, _)) => row.to_owned(),
            None => name.to_owned(),
        })
        .collect();
    assert_eq!(listed, known);
}

fn listed_files(cell: &str) -> Vec<String> {
    let mut quoted = cell.split('`').skip(1).step_by(2);
    let Some(first) = quoted.next() else {
        return Vec::new();
    };
    match first.split_once('…') {
        Some((folder, _)) => quoted
            .filter(|name| !name.starts_with('_'))
            .map(|name| format!("{folder}{name}"))
            .collect(),
        None => std::iter::once(first)
            .chain(quoted)
            .map(str::to_owned)
            .collect(),
    }
}
