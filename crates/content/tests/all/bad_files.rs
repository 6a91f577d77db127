//! Files that are no TOML, no text, too large, too deep or not there, and folders full of them.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs::File, path::PathBuf};

use crate::fixture::{Content, FIELD, FIGHTER, ITEMS, TERRAIN, expect};
use shieldwall_content::{ContentRoot, FileKind, Library, Severity, check_paths_in};

#[test]
fn syntax_errors_all_in_one_run() {
    expect(
        FIELD,
        "grid = \"square\"\nturn_limit = 20",
        "grid \"square\"\nturn_limit = ",
        &[
            "levels/field.toml:4:6: key with no value, expected `=` \
             (write `key = value`; text goes in quotes: \"…\")",
            "levels/field.toml:5:14: the value is missing (text goes in quotes: \"…\")",
        ],
    );
    expect(
        FIELD,
        "name = \"Field\"",
        "name = \"Field\"\nname = \"Meadow\"",
        &["levels/field.toml:3:1: `name` is given twice (remove one of the two)"],
    );
    // A key given twice does not hide other errors.
    expect(
        FIELD,
        "name = \"Field\"",
        "name = \"Field\"\nname = \"Meadow\"\nturn_limt = 3",
        &[
            "levels/field.toml:3:1: `name` is given twice (remove one of the two)",
            "levels/field.toml:4:1: unknown key `turn_limt` (did you mean `turn_limit`?)",
        ],
    );
}

#[test]
fn what_refers_to_a_file_with_syntax_errors_is_not_called_unknown() {
    expect(
        FIGHTER,
        "tags = [\"melee\"]",
        "tags = [\"melee\"",
        &[
            "assets/units/fighter.toml:7:1: missing comma between array elements, expected `,` \
             (is a `,` or a `]` missing before this?)",
            "levels/field.toml:22:12: unit `fighter` has errors of its own \
             (see assets/units/fighter.toml:1:6)",
        ],
    );
}

#[test]
fn not_utf8() {
    let content = Content::good();
    content.write(FIELD, b"id = \"field\"\nname = \"F\xe9ld\"\n");
    assert_eq!(
        content.problems(),
        [
            "levels/field.toml:2:10: not UTF-8: byte 0xe9, number 23 of the file \
          (save the file as UTF-8 in your editor)"
        ]
    );
    content.write(FIELD, b"\xff\xfei\0d\0");
    assert_eq!(
        content.problems(),
        [
            "levels/field.toml:1:1: not UTF-8: byte 0xff, number 1 of the file \
          (save the file as UTF-8 in your editor)"
        ]
    );
}

#[test]
fn a_hundred_megabytes_are_refused_at_once() {
    let content = Content::good();
    let huge = File::create(content.path("levels/huge.toml")).unwrap();
    huge.set_len(100_000_000).unwrap();
    assert_eq!(
        content.problems(),
        [
            "levels/huge.toml: the file has 100000000 bytes, expected at most 1048576 (1 MiB) \
          (make it smaller or split it, or is it a different kind of file?)"
        ]
    );
}

#[test]
fn a_full_megabyte_of_garbage_is_answered() {
    let content = Content::good();
    for garbage in [
        "[",
        "]",
        "{",
        "a=",
        "\"",
        "'''",
        "a.",
        "[[a]]\n",
        "=\n",
        "a = {b = [",
        "\0",
    ] {
        content.write(FIELD, garbage.repeat(1_000_000 / garbage.len()));
        let problems = content.problems();
        assert!(
            !problems.is_empty() && problems.len() <= 1001,
            "{garbage:?}"
        );
    }
}

/// A megabyte of sound TOML in which everything is wrong must not take for ever either.
#[test]
fn a_full_megabyte_of_mistakes_is_answered() {
    let content = Content::good();
    let field = content.read(FIELD);
    let fighter = content.read(FIGHTER);
    let many = |entry: &dyn Fn(usize) -> String| -> String {
        let entries: Vec<String> = (0..45_000).map(entry).collect();
        entries.join(", ")
    };
    let wrong_skills = many(&|number| format!("a{number} = \"x\""));
    let unknown_skills = many(&|number| format!("Sord{number} = 5"));
    for skills in [wrong_skills, unknown_skills] {
        content.write(FIGHTER, fighter.replace("Sword = 50", &skills));
        assert!(content.problems().len() <= 1010);
    }
    content.write(FIGHTER, &fighter);
    let unknown_keys: String = (0..45_000)
        .map(|number| format!("turn{number} = 5\n"))
        .collect();
    let legend: String = (0..45_000)
        .map(|number| format!("a{number} = \"gras\"\n"))
        .collect();
    let characters: String = ('\u{4e00}'..='\u{9fff}').collect();
    for (old, new) in [
        ("turn_limit = 20\n", unknown_keys),
        ("[legend]\n", format!("[legend]\n{legend}")),
        ("..#..\n", "x\n".repeat(400_000)),
        ("..#..\n", characters),
        ("r...b\n", "xy\n".repeat(300_000)),
        ("[\"east\"]", format!("[\"{}\"]", "est".repeat(300_000))),
    ] {
        content.write(FIELD, field.replacen(old, &new, 1));
        let problems = content.problems();
        assert!((1..=1001).contains(&problems.len()), "{}", problems.len());
    }
    let border = "[[border]]\nat = [1, 1]\nsides = [\"east\", \"est\"]\nis = \"door\"\n";
    content.write(FIELD, field + &border.repeat(16_000));
    assert_eq!(content.problems().len(), 1001);
}

