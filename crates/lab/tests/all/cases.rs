//! Cases: the shipped ones hold, wrong ones say what is wrong, and hostile ones do no harm.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use proptest::prelude::*;
use shieldwall_content::{Case, ContentRoot, Library};
use shieldwall_lab::cases::run_case;

pub(crate) static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0)
});

/// All shipped cases with their texts.
static SHIPPED: LazyLock<Vec<(PathBuf, String)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let (files, diagnostics) = Case::find(&folder);
    assert!(!diagnostics.has_errors());
    files
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            (file, text)
        })
        .collect()
});

/// A case that holds.
pub(crate) const GOOD: &str = r#"title = "A plain hit"
ruleset = "percentile"
proves = ["PCT-101"]
map = """
...
AB.
...
"""
dice = ["d100=45", "d8=5"]

[combatant.A]
side = "red"

[combatant.A.percentile]
db = "0"
skills = { Sword = 45 }
items = ["sword_broad"]

[combatant.B]
side = "blue"

[combatant.B.percentile]
hp = 13

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"

[[expect]]
event = "damage"
target = "B"
lost = 6

[after.B]
hp = 7
"#;

/// What is said of a case: errors of the file, or failures.
pub(crate) fn said(text: &str) -> Vec<String> {
    match Case::parse(Path::new("case.toml"), text, &LIBRARY) {
        Ok(case) => run_case(&case, &LIBRARY)
            .failures
            .into_iter()
            .map(|failure| match failure.line {
                Some(line) => format!("{line}: {}", failure.message),
                None => failure.message,
            })
            .collect(),
        Err(diagnostics) => diagnostics.into_iter().map(|one| one.to_string()).collect(),
    }
}

/// What is said of the good case with a piece replaced.
pub(crate) fn with(old: &str, new: &str) -> Vec<String> {
    assert!(GOOD.contains(old), "{old}");
    said(&GOOD.replacen(old, new, 1))
}

pub(crate) fn only(said: &[String], words: &str) {
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].contains(words), "{said:#?}");
}

#[test]
fn the_shipped_cases_hold() {
    assert!(SHIPPED.len() > 300);
    for (file, text) in SHIPPED.iter() {
        let said = said(text);
        assert!(said.is_empty(), "{}: {said:#?}", file.display());
    }
}

/// A case with its journal as `test -v` prints it in place of what it expects.
fn expecting_its_journal(text: &str) -> Option<String> {
    let case = Case::parse(Path::new("case.toml"), text, &LIBRARY).unwrap();
    let journal = run_case(&case, &LIBRARY).journal;
    // No case expects more than that.
    let lines: Vec<&str> = journal.iter().take(1_000).map(String::as_str).collect();
    let mut table: toml::Table = text.parse().unwrap();
    let expected: toml::Table = format!("expect = [{}]", lines.join(",\n")).parse().unwrap();
    table.remove("never");
    table.extend(expected);
    (!lines.is_empty()).then(|| toml::to_string(&table).unwrap())
}

#[test]
fn what_is_printed_of_a_case_holds_as_its_expectation() {
    let mut pasted = 0;
    for (file, text) in SHIPPED.iter() {
        let Some(text) = expecting_its_journal(text) else {
            continue;
        };
        let said = said(&text);
        assert!(said.is_empty(), "{}: {said:#?}", file.display());
        pasted += 1;
    }
    assert!(pasted > 300, "{pasted}");
}

/// The good case with a sentence about a refusal at the end of its choices.
fn refusing(keys: &str) -> Vec<String> {
    let refusal = format!("[[choice]]\nby = \"B\"\n{keys}\n\n[[expect]]");
    with("[[expect]]", &refusal)
}

#[test]
fn a_refusal_without_offer_asks_for_when() {
    let said = refusing("do = \"reload\"\nrefused = true");
    only(&said, "never asked for");
    only(&said, "is refused where `when` says");
}

