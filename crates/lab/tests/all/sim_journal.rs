//! `sim --journal`, as a program.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use shieldwall_battle::Journal;

/// Runs a short simulation on the shipped content.
fn sim_on(level: &str, battles: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shieldwall-headless"));
    command.env(
        "SHIELDWALL_CONTENT",
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
    );
    command.args([
        "sim", "--level", level, "--red", "random", "--blue", "random",
    ]);
    command.args(["--battles", battles]).args(more);
    command
}

fn sim(more: &[&str]) -> Command {
    sim_on("duel-ring", "6", more)
}

fn run(more: &[&str]) -> Output {
    sim(more).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn battles_follow_each_other_whatever_the_number_of_threads() {
    let one = run(&["--journal", "-", "--jobs", "1"]);
    let four = run(&["--journal", "-", "--jobs", "4"]);
    assert!(one.status.success() && four.status.success());
    let lines = text(&one.stdout);
    assert!(lines == text(&four.stdout), "the journals differ");
    let mut began = 0;
    let mut ended = 0;
    for line in lines.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        match entry["event"].as_str().unwrap() {
            "battle_began" => {
                assert_eq!((entry["number"].as_u64(), began), (Some(0), ended));
                assert_eq!(entry["format"], Journal::FORMAT);
                began += 1;
            }
            "ended" => ended += 1,
            _ => {}
        }
    }
    assert_eq!((began, ended), (6, 6));
    // The report does not mix with the journal.
    assert!(
        text(&one.stderr).contains("battles"),
        "{}",
        text(&one.stderr)
    );
}

#[test]
fn a_file_holds_the_same_and_the_report_goes_where_it_always_goes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("battles.jsonl");
    let output = run(&["--journal", file.to_str().unwrap(), "--json"]);
    assert!(output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["battles"], 6);
    let written = std::fs::read(&file).unwrap();
    assert!(written == run(&["--journal", "-"]).stdout);
}

#[test]
fn a_file_that_cannot_be_is_refused_before_playing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nowhere/battles.jsonl");
    // So many battles would take hours.
    let more = ["--journal", file.to_str().unwrap()];
    let output = sim_on("duel-ring", "9999999", &more).output().unwrap();
    assert!(!output.status.success());
    let said = text(&output.stderr);
    assert!(
        said.contains("battles.jsonl` cannot be written: there is no folder"),
        "{said}"
    );
}

#[test]
fn a_reader_may_stop_reading() {
    let mut child = sim(&["--journal", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("battles"));
}

#[test]
fn a_side_sees_no_more_than_it_may() {
    let all = sim_on("old-wood", "6", &["--journal", "-"])
        .output()
        .unwrap();
    let mut red_view = sim_on("old-wood", "6", &["--journal", "-", "--seen-by", "red"]);
    let red = red_view.output().unwrap();
    let entries = |output: &Output| -> Vec<Value> {
        let lines = text(&output.stdout);
        let entry = |line: &str| serde_json::from_str(line).unwrap();
        lines.lines().map(entry).collect()
    };
    let (mut all, mut red) = (entries(&all), entries(&red));
    let planned = all.len();
    all.retain(|entry| {
        let sides = entry["only_for"].as_array();
        sides.is_none_or(|sides| sides.contains(&Value::from(0)))
    });
    assert!(all.len() < planned, "nothing was hidden");
    // A gap in the numbers would show where.
    let mut next = 0;
    for entry in &red {
        next = if entry["event"] == "battle_began" {
            0
        } else {
            next + 1
        };
        assert_eq!(entry["number"], next);
    }
    for entry in all.iter_mut().chain(&mut red) {
        for key in ["number", "group", "decision"] {
            entry.as_object_mut().unwrap().remove(key);
        }
    }
    assert!(all == red);
    assert!(!run(&["--seen-by", "red"]).status.success());
}
