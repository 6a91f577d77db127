//! The commands as they are typed: what they write, refuse, and do when they are stopped.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shieldwall-headless"));
    command
        .args(arguments.split_whitespace())
        .env("SHIELDWALL_CONTENT", content());
    command
}

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &str) -> Output {
    command(arguments).output().unwrap()
}

/// Runs what must succeed, and gives what it prints.
fn printed(arguments: &str) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {error}");
    assert_eq!(
        error, "",
        "{arguments}: no progress where there is no terminal"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// A short run; everything falls in a few rounds, if it does.
const SHORT: &str = "sim --level duel-ring --red-units wolf --blue-units swordsman --mirrored";

#[test]
fn nonsense_is_refused_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let lost = folder.path().join("no/such/folder.csv");
    let lost = lost.to_str().unwrap();
    let same = folder.path().join("same");
    let same = same.to_str().unwrap();
    for (arguments, says) in [
        ("sim --level duel-ring --battles 0", "0 is not in 1..="),
        ("sim --level duel-ring --jobs 0", "at least one battle"),
        ("sim --level duel-rind", "did you mean `duel-ring`"),
        (
            "sim --level duel-ring --red-units swordman",
            "did you mean `swordsman`",
        ),
        (
            "sim --level duel-ring --ruleset percentil",
            "did you mean `percentile`",
        ),
        (
            "sim --level duel-ring --option statement=sung",
            "statement = sung",
        ),
        (
            "sim --level duel-ring --green standard",
            "level `duel-ring` has no green side; its sides are red and blue",
        ),
        (
            "sim --level duel-ring --yellow-units wolf",
            "`duel-ring` has no yellow side",
        ),
        (
            "sim --level duel-ring --journal - --seen-by green",
            "`duel-ring` has no green side",
        ),
        ("sim --level duel-ring --shard 4/3", "the last is 3/3"),
        ("sim --level duel-ring --shard 0/3", "counted from 1"),
        (
            "sim --level duel-ring --battles 2 --shard 1/3",
            "no more parts than it has battles",
        ),
        // Some parts of such a split are not empty.
        (
            "sim --level duel-ring --battles 2 --shard 2/3",
            "no more parts than it has battles",
        ),
        (
            "sim --level duel-ring --battles 2 --shard 3/3",
            "no more parts than it has battles",
        ),
        (
            &format!("sim --level duel-ring --csv {lost}"),
            "there is no folder",
        ),
        (
            &format!("sim --level duel-ring --html {lost}"),
            "there is no folder",
        ),
        (
            &format!("sim --level duel-ring --csv {same} --html {same}"),
            "named twice",
        ),
        ("sim", "--level"),
        ("sim --merge", "--merge"),
        (
            "sim --merge nowhere.json",
            "`nowhere.json` cannot be merged",
        ),
        (
            "sim --merge nowhere.json --battles 7",
            "cannot be used with",
        ),
        ("balance --battles 0", "no even number"),
        ("balance --battles 5", "with the sides exchanged"),
        ("balance --units wolf", "at least two units"),
        ("balance --units wolf,bear,wolf", "`wolf` is named twice"),
        ("balance --units wolf,baer", "did you mean `bear`"),
        ("balance --size 60", "deployment cells"),
        ("balance --level nowhere", "there is no level `nowhere`"),
        (&format!("balance --html {lost}"), "there is no folder"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments}");
        assert!(error.contains(says), "{arguments}: {error}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn all_kinds_of_results_tell_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, html) = (file("battles.csv"), file("report.html"));
    let json = printed(&format!(
        "{SHORT} --battles 6 --json --csv {csv} --html {html}"
    ));
    let result: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(result["battles"], 6);
    assert_eq!(result["partial"], false);
    let mut rows = csv::Reader::from_path(&csv).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    let sum = |column: usize| {
        rows.iter()
            .map(|row| row[column].parse::<u64>().unwrap())
            .sum::<u64>()
    };
    let won = |winner: &str| rows.iter().filter(|row| &row[3] == winner).count();
    assert_eq!(result["wins"]["red"], won("red"));
    assert_eq!(result["wins"]["blue"], won("blue"));
    assert_eq!(result["units"]["wolf"]["damage"], sum(8));
    assert_eq!(result["units"]["swordsman"]["damage"], sum(9));
    assert_eq!(result["units"]["wolf"]["taken"], sum(10));
    assert_eq!(result["units"]["swordsman"]["survived"], sum(7));
    let page = fs::read_to_string(&html).unwrap();
    for word in [
        "wolf",
        "swordsman",
        "PCT-026",
        "6 battles on duel-ring",
        "<svg",
    ] {
        assert!(page.contains(word), "{word}");
    }
    let text = printed(&format!("{SHORT} --battles 6 --jobs 1"));
    let red = format!("wins        red {} (", result["wins"]["red"]);
    assert!(text.contains(&red), "{text}");
}

#[test]
fn parts_of_a_run_merge_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let json = printed(&format!("{SHORT} --battles 5 --json --shard {part}"));
        let file = folder.path().join(part.replace('/', "-"));
        fs::write(&file, json).unwrap();
        files.push(file.to_str().unwrap().to_owned());
    }
    let merged = printed(&format!("sim --json --merge {}", files.join(" ")));
    let whole = printed(&format!("{SHORT} --battles 5 --json"));
    assert_eq!(merged, whole);
    // Read as text, the only difference is the speed.
    let text = printed(&format!("sim --merge {}", files.join(" ")));
    assert!(
        text.starts_with("5 battles on duel-ring (percentile), red normal"),
        "{text}"
    );
}

