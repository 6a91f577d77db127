//! Journal entries in the words of authors, where these are not those of the journal.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::path::Path;

use serde_json::{Value, json};
use shieldwall_battle::terms::{Placement, PlacementRole, Term, Word};
use shieldwall_battle::{Area, CombatantId, Entry, Event, Journal, MoveCost, SideId, SideSet};
use shieldwall_content::Case;
use shieldwall_grid::{Cell, Metres, ZoneId};
use shieldwall_lab::cases::{Cast, author_view};

/// Two combatants on a map of three columns.
const CASE: &str = r#"title = "Two"
ruleset = "percentile"
map = """
...
AB.
...
"""
[combatant.A]
side = "red"
[combatant.B]
side = "blue"
"#;

fn case() -> Case {
    Case::parse(Path::new("two.toml"), CASE, battlefield::library()).unwrap()
}

/// An event as authors write it, seen by these sides only.
fn view(event: Event, only_for: Option<SideSet>) -> Value {
    let case = case();
    let mut journal = Journal::default();
    journal.write_for(event, &[], only_for);
    let entry: &Entry = &journal.entries()[0];
    Value::Object(author_view(entry, &Cast::of(&case), &case.level))
}

/// Asserts that a view has these keys with these values, and no others but those of all entries.
fn assert_view(found: &Value, wanted: &Value) {
    let mut rest = found.clone();
    let rest = rest.as_object_mut().unwrap();
    for key in ["event", "round"] {
        rest.remove(key);
    }
    assert_eq!(Value::Object(rest.clone()), *wanted, "{found}");
}

const SHOVED: Placement = Word(&Term::new("shoved", PlacementRole::Moved));

#[test]
fn everyone_who_is_moved_has_a_path() {
    let placed = Event::Placed {
        who: CombatantId(1),
        from: Cell(4),
        to: Cell(8),
        how: SHOVED,
    };
    assert_view(
        &view(placed, None),
        &json!({"who": "B", "path": [[1, 1], [2, 2]], "end": [2, 2], "how": "shoved"}),
    );
}

#[test]
fn a_mount_is_a_letter_or_nobody() {
    let riding = |on| Event::Riding {
        who: CombatantId(0),
        on,
        cell: Cell(4),
    };
    assert_view(
        &view(riding(Some(CombatantId(1))), None),
        &json!({"who": "A", "mount": "B", "cell": [1, 1]}),
    );
    assert_view(
        &view(riding(None), None),
        &json!({"who": "A", "mount": "none", "cell": [1, 1]}),
    );
}

#[test]
fn costs_are_metres_or_plain_numbers() {
    let moved = |cost| Event::Moved {
        who: CombatantId(0),
        path: vec![Cell(3), Cell(0)],
        cost,
        stopped: None,
    };
    let cost = |cost| view(moved(cost), None)["cost"].clone();
    assert_eq!(cost(Metres::from_milli(1500).into()), json!(1.5));
    assert_eq!(cost(MoveCost::count(3, "half zones")), json!(3));
}

#[test]
fn zones_and_sides_have_their_names() {
    let blast = Event::Blast {
        who: CombatantId(0),
        item: None,
        with: "Fire".to_owned(),
        aimed: Area::Zone(ZoneId(0)),
        struck: None,
        missile: true,
    };
    let zone = case().level.zones.name(ZoneId(0)).to_owned();
    assert_view(
        &view(blast, None),
        &json!({"who": "A", "with": "Fire", "aimed": zone, "missile": true}),
    );
    let passed = || Event::Passed {
        side: SideId::GREEN,
        forced: false,
        in_a_row: 1,
    };
    let keys = json!({"side": "green", "forced": false, "in_a_row": 1, "only_for": "blue"});
    let only = SideSet::of(SideId::BLUE);
    assert_view(&view(passed(), Some(only)), &keys);
    let several = only.with(SideId::YELLOW);
    let several = view(passed(), Some(several));
    assert_eq!(several["only_for"], json!(["blue", "yellow"]));
}
