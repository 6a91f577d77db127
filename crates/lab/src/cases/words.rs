//! Whether a case uses words that exist: a misspelt one would make "never" and "refused" hold for
//! the wrong reason.

use std::sync::LazyLock;

use serde_json::Value;
use shieldwall_battle::{CombatantId, Event, journal_schema};
use shieldwall_content::{
    Case,
    case::{CaseChoice, ExpectEntry, NumberOrWord},
};

use super::{Cast, Failure};

/// States of combatants.
const STATES: [&str; 5] = ["active", "unconscious", "dying", "dead", "left"];
/// Sides, and what there is instead of one.
const SIDES: [&str; 3] = ["red", "blue", "none"];

/// All words of a case that mean nothing.
#[must_use]
pub fn misspelt(case: &Case) -> Vec<Failure> {
    let cast = Cast::of(case);
    let Some(ruleset) = shieldwall_rulesets::by_id(case.ruleset) else {
        return Vec::new();
    };
    let verbs: Vec<&str> = ruleset.verbs().iter().map(|verb| verb.0).collect();
    let mut failures = Vec::new();
    for choice in &case.choices {
        let written = choice.verb.iter().chain(&choice.offered);
        for verb in written.chain(&choice.not_offered) {
            check(choice.line, "verb", verb, &verbs, &mut failures);
        }
        check_item(choice, &cast, &mut failures);
    }
    for expected in case.expect.iter().chain(&case.never) {
        check_entry(expected.line, &expected.entry, &cast, &verbs, &mut failures);
    }
    failures
}

fn check(line: usize, what: &str, word: &str, known: &[&str], failures: &mut Vec<Failure>) {
    if known.contains(&word) {
        return;
    }
    let nearest = known
        .iter()
        .map(|other| (strsim::damerau_levenshtein(word, other), *other))
        .min()
        .filter(|(distance, _)| *distance <= 3);
    let help = nearest.map_or_else(
        || format!("there are: {}", known.join(", ")),
        |(_, nearest)| format!("did you mean `{nearest}`?"),
    );
    failures.push(Failure::at(
        line,
        format!("unknown {what} `{word}`; {help}"),
    ));
}

fn check_item_name(
    line: usize,
    item: &str,
    of: CombatantId,
    cast: &Cast,
    failures: &mut Vec<Failure>,
) {
    if cast.item(item, of).is_none() {
        let known: Vec<String> = cast.items().map(|item| cast.item_name(item)).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        check(line, "item", item, &known, failures);
    }
}

fn check_item(choice: &CaseChoice, cast: &Cast, failures: &mut Vec<Failure>) {
    let actor = cast.combatant(&choice.by).unwrap_or(CombatantId(0));
    if let Some(item) = &choice.item {
        check_item_name(choice.line, item, actor, cast, failures);
    }
}

/// Keys of an entry that its event does not have.
fn check_keys(line: usize, entry: &ExpectEntry, failures: &mut Vec<Failure>) {
    let Some(known) = keys_of(&entry.event) else {
        return;
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let Ok(serde_json::Value::Object(given)) = serde_json::to_value(entry) else {
        return;
    };
    for key in given.keys() {
        check(
            line,
            &format!("key of `{}`", entry.event),
            key,
            &known,
            failures,
        );
    }
}

/// The keys that an event has in the author's words; `None` for an unknown event.
fn keys_of(event: &str) -> Option<Vec<String>> {
    static SCHEMA: LazyLock<Value> = LazyLock::new(journal_schema);
    let names = |schema: &Value| -> Vec<String> {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties
            .into_iter()
            .flat_map(|table| table.keys().cloned())
            .collect()
    };
    let variant = SCHEMA.get("oneOf")?.as_array()?.iter().find(|variant| {
        variant
            .pointer("/properties/event/const")
            .and_then(Value::as_str)
            == Some(event)
    })?;
    let mut keys = names(&SCHEMA);
    keys.extend(names(variant));
    let shared = variant.get("$ref").and_then(Value::as_str);
    if let Some(shared) = shared.and_then(|shared| SCHEMA.pointer(shared.trim_start_matches('#'))) {
        keys.extend(names(shared));
    }
    let further: &[&str] = match event {
        "rolled" => &["skill", "rating"],
        "moved" => &["end"],
        "chosen" => &["verb"],
        _ => &[],
    };
    keys.extend(further.iter().map(|key| (*key).to_owned()));
    Some(keys)
}

fn check_entry(
    line: usize,
    entry: &ExpectEntry,
    cast: &Cast,
    verbs: &[&str],
    failures: &mut Vec<Failure>,
) {
    check(line, "event", &entry.event, Event::NAMES, failures);
    check_keys(line, entry, failures);
    let letters: Vec<&str> = cast.combatants().map(|(_, letter)| letter).collect();
    for letter in [&entry.who, &entry.target, &entry.by, &entry.owner]
        .into_iter()
        .flatten()
    {
        check(line, "combatant", letter, &letters, failures);
    }
    if let Some(verb) = &entry.verb {
        check(line, "verb", verb, verbs, failures);
    }
    for side in [&entry.side, &entry.only_for, &entry.winner]
        .into_iter()
        .flatten()
    {
        check(line, "side", side, &SIDES, failures);
    }
    if entry.event == "vitality" {
        for state in [&entry.from, &entry.to].into_iter().flatten() {
            if let NumberOrWord::Word(state) = state {
                check(line, "state", state, &STATES, failures);
            }
        }
    }
    if let Some(item) = &entry.item {
        check_item_name(line, item, CombatantId(0), cast, failures);
    }
}
