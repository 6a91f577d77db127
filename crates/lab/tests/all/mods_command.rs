//! Mods through the real program.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

/// A user with a folder of mods and one of settings.
struct User(TempDir);

impl User {
    fn new() -> Self {
        let user = Self(tempfile::tempdir().unwrap());
        fs::create_dir(user.mods()).unwrap();
        user
    }

    fn mods(&self) -> PathBuf {
        self.0.path().join("mods")
    }

    fn install(&self, example: &str) {
        copy(&examples().join(example), &self.mods().join(example));
    }

    /// Runs the program in the repository's own folder.
    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_shieldwall-headless"))
            .args(arguments)
            .current_dir(repository())
            .env("SHIELDWALL_CONTENT", repository())
            .env("SHIELDWALL_CONFIG", self.0.path().join("config"))
            .env("SHIELDWALL_MODS", self.mods())
            .output()
            .unwrap()
    }

    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What it says on standard error when it fails.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        // 1 for what cannot be done, 2 for what does not exist.
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {:?}",
            output.status
        );
        String::from_utf8(output.stderr).unwrap()
    }

    fn listed(&self) -> Value {
        serde_json::from_str(&self.said(&["mods", "--json"])).unwrap()
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

fn examples() -> PathBuf {
    repository().join("tests/mods")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap();
    list.iter().map(|one| one["id"].as_str().unwrap()).collect()
}

#[test]
fn mods_are_listed_with_what_they_bring_and_what_is_wrong() {
    let user = User::new();
    user.install("good");
    user.install("broken");
    let listed = user.listed();
    assert_eq!(ids(&listed["mods"]), ["border-watch", "broken"]);
    let good = &listed["mods"][0];
    assert_eq!((&good["state"], &good["order"]), (&"on".into(), &1.into()));
    assert_eq!(ids(&good["adds"]), ["glaive", "sentinel", "watch-post"]);
    assert_eq!(ids(&good["overrides"]), ["archer"]);
    assert_eq!(good["overrides"][0]["of"], "game");
    assert_eq!(good["overrides"][0]["replaced"], "assets/units/archer.toml");
    let broken = &listed["mods"][1];
    assert_eq!(
        (&broken["state"], &broken["order"]),
        (&"left_out".into(), &Value::Null)
    );
    let problem = &broken["problems"][0];
    assert_eq!(
        (&problem["line"], &problem["column"]),
        (&4.into(), &11.into())
    );
    let text = user.said(&["mods"]);
    for line in [
        "1. border-watch: Border Watch 1.0.0, on\n",
        "   adds level `watch-post` (levels/watch-post.toml)\n",
        "   overrides unit `archer` of the game (assets/units/archer.toml)\n",
        "- broken: Broken, left out\n",
        "mod.toml:7:1: error: unknown key `autor`\n",
    ] {
        assert!(text.contains(line), "{line} is missing in:\n{text}");
    }
}

#[test]
fn the_same_id_from_two_mods_is_reported_with_who_wins_and_why() {
    let user = User::new();
    user.install("good");
    let manifest = fs::read_to_string(user.mods().join("good/mod.toml")).unwrap();
    copy(&examples().join("good"), &user.mods().join("other"));
    let other = user.mods().join("other/mod.toml");
    fs::write(&other, manifest.replace("border-watch", "copycat")).unwrap();
    let listed = user.listed();
    let conflicts = listed["conflicts"].as_array().unwrap();
    assert_eq!(
        ids(&listed["conflicts"]),
        ["glaive", "archer", "sentinel", "watch-post"]
    );
    assert_eq!(
        (
            &conflicts[1]["winner"],
            &conflicts[1]["loser"],
            &conflicts[1]["meant"]
        ),
        (&"copycat".into(), &"border-watch".into(), &false.into())
    );
    let text = user.said(&["mods"]);
    assert!(
        text.contains(
            "unit `archer`: that of `copycat` is used, not that of `border-watch`, because its id \
             comes later, and neither names the other in `after`"
        ),
        "{text}"
    );
}

#[test]
fn mods_are_switched_on_and_off_and_stay_so() {
    let user = User::new();
    user.install("good");
    assert_eq!(
        user.said(&["mods", "disable", "border-watch"]),
        "the mod `border-watch` is off\n"
    );
    assert_eq!(user.listed()["mods"][0]["state"], "off");
    let on_watch_post = ["sim", "--level", "watch-post", "--battles", "1"];
    assert!(
        user.refused(&on_watch_post)
            .contains("there is no level `watch-post`")
    );
    user.said(&["mods", "enable", "border-watch"]);
    assert_eq!(user.listed()["mods"][0]["state"], "on");
    user.said(&on_watch_post);
    assert!(
        user.refused(&["mods", "enable", "border-wach"])
            .contains("there is no installed mod `border-wach` (did you mean `border-watch`?)")
    );
}

#[test]
fn a_mod_can_be_named_for_every_command() {
    let user = User::new();
    let good = ["--mod", "tests/mods/good"];
    let sim = |more: &[&str]| {
        let mut arguments = vec!["sim", "--level", "watch-post", "--battles", "2", "--json"];
        arguments.extend(more);
        user.run(&arguments)
    };
    let wins = |output: Output| {
        assert!(output.status.success());
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        result["wins"].clone()
    };
    // Before the command it means the same as after it.
    let mut before = good.to_vec();
    before.extend(["sim", "--level", "watch-post", "--battles", "2", "--json"]);
    assert_eq!(wins(user.run(&before)), wins(sim(&good)));
    assert!(!sim(&[]).status.success());
    assert_eq!(user.said(&["check", good[0], good[1]]), "no errors\n");
    assert_eq!(user.said(&["check", good[1]]), "no errors\n");
    let broken = sim(&["--mod", "tests/mods/broken"]);
    let told = String::from_utf8(broken.stderr).unwrap();
    assert!(
        told.starts_with("error: the mod `broken` cannot be used"),
        "{told}"
    );
    assert!(
        user.refused(&["mods", "--mod", "no/such/mod"])
            .contains("there is no folder `no/such/mod`")
    );
    let check = user.run(&["check", "tests/mods/broken"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(
        String::from_utf8(check.stdout)
            .unwrap()
            .ends_with("10 errors\n")
    );
}

#[test]
fn a_broken_mod_keeps_nothing_from_working() {
    let user = User::new();
    user.install("broken");
    let output = user.run(&["sim", "--level", "duel-ring", "--battles", "1"]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "warning: the mod `broken` is left out; `mods` says why\n"
    );
    let without = user.run(&["sim", "--level", "duel-ring", "--battles", "1", "--no-mods"]);
    assert!(without.status.success() && without.stderr.is_empty());
    // All content includes that of mods.
    assert!(!user.run(&["check"]).status.success());
    assert_eq!(user.said(&["check", "--no-mods"]), "no errors\n");
}

/// A mod of pictures alone, as MODDING.md shows one, has nothing that must be mended.
#[test]
fn a_mod_may_bring_pictures_alone() {
    let modding = fs::read_to_string(repository().join("MODDING.md")).unwrap();
    let picture = modding
        .split("```svg\n")
        .find(|part| part.contains("viewBox=\"-66"));
    let (picture, _) = picture.unwrap().split_once("```").unwrap();
    let user = User::new();
    let folder = user.mods().join("wells");
    let board = folder.join("assets/art/board/growth");
    fs::create_dir_all(&board).unwrap();
    let manifest = "id = \"wells\"\nname = \"Wells\"\ndescription = \"A better well.\"\n\
                    version = \"1.0.0\"\ngame = \"0.2\"\n";
    fs::write(folder.join("mod.toml"), manifest).unwrap();
    fs::write(board.join("well.svg"), picture).unwrap();
    let output = user.run(&["check", folder.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    fs::write(board.join("well.svg"), "<svg").unwrap();
    assert!(
        !user
            .run(&["check", folder.to_str().unwrap()])
            .status
            .success()
    );
}
