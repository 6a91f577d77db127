//! JSON Schemas made fit for others to read: for editors, validators and people.
//!
//! What the derives generate speaks of Rust: `format` names integer types, which other validators
//! do not know, and what may be left out may also be `null`, which TOML does not have.

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    transform::{Transform, transform_subschemas},
};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap as _, SerializeSeq as _},
};
use serde_json::{Map, Value};

use crate::{schemas::table_schema, units::ruleset_tables::Rulesets};

/// The order in which the keywords of a schema are written; others follow by the alphabet.
const KEYWORDS: [&str; 30] = [
    "$schema",
    "title",
    "description",
    "$ref",
    "type",
    "const",
    "enum",
    "pattern",
    "default",
    "examples",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "propertyNames",
    "required",
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "minItems",
    "maxItems",
    "prefixItems",
    "items",
    "oneOf",
    "anyOf",
    "allOf",
    "if",
    "then",
    "$defs",
];

/// A generated schema as others should see it: limits of integer types as `minimum` and `maximum`,
/// no `null` for keys that are left out instead, and descriptions without the line breaks of source
/// files.
#[must_use]
pub fn publish(mut schema: Schema) -> Value {
    Publishing.transform(&mut schema);
    schema.to_value()
}

/// The schema of a type with the tables of these rulesets, as others should see it.
pub(crate) fn published<T: JsonSchema>(rulesets: &Rulesets) -> Value {
    publish(table_schema::schema_of::<T>(
        SchemaGenerator::default(),
        rulesets,
    ))
}

/// A schema as text, the same for every build: keywords in a fixed order, required keys first.
///
/// Ends with a line break.
#[must_use]
pub fn to_text(schema: &Value) -> String {
    let ordered = Ordered {
        value: schema,
        keys: Keys::Keywords,
    };
    // Writing a tree of plain values to a string cannot fail.
    let mut text = serde_json::to_string_pretty(&ordered).unwrap_or_default();
    text.push('\n');
    text
}

/// Makes a generated schema fit for others.
pub(crate) struct Publishing;

impl Transform for Publishing {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = without_line_breaks(text);
        }
        bound_integers(schema);
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |key: &str| {
            let list = required.as_array();
            list.is_some_and(|list| list.iter().any(|required| required == key))
        };
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        for (key, property) in properties.into_iter().flatten() {
            if let (false, Some(property)) = (is_required(key), property.as_object_mut()) {
                remove_null(property);
            }
        }
    }
}

/// Writes the limits of an integer type as such, and removes its name.
fn bound_integers(schema: &mut Map<String, Value>) {
    let is_number = schema.get("type").is_some_and(|kind| {
        let is = |kind: &Value| kind == "integer" || kind == "number";
        is(kind) || kind.as_array().is_some_and(|kinds| kinds.iter().any(is))
    });
    if !is_number {
        return;
    }
    let Some(Value::String(format)) = schema.remove("format") else {
        return;
    };
    let (least, most): (i64, u64) = match format.as_str() {
        "int8" => (i8::MIN.into(), i8::MAX as u64),
        "int16" => (i16::MIN.into(), i16::MAX as u64),
        "int32" => (i32::MIN.into(), i32::MAX as u64),
        "int64" => (i64::MIN, i64::MAX as u64),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX),
        _ => return,
    };
    schema.entry("minimum").or_insert_with(|| least.into());
    schema.entry("maximum").or_insert_with(|| most.into());
}

/// Takes `null` out of what a key may hold.
fn remove_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = property.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            property.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(options)) = property.get_mut("anyOf") {
        options.retain(|option| option.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = options.as_slice() {
            let only = only.clone();
            property.remove("anyOf");
            for (key, value) in only {
                property.entry(key).or_insert(value);
            }
        }
    }
    if property.get("default") == Some(&Value::Null) {
        property.remove("default");
    }
}

/// Joins the lines of paragraphs; tables, lists and paragraphs stay apart.
fn without_line_breaks(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let apart = line.is_empty() || line.starts_with(['|', '-']) || joined.ends_with('\n');
        if !joined.is_empty() {
            joined.push(if apart { '\n' } else { ' ' });
        }
        joined.push_str(line);
    }
    joined
}

