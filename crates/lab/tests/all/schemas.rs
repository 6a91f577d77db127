//! The schemas that are committed, the journal's above all.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::{collections::BTreeSet, path::PathBuf};

use clap::{Args as _, Command, FromArgMatches as _};
use jsonschema::Validator;
use serde_json::{Value, json};
use shieldwall_ai::BrainKind;
use shieldwall_lab::{SchemaArgs, SchemaKind, run_schema};

/// Brings the committed schemas up to date.
const REFRESH: &str = "./play schema --out schemas";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(line: &str) -> Result<String, String> {
    let command = SchemaArgs::augment_args(Command::new("schema"));
    let words = std::iter::once("schema").chain(line.split_whitespace());
    let matches = command.try_get_matches_from(words);
    let matches = matches.map_err(|error| error.to_string())?;
    let args = SchemaArgs::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    run_schema(&args).map_err(|error| error.to_string())
}

fn journal_validator() -> Validator {
    jsonschema::draft202012::new(&SchemaKind::Journal.schema()).unwrap()
}

/// What a validator says against a line of a journal; empty if nothing.
fn refusals(validator: &Validator, line: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(line).unwrap();
    let errors = validator.iter_errors(&value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn the_committed_schemas_are_up_to_date() {
    let folder = root().join("schemas");
    for kind in SchemaKind::ALL {
        let file = folder.join(format!("{}.json", kind.name()));
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == kind.text(),
            "schemas/{}.json is not what the types say; refresh it with\n  {REFRESH}",
            kind.name()
        );
    }
    let files = folder.read_dir().unwrap().count();
    assert_eq!(files, SchemaKind::ALL.len(), "there is more in schemas/");
}

#[test]
fn one_is_printed_and_all_are_written() {
    let printed = run("level").unwrap();
    assert_eq!(format!("{printed}\n"), SchemaKind::Level.text());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/schemas");
    let written = run(&format!("--out {}", out.display())).unwrap();
    assert_eq!(written.lines().count(), SchemaKind::ALL.len());
    let text = std::fs::read_to_string(out.join("journal.json")).unwrap();
    assert_eq!(text, SchemaKind::Journal.text());
    assert!(run("").is_err());
    assert!(run("castle").unwrap_err().contains("journal"));
    std::fs::write(folder.path().join("file"), "").unwrap();
    let in_a_file = run(&format!("unit --out {}/file", folder.path().display()));
    assert!(in_a_file.unwrap_err().contains("unit.json"));
}

#[test]
fn the_schema_of_the_journal_is_one() {
    let schema = SchemaKind::Journal.schema();
    let found = jsonschema::draft202012::meta::validate(&schema);
    assert!(found.is_ok(), "{found:?}");
}

#[test]
fn whole_battles_hold_to_it() {
    let validator = journal_validator();
    let mut seen = BTreeSet::new();
    for level in battlefield::levels() {
        for (seed, red) in [(3, BrainKind::Normal), (4, BrainKind::Random)] {
            let journal = battlefield::journal(level, seed, red, BrainKind::Random);
            for line in journal.lines() {
                let refused = refusals(&validator, line);
                assert!(refused.is_empty(), "{level}: {line}\n{refused:#?}");
                let entry: Value = serde_json::from_str(line).unwrap();
                seen.insert(entry["event"].as_str().unwrap().to_owned());
            }
        }
    }
    // Battles with few events would prove little.
    assert!(seen.len() >= 18, "{seen:?}");
}

#[test]
fn what_no_journal_says_is_refused() {
    let validator = journal_validator();
    let good = json!({
        "number": 4, "round": 1, "event": "hit_points",
        "who": 0, "from": 9, "to": 4, "max": 12, "cause": "wound", "by": 3, "rules": ["PCT-137"],
    });
    assert!(refusals(&validator, &good.to_string()).is_empty());
    for (key, value) in [
        ("event", json!("hit_pints")),
        ("who", json!(-1)),
        ("who", json!("red")),
        ("from", json!(2.5)),
        ("by", Value::Null),
        ("rules", json!("PCT-137")),
        ("bonus", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(!refusals(&validator, &bad.to_string()).is_empty(), "{bad}");
    }
    for key in ["number", "round", "event", "who", "cause"] {
        let mut bad = good.clone();
        bad.as_object_mut().unwrap().remove(key);
        assert!(!refusals(&validator, &bad.to_string()).is_empty(), "{bad}");
    }
}

#[test]
fn what_a_way_costs_has_no_further_keys() {
    let validator = journal_validator();
    let moved = |cost: Value| {
        let entry = json!({
            "number": 4, "round": 1, "event": "moved", "who": 0, "path": [3, 4], "cost": cost,
        });
        refusals(&validator, &entry.to_string())
    };
    assert!(moved(json!(1500)).is_empty());
    assert!(moved(json!({ "count": 2, "of": "half zones" })).is_empty());
    let more = json!({ "count": 2, "of": "half zones", "bonus": 1 });
    assert!(!moved(more).is_empty());
}

#[test]
fn descriptions_speak_to_those_who_read_them() {
    fn look_at(schema: &Value) {
        match schema {
            Value::Object(object) => {
                if let Some(Value::String(text)) = object.get("description") {
                    for word in ["::", "[`", "`None`", "`Some", "Vec<", "serde"] {
                        assert!(!text.contains(word), "{text}");
                    }
                }
                object.values().for_each(look_at);
            }
            Value::Array(entries) => entries.iter().for_each(look_at),
            _ => {}
        }
    }
    for kind in SchemaKind::ALL {
        look_at(&kind.schema());
    }
}

/// A section of the page about the journal, from its heading to the next of the same depth or less.
fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let start = page.find(&format!("\n{heading}\n"));
    let start = start.unwrap_or_else(|| panic!("docs/journal.md has no heading `{heading}`"));
    let rest = &page[start + heading.len() + 2..];
    let depth = heading.split(' ').next().unwrap_or_default().len();
    let end = (1..=depth)
        .filter_map(|depth| rest.find(&format!("\n{} ", "#".repeat(depth))))
        .min();
    &rest[..end.unwrap_or(rest.len())]
}

/// The keys that the tables of a section list.
fn listed(section: &str) -> BTreeSet<String> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let keys = rows.filter_map(|row| row.split_once('`'));
    keys.map(|(key, _)| key.to_owned()).collect()
}

