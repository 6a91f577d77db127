//! Bots: programs that command a side by lines of JSON.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shieldwall-headless");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn headless(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(root());
    command.output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The example, with Python.
const EXAMPLE: &str = "bot:python3 docs/bots/hunter.py";

#[test]
fn the_example_beats_random_play_under_every_ruleset() {
    for ruleset in shieldwall_rulesets::all() {
        let sim = |jobs: &str| {
            let output = headless(&[
                "sim",
                "--level",
                "duel-ring",
                "--ruleset",
                ruleset.id(),
                "--battles",
                "6",
                "--red",
                EXAMPLE,
                "--blue",
                "random",
                "--jobs",
                jobs,
                "--json",
                "--no-mods",
            ]);
            assert!(output.status.success(), "{}", errors(&output));
            String::from_utf8(output.stdout).unwrap()
        };
        let one = sim("1");
        let result: Value = serde_json::from_str(&one).unwrap();
        let wins = result["wins"]["red"].as_u64().unwrap();
        assert!(wins >= 5, "{}: {wins} of 6", ruleset.id());
        assert_eq!(result["plan"]["sides"]["red"]["brain"], EXAMPLE);
        // Bots that are asked for at the same time do not get into each other's way.
        assert_eq!(one, sim("3"), "{}", ruleset.id());
    }
}

/// The keys of all objects in a value that this protocol makes up itself.
fn keys(value: &Value, found: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                found.insert(key.clone());
                // These are of the journal, of the ruleset or of content.
                let others = [
                    "entries", "options", "terrains", "ground", "border", "offers", "view",
                    "choice", "changes",
                ];
                if !others.contains(&key.as_str()) {
                    keys(inner, found);
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|inner| keys(inner, found)),
        _ => {}
    }
}

#[test]
fn the_example_is_short() {
    let text = std::fs::read_to_string(root().join("docs/bots/hunter.py")).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    assert!(lines.count() <= 40);
}