/// What the keys of an object are.
#[derive(Clone, Copy)]
enum Keys<'v> {
    /// Keywords of a schema.
    Keywords,
    /// Names that an author chose, some of them required.
    Names(&'v [Value]),
    /// Keys of an example or a default.
    Data,
}

impl<'v> Keys<'v> {
    /// Where a key stands among others; equal ones follow the alphabet.
    fn rank(self, key: &str) -> usize {
        match self {
            Self::Keywords => KEYWORDS.iter().position(|keyword| *keyword == key),
            Self::Names(required) => required.iter().position(|required| required == key),
            Self::Data => None,
        }
        .unwrap_or(usize::MAX)
    }

    /// What the keys are of the value of a key.
    fn below(self, key: &str, object: &'v Map<String, Value>) -> Self {
        match (self, key) {
            (Self::Keywords, "properties") => {
                let required = object.get("required").and_then(Value::as_array);
                Self::Names(required.map_or(&[], Vec::as_slice))
            }
            (Self::Keywords, "$defs" | "patternProperties") => Self::Names(&[]),
            (Self::Keywords, "const" | "enum" | "default" | "examples") => Self::Data,
            (Self::Keywords | Self::Names(_), _) => Self::Keywords,
            (Self::Data, _) => Self::Data,
        }
    }
}

/// A value whose keys are written in order.
struct Ordered<'v> {
    value: &'v Value,
    keys: Keys<'v>,
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Array(entries) => {
                let mut list = serializer.serialize_seq(Some(entries.len()))?;
                for value in entries {
                    let keys = self.keys;
                    list.serialize_element(&Ordered { value, keys })?;
                }
                list.end()
            }
            Value::Object(object) => {
                let mut keys: Vec<&String> = object.keys().collect();
                keys.sort_by_key(|key| (self.keys.rank(key), *key));
                let mut map = serializer.serialize_map(Some(keys.len()))?;
                for key in keys {
                    let value = Ordered {
                        value: &object[key],
                        keys: self.keys.below(key, object),
                    };
                    map.serialize_entry(key, &value)?;
                }
                map.end()
            }
            plain => plain.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn published(schema: Value) -> Value {
        publish(Schema::try_from(schema).unwrap())
    }

    #[test]
    fn integer_types_become_limits_unless_there_are_narrower_ones() {
        let schema = published(json!({ "properties": {
            "a": { "type": "integer", "format": "int32" },
            "b": { "type": "integer", "format": "uint8", "minimum": 3 },
            "c": { "type": "number", "format": "double" },
        }}));
        assert_eq!(
            schema["properties"],
            json!({
                "a": { "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX },
                "b": { "type": "integer", "minimum": 3, "maximum": 255 },
                "c": { "type": "number" },
            })
        );
    }

    #[test]
    fn only_keys_that_are_always_there_may_be_null() {
        let schema = published(json!({
            "required": ["rank"],
            "properties": {
                "rank": { "type": ["integer", "null"] },
                "hp": { "type": ["integer", "null"], "default": null },
                "side": { "anyOf": [{ "$ref": "#/$defs/Side" }, { "type": "null" }], "description": "x" },
            },
        }));
        assert_eq!(
            schema["properties"],
            json!({
                "rank": { "type": ["integer", "null"] },
                "hp": { "type": "integer" },
                "side": { "$ref": "#/$defs/Side", "description": "x" },
            })
        );
    }

    #[test]
    fn lines_of_paragraphs_are_joined() {
        assert_eq!(
            without_line_breaks("one\ntwo\n\nthree\n| a |\n| b |\n\nfour"),
            "one two\n\nthree\n| a |\n| b |\n\nfour"
        );
    }

    #[test]
    fn the_text_has_an_order_of_its_own() {
        let schema = json!({
            "$defs": { "b": {}, "a": {} },
            "properties": { "alpha": {}, "title": {}, "zeta": {} },
            "required": ["zeta"],
            "title": "T",
        });
        let text = to_text(&schema);
        let place = |word: &str| text.find(word).unwrap();
        let order = [
            "\"title\": \"T\"",
            "required",
            "properties",
            "zeta\": {",
            "alpha",
            "title\": {",
            "$defs",
            "\"a\"",
            "\"b\"",
        ];
        assert!(
            order.windows(2).all(|pair| place(pair[0]) < place(pair[1])),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), schema);
    }
}
