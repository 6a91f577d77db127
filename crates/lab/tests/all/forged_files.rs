//! What files say is shown to people so that it cannot drive their terminal.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use crate::recording;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use shieldwall_lab::record::{BattleRecord, RecordedCommander};

/// Clears the screen, in two ways, and begins a line of its own.
const EVIL: &str = "Evil\u{1b}[2J\u{9b}2J\u{202e}\nerror: nothing";

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

/// What a command says, after making sure that it is harmless.
fn said(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap();
    let drives = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!text.contains(drives), "{text:?}");
    text
}

/// A short battle in which the first of red has a name.
fn named(name: &str) -> BattleRecord {
    let mut setup = battlefield::setup("duel-ring", 3);
    setup.sides[0].warband[0].name = Some(name.to_owned());
    recording::recorded(setup, &[RecordedCommander::Human; 2], 3, 12).closed_record()
}

fn written(folder: &tempfile::TempDir, record: &BattleRecord) -> PathBuf {
    let file = folder.path().join("forged.battle");
    fs::write(&file, record.to_text()).unwrap();
    file
}

#[test]
fn names_of_a_forged_save_stay_on_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let log = |name: &str| {
        let file = written(&folder, &named(name));
        let output = run(&["replay", file.to_str().unwrap()]);
        assert!(output.status.success());
        said(output.stdout)
    };
    let (evil, plain) = (log(EVIL), log("Plain"));
    assert!(evil.contains("Evil�[2J�2J��error: nothing"), "{evil}");
    assert_eq!(evil.lines().count(), plain.lines().count());
}

#[test]
fn faults_and_errors_of_a_forged_save_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let faults = |forge: &dyn Fn(&mut BattleRecord)| {
        let mut record = named("Plain");
        forge(&mut record);
        let file = written(&folder, &record);
        let output = run(&["replay", file.to_str().unwrap()]);
        assert!(!output.status.success());
        said(output.stderr)
    };
    let version = faults(&|record| EVIL.clone_into(&mut record.header.game));
    assert!(
        version.contains("written by shieldwall Evil�[2J"),
        "{version}"
    );
    assert!(!version.contains("\nerror: nothing"), "{version}");
    let content = faults(&|record| {
        let content = &mut record.header.content;
        content.insert(format!("unit {EVIL}"), String::new());
    });
    assert!(content.contains("the unit `Evil�"), "{content}");
    let kind = faults(&|record| EVIL.clone_into(&mut record.choices[2].kind));
    assert!(kind.contains("Evil�"), "{kind}");
    let level = faults(&|record| EVIL.clone_into(&mut record.header.level));
    assert!(level.contains("there is no level `Evil�"), "{level}");
    let ruleset = faults(&|record| EVIL.clone_into(&mut record.header.ruleset));
    assert!(ruleset.contains("there is no ruleset `Evil�"), "{ruleset}");
}

#[test]
fn titles_of_cases_are_refused_harmlessly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.toml");
    let text = "title = \"Evil\\u001b[2J\"\nruleset = \"percentile\"\nsize = [3, 3]\n\
        [combatant.A]\nside = \"red\"\nat = [0, 0]\n[combatant.B]\nside = \"blue\"\nat = [2, 2]\n";
    fs::write(&file, text).unwrap();
    let output = run(&["test", file.to_str().unwrap()]);
    let report = said(output.stdout);
    assert!(report.contains("control character"), "{report}");
    assert!(!report.contains('\u{1b}'), "{report}");
}
