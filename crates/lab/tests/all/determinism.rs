//! Same level, units, ruleset, seed and choices: same journal, byte for byte.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(
    clippy::print_stdout,
    reason = "one test reads what another process prints"
)]

use crate::battlefield;
use std::process::Command;

use shieldwall_ai::BrainKind;

/// Set in the child process: which battle to play and print.
const CHILD: &str = "SHIELDWALL_TEST_JOURNAL_OF";

#[test]
fn the_same_battle_twice_writes_the_same_journal() {
    for level in battlefield::levels() {
        let first = battlefield::journal(level, 11, BrainKind::Planner, BrainKind::Random);
        let second = battlefield::journal(level, 11, BrainKind::Planner, BrainKind::Random);
        assert!(
            first.lines().count() > 20,
            "{level}: hardly anything happened"
        );
        assert_eq!(first, second, "{level}");
    }
}

#[test]
fn another_seed_writes_another_journal() {
    let level = "duel-ring";
    let first = battlefield::journal(level, 1, BrainKind::Random, BrainKind::Random);
    let second = battlefield::journal(level, 2, BrainKind::Random, BrainKind::Random);
    assert_ne!(first, second);
}

#[test]
fn a_restarted_battle_is_like_a_new_one() {
    let level = "reed-ford";
    let fresh = battlefield::journal(level, 5, BrainKind::Random, BrainKind::Random);
    let mut battle = battlefield::begin(battlefield::setup(level, 4));
    battlefield::play(&mut battle, [BrainKind::Random; 2], 4);
    battle.restart(battlefield::setup(level, 5)).unwrap();
    battlefield::play(&mut battle, [BrainKind::Random; 2], 5);
    assert_eq!(battle.journal().to_json_lines(), fresh);
}

/// Runs itself in another process, which prints the journal.
#[test]
fn another_process_writes_the_same_journal() {
    let level = "old-wood";
    if std::env::var_os(CHILD).is_some() {
        let journal = battlefield::journal(level, 23, BrainKind::Planner, BrainKind::Planner);
        for line in journal.lines() {
            println!("journal {line}");
        }
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "determinism::another_process_writes_the_same_journal",
            "--exact",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .output()
        .unwrap();
    assert!(output.status.success());
    let printed: String = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| {
            line.split_once("journal {")
                .map(|(_, rest)| format!("{{{rest}\n"))
        })
        .collect();
    let here = battlefield::journal(level, 23, BrainKind::Planner, BrainKind::Planner);
    assert_eq!(printed, here);
}
