//! Mods: what is found, in which order, what is left out, and what is said about it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{Content, FIELD, FIGHTER, ITEMS};
use shieldwall_content::{
    Collection, ContentPlaces, ContentRoot, FileKind, ModState, ModSwitches, Mods, check_places,
};
use tempfile::TempDir;

/// The game's small content folder, with a folder of mods.
struct Game {
    content: Content,
    mods: TempDir,
}

impl Game {
    fn new() -> Self {
        Self {
            content: Content::good(),
            mods: tempfile::tempdir().unwrap(),
        }
    }

    fn places(&self) -> ContentPlaces {
        ContentPlaces {
            base: vec![self.content.root()],
            mods_folder: Some(self.mods.path().to_owned()),
            named_mods: Vec::new(),
            switches: Some(self.content.path("config/mods.toml")),
        }
    }

    fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.mods.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A mod with nothing but a manifest.
    fn install(&self, id: &str, more: &str) -> PathBuf {
        let file = self.write(&format!("{id}/mod.toml"), &manifest(id, more));
        file.parent().unwrap().to_owned()
    }

    fn switch_off(&self, id: &str) {
        let places = self.places();
        ModSwitches::switch(&places.switches.unwrap(), id, false).unwrap();
    }

    /// A fighter who is described in other words.
    fn fighter(&self, id: &str) {
        let text = self.content.read(FIGHTER);
        let text = text.replace("Fights.", &format!("Of {id}."));
        self.write(&format!("{id}/assets/units/{id}.toml"), &text);
    }

    fn find(&self) -> Mods {
        Mods::find(&self.places())
    }

    /// What is said about one mod, without the names of folders.
    fn problems(&self, mods: &Mods, id: &str) -> Vec<String> {
        let found = mods.list.iter().find(|found| found.id == id).unwrap();
        lines(&found.problems, self.mods.path())
    }
}

fn manifest(id: &str, more: &str) -> String {
    format!(
        "id = \"{id}\"\nname = \"Mod {id}\"\nversion = \"1.0.0\"\ndescription = \"A mod.\"\n{more}\n"
    )
}

/// `file:line:column: message (help)`, without the folder.
fn lines<'a>(
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

fn used(mods: &Mods) -> Vec<&str> {
    mods.used().map(|found| found.id.as_str()).collect()
}

