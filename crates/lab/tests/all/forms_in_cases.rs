//! Mistakes in the declarations of cases under a ruleset with long forms, and in what is in hand.

use crate::cases::said;

/// A case that holds.
const TWO_BLADES: &str = r#"title = "Both hands"
ruleset = "segments"
rounds = 1
map = """
....
.AB.
....
"""
dice = ["d10=5", "d100=96"]

[combatant.A]
side = "red"

[combatant.A.segments.stats]
im = 0
rank = 4
attacks = 1
items = ["sword_broad", "dagger", "heater"]
in_hand = ["sword_broad", "dagger"]

[combatant.B]
side = "blue"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
target = "B"
fields = { hands = "both in turn" }
"#;

fn with(old: &str, new: &str) -> Vec<String> {
    assert!(TWO_BLADES.contains(old), "{old}");
    said(&TWO_BLADES.replacen(old, new, 1))
}

/// Asserts that the first error is at this place, with these words.
fn at(said: &[String], place: &str, words: &[&str]) {
    let first = said.first().map_or("", String::as_str);
    for word in words.iter().chain([&place]) {
        assert!(first.contains(word), "{said:#?}");
    }
}

#[test]
fn what_is_in_hand_is_carried_and_has_a_hand() {
    assert_eq!(said(TWO_BLADES), Vec::<String>::new());
    let hands = "in_hand = [\"sword_broad\", \"dagger\"]";
    at(
        &with(hands, "in_hand = [\"sword_great\"]"),
        "case.toml:19:12",
        &["`sword_great` is not among the items", "add it to `items`"],
    );
    at(
        &with(hands, "in_hand = [\"sword_broad\", \"dagger\", \"heater\"]"),
        "case.toml:19",
        &["2"],
    );
}

#[test]
fn fields_take_what_they_offer_alone() {
    let fields = "fields = { hands = \"both in turn\" }";
    at(
        &with(fields, "fields = { hands = \"left hand\" }"),
        "24:",
        &["left hand", "main hand", "both in turn"],
    );
    at(
        &with(fields, "fields = { guard = 21 }"),
        "24:",
        &["guard", "0", "20"],
    );
    at(
        &with(fields, "fields = { haste = 1 }"),
        "24:",
        &["haste", "how", "guard"],
    );
    // A field that another answer shuts.
    at(
        &with(
            fields,
            "fields = { hands = \"both in turn\", gear = \"put away\" }",
        ),
        "24:",
        &["gear"],
    );
}
