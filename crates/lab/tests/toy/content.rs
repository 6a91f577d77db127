//! The tables of a ruleset that nothing else names are read, checked, documented and overridden by mods.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::toys;
use shieldwall_content::{
    Case, ContentPlaces, ContentRoot, Diagnostics, FileKind, Library, check_places,
};
use shieldwall_toy::tables::StatBlock;
use tempfile::TempDir;

const RECRUIT: &str = r#"id = "recruit"
name = "Recruit"
description = "Holds the spear by the right end."
art = "../art/units/soldier.svg"

[toy]
skill = 2
health = 7
"#;

const MANIFEST: &str = r#"id = "drill"
name = "Drill"
version = "1.0.0"
description = "Recruits who have been drilled."
"#;

/// The shipped content, with one more unit beside it.
struct Game(TempDir);

impl Game {
    fn with(recruit: &str) -> Self {
        toys::rulesets();
        let game = Self(tempfile::tempdir().unwrap());
        game.write("assets/units/recruit.toml", recruit);
        fs::create_dir_all(game.0.path().join("levels")).unwrap();
        game
    }

    fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn roots(&self) -> Vec<ContentRoot> {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        vec![ContentRoot::at(shipped), ContentRoot::at(self.0.path())]
    }

    fn recruit(&self, more: Option<ContentRoot>) -> StatBlock {
        let roots: Vec<_> = self.roots().into_iter().chain(more).collect();
        let (library, said) = Library::load(&roots, shieldwall_rulesets::content());
        assert!(said.is_empty(), "{said}");
        *library.units["recruit"].blocks.get().unwrap()
    }

    fn check(&self, path: PathBuf) -> Diagnostics {
        let places = ContentPlaces::without_mods(self.roots());
        check_places(&places, shieldwall_rulesets::content(), &[path])
    }
}

#[test]
fn its_table_of_a_unit_is_read_and_a_mod_may_override_it() {
    let game = Game::with(RECRUIT);
    let stats = game.recruit(None);
    assert_eq!((stats.skill, stats.health, stats.archer), (2, 7, false));
    let manifest = game.write("mods/drill/mod.toml", MANIFEST);
    let drilled = RECRUIT.replace("skill = 2", "skill = 5");
    game.write("mods/drill/assets/units/recruit.toml", &drilled);
    let folder = manifest.parent().unwrap();
    let said = game.check(folder.to_owned());
    assert!(said.is_empty(), "{said}");
    let stats = game.recruit(Some(ContentRoot::of_mod(folder, "drill")));
    assert_eq!((stats.skill, stats.health), (5, 7));
}

#[test]
fn a_misspelt_key_of_its_table_has_its_place_and_the_right_word() {
    for (right, wrong, line, column, message, help) in [
        (
            "skill",
            "skil",
            7,
            1,
            "unknown key `skil`",
            "did you mean `skill`?",
        ),
        ("health = 7", "health = 70", 8, 10, "1 to 50", ""),
        (
            "[toy]",
            "[toi]",
            6,
            2,
            "unknown key `toi`",
            "did you mean `toy`?",
        ),
    ] {
        let game = Game::with(RECRUIT);
        let text = RECRUIT.replace(right, wrong);
        let said = game.check(game.write("assets/units/recruit.toml", &text));
        let one = said.iter().find(|one| one.message.contains(message));
        let one = one.unwrap_or_else(|| panic!("{said}"));
        assert!(one.file.ends_with("recruit.toml"), "{said}");
        assert_eq!((one.line(), one.column()), (line, column), "{said}");
        let helped = one.help.as_deref().unwrap_or_default();
        assert!(helped.contains(help), "{said}");
    }
}

#[test]
fn its_keys_are_in_the_schemas_of_units_and_cases() {
    toys::rulesets();
    let rulesets = shieldwall_rulesets::content();
    let unit = FileKind::Unit.schema(rulesets).to_string();
    let case = Case::schema(rulesets).to_string();
    for (schema, words) in [
        (&unit, "Added to the die of a contest."),
        (&case, "Breaths left."),
        (&case, "Rounds where the level has no limit."),
    ] {
        assert!(schema.contains(words), "no \"{words}\" in\n{schema}");
    }
    assert!(unit.contains("\"toy\""));
    assert!(case.contains("\"toy\""));
}