#[test]
fn deep_nesting() {
    let content = Content::good();
    for (open, place) in [("[", "1:37"), ("{a=", "1:101"), ("[{b=", "1:69")] {
        content.write(FIELD, format!("a = {}", open.repeat(100_000)));
        assert_eq!(
            content.problems(),
            [format!(
                "levels/field.toml:{place}: nested more than 32 levels deep \
                 (no content file needs more than 6 levels)"
            )]
        );
    }
    content.write(FIELD, format!("[{}a]", "a.".repeat(100_000)));
    assert_eq!(content.problems().len(), 1);
}

#[test]
fn a_file_in_the_wrong_folder() {
    let content = Content::good();
    content.write("levels/archer.toml", content.read(FIGHTER));
    assert_eq!(
        content.problems(),
        ["levels/archer.toml: expected a level, found a unit (move it to `assets/units`)"]
    );
}

#[test]
fn a_stray_file_among_the_rules() {
    let content = Content::good();
    content.write("assets/rules/percentile/tables.toml", "a = 1");
    assert_eq!(
        content.problems(),
        [
            "assets/rules/percentile/tables.toml: this file is not read \
          (the rules of a ruleset are in `rulebook.toml`)"
        ]
    );
}

#[test]
fn folders_too_deep_and_too_full() {
    let content = Content::good();
    content.write("levels/1/2/3/4/5/6/7/8/9/deep.toml", "a = 1");
    assert_eq!(
        content.problems(),
        ["levels/1/2/3/4/5/6/7/8/9: folders more than 8 levels deep are not read"]
    );
    let content = Content::good();
    for number in 0..=10_000 {
        content.write(&format!("levels/full/{number}.txt"), "");
    }
    let problems = content.problems();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("more than 10000 files; the rest are not read"));
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::symlink;

    let outside = Content::good();
    let content = Content::good();
    outside.replace(FIELD, "\"field\"", "\"other\"");
    symlink(outside.path(FIELD), content.path("levels/outside.toml")).unwrap();
    symlink(outside.folder(), content.path("levels/folder")).unwrap();
    symlink(content.folder(), content.path("levels/round")).unwrap();
    symlink("/nowhere/at/all", content.path("levels/nowhere.toml")).unwrap();
    assert_eq!(
        content.problems(),
        [
            "levels/folder: links to folders are not followed",
            "levels/nowhere.toml: this link leads nowhere",
            "levels/outside.toml: this link leads out of the content folder (copy the file instead)",
            "levels/round: links to folders are not followed",
        ]
    );
    let (library, _) = content.load();
    assert_eq!(library.levels.len(), 1);
}

#[cfg(unix)]
#[test]
fn links_from_one_folder_of_a_mod_to_another() {
    use std::os::unix::fs::symlink;

    let content = Content::good();
    let text = std::fs::read_to_string(content.path(FIELD)).unwrap();
    content.write("drafts/other.toml", text.replace("\"field\"", "\"other\""));
    symlink("../drafts/other.toml", content.path("levels/linked.toml")).unwrap();
    std::fs::rename(content.path("assets/units"), content.path("units")).unwrap();
    symlink("../units", content.path("assets/units")).unwrap();
    assert_eq!(content.problems(), [] as [&str; 0]);
    let (library, _) = content.load();
    assert_eq!(library.levels.len(), 2);
}

#[test]
fn broken_files_are_listed_and_the_rest_is_usable() {
    let content = Content::with(FIELD, "turn_limit", "turn_limt");
    content.write("levels/notes.toml", "a = [");
    content.write("levels/second.toml", content.read(FIELD));
    content.replace("levels/second.toml", "turn_limt", "turn_limit");
    content.replace("levels/second.toml", "\"field\"", "\"second\"");
    let (library, diagnostics) = content.load();
    assert!(diagnostics.has_errors());
    let sound: Vec<&str> = library.levels.keys().map(String::as_str).collect();
    assert_eq!(sound, ["second"]);
    let broken: Vec<(String, Option<&str>, usize)> = library
        .broken_of(FileKind::Level)
        .map(|file| (file.title(), file.id.as_deref(), file.diagnostics.len()))
        .collect();
    assert_eq!(
        broken,
        [
            ("Field".to_owned(), Some("field"), 1),
            ("notes".to_owned(), None, 1)
        ]
    );
}

