//! Held against its flat schema, a file is as good as held against the published one.

use std::path::PathBuf;

use jsonschema::Validator;
use proptest::{collection, prelude::*, test_runner::TestCaseError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::{
    cases::case_file::CaseFile,
    levels::{level_file::LevelFile, terrain_file::TerrainFile},
    modding::mod_manifest::ModFile,
    rulebooks::rulebook_file::RulebookFile,
    schemas::shape,
    source::{document::Document, report::Report, source_text::SourceText},
    units::{item_file::ItemFile, sample_tables, unit_file::UnitFile},
};

/// Bytes that decide what is generated; when they are used up, what is right and short.
struct Whims<'b>(std::slice::Iter<'b, u8>);

impl Whims<'_> {
    fn next(&mut self) -> usize {
        self.0.next().copied().unwrap_or_default().into()
    }

    /// True once in a while.
    fn rarely(&mut self) -> bool {
        self.next() > 244
    }

    fn pick<'o, T>(&mut self, options: &'o [T]) -> Option<&'o T> {
        options.get(self.next() % options.len().max(1))
    }
}

/// A value that mostly has the shape of a schema.
fn generate(top: &Value, schema: &Value, whims: &mut Whims<'_>) -> Value {
    if whims.rarely() {
        let strange = [
            json!("strange"),
            json!(""),
            json!("é".repeat(61)),
            json!(7),
            json!(-1),
            json!(4_000_000_000_000_i64),
            json!(0.5),
            json!(true),
            json!([]),
            json!([1, "a"]),
            json!({}),
            json!({ "id": "a" }),
        ];
        return whims.pick(&strange).cloned().unwrap_or_default();
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let target = top.pointer(reference.trim_start_matches('#'));
        return generate(top, target.unwrap_or(&Value::Null), whims);
    }
    for alternatives in [&schema["anyOf"], &schema["oneOf"]] {
        let options = alternatives.as_array().map_or(&[][..], Vec::as_slice);
        if let Some(option) = whims.pick(options) {
            return generate(top, option, whims);
        }
    }
    if !schema["const"].is_null() {
        return schema["const"].clone();
    }
    if let Some(option) = schema["enum"]
        .as_array()
        .and_then(|words| whims.pick(words))
    {
        return option.clone();
    }
    let limit = |key: &str, other: i64| schema[key].as_f64().map_or(other, |limit| limit as i64);
    match schema["type"].as_str() {
        Some("string") => {
            let (least, most) = (limit("minLength", 0), limit("maxLength", 30));
            let length = if whims.rarely() {
                most + 1
            } else {
                least.max(1)
            };
            json!("é".repeat(usize::try_from(length).unwrap_or_default()))
        }
        Some("integer") => {
            let (least, most) = (limit("minimum", -9), limit("maximum", 9));
            let numbers = [least, most, i64::midpoint(least, most)];
            let wrong = [least - 1, most + 1];
            let numbers = if whims.rarely() {
                &wrong[..]
            } else {
                &numbers[..]
            };
            whims
                .pick(numbers)
                .map_or(Value::Null, |number| json!(number))
        }
        Some("number") => {
            let (least, most) = (limit("minimum", -9), limit("maximum", 9));
            let numbers = [json!(most), json!(least as f64 + 0.5), json!(1)];
            let wrong = [json!(least as f64 - 0.5), json!(most as f64 + 0.5)];
            let numbers = if whims.rarely() {
                &wrong[..]
            } else {
                &numbers[..]
            };
            whims.pick(numbers).cloned().unwrap_or_default()
        }
        Some("boolean") => json!(whims.next().is_multiple_of(2)),
        Some("array") => {
            let (least, most) = (limit("minItems", 0), limit("maxItems", 1000));
            let rarely = whims.rarely();
            let count = match whims.next() % 3 {
                0 if rarely => least - 1,
                1 if rarely && most < 30 => most + 1,
                0 => least,
                _ => (least + 1).min(most),
            };
            (0..count)
                .map(|_| generate(top, &schema["items"], whims))
                .collect()
        }
        Some("object") => generate_table(top, schema, whims),
        _ => Value::Null,
    }
}