/// The keys of an object in a schema, those of what it refers to included.
fn keys(schema: &Value, object: &Value) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = object["properties"]
        .as_object()
        .into_iter()
        .flat_map(|properties| properties.keys().cloned())
        .collect();
    if let Some(reference) = object["$ref"].as_str() {
        let target = schema.pointer(reference.trim_start_matches('#')).unwrap();
        keys.extend(self::keys(schema, target));
    }
    keys
}

#[test]
fn the_page_about_the_journal_lists_every_event_with_its_keys() {
    let page = std::fs::read_to_string(root().join("docs/journal.md")).unwrap();
    let schema = SchemaKind::Journal.schema();
    let mut events = BTreeSet::new();
    for event in schema["oneOf"].as_array().unwrap() {
        let name = event["properties"]["event"]["const"].as_str().unwrap();
        events.insert(format!("`{name}`"));
        let mut keys = keys(&schema, event);
        keys.remove("event");
        let section = section(&page, &format!("### `{name}`"));
        assert_eq!(listed(section), keys, "`{name}` in docs/journal.md");
        let description = event["description"].as_str().unwrap();
        assert!(section.contains(description), "`{name}`: {description}");
    }
    let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
    assert_eq!(headings.map(str::to_owned).collect::<BTreeSet<_>>(), events);

    let mut every_line = keys(&schema, &schema);
    every_line.insert("event".to_owned());
    assert_eq!(listed(section(&page, "## Every line")), every_line);
    for (heading, definition) in [("## Chances", "Check"), ("## Choices", "Choice")] {
        let keys = keys(&schema, &schema["$defs"][definition]);
        assert_eq!(listed(section(&page, heading)), keys, "{heading}");
    }
    for state in schema["$defs"]["Vitality"]["oneOf"].as_array().unwrap() {
        let state = format!("`{}`", state["const"].as_str().unwrap());
        assert!(section(&page, "## States").contains(&state), "{state}");
    }
    let format = format!("describes format {}:", shieldwall_battle::Journal::FORMAT);
    assert!(page.contains(&format), "the page {format}");
}

#[test]
fn the_examples_of_the_page_are_lines_of_a_journal() {
    let page = std::fs::read_to_string(root().join("docs/journal.md")).unwrap();
    let validator = journal_validator();
    let blocks = page.split("```json\n").skip(1);
    let mut count = 0;
    for line in blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines()) {
        let refused = refusals(&validator, line);
        assert!(refused.is_empty(), "{line}\n{refused:#?}");
        count += 1;
    }
    assert!(count >= 4, "{count}");
}
