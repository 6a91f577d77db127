//! `--journal` of the commands that play battles, as a program; for `sim` see `sim_journal`.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use crate::recording;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use shieldwall_lab::record::RecordedCommander;

/// A case that holds unless `hp` is wrong.
fn case(hp: u8) -> String {
    format!(
        r#"title = "A plain hit"
ruleset = "percentile"
proves = ["PCT-101"]
map = "...\nAB.\n..."
dice = ["d100=45", "d8=5"]
[combatant.A]
side = "red"

[combatant.A.percentile]
db = "0"
skills = {{ Sword = 45 }}
items = ["sword_broad"]
[combatant.B]
side = "blue"

[combatant.B.percentile]
hp = 13
[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
[after.B]
hp = {hp}
"#
    )
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shieldwall-headless"))
        .env(
            "SHIELDWALL_CONTENT",
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
        )
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lines of some journals.
fn entries(lines: &[u8]) -> Vec<Value> {
    let lines = text(lines).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The entries with which battles begin, after making sure that nothing is before the first.
fn headings(entries: &[Value]) -> Vec<&Value> {
    assert_eq!(entries[0]["event"], "battle_began");
    let all = entries.iter();
    all.filter(|entry| entry["number"] == 0)
        .inspect(|entry| assert_eq!(entry["event"], "battle_began"))
        .collect()
}

/// A folder with two cases that can be played, one of which fails, and one that cannot be.
fn cases() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().join("cases");
    fs::create_dir(&cases).unwrap();
    fs::write(cases.join("a-holds.toml"), case(7)).unwrap();
    fs::write(cases.join("b-broken.toml"), "title = 3").unwrap();
    fs::write(cases.join("c-fails.toml"), case(8)).unwrap();
    (folder, cases)
}

#[test]
fn cases_write_theirs_one_after_the_other_whether_they_hold_or_not() {
    let (folder, cases) = cases();
    let output = run(&["test", shown(&cases), "--journal", "-"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.ends_with("3 cases, 2 failed\n"), "{said}");
    let written = entries(&output.stdout);
    let levels: Vec<&Value> = headings(&written)
        .iter()
        .map(|began| &began["level"])
        .collect();
    assert_eq!(levels, ["a-holds", "c-fails"]);
    let wounds = written.iter().filter(|entry| entry["lost"] == 6);
    assert_eq!(wounds.count(), 2);
    // A file holds the same, and the report goes where it always goes.
    let file = folder.path().join("cases.jsonl");
    let filed = run(&["test", shown(&cases), "--json", "--journal", shown(&file)]);
    assert_eq!(fs::read(&file).unwrap(), output.stdout);
    let report: Value = serde_json::from_slice(&filed.stdout).unwrap();
    assert_eq!(report.as_array().unwrap().len(), 3);
}

/// XML has no place for the two last characters of a plane, not even escaped.
#[test]
fn results_as_xml_are_xml_whatever_a_title_holds() {
    let (folder, cases) = cases();
    let strange = case(8).replace("A plain hit", "A <plain>\u{ffff} & \u{fffe}hit");
    fs::write(cases.join("d-strange.toml"), strange).unwrap();
    let file = folder.path().join("results.xml");
    run(&["test", shown(&cases), "--junit", shown(&file)]);
    let written = fs::read_to_string(&file).unwrap();
    let title = "A &lt;plain&gt;\u{fffd} &amp; \u{fffd}hit";
    assert!(written.contains(title), "{written}");
    assert!(!written.contains(['\u{fffe}', '\u{ffff}']), "{written}");
}

#[test]
fn a_case_is_not_lost_to_its_own_journal() {
    let (_folder, cases) = cases();
    let file = cases.join("a-holds.toml");
    for option in ["--journal", "--junit"] {
        let output = run(&["test", shown(&cases), option, shown(&file)]);
        let said = text(&output.stderr);
        assert!(said.contains("it is read too; name another file"), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), case(7));
}

#[test]
fn a_balance_writes_its_battles_in_order() {
    let balance = |more: &[&str]| {
        let mut arguments = vec!["balance", "--units", "wolf,knight,bear", "--battles", "2"];
        arguments.extend(more);
        let output = run(&arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        output
    };
    let one = balance(&["--journal", "-", "--jobs", "1"]);
    let three = balance(&["--journal", "-", "--jobs", "3"]);
    assert!(one.stdout == three.stdout, "the journals differ");
    let said = text(&one.stderr);
    assert!(said.contains("win rate"), "{said}");
    let written = entries(&one.stdout);
    assert_eq!(headings(&written).len(), 6);
    let units: Vec<&str> = written
        .iter()
        .filter(|entry| entry["event"] == "deployed")
        .map(|entry| entry["unit"].as_str().unwrap())
        .collect();
    // The pairings take turns, the second time with the ends exchanged.
    assert_eq!(
        units,
        [
            "wolf", "knight", "wolf", "bear", "knight", "bear", //
            "knight", "wolf", "bear", "wolf", "bear", "knight",
        ]
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("balance.jsonl");
    let filed = balance(&["--json", "--journal", shown(&file)]);
    assert_eq!(fs::read(&file).unwrap(), one.stdout);
    let result: Value = serde_json::from_slice(&filed.stdout).unwrap();
    assert_eq!(result["battles"], 6);
}

/// Writes down a short battle in a wood, where somebody hides.
fn record(file: &Path) {
    let mut battle = recording::recorded(
        battlefield::setup("old-wood", 7),
        &[RecordedCommander::Human; 2],
        7,
        200,
    );
    fs::write(file, battle.closed_record().to_text()).unwrap();
}

#[test]
fn a_replay_writes_what_its_json_says() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("wood.battle");
    record(&saved);
    let json = run(&["replay", shown(&saved), "--all", "--json"]);
    let journal = run(&["replay", shown(&saved), "--all", "--journal", "-"]);
    assert!(json.status.success() && journal.status.success());
    assert!(json.stdout == journal.stdout);
    assert_eq!(headings(&entries(&json.stdout)).len(), 1);
    // The log in words goes where the journal does not.
    let log = run(&["replay", shown(&saved), "--all"]);
    assert_eq!(journal.stderr, log.stdout);
    let file = folder.path().join("red.jsonl");
    let red = [
        "replay",
        shown(&saved),
        "--all",
        "--seen-by",
        "red",
        "--journal",
        shown(&file),
    ];
    assert_eq!(run(&red).stdout, log.stdout);
    let seen = entries(&fs::read(&file).unwrap());
    let may_see = |entry: &Value| match entry["only_for"].as_array() {
        Some(sides) => sides.contains(&Value::from(0)),
        None => true,
    };
    assert!(seen.iter().all(may_see));
    assert!(
        seen.len() < entries(&json.stdout).len(),
        "nothing was hidden"
    );
}

/// A battle that can be played on is no way to look at what is hidden from those who play it.
#[test]
fn a_replay_of_an_unfinished_battle_tells_what_its_players_may_see() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("wood.battle");
    record(&saved);
    let all = entries(&run(&["replay", shown(&saved), "--all", "--json"]).stdout);
    let output = run(&["replay", shown(&saved), "--json"]);
    assert!(output.status.success());
    assert!(
        text(&output.stderr).contains("--all"),
        "nothing is said of it"
    );
    let told = entries(&output.stdout);
    let open: Vec<&Value> = all
        .iter()
        .filter(|entry| {
            let sides = entry["only_for"].as_array();
            sides.is_none_or(|sides| {
                [0, 1]
                    .iter()
                    .all(|side| sides.contains(&Value::from(*side)))
            })
        })
        .collect();
    assert!(open.len() < all.len(), "nothing was hidden");
    // A gap in the numbers would show where.
    let numbers = told.iter().map(|entry| entry["number"].as_u64());
    assert!(numbers.eq((0..told.len() as u64).map(Some)));
    let unnumbered = |entry: &Value| {
        let mut entry = entry.clone();
        for key in ["number", "group", "decision"] {
            entry.as_object_mut().unwrap().remove(key);
        }
        entry
    };
    let told = told.iter().map(unnumbered);
    assert!(told.eq(open.into_iter().map(unnumbered)));
}

#[test]
fn a_replay_does_not_replace_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("wood.battle");
    record(&saved);
    let before = fs::read(&saved).unwrap();
    let other_name = folder.path().join(".").join("wood.battle");
    let output = run(&["replay", shown(&saved), "--journal", shown(&other_name)]);
    let said = text(&output.stderr);
    assert!(said.contains("it is read too; name another file"), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read(&saved).unwrap(), before);
}

#[test]
fn one_file_does_not_take_two_kinds_of_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x");
    let same = shown(&file);
    let (_cases, cases) = cases();
    let wolves = ["balance", "--units", "wolf,bear", "--battles", "2"];
    let duel = ["sim", "--level", "duel-ring", "--battles", "2"];
    for (command, result) in [
        (&duel[..], "--csv"),
        (&duel[..], "--html"),
        (&wolves[..], "--csv"),
        (&wolves[..], "--html"),
        (&["test", shown(&cases)][..], "--junit"),
    ] {
        let output = run(&[command, &["--journal", same, result, same]].concat());
        let said = text(&output.stderr);
        assert!(
            said.contains("is named twice"),
            "{command:?} {result}: {said}"
        );
        assert!(!file.exists());
    }
}