/// What is written for programs and for browsers says nothing of the clock.
#[test]
fn two_runs_of_one_plan_write_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        &format!("{SHORT} --battles 6"),
        "balance --units wolf,knight --battles 2",
    ] {
        let written = |run: &str| {
            let file = |name: &str| folder.path().join(format!("{run}.{name}"));
            let paths = [file("csv"), file("html"), file("jsonl")];
            let [csv, html, journal] = paths.each_ref().map(|path| path.to_str().unwrap());
            let json = printed(&format!(
                "{command} --json --csv {csv} --html {html} --journal {journal}"
            ));
            (json, paths.map(|path| fs::read_to_string(path).unwrap()))
        };
        assert_eq!(written("one"), written("other"), "{command}");
    }
}

#[test]
fn a_balance_is_the_same_for_any_number_of_threads_and_units_beside() {
    let balance = |more: &str| -> Value {
        let json = printed(&format!(
            "balance --level duel-ring --battles 4 --json {more}"
        ));
        serde_json::from_str(&json).unwrap()
    };
    let three = balance("--units wolf,swordsman,knight --jobs 1");
    let again = balance("--units wolf,swordsman,knight --jobs 3");
    assert_eq!(three, again);
    assert_eq!(three["battles"], 12);
    let two = balance("--units wolf,knight");
    let pairing = |result: &Value| {
        let all = result["pairings"].as_array().unwrap();
        let found = all
            .iter()
            .find(|one| one["a"] == "wolf" && one["b"] == "knight");
        found.unwrap().clone()
    };
    assert_eq!(pairing(&two), pairing(&three));
}

#[test]
fn a_balance_comes_as_text_table_and_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, html) = (file("pairings.csv"), file("balance.html"));
    let text = printed(&format!(
        "balance --units wolf,knight --battles 2 --csv {csv} --html {html}"
    ));
    assert!(
        text.contains("win rate of the row against the column"),
        "{text}"
    );
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.starts_with("a,b,battles,"), "{rows}");
    assert!(rows.contains("\nwolf,knight,2,"), "{rows}");
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("Who beats whom") && page.matches("<svg").count() == 2);
}

