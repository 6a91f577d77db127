//! A generated schema made fit for checking files: whatever is wrong with a value is told by the one
//! part of the schema that is about this value.
//!
//! Of several shapes that a value may have, its kind decides which one is meant, or the word of the
//! key that tells tables apart. Published schemas leave that open (`oneOf`), and a validator then
//! finds fault with every shape in turn.

use schemars::{
    JsonSchema, Schema,
    generate::SchemaSettings,
    transform::{Transform, transform_subschemas},
};
use serde_json::{Map, Value, json};

use crate::{
    schemas::{published_schema::Publishing, table_schema},
    units::ruleset_tables::Rulesets,
};

/// The keyword of whole numbers: `20.0` is none.
pub(crate) const WRITTEN_WHOLE: &str = "writtenWhole";
/// The format of texts of one line.
pub(crate) const LINE: &str = "line";
/// The format of texts that may have several.
pub(crate) const LINES: &str = "lines";

/// The flat schema of a type.
pub(crate) fn flat_schema_for<T: JsonSchema>(rulesets: &Rulesets) -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = table_schema::schema_of::<T>(settings.into_generator(), rulesets);
    Publishing.transform(&mut schema);
    Flattening.transform(&mut schema);
    schema.to_value()
}

struct Flattening;

impl Transform for Flattening {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        // What patterns say the reader checks when it looks at meanings.
        schema.remove("pattern");
        if let Some(word) = schema.remove("const") {
            schema.insert("enum".to_owned(), json!([word]));
        }
        let choice = schema.remove("oneOf").or_else(|| schema.remove("anyOf"));
        if let Some(Value::Array(options)) = choice {
            schema.extend(decided(options));
        }
        let kinds = schema.get("type").cloned().unwrap_or_default();
        let is = |kind: &str| {
            kinds == kind
                || kinds
                    .as_array()
                    .is_some_and(|all| all.iter().any(|of| of == kind))
        };
        let is_choice = schema.contains_key("enum") || schema.contains_key("allOf");
        let others = schema.get("additionalProperties");
        if is("string") && !is_choice {
            schema.entry("format").or_insert_with(|| LINE.into());
        } else if is("integer") && !is("number") {
            schema.insert(WRITTEN_WHOLE.to_owned(), true.into());
        } else if others.is_some_and(Value::is_object) {
            schema.insert("propertyNames".to_owned(), json!({ "format": LINE }));
        }
    }
}

/// What takes the place of a choice. All words make one list; else it is decided which of the options
/// is meant, by the key that has another word in each of them or by the kind of the value.
fn decided(options: Vec<Value>) -> Map<String, Value> {
    let mut decided = Map::new();
    let mut set = |key: &str, value: Value| decided.insert(key.to_owned(), value);
    let words = options.iter().map(|option| option["enum"].as_array());
    if let Some(words) = words.collect::<Option<Vec<_>>>() {
        set("type", "string".into());
        set("enum", words.into_iter().flatten().cloned().collect());
        return decided;
    }
    let mut kinds: Vec<Value> = options
        .iter()
        .map(|option| option["type"].clone())
        .collect();
    kinds.dedup();
    set("type", kinds.into());
    let tag = tag_of(&options);
    if let Some(tag) = &tag {
        let words = options
            .iter()
            .map(|option| &option["properties"][tag]["enum"][0]);
        let words = json!({ "type": "string", "enum": words.collect::<Vec<_>>() });
        set("required", json!([tag]));
        set("properties", json!({ tag: words }));
    }
    let case = |option: Value| match &tag {
        Some(tag) => {
            let is = json!({ tag: option["properties"][tag] });
            json!({ "if": { "required": [tag], "properties": is }, "then": option })
        }
        None => json!({ "if": { "type": option["type"] }, "then": option }),
    };
    set("allOf", options.into_iter().map(case).collect());
    decided
}

/// The key that may have only one word in each of several kinds of table.
fn tag_of(options: &[Value]) -> Option<String> {
    let is_tag = |option: &Value, key: &str| {
        let words = option["properties"][key]["enum"].as_array();
        words.is_some_and(|words| words.len() == 1)
    };
    let keys = options.first()?["properties"].as_object()?.keys();
    let mut tags = keys.filter(|key| options.iter().all(|option| is_tag(option, key)));
    tags.next().cloned()
}
