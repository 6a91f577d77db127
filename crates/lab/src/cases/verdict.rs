//! Whether a case holds: its choices, its dice, the journal and the end.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};
use shieldwall_battle::terms::keys;
use shieldwall_battle::{Journal, Roster};
use shieldwall_content::{
    Case, Library,
    case::{AfterEntry, AfterItem, ExpectEntry},
};
use shieldwall_dice::{LoadedDice, SharedDice};

use super::{
    CasePlay,
    author_view::{author_view, one_line},
    playing::MOST_DECISIONS,
    words,
};

/// Most entries of the journal that are shown with a failure.
const SHOWN: usize = 8;

/// How a case came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Everything that is not as the case says; empty if the case holds.
    pub failures: Vec<Failure>,
    /// The journal in the author's words, one entry a line, each as it may stand in `expect`.
    pub journal: Vec<String>,
    /// What was refused as the case says, and why.
    pub refusals: Vec<String>,
    /// The journal itself; empty if the case could not be played.
    #[serde(skip)]
    pub entries: Journal,
}

/// One thing that is not as the case says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Line of the case file, from 1; `None` if it is about the whole case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What was found instead, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
}

impl Verdict {
    /// Of a case that could not be played.
    fn unplayed(failures: Vec<Failure>) -> Self {
        Self {
            failures,
            refusals: Vec::new(),
            journal: Vec::new(),
            entries: Journal::default(),
        }
    }

    /// Whether the case holds.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs a case.
#[must_use]
pub fn run_case(case: &Case, library: &Arc<Library>) -> Verdict {
    run_case_within(case, library, MOST_DECISIONS)
}

/// Runs a case that fails if it asks for more than so many decisions.
#[must_use]
pub fn run_case_within(case: &Case, library: &Arc<Library>, most_decisions: u32) -> Verdict {
    let misspelt = words::misspelt(case);
    if !misspelt.is_empty() {
        return Verdict::unplayed(misspelt);
    }
    let cup = SharedDice::new(LoadedDice::new(case.dice.clone()));
    let mut failures = Vec::new();
    let mut play = match CasePlay::begin(case, library, Box::new(cup.clone())) {
        Ok(play) => play.at_most(most_decisions),
        Err(error) => {
            return Verdict::unplayed(vec![Failure::whole(error.to_string())]);
        }
    };
    if let Err(stopped) = play.play() {
        failures.push(Failure {
            line: stopped.line,
            message: stopped.reason,
            found: Vec::new(),
        });
    }
    if let Err(fault) = cup.dice().finish() {
        failures.push(Failure::whole(fault.to_string()));
    }
    let views: Vec<Map<String, Value>> = play
        .battle
        .journal()
        .entries()
        .iter()
        .map(|entry| author_view(entry, &play.script.cast, &case.level))
        .collect();
    check_expected(case, &views, &mut failures);
    check_after(case, &mut play, &mut failures);
    Verdict {
        failures,
        refusals: play.script.refusals().to_vec(),
        journal: views.iter().map(one_line).collect(),
        entries: play.battle.journal().clone(),
    }
}

impl Failure {
    pub(crate) fn at(line: usize, message: String) -> Self {
        Self {
            line: Some(line),
            message,
            found: Vec::new(),
        }
    }

    pub(crate) fn whole(message: String) -> Self {
        Self {
            line: None,
            message,
            found: Vec::new(),
        }
    }
}

/// The keys of an expected entry as a table.
pub(crate) fn keys_of(entry: &ExpectEntry) -> Map<String, Value> {
    match serde_json::to_value(entry) {
        Ok(Value::Object(keys)) => keys,
        // A struct of plain values always becomes a table.
        _ => Map::new(),
    }
}

/// An expected entry on one line.
pub(crate) fn written(entry: &ExpectEntry) -> String {
    one_line(&keys_of(entry))
}

/// Whether an entry has all keys of an expected one as expected.
pub(crate) fn is_like(wanted: &Map<String, Value>, found: &Map<String, Value>) -> bool {
    differing(wanted, found).is_empty()
}

/// The keys of an expected entry that an entry does not have as expected.
fn differing<'k>(wanted: &'k Map<String, Value>, found: &Map<String, Value>) -> Vec<&'k str> {
    wanted
        .iter()
        .filter(|(key, value)| !matches(key, value, found.get(*key)))
        .map(|(key, _)| key.as_str())
        .collect()
}

fn matches(key: &str, wanted: &Value, found: Option<&Value>) -> bool {
    match (key, wanted, found) {
        // An entry may rest on more rules than the author cares for.
        ("rules", Value::Array(wanted), Some(Value::Array(found))) => {
            wanted.iter().all(|rule| found.contains(rule))
        }
        // An item may be named without its owner.
        ("item", Value::String(wanted), Some(Value::String(found))) => {
            wanted == found
                || found
                    .split_once('.')
                    .is_some_and(|(_, kind)| kind == wanted)
        }
        ("cost", wanted, Some(found)) => {
            let milli = |value: &Value| value.as_f64().map(|metres| (metres * 1000.0).round());
            milli(wanted) == milli(found)
        }
        (_, wanted, Some(found)) => wanted == found,
        (_, _, None) => false,
    }
}

