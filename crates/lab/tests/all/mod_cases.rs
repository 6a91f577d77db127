//! Cases of mods, and content with errors, through the real program: what is checked, what is played
//! with which mod, and what is warned of.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

const CASE: &str = r#"title = "A blow"
ruleset = "percentile"
map = """
...
AB.
...
"""
dice = ["d100=60"]

[combatant.A]
side = "red"
unit = "lancer"

[combatant.B]
side = "blue"
unit = "wolf"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
target = "B"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
target = "B"

[[expect]]
event = "rolled"
who = "A"
"#;

const UNIT: &str = r#"id = "lancer"
name = "Lancer"
description = "Thrusts."
art = "../art/units/archer.svg"

[percentile]
characteristics = { str = 13, con = 12, siz = 13, dex = 18 }
items = ["sword_broad"]
"#;

/// A mod with a unit and a case.
struct Lancers(TempDir);

impl Lancers {
    fn new() -> Self {
        let lancers = Self(tempfile::tempdir().unwrap());
        let manifest =
            "id = \"lancers\"\nname = \"Lancers\"\nversion = \"1.0.0\"\ndescription = \"L.\"\n";
        lancers.write("mod.toml", manifest);
        lancers.write("assets/units/lancer.toml", UNIT);
        lancers.write("tests/cases/blow.toml", CASE);
        lancers
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("mods/lancers")
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.folder().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn edit(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder().join(file)).unwrap();
        assert!(text.contains(old), "{text}");
        self.write(file, &text.replace(old, new));
    }

    /// Runs the program in the folder of mods, none of which is installed.
    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut command = Command::new(env!("CARGO_BIN_EXE_shieldwall-headless"));
        command
            .args(arguments)
            .current_dir(self.0.path().join("mods"))
            .env("SHIELDWALL_CONTENT", repository.canonicalize().unwrap())
            .env("SHIELDWALL_CONFIG", self.0.path().join("config"))
            .env("SHIELDWALL_MODS", "");
        command
    }

    /// Whether it succeeds, and all that it says.
    fn said(&self, arguments: &[&str]) -> (bool, String) {
        let output = self.run(arguments);
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    }
}

#[test]
fn a_mod_is_tested_with_itself_and_its_cases_alone() {
    let lancers = Lancers::new();
    for path in ["lancers", "lancers/tests", "lancers/tests/cases/blow.toml"] {
        let (fine, said) = lancers.said(&["test", path]);
        assert!(fine && said.contains("1 case, all hold"), "{path}: {said}");
    }
    let (fine, said) = lancers.said(&["odds", "lancers/tests/cases/blow.toml"]);
    assert!(
        fine && said.contains("1 branch, ") && said.contains("All dice are loaded"),
        "{said}"
    );
}

#[test]
fn all_of_the_journal_is_shown_of_cases_that_hold_too() {
    let lancers = Lancers::new();
    let (_, short) = lancers.said(&["test", "lancers"]);
    let (_, long) = lancers.said(&["test", "-v", "lancers"]);
    assert!(
        !short.contains("{ event = ") && long.contains("{ event = \"rolled\","),
        "{long}"
    );
}

#[test]
fn check_reads_cases_wherever_they_are_named() {
    let lancers = Lancers::new();
    let (fine, said) = lancers.said(&["check", "lancers"]);
    assert!(fine, "{said}");
    lancers.edit(
        "tests/cases/blow.toml",
        "event = \"rolled\"\nwho",
        "event = \"rolled\"\nowho",
    );
    let loose = lancers.0.path().join("mods/loose.toml");
    fs::copy(lancers.folder().join("tests/cases/blow.toml"), loose).unwrap();
    for path in [
        "lancers",
        "lancers/tests/cases",
        "lancers/tests/cases/blow.toml",
        ".",
        "loose.toml",
    ] {
        let (fine, said) = lancers.said(&["check", path]);
        assert!(
            !fine && said.contains("unknown key `owho`"),
            "{path}: {said}"
        );
    }
    // Alone, it does not know the unit of the mod.
    let (_, said) = lancers.said(&["check", "loose.toml"]);
    assert!(said.contains("`--mod FOLDER`"), "{said}");
    // Words that only the ruleset knows.
    lancers.write(
        "tests/cases/blow.toml",
        &CASE.replace("do = \"attack\"", "do = \"atack\""),
    );
    let (fine, said) = lancers.said(&["check", "lancers"]);
    assert!(
        !fine && said.contains("blow.toml:18:1: error: unknown action `atack`"),
        "{said}"
    );
}