#[test]
fn refusals_have_reasons() {
    let attack =
        "when = \"statement\"\ndo = \"attack\"\ntarget = \"B\"\nrefused = true\nbecause = ";
    assert_eq!(
        refusing(&format!("{attack}\"friend\"")),
        Vec::<String>::new()
    );
    assert_eq!(
        refusing(&format!("{attack}[\"friend\", \"PCT-R72\"]")),
        Vec::<String>::new()
    );
    let other = &refusing(&format!("{attack}\"range\""))[0];
    assert!(
        other.contains("refused for another reason than `range`"),
        "{other}"
    );
    assert!(other.contains("(because: `friend`, `PCT-R72`)"), "{other}");
    let rule = refusing(&format!("{attack}\"PCT-R720\""));
    only(&rule, "there is no rule `PCT-R720`");
}

#[test]
fn choices_have_alternatives_in_order() {
    let answered = |answer: &str| {
        let choice = format!("[[choice]]\nby = \"B\"\nwhen = \"defence\"\n{answer}\n\n[[expect]]");
        let dice = GOOD.replacen(
            "dice = [\"d100=45\", \"d8=5\"]",
            "dice = [\"d100=45\", \"d100=99\", \"d8=5\"]",
            1,
        );
        said(&dice.replacen("[[expect]]", &choice, 1))
    };
    let nothing = Vec::<String>::new();
    // B has no shield to parry with.
    assert_eq!(answered("do = \"parry\"\nelse = [\"dodge\"]"), nothing);
    assert_eq!(
        answered(
            "do = \"parry\"\nelse = [{ do = \"parry\", item = \"sword_broad\" }, { do = \"dodge\" }]"
        ),
        nothing
    );
    assert!(answered("do = \"parry\"\nelse = [\"dodgee\"]")[0].contains("did you mean `dodge`"));
    assert!(
        answered("do = \"parry\"\nrefused = true\nelse = [\"dodge\"]")[0]
            .contains("has no alternatives")
    );
    assert!(answered("else = [\"dodge\"]")[0].contains("goes with what is done"));
}

#[test]
fn a_good_case_holds() {
    assert_eq!(said(GOOD), Vec::<String>::new());
}

#[test]
fn what_differs_is_said() {
    let damage = with("lost = 6", "lost = 7");
    only(
        &damage,
        "35: not in the journal: { event = \"damage\", lost = 7, target = \"B\" }",
    );
    only(&with("hp = 7", "hp = 8"), "after.B.hp: expected 8, found 7");
    only(
        &with("[after.B]\nhp = 7", "[after.B]\nstate = \"dead\""),
        "after.B.state",
    );
    only(
        &with("[[expect]]", "[[never]]"),
        "must not be in the journal",
    );
}

#[test]
fn dice_must_be_used_up_exactly() {
    only(
        &with("\"d8=5\"]", "\"d8=5\", \"d6=1\"]"),
        "loaded but never rolled: d6=1",
    );
    let short = with(", \"d8=5\"]", "]");
    assert!(
        short.iter().any(|said| said.contains("only 1 were loaded")),
        "{short:#?}"
    );
    let other = with("d8=5", "d10=5");
    assert!(
        other
            .iter()
            .any(|said| said.contains("but a d8 was rolled")),
        "{other:#?}"
    );
    only(&with("d8=5", "d8=9"), "expected a face from 1 to 8");
}

#[test]
fn refusals_are_told_from_misunderstandings() {
    let refused = |choice: &str| {
        let text = GOOD.replacen("[[choice]]", &format!("{choice}\n[[choice]]"), 1);
        said(&text)
    };
    // Bare hands parry no sword, whatever is tried.
    assert_eq!(
        refused("[[choice]]\nby = \"B\"\ndo = \"parry\"\nwhen = \"defence\"\nrefused = true\n"),
        Vec::<String>::new()
    );
    let taken =
        refused("[[choice]]\nby = \"B\"\ndo = \"none\"\nwhen = \"defence\"\nrefused = true\n");
    assert!(taken[0].contains("it was not refused"), "{taken:#?}");
    let offered =
        refused("[[choice]]\nby = \"B\"\nwhen = \"defence\"\nnot_offered = [\"dodge\"]\n");
    assert!(offered[0].contains("`dodge` is on offer"), "{offered:#?}");
    let never = refused("[[choice]]\nby = \"B\"\ndo = \"reload\"\n");
    assert!(
        never.iter().any(|said| said.contains("never asked for")),
        "{never:#?}"
    );
}