/// Results that do not fit on the disk are not lost without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &format!("{SHORT} --battles 2"),
        &format!("{SHORT} --battles 2 --json"),
        &format!("{SHORT} --battles 2 --journal -"),
        &format!("{SHORT} --battles 2 --csv -"),
        "rules --coverage",
        "rules --rulesets",
        "schema unit",
        "mods --json",
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments}");
        assert!(said.contains("No space left"), "{arguments}: {said}");
    }
}

/// Waits until a process listens for Ctrl-C, as the kernel tells, and presses it so many times.
#[cfg(target_os = "linux")]
fn interrupt(child: &std::process::Child) {
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
        // The interrupt is signal 2.
        caught & 0b10 != 0
    };
    while !listens() {
        std::thread::yield_now();
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_with_what_there_is() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("battles.csv");
    for (arguments, planned) in [
        (
            format!("{SHORT} --battles 10000000 --csv {}", csv.display()),
            10_000_000,
        ),
        (
            "balance --units wolf,knight,bear --battles 1000000".to_owned(),
            3_000_000,
        ),
    ] {
        let child = command(&format!("{arguments} --json"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments}");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["partial"], true);
        let played = result["battles"].as_u64().unwrap();
        assert!(played < planned);
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!("stopped: {played} of {planned} battles were played; the result is partial\n")
        );
        if arguments.contains("--csv") {
            let rows = fs::read_to_string(&csv).unwrap().lines().count();
            assert_eq!(rows as u64, played + 1);
        }
    }
}

/// A mod with a level on which nobody can reach anybody, and what plays battles of many rounds there:
/// one takes minutes.
#[cfg(target_os = "linux")]
fn long_battles(folder: &Path) -> String {
    let line = |wall: &str, red: &str, blue: &str| {
        format!("{wall}{}{wall}{}{wall}\n", red.repeat(6), blue.repeat(6))
    };
    let rows = |edge: &str, row: &str| format!("{edge}{}{edge}", row.repeat(6));
    let map = rows(&line("#", "#", "#"), &line("#", "s", "s"));
    let deployment = rows(&line(".", ".", "."), &line(".", "r", "b"));
    let level = format!(
        "id = \"two-cells\"\nname = \"Two Cells\"\ndescription = \"Nobody meets.\"\n\
         grid = \"square\"\ncell_m = 1.5\nturn_limit = 10000\n\
         map = \"\"\"\n{map}\"\"\"\ndeployment = \"\"\"\n{deployment}\"\"\"\n\
         [legend]\n\"#\" = \"wall\"\n\"s\" = \"sand\"\n\
         [victory]\nkind = \"last_standing\"\n\
         [side.red]\nname = \"Left\"\nwarband = [\"swordsman\"]\n\
         [side.blue]\nname = \"Right\"\nwarband = [\"swordsman\"]\n"
    );
    let manifest = "id = \"cells\"\nname = \"Cells\"\ndescription = \"A level.\"\n\
                    version = \"1.0.0\"\ngame = \"0.2\"\n";
    fs::create_dir_all(folder.join("levels")).unwrap();
    fs::write(folder.join("mod.toml"), manifest).unwrap();
    fs::write(folder.join("levels/two-cells.toml"), level).unwrap();
    let many = vec!["swordsman"; 20].join(",");
    format!(
        "sim --mod {} --level two-cells --red-units {many} --blue-units {many} --battles 10 --jobs 2 --json",
        folder.display()
    )
}