fn generate_table(top: &Value, schema: &Value, whims: &mut Whims<'_>) -> Value {
    let mut table = Map::new();
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|required| required == key);
        let given = if is_required {
            !whims.rarely()
        } else {
            whims.next() > 128
        };
        if given {
            table.insert(key.clone(), generate(top, property, whims));
        }
    }
    if schema["additionalProperties"].is_object() {
        for key in ["a", "é"].into_iter().take(whims.next() % 3) {
            let value = generate(top, &schema["additionalProperties"], whims);
            table.insert(key.to_owned(), value);
        }
    }
    if whims.rarely() {
        table.insert("bogus".to_owned(), json!(1));
    }
    Value::Object(table)
}

/// Patterns are no matter of shape: the reader checks what they say when it looks at meanings.
fn without_patterns(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("pattern").is_some_and(Value::is_string) {
                object.remove("pattern");
            }
            object.remove("propertyNames");
            object.values_mut().for_each(without_patterns);
        }
        Value::Array(entries) => entries.iter_mut().for_each(without_patterns),
        _ => {}
    }
}

/// The published schema of a type, and a validator of its shapes.
fn published<T: JsonSchema>() -> (Value, Validator) {
    let mut schema = crate::schemas::published_schema::published::<T>(&sample_tables::rulesets());
    without_patterns(&mut schema);
    let validator = jsonschema::draft202012::new(&schema);
    (schema, validator.expect("a schema"))
}

/// Generates a file, and compares what the reader and the validator say about its shape.
fn compare<T: DeserializeOwned + JsonSchema + 'static>(
    (schema, validator): &(Value, Validator),
    whims: &[u8],
) -> Result<bool, TestCaseError> {
    let value = generate(schema, schema, &mut Whims(whims.iter()));
    let Ok(text) = toml::to_string(&value) else {
        // At its top a file is always a table.
        return Ok(false);
    };
    let source = SourceText::new(PathBuf::from("a.toml"), text.clone());
    let document = Document::parse(&source).expect("not nested deep");
    let mut report = Report::default();
    let read: Option<T> = shape::read(&sample_tables::rulesets(), &document, &mut report);
    let parsed: Value = toml::from_str(&text).expect("it was just written");
    let good = validator.is_valid(&parsed);
    prop_assert_eq!(
        report.is_sound(),
        good,
        "{}\nreader: {:#?}\nvalidator: {:#?}",
        text,
        report.diagnostics(&document),
        validator
            .iter_errors(&parsed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect::<Vec<_>>()
    );
    prop_assert!(read.is_some());
    Ok(good)
}

/// Compares many generated files of one kind, good ones and bad ones.
fn agrees<T: DeserializeOwned + JsonSchema + 'static>() {
    let published = published::<T>();
    let (good, bad) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let config = ProptestConfig::default();
    proptest!(config, |(whims in collection::vec(any::<u8>(), 0..400))| {
        let counter = if compare::<T>(&published, &whims)? { &good } else { &bad };
        counter.set(counter.get() + 1);
    });
    assert!(
        good.get() > 10 && bad.get() > 10,
        "{} good files and {} bad ones are too few to tell",
        good.get(),
        bad.get()
    );
}

#[test]
fn about_levels() {
    agrees::<LevelFile>();
}

#[test]
fn about_units() {
    agrees::<UnitFile>();
}

#[test]
fn about_items() {
    agrees::<ItemFile>();
}

#[test]
fn about_terrains() {
    agrees::<TerrainFile>();
}

#[test]
fn about_rulebooks() {
    agrees::<RulebookFile>();
}

#[test]
fn about_cases() {
    agrees::<CaseFile>();
}

#[test]
fn about_manifests_of_mods() {
    agrees::<ModFile>();
}