#[test]
fn places_are_checked() {
    let twice = with("AB.", "AA.");
    assert!(twice[0].contains("is on the map twice"), "{twice:#?}");
    only(&with("AB.", "A.."), "`B` is nowhere");
    only(
        &with("side = \"blue\"", "side = \"red\""),
        "the blue side has no combatants",
    );
    only(
        &with("map = ", "level = \"duel-ring\"\nmap = "),
        "cannot be given together",
    );
    only(
        &with("map = ", "floor = \"flor\"\nmap = "),
        "unknown terrain `flor`",
    );
}

/// A case under the other ruleset that holds.
const UNDER_ZONES: &str = r#"title = "A blow"
ruleset = "zones"
map = """
....
.AB.
....
"""
dice = ["d6=4"]

[zones]
starter = "red"

[combatant.A]
side = "red"
zones = { items = ["sword_broad"] }

[combatant.B]
side = "blue"

[[choice]]
by = "red"
do = "activate"
target = "A"

[[choice]]
by = "A"
do = "attack"
item = "sword_broad"
target = "B"

[after.B]
hp = 4
"#;

/// What is said of that case with a piece replaced.
fn with_zones(old: &str, new: &str) -> Vec<String> {
    assert!(UNDER_ZONES.contains(old), "{old}");
    said(&UNDER_ZONES.replacen(old, new, 1))
}

/// Asserts that there is one error, at this place, with this message and way out.
fn only_at(said: &[String], place: &str, message: &str, help: &str) {
    only(said, &format!("case.toml:{place}: error: {message}\n"));
    only(said, &format!("help: {help}"));
}

#[test]
fn keys_that_only_another_ruleset_reads_are_refused() {
    assert_eq!(said(UNDER_ZONES), Vec::<String>::new());
    only_at(
        &with_zones(
            "side = \"blue\"\n",
            "side = \"blue\"\npercentile = { hp = 9 }\n",
        ),
        "19:1",
        "`percentile` is for percentile cases, and this one is under zones",
        "what zones reads stands in `[combatant.B.zones]`",
    );
    only_at(
        &with(
            "[combatant.A]\n",
            "[zones]\nstarter = \"red\"\n\n[combatant.A]\n",
        ),
        "11:2",
        "`zones` is for zones cases, and this one is under percentile",
        "settings of percentile stand in `[percentile]`",
    );
    let thing = "[[thing]]\nat = [0, 0]\nitem = \"torch\"\n\n[combatant.A]\n";
    only_at(
        &with("[combatant.A]\n", thing),
        "11:3",
        "`thing` means nothing under percentile",
        "leave it out",
    );
}

/// What a ruleset reads stood among the keys of the combatant once, and its settings in `[settings]`.
#[test]
fn goals_of_a_case_under_its_ruleset_are_checked() {
    let table = |line: &str| {
        with_zones(
            "starter = \"red\"\n",
            &format!("starter = \"red\"\n{line}\n"),
        )
    };
    assert_eq!(
        table("turn_limit = 9\nwinner_at_limit = \"blue\""),
        Vec::<String>::new()
    );
    only(
        &table("winner_at_limit = \"green\""),
        "there is no green side here",
    );
    only(
        &table("victory = { kind = \"hold\", rounds = 2 }"),
        "victory by `hold` needs an objective",
    );
    only(
        &table("warband = { red = [\"archer\"] }"),
        "unknown key `warband`",
    );
    only(&table("turn_limit = 0"), "turn_limit");
    let map = "map = \"\"\"\n...\nAB.\n...\n\"\"\"\n";
    let said = with(map, "level = \"duel-ring\"\nlight = \"...\"\n");
    let is_light = |line: &String| line.contains("`light` is the level's own");
    assert!(said.iter().any(is_light), "{said:#?}");
}