#[test]
fn an_override_with_errors_is_warned_of_once() {
    let lancers = Lancers::new();
    lancers.write(
        "assets/units/wolf.toml",
        &UNIT.replace("\"lancer\"", "\"wolf\"\nbogus = 1"),
    );
    for arguments in [
        [
            "sim",
            "--level",
            "duel-ring",
            "--battles",
            "2",
            "--mod",
            "lancers",
        ]
        .as_slice(),
        &["test", "lancers"],
        &["odds", "lancers/tests/cases/blow.toml"],
    ] {
        let output = lancers.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        assert_eq!(
            error,
            "warning: lancers/assets/units/wolf.toml:2:1: unknown key `bogus`; \
             what has errors is not used, `check` shows all\n"
        );
    }
}

#[test]
fn folders_that_nobody_reads_are_told() {
    let lancers = Lancers::new();
    for folder in [
        "level",
        "units",
        "assets/item",
        "tests/case",
        ".git",
        "schemas",
    ] {
        fs::create_dir_all(lancers.folder().join(folder)).unwrap();
    }
    let (fine, said) = lancers.said(&["check", "lancers"]);
    assert!(fine && said.contains("no errors, 4 warnings"), "{said}");
    for meant in ["`levels`", "`assets/units`", "`items`", "`cases`"] {
        assert!(said.contains(&format!("did you mean {meant}?")), "{said}");
    }
}

#[test]
fn a_mod_that_is_off_is_named_where_its_units_are_asked_for() {
    let lancers = Lancers::new();
    let installed = |arguments: &[&str]| {
        let output = lancers
            .command(arguments)
            .env("SHIELDWALL_MODS", lancers.0.path().join("mods"))
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    installed(&["mods", "disable", "lancers"]);
    let said = installed(&["balance", "--units", "wolf, lancer"]);
    assert!(
        said.contains("the mod `lancers` has it and is off: `mods enable lancers`"),
        "{said}"
    );
    installed(&["mods", "enable", "lancers"]);
    let said = installed(&["balance", "--units", "wolf, lancer", "--battles", "2"]);
    assert!(said.contains("lancer") && !said.contains("error"), "{said}");
}

#[test]
fn archives_and_folders_around_a_mod_are_told_from_mods() {
    let lancers = Lancers::new();
    fs::write(lancers.0.path().join("mods/lancers.zip"), "PK").unwrap();
    let (fine, said) = lancers.said(&["mods", "--mod", "lancers.zip"]);
    assert!(
        !fine && said.contains("`lancers.zip` is a file; unpack it"),
        "{said}"
    );
    let (fine, said) = lancers.said(&["test", "--mod", "."]);
    assert!(
        !fine && said.contains("there is one in the folder `lancers` in it"),
        "{said}"
    );
}

#[test]
fn names_of_files_cannot_drive_the_terminal() {
    let lancers = Lancers::new();
    let (fine, said) = lancers.said(&["test", "no\u{1b}[2Jsuch"]);
    assert!(
        !fine && said.contains("no\u{fffd}[2Jsuch") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[test]
fn a_case_says_that_its_unit_has_errors() {
    let lancers = Lancers::new();
    lancers.edit("assets/units/lancer.toml", "str = 13", "str = \"x\"");
    let (fine, said) = lancers.said(&["test", "lancers/tests/cases/blow.toml"]);
    assert!(!fine);
    assert!(
        said.contains("unit `lancer` has errors of its own"),
        "{said}"
    );
    assert!(
        said.contains("mend it first: see ") && said.contains("lancer.toml:7"),
        "{said}"
    );
    assert!(!said.contains("unknown unit"), "{said}");
}