#[test]
fn overlays_override_by_id_and_use_the_art_below() {
    let base = Content::good();
    let overlay = tempfile::tempdir().unwrap();
    let units = overlay.path().join("assets/units");
    std::fs::create_dir_all(&units).unwrap();
    let text = base.read(FIGHTER).replace("Fights.", "Fights better.");
    std::fs::write(units.join("better.toml"), text).unwrap();
    let (library, diagnostics) = Library::load(
        &[base.root(), ContentRoot::at(overlay.path())],
        shieldwall_rulesets::content(),
    );
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(library.units["fighter"].description, "Fights better.");
    assert!(library.units["fighter"].art.is_file());
    assert_eq!(library.overrides.len(), 1);
    let known = &library.overrides[0];
    assert_eq!((known.kind, known.id.as_str()), (FileKind::Unit, "fighter"));
    assert!(known.file.ends_with("better.toml") && known.replaced.ends_with("fighter.toml"));
}

#[test]
fn check_reads_what_the_files_refer_to() {
    let content = Content::good();
    let check = |file: &str| {
        content.lines(&check_paths_in(
            &[content.root()],
            shieldwall_rulesets::content(),
            &[content.path(file)],
        ))
    };
    assert!(check(FIELD).is_empty());
    assert!(check("levels").is_empty());
    assert!(check("").is_empty());
    assert!(check("assets/units").is_empty());
    // Only the files asked for are reported.
    content.replace(ITEMS, "base = 15", "base = 150");
    assert_eq!(
        check(FIGHTER),
        [
            "assets/units/fighter.toml:11:10: item `sword` has errors of its own \
          (see assets/items/items.toml:2:6)"
        ]
    );
    assert_eq!(check(ITEMS).len(), 1);
    assert_eq!(check("").len(), 3);
    assert!(check(TERRAIN).is_empty());
}

#[test]
fn check_works_out_the_kind_of_files_elsewhere() {
    let content = Content::good();
    let elsewhere = Content::good();
    let check = |text: &str, name: &str| {
        elsewhere.write(name, text);
        elsewhere.lines(&check_paths_in(
            &[content.root()],
            shieldwall_rulesets::content(),
            &[elsewhere.path(name)],
        ))
    };
    assert!(check(&content.read(FIELD), "mine.toml").is_empty());
    assert!(check(&content.read(FIGHTER), "mine.toml").is_empty());
    assert!(check(&content.read(ITEMS), "mine.toml").is_empty());
    assert_eq!(
        check(&content.read(FIELD).replace("grass", "gras"), "mine.toml"),
        ["mine.toml:18:7: unknown terrain `gras` (did you mean `grass`?)"]
    );
    assert_eq!(
        check("answer = 42", "mine.toml"),
        [
            "mine.toml: this is neither a level nor any other content file (a level has a `map`, a \
          unit `art`, a case `[combatant.A]`; other files have `[[item]]`, `[[terrain]]` or `[[rule]]`)"
        ]
    );
    assert_eq!(
        check("hello", "mine.txt"),
        ["mine.txt: this is no content file (content files are TOML files: `levels/name.toml`)"]
    );
    let huge = File::create(elsewhere.path("huge.toml")).unwrap();
    huge.set_len(100_000_000).unwrap();
    let diagnostics = check_paths_in(
        &[content.root()],
        shieldwall_rulesets::content(),
        &[elsewhere.path("huge.toml")],
    );
    assert!(
        diagnostics
            .to_string()
            .contains("the file has 100000000 bytes")
    );
}

#[test]
fn check_names_what_is_not_there() {
    let content = Content::good();
    let missing = PathBuf::from("no/such/file.toml");
    let empty = content.path("empty");
    std::fs::create_dir(&empty).unwrap();
    let diagnostics = check_paths_in(
        &[content.root()],
        shieldwall_rulesets::content(),
        &[missing, empty],
    );
    assert!(
        diagnostics
            .iter()
            .all(|problem| problem.severity == Severity::Error)
    );
    assert_eq!(
        content.lines(&diagnostics),
        [
            "empty: there are no content files in this folder \
             (content files are TOML files (`levels/name.toml`), pictures (`assets/art/icons/name.svg`) and \
             sounds (`assets/sounds/door.ogg`))",
            "no/such/file.toml: there is no such file or folder",
        ]
    );
}
