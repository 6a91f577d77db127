//! Keys, kinds of values, lengths and ranges that are wrong, in any kind of file.

use crate::fixture::{Content, FIELD, FIGHTER, ITEMS, TERRAIN, expect};

#[test]
fn the_fixture_is_good() {
    let (library, diagnostics) = Content::good().load();
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(library.items.len(), 7);
    assert_eq!(library.levels.len(), 1);
}

#[test]
fn unknown_keys() {
    expect(
        FIELD,
        "turn_limit",
        "turn_limt",
        &["levels/field.toml:5:1: unknown key `turn_limt` (did you mean `turn_limit`?)"],
    );
    expect(
        ITEMS,
        "base = 15",
        "bass = 15",
        &[
            "assets/items/items.toml:9:53: unknown key `bass` (did you mean `base`?)",
            "assets/units/fighter.toml:11:10: item `sword` has errors of its own \
             (see assets/items/items.toml:2:6)",
            "levels/field.toml:22:12: unit `fighter` has errors of its own \
             (see assets/units/fighter.toml:1:6)",
        ],
    );
    expect(
        FIELD,
        "[side.red]",
        "[side.purple]\n[side.red]",
        &[
            "levels/field.toml:21:7: unknown key `purple` (the keys known here are: `blue`, \
             `green`, `red`, `yellow`)",
        ],
    );
}

#[test]
fn keys_that_were_renamed() {
    expect(
        FIELD,
        "[legend]",
        "[[device]]\nname = \"Lever\"\nat = [0, 0]\ndeed = \"Pull it\"\n\n[legend]",
        &["levels/field.toml:20:1: unknown key `deed` (`deed` is now called `action`)"],
    );
}

#[test]
fn a_key_of_the_top_below_a_header() {
    let content = Content::with(FIELD, "turn_limit = 20\n", "");
    content.replace(FIELD, "[side.red]\n", "[side.red]\nturn_limit = 9\n");
    assert_eq!(
        content.problems(),
        [
            "levels/field.toml:21:1: unknown key `turn_limit` (`turn_limit` belongs at the top of the \
           file, before the first `[…]`)"
        ]
    );
}

#[test]
fn missing_keys() {
    expect(
        TERRAIN,
        "name = \"Wall\"\n",
        "",
        &[
            "assets/terrain/terrain.toml:8:1: missing key `name` (expected a string)",
            "levels/field.toml:19:7: terrain `wall` has errors of its own \
             (see assets/terrain/terrain.toml:9:6)",
        ],
    );
    expect(
        FIELD,
        "grid = \"square\"\n",
        "",
        &["levels/field.toml:1:1: missing key `grid` \
           (expected one of `hex-pointy`, `hex-flat`, `square`)"],
    );
    expect(
        FIELD,
        "\n[side.blue]\nwarband = [\"fighter\", \"fighter\"]\n",
        "",
        &["levels/field.toml:21:2: missing key `blue` (expected a table)"],
    );
}

#[test]
fn wrong_kinds_of_values() {
    expect(
        FIELD,
        "turn_limit = 20",
        "turn_limit = \"20\"",
        &["levels/field.toml:5:14: `turn_limit` is the string `20`, \
           expected a whole number from 1 to 10000"],
    );
    expect(
        FIELD,
        "turn_limit = 20",
        "turn_limit = 2.5",
        &["levels/field.toml:5:14: `turn_limit` is the number 2.5, \
           expected a whole number from 1 to 10000"],
    );
    expect(
        FIELD,
        "warband = [\"fighter\"]",
        "warband = \"fighter\"",
        &["levels/field.toml:22:11: `warband` is the string `fighter`, expected a list"],
    );
    expect(
        FIELD,
        "at = [1, 1]",
        "at = [1, true]",
        &[
            "levels/field.toml:28:10: entry 2 of `at` is `true`, expected a whole number \
           from -2147483648 to 2147483647",
        ],
    );
    expect(
        FIGHTER,
        "\"kite\"",
        "7",
        &[
            "assets/units/fighter.toml:11:19: entry 2 of `items` is the number 7, \
             expected a string or a table",
            "levels/field.toml:22:12: unit `fighter` has errors of its own \
             (see assets/units/fighter.toml:1:6)",
        ],
    );
}

#[test]
fn whole_numbers_are_written_without_a_point() {
    expect(
        FIELD,
        "turn_limit = 20",
        "turn_limit = 20.0",
        &["levels/field.toml:5:14: `turn_limit` is the number 20.0, \
           expected a whole number from 1 to 10000"],
    );
}

