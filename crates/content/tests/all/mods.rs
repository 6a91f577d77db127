//! Mods: what is found, in which order, what is left out, and what is said about it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{Content, FIELD, FIGHTER, ITEMS};
use shieldwall_content::{Collection, ContentPlaces, FileKind, ModState, ModSwitches, Mods};
use tempfile::TempDir;

/// The game's small content folder, with a folder of mods.
pub(crate) struct Game {
    pub(crate) content: Content,
    pub(crate) mods: TempDir,
}

impl Game {
    pub(crate) fn new() -> Self {
        Self {
            content: Content::good(),
            mods: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn places(&self) -> ContentPlaces {
        ContentPlaces {
            base: vec![self.content.root()],
            mods_folder: Some(self.mods.path().to_owned()),
            named_mods: Vec::new(),
            switches: Some(self.content.path("config/mods.toml")),
        }
    }

    pub(crate) fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.mods.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A mod with nothing but a manifest.
    pub(crate) fn install(&self, id: &str, more: &str) -> PathBuf {
        let file = self.write(&format!("{id}/mod.toml"), &manifest(id, more));
        file.parent().unwrap().to_owned()
    }

    pub(crate) fn switch_off(&self, id: &str) {
        let places = self.places();
        ModSwitches::switch(&places.switches.unwrap(), id, false).unwrap();
    }

    /// A fighter who is described in other words.
    pub(crate) fn fighter(&self, id: &str) {
        let text = self.content.read(FIGHTER);
        let text = text.replace("Fights.", &format!("Of {id}."));
        self.write(&format!("{id}/assets/units/{id}.toml"), &text);
    }

    pub(crate) fn find(&self) -> Mods {
        Mods::find(&self.places())
    }

    /// What is said about one mod, without the names of folders.
    pub(crate) fn problems(&self, mods: &Mods, id: &str) -> Vec<String> {
        let found = mods.list.iter().find(|found| found.id == id).unwrap();
        lines(&found.problems, self.mods.path())
    }
}

pub(crate) fn manifest(id: &str, more: &str) -> String {
    format!(
        "id = \"{id}\"\nname = \"Mod {id}\"\nversion = \"1.0.0\"\ndescription = \"A mod.\"\n{more}\n"
    )
}

/// `file:line:column: message (help)`, without the folder.
pub(crate) fn lines<'a>(
    problems: impl IntoIterator<Item = &'a shieldwall_content::Diagnostic>,
    folder: &Path,
) -> Vec<String> {
    let folder = format!("{}/", folder.display());
    let line = |problem: &shieldwall_content::Diagnostic| {
        let place = match &problem.place {
            Some(place) => format!(":{}:{}", place.line, place.column),
            None => String::new(),
        };
        let help = match &problem.help {
            Some(help) => format!(" ({help})"),
            None => String::new(),
        };
        let file = problem.file.display();
        format!("{file}{place}: {}{help}", problem.message).replace(&folder, "")
    };
    problems.into_iter().map(line).collect()
}

pub(crate) fn used(mods: &Mods) -> Vec<&str> {
    mods.used().map(|found| found.id.as_str()).collect()
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn mods_are_read_after_what_they_name_then_by_id_and_named_ones_last() {
    let game = Game::new();
    game.install("apple", "after = [\"pear\"]");
    game.install("pear", "");
    game.install("cherry", "");
    let elsewhere = tempfile::tempdir().unwrap();
    let mut places = game.places();
    for id in ["zebra", "ant"] {
        let folder = elsewhere.path().join(id);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("mod.toml"), manifest(id, "")).unwrap();
        places = places.with_mod(folder);
    }
    let mods = Mods::find(&places);
    assert_eq!(used(&mods), ["cherry", "pear", "apple", "zebra", "ant"]);
    assert!(mods.list.iter().all(|found| found.problems.is_empty()));
    // A mod that builds upon a named one has to wait for it.
    game.install("apple", "after = [\"zebra\"]");
    let mods = Mods::find(&places);
    assert_eq!(used(&mods), ["cherry", "pear", "zebra", "apple", "ant"]);
}

#[test]
fn a_mod_that_is_off_is_listed_and_not_read() {
    let game = Game::new();
    game.install("north", "");
    game.fighter("north");
    game.switch_off("north");
    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    assert_eq!(read.mods.list[0].state, ModState::Off);
    assert_eq!(read.library.units["fighter"].description, "Fights.");
    // Naming it switches it on for once.
    let named = game.places().with_mod(game.mods.path().join("north"));
    let read = Collection::read(&named, shieldwall_rulesets::content());
    assert_eq!(read.mods.list.len(), 1);
    assert_eq!(read.library.units["fighter"].description, "Of north.");
}

#[test]
fn what_mods_add_and_override_is_told_with_file_and_reason() {
    let game = Game::new();
    game.install("north", "");
    game.install("south", "");
    game.install("west", "after = [\"south\"]");
    for id in ["north", "south", "west"] {
        game.fighter(id);
    }
    let item = game.content.read(ITEMS);
    let item = item.split("\n[[item]]").next().unwrap();
    game.write(
        "north/assets/items/more.toml",
        &item.replace("\"sword\"", "\"sabre\""),
    );
    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    assert!(read.diagnostics.is_empty(), "{}", read.diagnostics);
    assert_eq!(read.library.units["fighter"].description, "Of west.");
    let north: Vec<(FileKind, &str, bool)> = read
        .brought_by("north")
        .map(|new| (new.kind, new.id.as_str(), new.replaced.is_some()))
        .collect();
    assert_eq!(
        north,
        [
            (FileKind::Items, "sabre", false),
            (FileKind::Unit, "fighter", true)
        ]
    );
    let conflicts = read.conflicts();
    let told: Vec<(&str, &str, &str, bool)> = conflicts
        .iter()
        .map(|conflict| {
            (
                conflict.winner.as_str(),
                conflict.loser.as_str(),
                conflict.reason.as_str(),
                conflict.meant,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "south",
                "north",
                "its id comes later, and neither names the other in `after`",
                false
            ),
            ("west", "south", "it is made to come after `south`", true),
        ]
    );
    assert!(
        conflicts[0]
            .winner_file
            .ends_with("south/assets/units/south.toml")
    );
    assert!(
        conflicts[0]
            .loser_file
            .ends_with("north/assets/units/north.toml")
    );
}

#[test]
fn what_has_errors_does_not_take_the_place_of_what_has_none() {
    let game = Game::new();
    game.install("north", "");
    game.fighter("north");
    let unit = game.mods.path().join("north/assets/units/north.toml");
    let good = fs::read_to_string(&unit).unwrap();
    fs::write(&unit, good.replace("str = 13", "strength = 13")).unwrap();
    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    assert_eq!(read.library.units["fighter"].description, "Fights.");
    assert!(read.library.levels.contains_key("field"));
    assert_eq!(read.library.broken.len(), 1);
    assert!(!read.brought_by("north").next().unwrap().usable);
    assert_eq!(read.problems_of(&read.mods.list[0]).len(), 2);
    fs::write(&unit, good).unwrap();
    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    assert_eq!(read.library.units["fighter"].description, "Of north.");
}

#[test]
fn mods_that_are_missing_off_or_broken_are_told_to_those_that_need_them() {
    let game = Game::new();
    game.install("one", "after = [\"of\"]");
    game.install("off", "");
    game.switch_off("off");
    game.install("two", "after = [\"off\"]");
    game.install("three", "after = [\"two\"]");
    let mods = game.find();
    assert_eq!(used(&mods), [""; 0]);
    assert_eq!(
        game.problems(&mods, "one"),
        ["one/mod.toml:5:10: needs the mod `of`, which is not there (did you mean `off`?)"]
    );
    assert_eq!(
        game.problems(&mods, "two"),
        ["two/mod.toml:5:10: needs the mod `off`, which is off (switch it on)"]
    );
    assert_eq!(
        game.problems(&mods, "three"),
        ["three/mod.toml:5:10: needs the mod `two`, which is left out (mend that one first)"]
    );
}

#[test]
fn mods_that_wait_for_each_other_are_left_out_and_no_others() {
    let game = Game::new();
    game.install("a", "after = [\"b\"]");
    game.install("b", "after = [\"z\", \"c\"]");
    game.install("c", "after = [\"a\"]");
    game.install("z", "");
    let mods = game.find();
    assert_eq!(used(&mods), ["z"]);
    let help = "take one of them out of the `after` of another";
    assert_eq!(
        game.problems(&mods, "b"),
        [format!(
            "b/mod.toml:5:15: mods wait for each other: `b` after `c` after `a` after `b` ({help})"
        )]
    );
    assert_eq!(game.problems(&mods, "a").len(), 1);
    assert_eq!(game.problems(&mods, "c").len(), 1);
}

#[test]
fn of_two_mods_in_conflict_the_named_one_stays_or_else_the_first() {
    let game = Game::new();
    game.install("north", "conflicts = [\"south\"]");
    game.install("south", "");
    let mods = game.find();
    assert_eq!(used(&mods), ["north"]);
    assert_eq!(
        game.problems(&mods, "south"),
        [
            "south/mod.toml: the mod `north`, which is on, says it is in conflict with it \
             (switch one of the two off)"
        ]
    );
    let named = game.places().with_mod(game.mods.path().join("south"));
    let mods = Mods::find(&named);
    assert_eq!(used(&mods), ["south"]);
    assert_eq!(
        game.problems(&mods, "north"),
        [
            "north/mod.toml:5:14: in conflict with the mod `south`, which is on \
             (switch one of the two off)"
        ]
    );
    game.switch_off("north");
    assert_eq!(used(&game.find()), ["south"]);
}

#[test]
fn an_id_is_used_once_and_the_named_mod_has_it() {
    let game = Game::new();
    game.install("north", "");
    game.write("copy/mod.toml", &manifest("north", ""));
    let mods = game.find();
    let states: Vec<_> = mods
        .list
        .iter()
        .map(|found| {
            (
                found.folder.file_name().unwrap().to_str().unwrap(),
                found.state,
            )
        })
        .collect();
    assert_eq!(
        states,
        [("copy", ModState::On), ("north", ModState::LeftOut)]
    );
    let problem = &mods.list[1].problems[0];
    assert_eq!((problem.line(), problem.column()), (1, 6));
    assert!(
        problem
            .message
            .starts_with("the mod id `north` is already used by ")
    );
    let mods = Mods::find(&game.places().with_mod(game.mods.path().join("north")));
    assert!(mods.get("north").unwrap().folder.ends_with("north"));
}

#[test]
fn the_longest_ids_are_used_whole() {
    let game = Game::new();
    let id = "a".repeat(64);
    let of = |id: &str| manifest("long", "").replace("id = \"long\"", &format!("id = \"{id}\""));
    game.write("long/mod.toml", &of(&id));
    let mods = game.find();
    assert_eq!(used(&mods), [&id]);
    game.write("long/mod.toml", &of(&"a".repeat(65)));
    assert_eq!(used(&game.find()), [""; 0]);
}

#[test]
fn a_missing_mod_is_told_beside_other_faults() {
    let game = Game::new();
    game.install("north", "game = \">=99\"\nafter = [\"sand\"]");
    game.install("south", "");
    let mods = game.find();
    let problems = game.problems(&mods, "north");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("made for version"), "{problems:?}");
    assert_eq!(
        problems[1],
        "north/mod.toml:6:10: needs the mod `sand`, which is not there \
         (install it, or take it out of `after`)"
    );
}

