//! Cases: the shipped ones hold, wrong ones say what is wrong, and hostile ones do no harm.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use proptest::prelude::*;
use shieldwall_content::{Case, ContentRoot, Library};
use shieldwall_lab::cases::run_case;

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)]).0)
});

/// All shipped cases with their texts.
static SHIPPED: LazyLock<Vec<(PathBuf, String)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let (files, diagnostics) = Case::find(&folder);
    assert!(!diagnostics.has_errors());
    files
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            (file, text)
        })
        .collect()
});

/// A case that holds.
const GOOD: &str = r#"title = "A plain hit"
ruleset = "percentile"
proves = ["PCT-101"]
map = """
...
AB.
...
"""
dice = ["d100=45", "d8=5"]

[combatant.A]
side = "red"
db = "0"
skills = { Sword = 45 }
items = ["sword_broad"]

[combatant.B]
side = "blue"
hp = 13

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"

[[expect]]
event = "damage"
target = "B"
lost = 6

[after.B]
hp = 7
"#;

/// What is said of a case: errors of the file, or failures.
fn said(text: &str) -> Vec<String> {
    match Case::parse(Path::new("case.toml"), text, &LIBRARY) {
        Ok(case) => run_case(&case, &LIBRARY)
            .failures
            .into_iter()
            .map(|failure| match failure.line {
                Some(line) => format!("{line}: {}", failure.message),
                None => failure.message,
            })
            .collect(),
        Err(diagnostics) => diagnostics.into_iter().map(|one| one.to_string()).collect(),
    }
}

/// What is said of the good case with a piece replaced.
fn with(old: &str, new: &str) -> Vec<String> {
    assert!(GOOD.contains(old), "{old}");
    said(&GOOD.replacen(old, new, 1))
}

fn only(said: &[String], words: &str) {
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].contains(words), "{said:#?}");
}

#[test]
fn the_shipped_cases_hold() {
    assert!(SHIPPED.len() > 300);
    for (file, text) in SHIPPED.iter() {
        let said = said(text);
        assert!(said.is_empty(), "{}: {said:#?}", file.display());
    }
}

#[test]
fn a_good_case_holds() {
    assert_eq!(said(GOOD), Vec::<String>::new());
}

#[test]
fn what_differs_is_said() {
    let damage = with("lost = 6", "lost = 7");
    only(&damage, "31: not in the journal: damage lost=7 target=B");
    only(&with("hp = 7", "hp = 8"), "after.B.hp: expected 8, found 7");
    only(
        &with("[after.B]\nhp = 7", "[after.B]\nstate = \"dead\""),
        "after.B.state",
    );
    only(
        &with("[[expect]]", "[[never]]"),
        "must not be in the journal",
    );
}

#[test]
fn dice_must_be_used_up_exactly() {
    only(
        &with("\"d8=5\"]", "\"d8=5\", \"d6=1\"]"),
        "loaded but never rolled: d6=1",
    );
    let short = with(", \"d8=5\"]", "]");
    assert!(
        short.iter().any(|said| said.contains("only 1 were loaded")),
        "{short:#?}"
    );
    let other = with("d8=5", "d10=5");
    assert!(
        other
            .iter()
            .any(|said| said.contains("but a d8 was rolled")),
        "{other:#?}"
    );
    only(&with("d8=5", "d8=9"), "expected a face from 1 to 8");
}

#[test]
fn words_that_mean_nothing_are_refused() {
    only(
        &with("do = \"attack\"", "do = \"atack\""),
        "unknown verb `atack`; did you mean `attack`?",
    );
    only(
        &with("event = \"damage\"", "event = \"damages\""),
        "unknown event `damages`",
    );
    only(
        &with("target = \"B\"", "target = \"C\""),
        "unknown combatant `C`",
    );
    only(
        &with("item = \"sword_broad\"", "item = \"sabre\""),
        "unknown item `sabre`",
    );
    only(&with("PCT-101", "PCT-999"), "there is no rule `PCT-999`");
    only(
        &with("[[expect]]\n", "[[expect]]\nlsot = 3\n"),
        "unknown key `lsot`",
    );
}

#[test]
fn refusals_are_told_from_misunderstandings() {
    let refused = |choice: &str| {
        let text = GOOD.replacen("[[choice]]", &format!("{choice}\n[[choice]]"), 1);
        said(&text)
    };
    // Bare hands parry no sword, whatever is tried.
    assert_eq!(
        refused("[[choice]]\nby = \"B\"\ndo = \"parry\"\nwhen = \"defence\"\nrefused = true\n"),
        Vec::<String>::new()
    );
    let taken =
        refused("[[choice]]\nby = \"B\"\ndo = \"none\"\nwhen = \"defence\"\nrefused = true\n");
    assert!(taken[0].contains("it was not refused"), "{taken:#?}");
    let offered =
        refused("[[choice]]\nby = \"B\"\nwhen = \"defence\"\nnot_offered = [\"dodge\"]\n");
    assert!(offered[0].contains("`dodge` is on offer"), "{offered:#?}");
    let never = refused("[[choice]]\nby = \"B\"\ndo = \"reload\"\n");
    assert!(
        never.iter().any(|said| said.contains("never asked for")),
        "{never:#?}"
    );
}

#[test]
fn places_are_checked() {
    let twice = with("AB.", "AA.");
    assert!(twice[0].contains("is on the map twice"), "{twice:#?}");
    only(&with("AB.", "A.."), "`B` is nowhere");
    only(
        &with("side = \"blue\"", "side = \"red\""),
        "the blue side has no combatants",
    );
    only(
        &with("map = ", "level = \"duel-ring\"\nmap = "),
        "cannot be given together",
    );
}

/// Changes a text somewhere: a line twice, missing or moved, a character or a number changed.
fn spoilt(text: &str, how: u8, at: usize, with: char) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let line = at % lines.len();
    let changed;
    match how % 5 {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[line]),
        2 => {
            let other = (at / 7) % lines.len();
            lines.swap(line, other);
        }
        3 => {
            let place = lines[line]
                .char_indices()
                .map(|(place, _)| place)
                .nth(at % 9);
            changed = match place {
                Some(place) => {
                    let mut line = lines[line].to_owned();
                    line.replace_range(place..place, &with.to_string());
                    line
                }
                None => with.to_string(),
            };
            lines[line] = &changed;
        }
        _ => {
            changed = lines[line].replace(|digit: char| digit.is_ascii_digit(), "99");
            lines[line] = &changed;
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_cases_do_no_harm(
        which in any::<prop::sample::Index>(),
        spoils in prop::collection::vec((any::<u8>(), any::<usize>(), any::<char>()), 1..4),
    ) {
        let (_, text) = &SHIPPED[which.index(SHIPPED.len())];
        let mut text = text.clone();
        for (how, at, with) in spoils {
            text = spoilt(&text, how, at / 2, with);
            if text.is_empty() {
                text.push('x');
            }
        }
        if let Err(diagnostics) = Case::parse(Path::new("case.toml"), &text, &LIBRARY) {
            for diagnostic in diagnostics {
                prop_assert!(diagnostic.line() > 0, "{diagnostic}");
            }
        } else {
            // It may hold or fail, but it ends.
            let _ = said(&text);
        }
    }

    #[test]
    fn random_text_is_no_case(text in "\\PC{0,300}") {
        prop_assert!(Case::parse(Path::new("case.toml"), &text, &LIBRARY).is_err());
    }
}