/// Talks with `bot`, as another program would. `answer` gets every line of the game.
fn talk(arguments: &[&str], mut answer: impl FnMut(&Value) -> Option<String>) -> (bool, String) {
    let mut child = Command::new(PROGRAM)
        .args(["bot", "--no-mods"])
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        match answer(&message) {
            Some(line) if line.is_empty() => input = None,
            Some(line) => writeln!(input.as_mut().unwrap(), "{line}").unwrap(),
            None => {}
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    (output.status.success(), errors(&output))
}

#[test]
fn a_program_plays_through_standard_input_and_output() {
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    let mut end = None;
    let mut asked = false;
    let mut named = std::collections::BTreeSet::new();
    let (fine, says) = talk(
        &["--level", "duel-ring", "--side", "blue", "--battles", "2"],
        |message| {
            let kind = message["type"].as_str().unwrap();
            *seen.entry(kind.to_owned()).or_default() += 1;
            keys(message, &mut named);
            match kind {
                "setup" => {
                    assert_eq!(message["side"], 1);
                    assert!(message["sides"][0]["hostile"].as_bool().unwrap());
                    let cells = message["level"]["cells"].as_array().unwrap().len();
                    let sides =
                        ["columns", "rows"].map(|key| message["level"][key].as_u64().unwrap());
                    assert_eq!(cells as u64, sides[0] * sides[1]);
                    None
                }
                // Once in a while a forecast first.
                "decision" if !asked => {
                    asked = true;
                    Some(json!({"type": "forecast", "choice": 0}).to_string())
                }
                "decision" | "forecast" | "refused" => {
                    asked = false;
                    Some(json!({"type": "choose", "choice": 0}).to_string())
                }
                "end" => {
                    end = Some(message.clone());
                    None
                }
                _ => None,
            }
        },
    );
    assert!(fine, "{says}");
    assert!(says.contains("the bot won"), "{says}");
    assert_eq!((seen["setup"], seen["end"]), (2, 2));
    assert!(seen["forecast"] > 0 && seen["journal"] > 2, "{seen:?}");
    let end = end.unwrap();
    let documented = std::fs::read_to_string(root().join("docs/bots.md")).unwrap();
    for key in named {
        assert!(
            documented.contains(&format!("`{key}`")),
            "docs/bots.md does not describe `{key}`"
        );
    }
    assert!(end["won"].is_boolean() && end["rounds"].as_u64().unwrap() > 0);
}

/// Everything that a bot of a side reads in the first decisions of an ambush.
fn heard_in_ambush(side: &str) -> (Vec<Value>, String) {
    let mut heard = Vec::new();
    let (_, says) = talk(
        &[
            "--level",
            "gorge-ambush",
            "--ruleset",
            "percentile",
            "--side",
            side,
        ],
        |message| {
            heard.push(message.clone());
            let decides = message["type"] == "decision";
            let enough = heard.len() > 12;
            (decides || enough).then(|| {
                if enough {
                    String::new()
                } else {
                    json!({"type": "choose", "choice": 0}).to_string()
                }
            })
        },
    );
    (heard, says)
}

#[test]
fn bots_are_told_nothing_that_their_side_may_not_know() {
    let hidden = |side: &str| {
        let (heard, _) = heard_in_ambush(side);
        let decision = heard.iter().find(|one| one["type"] == "decision").unwrap();
        let all = decision["view"]["combatants"].as_array().unwrap();
        let unseen = all.iter().filter(|one| one["hidden"] == true).count();
        let text = heard.iter().map(ToString::to_string).collect::<String>();
        assert!(!text.contains("\"seed\""), "all dice follow from the seed");
        let deployed = text.matches("\"event\":\"deployed\"").count();
        // A gap would show that something secret was asked or happened.
        let entries = heard
            .iter()
            .filter_map(|one| one["entries"].as_array())
            .flatten();
        let mut decisions = std::collections::BTreeSet::new();
        for (number, entry) in (0..).zip(entries) {
            assert_eq!(entry["number"], number, "{entry}");
            decisions.extend(entry["decision"].as_u64());
        }
        let asked = heard.iter().map(|one| &one["decision"]["number"]);
        decisions.extend(asked.filter_map(Value::as_u64));
        assert!(decisions.len() > 1 && decisions.iter().copied().eq(0..decisions.len() as u64));
        (all.len(), unseen, deployed)
    };
    let (victims, ambush) = (hidden("red"), hidden("blue"));
    // One of the sides lies in ambush: it sees all, the other one only itself.
    let [few, many] = if victims.0 < ambush.0 {
        [victims, ambush]
    } else {
        [ambush, victims]
    };
    assert_eq!(few.1, 0);
    assert!(many.1 > 0 && few.0 + many.1 == many.0, "{few:?} {many:?}");
    assert_eq!(few.2, few.0);
}

#[test]
fn answers_that_cannot_be_taken_are_refused_and_asked_again() {
    let wrong = [
        "nonsense",
        "{\"type\":\"choose\"}",
        "{\"type\":\"choose\",\"choice\":1000000}",
        "{\"type\":\"choose\",\"choice\":{\"action\":\"fly\"}}",
        "{\"type\":\"surrender\",\"choice\":0}",
    ];
    let mut reasons = Vec::new();
    let mut left = wrong.iter();
    let (fine, says) = talk(&["--level", "duel-ring"], |message| {
        match message["type"].as_str() {
            Some("decision" | "refused") => {
                if let Some(reason) = message["reason"].as_str() {
                    reasons.push(reason.to_owned());
                }
                Some(
                    left.next()
                        .map_or_else(String::new, |line| (*line).to_owned()),
                )
            }
            _ => None,
        }
    });
    assert!(!fine);
    assert!(says.contains("it ended before the battle did"), "{says}");
    assert_eq!(reasons.len(), wrong.len());
    assert!(reasons[0].contains("not understood"), "{reasons:?}");
    assert!(
        reasons[2].contains("there is no choice 1000000; there are "),
        "{reasons:?}"
    );
    assert!(reasons[3].contains("fly"), "{reasons:?}");
}

#[test]
fn bots_that_fail_are_named_with_what_they_did() {
    let sim = |bot: &str| {
        let output = headless(&[
            "sim",
            "--level",
            "duel-ring",
            "--battles",
            "2",
            "--no-mods",
            "--red",
            bot,
        ]);
        assert!(!output.status.success());
        errors(&output)
    };
    let says = sim("bot:there-is-no-such-program --fast");
    assert!(
        says.contains("bot `there-is-no-such-program --fast`"),
        "{says}"
    );
    assert!(says.contains("it cannot be started"), "{says}");
    let says = sim("bot:python3 -c 'import sys; sys.exit(3)'");
    assert!(
        says.contains("it ended before the battle did (exit status: 3)"),
        "{says}"
    );
    let says = sim("bot:python3 -c 'while True: print(7, flush=True)'");
    assert!(
        says.contains("100 answers to one decision that cannot be taken"),
        "{says}"
    );
    // Neither a line without end nor a bot that does not read stops the game.
    let says = sim("bot:python3 -c 'while True: print(\"x\" * 100000, end=\"\")'");
    assert!(says.contains("that cannot be taken"), "{says}");
    let says = sim("bot:python3 -c 'for i in range(100): print(7, flush=True)'");
    assert!(
        says.contains("that cannot be taken") || says.contains("it ended"),
        "{says}"
    );
    let says = sim("bot:");
    assert!(says.contains("names no program"), "{says}");
}
