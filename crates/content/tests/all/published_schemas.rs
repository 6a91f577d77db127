//! The published schemas, put to the test by an independent validator.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};

use crate::fixture::{
    Content, FIELD, FIGHTER, ITEMS, RULEBOOK, TERRAIN,
    scrutiny::{root, validator},
};
use serde_json::Value;
use shieldwall_content::{FileKind, check_contents};

/// Every shipped file that is made of tables and keys.
fn shipped() -> Vec<(FileKind, PathBuf, String)> {
    let mut files = Vec::new();
    // The game itself is no mod.
    for kind in FileKind::ALL
        .into_iter()
        .filter(|kind| *kind != FileKind::Mod)
    {
        let mut folders = vec![root().join(kind.folder())];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path
                    .extension()
                    .is_some_and(|extension| extension == "toml")
                {
                    let text = std::fs::read_to_string(&path).unwrap();
                    files.push((kind, path, text));
                }
            }
        }
    }
    assert!(files.len() > 25, "{}", files.len());
    files
}

/// What an independent validator says against a file; empty if nothing.
fn refusals(kind: FileKind, text: &str) -> Vec<String> {
    let value: Value = toml::from_str(text).unwrap();
    let errors = validator(kind).iter_errors(&value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn they_are_schemas() {
    for kind in FileKind::ALL {
        let schema = kind.schema(shieldwall_rulesets::content());
        let found = jsonschema::draft202012::meta::validate(&schema);
        assert!(found.is_ok(), "{kind}: {found:?}");
    }
}

#[test]
fn every_shipped_file_holds_to_its_schema() {
    for (kind, path, text) in shipped() {
        let refused = refusals(kind, &text);
        assert!(refused.is_empty(), "{}: {refused:#?}", path.display());
    }
}

#[test]
fn every_shipped_file_names_its_schema_in_its_first_line() {
    for (kind, path, text) in shipped() {
        let first = text.lines().next().unwrap();
        let named = first.strip_prefix("#:schema ");
        let named = named.unwrap_or_else(|| panic!("{}: {first}", path.display()));
        let schema = path.parent().unwrap().join(named);
        let wanted = root().join(format!("schemas/{}.json", kind.schema_name()));
        assert_eq!(
            schema.canonicalize().ok(),
            wanted.canonicalize().ok(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn descriptions_speak_to_those_who_write_files() {
    fn look_at(schema: &Value) {
        match schema {
            Value::Object(object) => {
                if let Some(Value::String(text)) = object.get("description") {
                    for word in ["::", "[`", "`None`", "`Some", "Vec<", "serde", "`DiceExpr`"] {
                        assert!(!text.contains(word), "{text}");
                    }
                    assert!(!text.is_empty() && !text.contains(" \n"), "{text}");
                }
                object.values().for_each(look_at);
            }
            Value::Array(entries) => entries.iter().for_each(look_at),
            _ => {}
        }
    }
    for kind in FileKind::ALL {
        look_at(&kind.schema(shieldwall_rulesets::content()));
    }
}

/// Pieces of good files and what to put in their place, wrong in shape: for each kind an unknown
/// key, a missing one, values of wrong types, lengths and numbers out of range, and words that are
/// none of the choices.
const BROKEN: [(&str, &str, &str); 43] = [
    (FIELD, "turn_limit", "turn_limt"),
    (FIELD, "name = \"Field\"\n", ""),
    (FIELD, "turn_limit = 20", "turn_limit = \"20\""),
    (FIELD, "turn_limit = 20", "turn_limit = 10001"),
    (FIELD, "turn_limit = 20", "turn_limit = -1"),
    (FIELD, "turn_limit = 20", "turn_limit = 2.5"),
    (FIELD, "turn_limit = 20", "cell_m = 0.01"),
    (FIELD, "\"square\"", "\"squares\""),
    (FIELD, "id = \"field\"", "id = \"The Field\""),
    (FIELD, "id = \"field\"", "id = \"\""),
    (FIELD, "\"#\" = \"wall\"", "\"##\" = \"wall\""),
    (FIELD, "\"#\" = \"wall\"", "\"#\" = 1"),
    (FIELD, "r...b", "r..xb"),
    (FIELD, "[side.red]", "[side.green]\n[side.red]"),
    (FIELD, "[\"fighter\"]", "[]"),
    (FIELD, "[\"fighter\"]", "\"fighter\""),
    (FIELD, "at = [1, 1]", "at = [1]"),
    (FIELD, "at = [1, 1]", "at = [1, 3000000000]"),
    (FIELD, "[\"east\"]", "[\"up\"]"),
    (FIELD, "low_wall", "lowwall"),
    (FIELD, "[legend]", "[victory]\nkind = \"hold\"\n\n[legend]"),
    (
        FIELD,
        "[legend]",
        "[victory]\nkind = \"hold\"\nrounds = 2\nside = \"red\"\n\n[legend]",
    ),
    (
        FIELD,
        "[legend]",
        "[percentile]\nstatement = \"silent\"\n\n[legend]",
    ),
    (FIGHTER, "art = ", "picture = "),
    (FIGHTER, "str = 13, ", ""),
    (FIGHTER, "str = 13", "str = 101"),
    (FIGHTER, "Sword = 50", "Sword = 501"),
    (FIGHTER, "Sword = 50", "Sword = \"50\""),
    (FIGHTER, "[\"melee\"]", "[\"Melee!\"]"),
    (
        FIGHTER,
        "[\"mail\", \"cap\"]",
        "[\"mail\", \"cap\", \"cap\"]",
    ),
    (FIGHTER, "missiles = 12", "missiles = -1"),
    (FIGHTER, "missiles = 12", "arrows = 12"),
    (ITEMS, "base = 15", "bass = 15"),
    (ITEMS, "base = 15", "base = 101"),
    (ITEMS, "hands = 1", "hands = 3"),
    (ITEMS, "\"melee_weapon\"", "\"weapon\""),
    (ITEMS, "skill_modifier = -20", "skill_modifier = 20"),
    (TERRAIN, "#7f9b57", "green"),
    (TERRAIN, "passable = false", "passable = \"no\""),
    (TERRAIN, "passable = false", "cost = 0"),
    (RULEBOOK, "topic = \"round\"\n", ""),
    (RULEBOOK, "PCT-001", "rule 1"),
    (RULEBOOK, "ruleset = \"percentile\"", "ruleset = true"),
];

#[test]
fn what_the_game_refuses_for_its_shape_they_refuse_too() {
    for (file, old, new) in BROKEN {
        let what = format!("{file}: {new:?} in place of {old:?}");
        let good = Content::good();
        let kind = FileKind::of_path(Path::new(file)).unwrap();
        assert!(refusals(kind, &good.read(file)).is_empty(), "{file}");
        good.replace(file, old, new);
        let text = good.read(file);
        assert!(!refusals(kind, &text).is_empty(), "{what}: not refused");
        let said = check_contents(
            shieldwall_rulesets::content(),
            [(PathBuf::from(file), text.into_bytes())],
        );
        assert!(said.has_errors(), "{what}: only the schema refuses it");
        let (_, said) = good.load();
        assert!(said.has_errors(), "{what}: only the schema refuses it");
    }
}