#[test]
fn old_cases_are_told_where_their_keys_stand_now() {
    let blue = "side = \"blue\"\n";
    for (key, value, place) in [
        ("hp", "9", "`[combatant.B.percentile]`"),
        (
            "items",
            "[\"sword_broad\"]",
            "`[combatant.B.percentile]` or `[combatant.B.zones]`",
        ),
        ("skills", "{ Sword = 50 }", "`[combatant.B.percentile]`"),
        ("hidden", "false", "`[combatant.B.percentile]`"),
        (
            "start",
            "{ health = 9 }",
            "`[combatant.B.d20]` or `[combatant.B.segments]` or `[combatant.B.zones]`",
        ),
    ] {
        only_at(
            &with_zones(blue, &format!("{blue}{key} = {value}\n")),
            "19:1",
            &format!("unknown key `{key}`"),
            &format!("`{key}` belongs in {place}"),
        );
    }
    only_at(
        &with_zones(
            "[zones]\n",
            "[settings]\nstatement = \"skipped\"\n\n[zones]\n",
        ),
        "10:2",
        "unknown key `settings`",
        "settings of a ruleset stand in the table with its name",
    );
}

#[test]
fn units_that_nobody_is_are_refused() {
    for (old, new, place) in [
        (
            "starter = \"red\"",
            "starter = \"red\"\nnot_hidden = [\"c\"]",
            "12:15",
        ),
        (
            "starter = \"red\"",
            "starter = \"red\"\ngroups = [{ side = \"blue\", units = [\"b\", \"c\"] }]",
            "12:42",
        ),
        ("zones = { items", "zones = { rides = \"c\", items", "15:19"),
    ] {
        only_at(
            &with_zones(old, new),
            place,
            "no combatant is a unit `c`",
            "units here: `a`, `b`",
        );
    }
}

#[test]
fn somebody_has_to_be_the_enemy() {
    only_at(
        &with_zones("[combatant.A]", "[ally]\nblue = \"red\"\n\n[combatant.A]"),
        "13:2",
        "all sides are allied with each other",
        "at least one side must be an enemy",
    );
    only(
        &with_zones("[combatant.A]", "[ally]\nyellow = \"red\"\n\n[combatant.A]"),
        "there is no yellow side here",
    );
    let on_a_level = "title = \"Three\"\nruleset = \"percentile\"\nlevel = \"duel-ring\"\n\
        [combatant.A]\nside = \"red\"\n[combatant.B]\nside = \"blue\"\n\
        [combatant.C]\nside = \"green\"\n";
    only_at(
        &said(on_a_level),
        "9:8",
        "the level has no green side",
        "its last one is blue",
    );
}

#[test]
fn sides_are_no_combatants_in_the_end() {
    only_at(
        &with("[after.B]", "[after.red]"),
        "40:1",
        "there is no combatant `red`",
        "there are `A`, `B`",
    );
}

/// Changes a text somewhere: a line twice, missing or moved, a character or a number changed.
fn spoilt(text: &str, how: u8, at: usize, with: char) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let line = at % lines.len();
    let changed;
    match how % 5 {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[line]),
        2 => {
            let other = (at / 7) % lines.len();
            lines.swap(line, other);
        }
        3 => {
            let place = lines[line]
                .char_indices()
                .map(|(place, _)| place)
                .nth(at % 9);
            changed = match place {
                Some(place) => {
                    let mut line = lines[line].to_owned();
                    line.replace_range(place..place, &with.to_string());
                    line
                }
                None => with.to_string(),
            };
            lines[line] = &changed;
        }
        _ => {
            changed = lines[line].replace(|digit: char| digit.is_ascii_digit(), "99");
            lines[line] = &changed;
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_cases_do_no_harm(
        which in any::<prop::sample::Index>(),
        spoils in prop::collection::vec((any::<u8>(), any::<usize>(), any::<char>()), 1..4),
    ) {
        let (_, text) = &SHIPPED[which.index(SHIPPED.len())];
        let mut text = text.clone();
        for (how, at, with) in spoils {
            text = spoilt(&text, how, at / 2, with);
            if text.is_empty() {
                text.push('x');
            }
        }
        if let Err(diagnostics) = Case::parse(Path::new("case.toml"), &text, &LIBRARY) {
            for diagnostic in diagnostics {
                prop_assert!(diagnostic.line() > 0, "{diagnostic}");
            }
        } else {
            // It may hold or fail, but it ends.
            let _ = said(&text);
        }
    }

    #[test]
    fn random_text_is_no_case(text in "\\PC{0,300}") {
        prop_assert!(Case::parse(Path::new("case.toml"), &text, &LIBRARY).is_err());
    }
}