#[test]
fn a_mod_refers_to_nothing_of_mods_that_it_does_not_name() {
    let game = Game::new();
    let fighter = game.content.read(FIGHTER);
    let own = |id: &str| fighter.replace("id = \"fighter\"", &format!("id = \"{id}\""));
    assert!(own("lancer").contains("id = \"lancer\""), "{fighter}");
    game.install("lancers", "");
    game.write("lancers/assets/units/lancer.toml", &own("lancer"));
    // The same unit with the same mod read before it, but only by the order of their ids.
    game.install("tower", "");
    let field = game.content.read(FIELD);
    let field =
        field
            .replace("id = \"field\"", "id = \"tower\"")
            .replacen("\"fighter\"", "\"lancer\"", 1);
    assert!(field.contains("\"lancer\""), "{field}");
    game.write("tower/levels/tower.toml", &field);
    let said = || {
        let collection = Collection::read(&game.places(), shieldwall_rulesets::content());
        let errors: Vec<String> = lines(&collection.diagnostics, game.mods.path());
        (errors, collection.library.levels.contains_key("tower"))
    };
    let (errors, usable) = said();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains(
            "unit `lancer` is of the mod `lancers` \
             (name that mod in `after` of `mod.toml`: after = [\"lancers\"])"
        ),
        "{errors:?}"
    );
    assert!(!usable);
    game.install("tower", "after = [\"lancers\"]");
    assert_eq!(said(), (Vec::new(), true));
    // A mod that comes after one which names it has named it too.
    game.install("tower", "after = [\"bridge\"]");
    game.install("bridge", "after = [\"lancers\"]");
    assert_eq!(said(), (Vec::new(), true));
}
