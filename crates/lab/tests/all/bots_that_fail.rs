//! Ends of a series, and of bots, when a bot fails or the series is stopped.

#![expect(clippy::unwrap_used, reason = "tests")]
#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shieldwall-headless");

/// A series of battles of this bot on one thread.
fn series(bot: &str, battles: &str, more: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.args(["sim", "--level", "duel-ring", "--no-mods", "--jobs", "1"]);
    command.args(["--battles", battles, "--red", bot, "--blue", "random"]);
    command.args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A bot in Python that takes the first choice and ends in its third battle.
const MORTAL: &str = r#"
import json, sys
battles = 0
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "setup":
        battles += 1
        if battles == 3:
            sys.exit(7)
    if said["type"] == "decision":
        print(json.dumps({"type": "choose", "choice": 0}), flush=True)
"#;

fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
}

/// Waits until something is so, as long as it does on a busy machine.
fn until(mut is_so: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        if is_so() {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Whether a process has this in its command line.
fn runs(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| {
        let mut words = line.split(|byte| *byte == 0);
        words.any(|one| one == word.as_bytes())
    })
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn battles_before_a_failure_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (bot, table) = (
        folder.path().join("mortal.py"),
        folder.path().join("battles.csv"),
    );
    fs::write(&bot, MORTAL).unwrap();
    let bot = format!("bot:python3 {}", bot.display());
    let more = ["--json", "--csv", table.to_str().unwrap()];
    let output = series(&bot, "9", &more).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(
        said.contains("it ended before the battle did (exit status: 7)"),
        "{said}"
    );
    assert!(said.contains("it holds the 2 battles before"), "{said}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&result["battles"], &result["partial"]),
        (&2.into(), &true.into())
    );
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 3);
}

/// Neither reads nor answers, and has started another process.
fn deaf(word: &str) -> String {
    format!("bot:sh -c 'sleep {word} & sleep {word}'")
}

#[test]
fn a_bot_that_does_not_end_is_ended_with_all_that_it_has_started() {
    let word = "98761.25";
    let mut child = series(&deaf(word), "3", &[]).spawn().unwrap();
    assert!(until(|| runs(word)), "it has not begun");
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(until(|| !runs(word)), "it runs on");
}

#[test]
fn a_stop_keeps_what_has_been_played_though_bots_play() {
    let bot = "bot:python3 docs/bots/hunter.py";
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("battles.csv");
    let journal = folder.path().join("battles.jsonl");
    let begun = || {
        let files = fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
        let mut sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
        sizes.any(|size| size > 0)
    };
    let more = [
        "--json",
        "--csv",
        table.to_str().unwrap(),
        "--journal",
        journal.to_str().unwrap(),
    ];
    let mut command = series(bot, "1000000", &more);
    // As a terminal sends it: to all processes of the group.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn().unwrap();
    assert!(until(begun), "nothing has been played");
    let group = format!("-{}", child.id());
    let sent = Command::new("kill").args(["-INT", "--", &group]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let battles = result["battles"].as_u64().unwrap();
    assert!(battles > 0 && result["partial"] == true);
    assert_eq!(
        fs::read_to_string(&table).unwrap().lines().count() as u64,
        battles + 1
    );
}

#[test]
fn a_second_signal_leaves_neither_bots_nor_half_written_files() {
    let word = "98762.25";
    for signal in ["-TERM", "-HUP", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("battles.jsonl");
        let more = ["--journal", journal.to_str().unwrap()];
        let mut child = series(&deaf(word), "3", &more).spawn().unwrap();
        assert!(until(|| runs(word)), "it has not begun");
        send(signal, &child);
        send(signal, &child);
        assert!(child.wait().unwrap().code().is_some(), "{signal}");
        assert!(until(|| !runs(word)), "it runs on after {signal}");
        let left = fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
        let left = left.filter(|file| file.file_name() != "battles.jsonl");
        assert_eq!(left.count(), 0, "{signal}");
    }
}

#[test]
fn an_echo_is_refused_in_a_few_words() {
    let output = series("bot:cat", "1", &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(said.contains("100 answers") && said.len() < 1000, "{said}");
}
