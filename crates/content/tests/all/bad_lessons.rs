//! Lessons that have the right shape but make no sense, and some that have not.

use crate::fixture::Content;

const FILE: &str = "assets/lessons/duel.toml";

/// A good lesson.
const LESSON: &str = r#"id = "duel"
name = "Duel"
description = "A duel."
ruleset = "percentile"
level = "field"
warband = { red = ["fighter"] }
dice = ["d100=31", "d8=6"]

[[step]]
text = "You lead red."
point = { cell = [1, 1] }

[[step]]
text = "Strike."
point = { action = "attack" }
until = { choice = "attack" }
"#;

/// Problems with the lesson after replacing a piece of it.
fn said(old: &str, new: &str) -> Vec<String> {
    assert!(LESSON.contains(old), "{old}");
    let content = Content::good();
    content.write(FILE, LESSON.replacen(old, new, 1));
    let prefix = format!("{FILE}:");
    let strip = |problem: String| Some(problem.strip_prefix(&prefix)?.to_owned());
    content.problems().into_iter().filter_map(strip).collect()
}

#[test]
fn a_good_lesson_is_read() {
    assert_eq!(said("id", "id"), Vec::<String>::new());
}

#[test]
fn what_a_lesson_refers_to_is_there() {
    assert_eq!(
        said("\"field\"", "\"feild\""),
        ["5:9: unknown level `feild` (did you mean `field`?)"]
    );
    assert_eq!(
        said("\"percentile\"", "\"percentil\""),
        [
            "4:11: `ruleset` is `percentil`, expected one of `percentile`, `zones`, `d20`, `segments` (did you mean `percentile`?)"
        ]
    );
    assert_eq!(
        said("[\"fighter\"]", "[\"figter\"]"),
        ["6:20: unknown unit `figter` (did you mean `fighter`?)"]
    );
    let too_many = said(
        "[\"fighter\"]",
        "[\"fighter\", \"fighter\", \"fighter\", \"fighter\"]",
    );
    assert_eq!(
        too_many,
        ["6:13: the level has 3 deployment cells for 4 units"]
    );
    assert_eq!(
        said("red =", "green ="),
        ["6:13: the level has no green side"]
    );
    assert_eq!(
        said("[1, 1]", "[9, 1]"),
        ["11:18: the cell [9, 1] is not on the map"]
    );
}

#[test]
fn dice_are_dice() {
    for (wrong, why) in [("d8=9", "expected a face from 1 to 8"), ("8", "a die")] {
        let said = said("d8=6", wrong);
        assert!(
            said[0].starts_with("7:20: ") && said[0].contains(why),
            "{said:?}"
        );
    }
}

#[test]
fn a_step_points_at_one_thing_and_waits_for_one() {
    let two = said("cell = [1, 1]", "cell = [1, 1], panel = \"log\"");
    assert_eq!(
        two,
        ["11:1: expected one of `combatant`, `cell`, `action` and `panel`, found 2"]
    );
    let none = said("{ choice = \"attack\" }", "{}");
    assert_eq!(
        none,
        ["16:1: expected one of `decision`, `answer` and `choice`, found 0"]
    );
    let unknown = said("cell = [1, 1]", "panel = \"lgo\"");
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].starts_with("11:19: "), "{unknown:?}");
}