fn repository() -> PathBuf {
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
fn manifests_are_read_strictly() {
    let game = Game::new();
    for (manifest, problem) in [
        ("", "x/mod.toml:1:1: missing key `id` (expected a string)"),
        ("id = ", "x/mod.toml:1:6: "),
        (
            "name = 7",
            "x/mod.toml:1:8: `name` is the number 7, expected a string",
        ),
        (
            "map = \"\"\"\n...\n\"\"\"",
            "x/mod.toml: expected the manifest of a mod, found a level",
        ),
    ] {
        game.write("x/mod.toml", manifest);
        let problems = game.problems(&game.find(), "x");
        assert!(
            problems.iter().any(|line| line.starts_with(problem)),
            "{problems:#?}"
        );
    }
    game.install("y", "");
    for (more, problem) in [
        (
            "game = \"9\"",
            "x/mod.toml:5:8: made for version `9` of the game; this is 0.2.0 (look for another version of the mod)",
        ),
        (
            "after = [\"x\"]",
            "x/mod.toml:5:10: `after` names the mod itself (take it out of the list)",
        ),
        (
            "after = [\"y\"]\nconflicts = [\"y\"]",
            "x/mod.toml:6:14: `y` cannot be both needed and in conflict (name it in `after` or in `conflicts`)",
        ),
        (
            "after = [\"Y z\"]",
            "x/mod.toml:5:11: `Y z` is no identifier (such as `y_z`)",
        ),
        (
            "confilcts = []",
            "x/mod.toml:5:1: unknown key `confilcts` (did you mean `conflicts`?)",
        ),
    ] {
        game.install("x", more);
        assert_eq!(game.problems(&game.find(), "x"), [problem]);
    }
    game.write("x/mod.toml", &manifest("game", ""));
    assert_eq!(
        game.problems(&game.find(), "game"),
        ["x/mod.toml:1:6: `game` is the game itself (give the mod another id)"]
    );
    fs::remove_file(game.mods.path().join("x/mod.toml")).unwrap();
    assert_eq!(
        game.problems(&game.find(), "x"),
        [
            "x/mod.toml: there is no such file, so this folder is no mod (a mod says in it what it is: \
          `id`, `name`, `version`, `description`)"
        ]
    );
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_a_mod_is_read() {
    use std::os::unix::fs::symlink;
    let game = Game::new();
    let secret = tempfile::tempdir().unwrap();
    let level = game.content.read(FIELD).replace("\"field\"", "\"secret\"");
    fs::create_dir_all(secret.path().join("units")).unwrap();
    fs::write(secret.path().join("secret.toml"), level).unwrap();
    fs::write(secret.path().join("mod.toml"), manifest("away", "")).unwrap();
    fs::write(
        secret.path().join("units/f.toml"),
        game.content.read(FIGHTER),
    )
    .unwrap();
    fs::write(secret.path().join("secret.svg"), "<svg/>").unwrap();

    let north = game.install("north", "");
    symlink(secret.path(), north.join("levels")).unwrap();
    let south = game.install("south", "");
    fs::create_dir_all(south.join("levels")).unwrap();
    fs::create_dir_all(south.join("assets/items")).unwrap();
    symlink(
        secret.path().join("secret.toml"),
        south.join("levels/secret.toml"),
    )
    .unwrap();
    symlink(secret.path().join("units"), south.join("assets/units")).unwrap();
    let west = game.mods.path().join("west");
    fs::create_dir(&west).unwrap();
    symlink(secret.path().join("mod.toml"), west.join("mod.toml")).unwrap();
    let east = game.install("east", "");
    fs::create_dir_all(east.join("assets/art")).unwrap();
    symlink(
        secret.path().join("secret.svg"),
        east.join("assets/art/secret.svg"),
    )
    .unwrap();
    for (name, art) in [
        ("up", "../../../../secret.svg".to_owned()),
        (
            "root",
            secret.path().join("secret.svg").display().to_string(),
        ),
        ("link", "../art/secret.svg".to_owned()),
    ] {
        let text = game.content.read(FIGHTER);
        let text = text.replace("\"fighter\"", &format!("\"{name}\""));
        let text = text.replace("../art/fighter.svg", &art);
        game.write(&format!("east/assets/units/{name}.toml"), &text);
    }

    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    assert_eq!(used(&read.mods), ["east", "south"]);
    assert!(!read.library.levels.contains_key("secret"));
    assert_eq!(read.library.units.len(), 1);
    let told = |id: &str| {
        let found = read.mods.list.iter().find(|found| found.id == id).unwrap();
        lines(read.problems_of(found), game.mods.path())
    };
    let leads_out = "this link leads out of the mod's folder (copy what it leads to instead)";
    assert_eq!(told("north"), [format!("north/levels: {leads_out}")]);
    assert_eq!(told("west"), [format!("west/mod.toml: {leads_out}")]);
    assert_eq!(
        told("south"),
        [
            "south/assets/units: this link leads out of the content folder (copy the folder instead)",
            "south/levels/secret.toml: this link leads out of the content folder (copy the file instead)",
        ]
    );
    let told = told("east");
    assert_eq!(told.len(), 4, "{told:#?}");
    assert!(told[0].ends_with(
        "secret.svg: this link leads out of the content folder (copy the file instead)"
    ));
    assert!(told[1].ends_with(
        "link.toml:4:7: `../art/secret.svg` is a link that leads out of the content folder"
    ));
    assert!(told[2].contains("leads out of the content folder (art lies in the content folder"));
    assert!(told[3].contains("`../../../../secret.svg` leads out of the content folder"));
}

#[test]
fn pictures_of_mods_are_checked_and_take_the_place_of_those_of_the_game() {
    const SHAPE: &str = "<svg viewBox='0 0 8 8'><path d='M1 1h6v6z'/></svg>";
    let game = Game::new();
    for name in ["board/well", "board/oak_1", "icons/run"] {
        let file = format!("assets/art/{name}.svg");
        game.content.write(&file, SHAPE);
    }
    let north = game.install("north", "");
    for name in [
        "board/well",
        "board/wel",
        "board/oak_2",
        "sentinel",
        "unnamed",
    ] {
        game.write(&format!("north/assets/art/{name}.svg"), SHAPE);
    }
    let outside = "<svg viewBox='0 0 8 8'>\n<use href='other.svg#a'/><path d='M1 1h6v6z'/></svg>";
    game.write("north/assets/art/icons/run.svg", outside);
    let unit = game
        .content
        .read(FIGHTER)
        .replace("\"fighter\"", "\"sentinel\"");
    let unit = unit.replace("art/fighter", "art/sentinel");
    game.write("north/assets/units/sentinel.toml", &unit);

    let read = Collection::read(&game.places(), shieldwall_rulesets::content());
    let owner = |name: &str| {
        let first = read.art.files(name).next();
        first.map(|file| file.owner.as_deref())
    };
    assert_eq!(owner("board/well"), Some(Some("north")));
    assert_eq!(owner("board/oak_2"), Some(Some("north")));
    // What has errors replaces nothing.
    assert_eq!(owner("icons/run"), Some(None));
    assert_eq!(owner("sentinel"), None);
    let found = read.mods.list.iter().find(|found| found.id == "north");
    let brought: Vec<_> = read
        .pictures_of(found.unwrap())
        .map(|new| new.name)
        .collect();
    assert_eq!(brought, ["board/oak_2", "board/well"]);
    let told = lines(read.problems_of(found.unwrap()), game.mods.path());
    assert_eq!(told.len(), 3, "{told:#?}");
    assert_eq!(
        told[0],
        "north/assets/art/board/wel.svg: nothing uses this drawing (did you mean \
         `assets/art/board/well.svg`?)"
    );
    assert!(
        told[1].starts_with("north/assets/art/icons/run.svg:2:"),
        "{told:#?}"
    );
    assert!(
        told[2].starts_with("north/assets/art/unnamed.svg: nothing uses this drawing (name it")
    );
    let checked = check_places(
        &game.places(),
        shieldwall_rulesets::content(),
        std::slice::from_ref(&north),
    );
    assert_eq!(lines(&checked, game.mods.path()), told);
    assert_eq!(
        check_places(&game.places(), shieldwall_rulesets::content(), &[]).len(),
        3
    );
}

#[test]
fn the_good_example_adds_three_things_and_overrides_one() {
    let places = ContentPlaces::without_mods([ContentRoot::at(repository())])
        .with_mod(repository().join("tests/mods/good"));
    let read = Collection::read(&places, shieldwall_rulesets::content());
    assert!(read.diagnostics.is_empty(), "{}", read.diagnostics);
    let brought: Vec<(FileKind, &str, bool)> = read
        .brought_by("border-watch")
        .map(|new| (new.kind, new.id.as_str(), new.replaced.is_some()))
        .collect();
    assert_eq!(
        brought,
        [
            (FileKind::Items, "glaive", false),
            (FileKind::Unit, "archer", true),
            (FileKind::Unit, "sentinel", false),
            (FileKind::Level, "watch-post", false),
        ]
    );
    assert_eq!(read.library.units["archer"].name, "Border Archer");
    assert!(
        read.library.units["sentinel"]
            .art
            .ends_with("art/sentinel.svg")
    );
    assert_eq!(
        check_places(
            &ContentPlaces::without_mods(places.base),
            shieldwall_rulesets::content(),
            &places.named_mods
        )
        .len(),
        0
    );
}

#[test]
fn the_broken_example_is_broken_in_ten_ways_and_all_are_told() {
    let places = ContentPlaces::without_mods([ContentRoot::at(repository())]);
    let folder = repository().join("tests/mods/broken");
    let found = check_places(
        &places,
        shieldwall_rulesets::content(),
        std::slice::from_ref(&folder),
    );
    let found: Vec<String> = lines(&found, &folder)
        .into_iter()
        // Files are named from the current folder on, which is that of this crate.
        .map(|line| line.replace("../../tests/mods/broken/", ""))
        .collect();
    assert_eq!(
        found,
        [
            "assets/items/blades.toml:9:78: `1d9d` is no dice expression: expected \"+\", \"-\" or the \
             end, found \"d\" (such as `2d6+1`, `1d8+1+db` or `1d6+½db`)",
            "assets/items/blades.toml:12:6: the id `scythe` is already used at \
             assets/items/blades.toml:2:6 (give one of the two another id)",
            "assets/units/mower.toml:4:7: `../../../../../assets/art/units/axeman.svg` leads out of \
             the content folder (art lies in the content folder: `../art/units/name.svg`)",
            "assets/units/mower.toml:10:10: unknown item `halberdd` (did you mean `halberd`?)",
            "levels/lost.toml:20:7: unknown terrain `shalow_water` (did you mean `shallow_water`?)",
            "levels/torn.toml:2:13: invalid basic string, expected `\"`",
            "mod.toml:4:11: `1.0` is no version: unexpected end of input while parsing minor version \
             number (three numbers: `1.0.0`)",
            "mod.toml:6:8: `yesterday` is no range of versions: unexpected character 'y' while \
             parsing major version number (such as `0.1` or `>=0.1, <0.3`)",
            "mod.toml:7:1: unknown key `autor` (did you mean `after`?)",
            "mod.toml:8:14: `conflicts` names the mod itself (take it out of the list)",
        ]
    );
    // It keeps nothing else from being used.
    let read = Collection::read(
        &places.clone().with_mod(&folder),
        shieldwall_rulesets::content(),
    );
    assert_eq!(read.mods.list[0].state, ModState::LeftOut);
    assert_eq!(read.mods.list[0].title(), "Broken");
    assert_eq!(
        read.library.levels.len(),
        Collection::read(&places, shieldwall_rulesets::content())
            .library
            .levels
            .len()
    );
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

#[test]
fn files_with_other_endings_and_folders_without_manifest_are_told() {
    let game = Game::new();
    game.install("north", "");
    for name in ["My.TOML", "spear.toml.txt", "axe.yaml", "readme.md"] {
        game.write(&format!("north/assets/units/{name}"), "id = 1\n");
    }
    let folder = game.mods.path().join("north");
    let found = check_places(
        &game.places(),
        shieldwall_rulesets::content(),
        std::slice::from_ref(&folder),
    );
    assert_eq!((found.errors(), found.warnings()), (1, 3), "{found:?}");
    let said = lines(&found, game.mods.path());
    for wanted in [
        "north/assets/units/My.TOML: this file is not read (name it `My.toml`)",
        "north/assets/units/spear.toml.txt: this file is not read (name it `spear.toml`)",
        "north/assets/units/axe.yaml: this file is not read \
         (name it `axe.toml` and write it as TOML: `key = value`)",
    ] {
        assert!(said.iter().any(|line| line == wanted), "{wanted}: {said:?}");
    }
    fs::remove_file(folder.join("mod.toml")).unwrap();
    game.fighter("north");
    let found = check_places(&game.places(), shieldwall_rulesets::content(), &[folder]);
    let said = lines(&found, game.mods.path());
    assert!(
        said.iter()
            .any(|line| line.starts_with("north: there is no `mod.toml` in this folder")),
        "{said:?}"
    );
    assert!(found.has_errors());
    // The game's own folder needs none.
    let own = game.content.root().assets.parent().unwrap().to_owned();
    assert!(!check_places(&game.places(), shieldwall_rulesets::content(), &[own]).has_errors());
}