/// Waits until a thread of a process plays battles, and has worked for a while.
#[cfg(target_os = "linux")]
fn await_battles(child: &std::process::Child) {
    // In clock ticks of the system: the fields that follow the name in brackets, without the state.
    let worked = |thread: &Path| -> Option<u64> {
        let stat = fs::read_to_string(thread.join("stat")).ok()?;
        let (name, fields) = stat.split_once('(')?.1.split_once(')')?;
        (name == "battles").then_some(())?;
        fields.split_whitespace().nth(11)?.parse().ok()
    };
    let plays = || {
        let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
        let mut threads = threads.filter_map(Result::ok);
        threads.any(|thread| worked(&thread.path()).is_some_and(|ticks| ticks >= 5))
    };
    while !plays() {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_does_not_wait_for_a_battle_that_takes_long() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("battles.jsonl");
    let long = long_battles(&folder.path().join("mod"));
    let child = command(&format!("{long} --journal {}", journal.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_battles(&child);
    interrupt(&child);
    // A battle that were waited for would count.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&result["partial"], &result["battles"]),
        (&Value::from(true), &Value::from(0))
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let mut child = command(&long_battles(folder.path()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_battles(&child);
    // Two that come at once count as one, so it is pressed until it ends.
    while child.try_wait().unwrap().is_none() {
        interrupt(&child);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

/// An endless source of names is no file to be read: opening it would wait for ever.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let pipe = pipe.display();
    for arguments in [
        format!("replay {pipe}"),
        format!("sim --merge {pipe}"),
        format!("odds {pipe}"),
        format!("test {pipe}"),
    ] {
        let output = run(&arguments);
        assert!(!output.status.success(), "{arguments}");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("not a plain file"), "{arguments}: {said}");
    }
}

/// Odds that take long say so, and stop when they are asked to, with how far they are.
#[cfg(target_os = "linux")]
#[test]
fn long_odds_say_how_far_they_are_and_stop() {
    use std::{
        io::{BufRead, BufReader, Read},
        process::Stdio,
    };

    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("long.toml");
    // Three rounds of blows, and each number of each die of damage counts.
    let mut text = "title = \"Long\"\nruleset = \"percentile\"\nmap = '''\n...\nAB.\n...\n'''\n\
                    [odds]\ncount = [{ event = \"damage\", target = \"B\" }]\n"
        .to_owned();
    for (who, side) in [("A", "red"), ("B", "blue")] {
        text += &format!(
            "[combatant.{who}]\nside = \"{side}\"\npercentile = {{ hp = 99, \
             skills = {{ Sword = 50 }}, items = [\"sword_broad\"] }}\n"
        );
    }
    for round in [1, 1, 2, 2, 3, 3] {
        for (who, target) in [("A", "B"), ("B", "A")] {
            text += &format!(
                "[[choice]]\nby = \"{who}\"\nround = {round}\ndo = \"attack\"\n\
                 item = \"sword_broad\"\ntarget = \"{target}\"\n"
            );
        }
    }
    fs::write(&case, text).unwrap();
    let mut child = command(&format!("odds {}", case.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(
        line.starts_with("so far 10000 ways for the dice to fall, "),
        "{line}"
    );
    assert!(line.contains("--plays"), "{line}");
    interrupt(&child);
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(
        rest.contains("stopped after ") && rest.contains("`--plays 10000`"),
        "{rest}"
    );
}

#[test]
fn results_replace_earlier_results_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("level.toml");
    fs::write(&level, "id = \"mine\"").unwrap();
    for option in ["csv", "html", "journal"] {
        let name = level.display();
        let output = run(&format!("{SHORT} --battles 1 --{option} {name}"));
        assert!(!output.status.success(), "{option}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains("name another file, or delete that one first"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&level).unwrap(), "id = \"mine\"");
        let result = folder.path().join(option);
        let twice = format!("{SHORT} --battles 1 --{option} {}", result.display());
        assert_eq!(
            printed(&twice).lines().next(),
            printed(&twice).lines().next()
        );
    }
}

#[test]
fn odds_say_that_a_battle_is_over_before_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("over.toml");
    let text = "title = \"Over\"\nruleset = \"percentile\"\nmap = '''...\nAB.\n...'''\n\
                [combatant.A]\nside = \"red\"\n[combatant.B]\nside = \"blue\"\n\
                percentile = { state = \"dead\" }\n\
                [[choice]]\nby = \"A\"\ndo = \"attack\"\nmode = \"brawl\"\ntarget = \"B\"\n";
    fs::write(&case, text).unwrap();
    let page = printed(&format!("odds {}", case.display()));
    assert!(
        page.contains("Line 11: this choice is never asked for: the battle is over before."),
        "{page}"
    );
}