#[test]
fn keys_of_the_authors_choice_may_look_like_anything() {
    for key in ["0", "007", "a/b~0~1c", "", "~", "é"] {
        expect(
            FIGHTER,
            "Dodge = 30",
            &format!("\"{key}\" = true"),
            &[
                &format!(
                    "assets/units/fighter.toml:9:{}: `{key}` is `true`, \
                     expected a whole number from 0 to 500",
                    42 + key.chars().count()
                ),
                "levels/field.toml:22:12: unit `fighter` has errors of its own \
                 (see assets/units/fighter.toml:1:6)",
            ],
        );
    }
}

#[test]
fn a_wrong_value_is_told_once_and_its_parts_are_no_matter() {
    expect(
        FIELD,
        "at = [1, 1]",
        "at = [true, 1.5, \"x\"]",
        &["levels/field.toml:28:6: `at` has 3 entries, expected 2"],
    );
    expect(
        FIELD,
        "turn_limit = 20",
        "turn_limit = -0.5",
        &["levels/field.toml:5:14: `turn_limit` is the number -0.5, \
           expected a whole number from 1 to 10000"],
    );
}

#[test]
fn single_and_double_brackets() {
    expect(
        FIELD,
        "[legend]",
        "[device]\nid = \"lever\"\n\n[legend]",
        &[
            "levels/field.toml:17:1: `device` is a table, expected a list \
           (there may be several: write `[[device]]`, once for each)",
        ],
    );
    expect(
        FIELD,
        "[legend]",
        "[[legend]]",
        &[
            "levels/field.toml:17:1: `legend` is a list, expected a table \
           (there is only one: write `[legend]`)",
        ],
    );
}

#[test]
fn numbers_and_lists_out_of_range() {
    expect(
        TERRAIN,
        "colour = \"#7f9b57\"",
        "colour = \"#7f9b57\"\ncost = 12",
        &[
            "assets/terrain/terrain.toml:6:8: `cost` is 12, expected a whole number from 1 to 9",
            "levels/field.toml:18:7: terrain `grass` has errors of its own \
             (see assets/terrain/terrain.toml:2:6)",
        ],
    );
    expect(
        FIELD,
        "turn_limit = 20",
        "turn_limit = 99999999999999999999999",
        &[
            "levels/field.toml:5:14: `turn_limit` is 99999999999999999999999, \
           expected a whole number from 1 to 10000",
        ],
    );
    expect(
        FIELD,
        "grid = ",
        "cell_m = nan\ngrid = ",
        &["levels/field.toml:4:10: `cell_m` is nan, expected a number from 0.1 to 10"],
    );
    expect(
        FIELD,
        "warband = [\"fighter\"]",
        "warband = []",
        &["levels/field.toml:22:11: `warband` has 0 entries, expected 1 to 250"],
    );
    expect(
        FIELD,
        "at = [1, 1]",
        "at = [1, 1, 1]",
        &["levels/field.toml:28:6: `at` has 3 entries, expected 2"],
    );
    expect(
        FIELD,
        "name = \"Field\"",
        "name = \"\"",
        &["levels/field.toml:2:8: `name` is empty, expected some text"],
    );
    let long = "é".repeat(61);
    expect(
        FIELD,
        "name = \"Field\"",
        &format!("name = \"{long}\""),
        &["levels/field.toml:2:8: `name` has 61 characters, expected 1 to 60"],
    );
}

#[test]
fn words_that_are_none_of_the_choices() {
    expect(
        FIELD,
        "is = \"low_wall\"",
        "is = \"lowwall\"",
        &[
            "levels/field.toml:30:6: `is` is `lowwall`, expected one of `wall`, `door`, `open_door`, \
           `locked_door`, `low_wall`, `hedge`, `arrow_slit`, `fence` (did you mean `low_wall`?)",
        ],
    );
    expect(
        FIELD,
        "[legend]",
        "[victory]\nkind = \"holds\"\nrounds = 2\n\n[legend]",
        &[
            "levels/field.toml:18:8: `kind` is `holds`, expected one of `last_standing`, `hold`, \
           `escape` (did you mean `hold`?)",
        ],
    );
    expect(
        FIELD,
        "[legend]",
        "[victory]\nkind = \"hold\"\nside = \"red\"\n\n[legend]",
        &[
            "levels/field.toml:17:1: missing key `rounds` (expected a whole number from 1 to 100)",
            "levels/field.toml:19:1: unknown key `side` (the keys known here are: `kind`, `rounds`)",
        ],
    );
    expect(
        FIELD,
        "[legend]",
        "[victory]\nrounds = 2\n\n[legend]",
        &["levels/field.toml:17:1: missing key `kind` \
           (expected one of `last_standing`, `hold`, `escape`)"],
    );
}