fn check_expected(case: &Case, views: &[Map<String, Value>], failures: &mut Vec<Failure>) {
    let mut from = 0;
    for expected in &case.expect {
        let wanted = keys_of(&expected.entry);
        let found = views[from..]
            .iter()
            .position(|view| differing(&wanted, view).is_empty());
        if let Some(index) = found {
            from += index + 1;
            continue;
        }
        let earlier = views[..from]
            .iter()
            .any(|view| differing(&wanted, view).is_empty());
        let message = if earlier {
            format!(
                "expected after the entry before it, but it comes earlier: {}",
                one_line(&wanted)
            )
        } else {
            format!("not in the journal: {}", one_line(&wanted))
        };
        let found = nearest(&wanted, &views[from..]);
        failures.push(Failure {
            line: Some(expected.line),
            message,
            found,
        });
    }
    for expected in &case.never {
        let wanted = keys_of(&expected.entry);
        let found = views
            .iter()
            .find(|view| differing(&wanted, view).is_empty());
        if let Some(view) = found {
            failures.push(Failure {
                line: Some(expected.line),
                message: format!("must not be in the journal: {}", one_line(&wanted)),
                found: vec![one_line(view)],
            });
        }
    }
}

/// The entries most like an expected one: of the same event, the fewest differences first.
fn nearest(wanted: &Map<String, Value>, views: &[Map<String, Value>]) -> Vec<String> {
    let mut same: Vec<(usize, String)> = views
        .iter()
        .filter(|view| view.get("event") == wanted.get("event"))
        .map(|view| {
            let differences = differing(wanted, view);
            let line = format!(
                "{}   (differs in {})",
                one_line(view),
                differences.join(", ")
            );
            (differences.len(), line)
        })
        .collect();
    same.sort_by_key(|(differences, _)| *differences);
    same.into_iter().take(SHOWN).map(|(_, line)| line).collect()
}

fn check_after(case: &Case, play: &mut CasePlay<'_>, failures: &mut Vec<Failure>) {
    let view = play.battle.view(None);
    for (letter, wanted) in &case.after {
        let found = play
            .script
            .cast
            .combatant(letter)
            .and_then(|id| view.combatant(id).cloned());
        let Some(found) = found else {
            failures.push(Failure::whole(format!(
                "after.{letter}: there is no such combatant"
            )));
            continue;
        };
        let grid = *play.battle.map().grid();
        let (column, row) = grid.column_row(found.cell);
        let AfterEntry {
            hp,
            state,
            at,
            hidden,
            facing,
            conditions,
            not_conditions,
            items,
        } = wanted;
        let facing_found = found
            .facing
            .map_or("none", |facing| grid.direction_name(facing));
        let checks = [
            ("hp", hp.map(|hp| json!(hp)), json!(found.hit_points)),
            (
                "state",
                state.as_ref().map(|state| json!(state)),
                json!(found.vitality),
            ),
            ("at", at.map(|at| json!(at)), json!([column, row])),
            (
                "hidden",
                hidden.map(|hidden| json!(hidden)),
                json!(found.hidden),
            ),
            (
                "facing",
                facing.as_ref().map(|facing| json!(facing)),
                json!(facing_found),
            ),
        ];
        for (key, wanted, found) in checks {
            compare(&format!("after.{letter}.{key}"), wanted, &found, failures);
        }
        let conditions_found = keys(&found.conditions);
        for condition in conditions {
            if !conditions_found.contains(&condition.as_str()) {
                failures.push(Failure {
                    line: None,
                    message: format!("after.{letter}: condition `{condition}` is missing"),
                    found: vec![format!("conditions: {}", conditions_found.join(", "))],
                });
            }
        }
        for condition in not_conditions {
            if conditions_found.contains(&condition.as_str()) {
                failures.push(Failure::whole(format!(
                    "after.{letter}: condition `{condition}` is there"
                )));
            }
        }
        for (name, wanted) in items {
            check_item(letter, name, wanted, play, failures);
        }
    }
}

fn check_item(
    letter: &str,
    name: &str,
    wanted: &AfterItem,
    play: &mut CasePlay<'_>,
    failures: &mut Vec<Failure>,
) {
    let owner = play.script.cast.combatant(letter);
    let item = owner.and_then(|owner| play.script.cast.item(name, Some(owner)));
    let (Some(owner), Some(item)) = (owner, item) else {
        failures.push(Failure::whole(format!(
            "after.{letter}.items: there is no item `{name}`"
        )));
        return;
    };
    let state = play.battle.item_state(item);
    let world = play.battle.world();
    let roster = world.resource::<Roster>();
    let carried = world
        .get::<shieldwall_battle::CarriedBy>(roster.item(item))
        .is_some_and(|carrier| carrier.0 == roster.combatant(owner));
    let grid = *play.battle.map().grid();
    let cell = state.cell.map_or_else(
        || json!("carried or gone"),
        |cell| {
            let (column, row) = grid.column_row(cell);
            json!([column, row])
        },
    );
    let checks = [
        (
            "hp",
            wanted.hp.map(|hp| json!(hp)),
            json!(state.hit_points.map(|(left, _)| left)),
        ),
        (
            "readied",
            wanted.readied.map(|readied| json!(readied)),
            json!(state.readied),
        ),
        (
            "carried",
            wanted.carried.map(|carried| json!(carried)),
            json!(carried),
        ),
        (
            "loaded",
            wanted.loaded.map(|loaded| json!(loaded)),
            json!(state.ammunition.map(|(loaded, _)| loaded)),
        ),
        (
            "spares",
            wanted.spares.map(|spares| json!(spares)),
            json!(state.ammunition.map(|(_, spares)| spares)),
        ),
        ("at", wanted.at.map(|at| json!(at)), cell),
    ];
    for (key, wanted, found) in checks {
        let what = format!("after.{letter}.items.{name}.{key}");
        compare(&what, wanted, &found, failures);
    }
}

fn compare(what: &str, wanted: Option<Value>, found: &Value, failures: &mut Vec<Failure>) {
    if let Some(wanted) = wanted
        && wanted != *found
    {
        failures.push(Failure::whole(format!(
            "{what}: expected {wanted}, found {found}"
        )));
    }
}
