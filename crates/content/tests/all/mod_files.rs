//! What a mod's folder may hold: its manifest, content and pictures, and the two examples.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;

use crate::{
    fixture::{FIELD, FIGHTER},
    mods::{Game, lines, manifest, repository, used},
};
use shieldwall_content::{
    Collection, ContentPlaces, ContentRoot, FileKind, ModState, check_places,
};

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
    let brought: Vec<_> = read.media_of(found.unwrap()).map(|new| new.name).collect();
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