#[test]
fn identifiers() {
    expect(
        FIELD,
        "id = \"field\"",
        "id = \"The Field\"",
        &["levels/field.toml:1:7: `The Field` is no identifier (such as `the_field`)"],
    );
}

#[test]
fn one_run_reports_every_error_of_a_file() {
    let content = Content::with(FIELD, "turn_limit = 20", "turn_limt = 20");
    content.replace(FIELD, "..#..", "..#.");
    content.replace(FIELD, "\"#\" = \"wall\"", "\"#\" = \"wal\"");
    content.replace(FIELD, "at = [1, 1]", "at = [9, 1]");
    content.replace(FIELD, "[\"fighter\"]", "[\"figter\"]");
    content.replace(FIELD, "[\"east\"]", "[\"est\"]");
    assert_eq!(
        content.problems(),
        [
            "levels/field.toml:5:1: unknown key `turn_limt` (did you mean `turn_limit`?)",
            "levels/field.toml:8:5: row 1 of `map`, counted from 0, has 4 cells, expected 5 (1 cell missing)",
            "levels/field.toml:19:7: unknown terrain `wal` (did you mean `wall`?)",
            "levels/field.toml:22:12: unknown unit `figter` (did you mean `fighter`?)",
            "levels/field.toml:28:6: column 9, row 1 is off the map \
             (columns go from 0 to 4, rows from 0 to 2)",
            "levels/field.toml:29:10: cells have no side `est` (did you mean `east`?)",
        ]
    );
}

#[test]
fn the_line_itself_is_shown_with_a_caret() {
    let (_, diagnostics) = Content::with(FIELD, "turn_limit", "turn_limt").load();
    let text = diagnostics.to_string();
    let shown: Vec<&str> = text.lines().collect();
    assert!(shown[0].ends_with("levels/field.toml:5:1: error: unknown key `turn_limt`"));
    assert_eq!(
        shown[1..],
        [
            "  |",
            "5 | turn_limt = 20",
            "  | ^^^^^^^^^",
            "  |",
            "  = help: did you mean `turn_limit`?"
        ]
    );
}

#[test]
fn names_cannot_drive_a_terminal_or_turn_text_around() {
    for (inside, described) in [
        (r"\u001b[31m", "a control character (U+001B)"),
        (r"\u009b2J", "a control character (U+009B)"),
        (r"\n", "a line break"),
        (r"\t", "a tab"),
        (
            r"\u202e",
            "a character that changes how text is laid out (U+202E)",
        ),
    ] {
        let content = Content::with(
            FIELD,
            "name = \"Field\"",
            &format!("name = \"Fi{inside}ld\""),
        );
        assert_eq!(
            content.problems(),
            [format!(
                "levels/field.toml:2:11: `name` has {described} in it \
                 (take it out: this is a text of one line)"
            )]
        );
    }
    // The names of other things, and keys of the author's choice.
    for (file, was, is) in [
        (ITEMS, "name = \"Cap\"", "name = \"Ca\\u0007p\""),
        (TERRAIN, "name = \"Grass\"", "name = \"Gr\\u0007ass\""),
        (FIGHTER, "name = \"Fighter\"", "name = \"Fi\\u0007ghter\""),
        (FIGHTER, "Dodge = 30", "\"Do\\u0007dge\" = 30"),
        (FIELD, "[side.red]\n", "[side.red]\nname = \"R\\u0007\"\n"),
    ] {
        let problems = Content::with(file, was, is).problems();
        assert!(problems[0].contains("U+0007"), "{problems:?}");
    }
}

#[test]
fn descriptions_may_have_several_lines_and_nothing_worse() {
    let content = Content::with(FIELD, "\"A field.\"", "\"A field.\\n\\tWide.\"");
    assert_eq!(content.problems(), Vec::<String>::new());
    expect(
        FIELD,
        "\"A field.\"",
        "\"A field.\\u001b[2J\"",
        &[
            "levels/field.toml:3:24: `description` has a control character (U+001B) in it \
           (take it out)",
        ],
    );
}
