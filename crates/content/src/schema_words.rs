//! Looking things up in a JSON Schema, and saying in plain words what it expects.

use serde_json::{Map, Number, Value};
use toml::de::DeValue;

use crate::{plain_text::Lines, suggestion::list};

/// Longest chain of references followed; generated schemas have one or two.
const MAX_REFERENCES: usize = 8;

/// Most entries of a list that stands in for a wrong one; fixed lengths are smaller.
const MAX_STAND_INS: u64 = 16;

/// A part of a generated JSON Schema, with the whole of it to look references up.
#[derive(Clone, Copy)]
pub(crate) struct Schema<'s> {
    top: &'s Value,
    here: &'s Value,
}

impl<'s> Schema<'s> {
    /// The schema of a whole file.
    pub(crate) fn top(top: &'s Value) -> Self {
        Self { top, here: top }
    }

    fn at(self, here: &'s Value) -> Self {
        Self {
            top: self.top,
            here,
        }
        .followed()
    }

    /// What a reference refers to.
    fn followed(mut self) -> Self {
        for _ in 0..MAX_REFERENCES {
            let target = self
                .here
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|reference| reference.strip_prefix('#'))
                .and_then(|pointer| self.top.pointer(pointer));
            match target {
                Some(target) => self.here = target,
                None => break,
            }
        }
        self
    }

    /// The alternatives it allows; itself if it allows only one.
    pub(crate) fn options(self) -> Vec<Self> {
        let this = self.followed();
        let alternatives = ["anyOf", "oneOf"]
            .iter()
            .find_map(|key| this.here.get(key).and_then(Value::as_array));
        match alternatives {
            Some(alternatives) => alternatives
                .iter()
                .flat_map(|here| this.at(here).options())
                .collect(),
            None if this.here.get("type").and_then(Value::as_str) == Some("null") => Vec::new(),
            None => vec![this],
        }
    }

    /// The words to choose from, if all alternatives are fixed words.
    pub(crate) fn words(options: &[Self]) -> Option<Vec<&'s str>> {
        let mut words = Vec::new();
        for option in options {
            if let Some(word) = option.here.get("const").and_then(Value::as_str) {
                words.push(word);
            } else {
                let several = option.here.get("enum").and_then(Value::as_array)?;
                words.extend(several.iter().filter_map(Value::as_str));
            }
        }
        (!words.is_empty()).then_some(words)
    }

    /// The key that decides between several kinds of table, and the table for each of its values.
    pub(crate) fn tagged(options: &[Self]) -> Option<(&'s str, Vec<(&'s str, Self)>)> {
        let first = options.first().filter(|_| options.len() > 1)?;
        let word_of = |option: &Self, tag: &str| {
            option
                .here
                .get("properties")?
                .get(tag)?
                .get("const")?
                .as_str()
        };
        let tag = first
            .keys()
            .find(|tag| options.iter().all(|option| word_of(option, tag).is_some()))?;
        let variants = options
            .iter()
            .filter_map(|option| Some((word_of(option, tag)?, *option)))
            .collect();
        Some((tag, variants))
    }

    fn kind(self) -> Option<&'s str> {
        match self.here.get("type")? {
            Value::String(kind) => Some(kind),
            Value::Array(kinds) => kinds
                .iter()
                .filter_map(Value::as_str)
                .find(|kind| *kind != "null"),
            _ => None,
        }
    }

    /// Whether a value is of the kind it expects.
    pub(crate) fn takes(self, value: &DeValue<'_>) -> bool {
        matches!(
            (self.kind(), value),
            (Some("string"), DeValue::String(_))
                | (Some("integer" | "number"), DeValue::Integer(_))
                | (Some("number"), DeValue::Float(_))
                | (Some("boolean"), DeValue::Boolean(_))
                | (Some("array"), DeValue::Array(_))
                | (Some("object"), DeValue::Table(_))
        )
    }

    /// The kind of value it expects, in plain words.
    pub(crate) fn expected(self) -> String {
        match self.kind() {
            Some("string") => "a string".to_owned(),
            Some("integer") => format!("a whole number{}", self.range()),
            Some("number") => format!("a number{}", self.range()),
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("array") => "a list".to_owned(),
            Some("object") => "a table".to_owned(),
            _ => "something else".to_owned(),
        }
    }

    /// The same, with the words to choose from if there are such.
    pub(crate) fn expected_or_words(self) -> String {
        let options = self.options();
        match Self::words(&options) {
            Some(words) => format!("one of {}", list(words)),
            None => options
                .iter()
                .map(|option| option.expected())
                .collect::<Vec<_>>()
                .join(" or "),
        }
    }

    /// Lowest and highest number allowed.
    fn bounds(self) -> (Option<f64>, Option<f64>) {
        let bound = |key| self.here.get(key).and_then(Value::as_f64);
        let (low, high) = match self.here.get("format").and_then(Value::as_str) {
            Some("int8") => (Some(i8::MIN.into()), Some(i8::MAX.into())),
            Some("int16") => (Some(i16::MIN.into()), Some(i16::MAX.into())),
            Some("int32") => (Some(i32::MIN.into()), Some(i32::MAX.into())),
            Some("uint8") => (Some(0.0), Some(u8::MAX.into())),
            Some("uint16") => (Some(0.0), Some(u16::MAX.into())),
            Some("uint32") => (Some(0.0), Some(u32::MAX.into())),
            _ => (None, None),
        };
        (bound("minimum").or(low), bound("maximum").or(high))
    }

    fn range(self) -> String {
        match self.bounds() {
            (Some(low), Some(high)) => format!(" from {low} to {high}"),
            (Some(low), None) => format!(" of at least {low}"),
            (None, Some(high)) => format!(" of at most {high}"),
            (None, None) => String::new(),
        }
    }

    /// Whether a number lies within the bounds.
    pub(crate) fn contains(self, number: &Number) -> bool {
        let (low, high) = self.bounds();
        number.as_f64().is_some_and(|number| {
            low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high)
        })
    }

    /// Least and greatest length, by the names of the two limits.
    pub(crate) fn lengths(self, least: &str, most: &str) -> (u64, u64) {
        let limit = |key| self.here.get(key).and_then(Value::as_u64);
        (
            limit(least).unwrap_or_default(),
            limit(most).unwrap_or(u64::MAX),
        )
    }

    /// Whether a text may have several lines.
    pub(crate) fn text_lines(self) -> Lines {
        let many = self.here.get("format").and_then(Value::as_str) == Some("lines");
        if many { Lines::Many } else { Lines::One }
    }

    /// What the entries of a list must be.
    pub(crate) fn entries(self) -> Option<Self> {
        self.here.get("items").map(|here| self.at(here))
    }

    fn properties(self) -> Option<&'s Map<String, Value>> {
        self.here.get("properties").and_then(Value::as_object)
    }

    /// What the value of a known key must be.
    pub(crate) fn property(self, key: &str) -> Option<Self> {
        self.properties()?.get(key).map(|here| self.at(here))
    }

    /// What the values of all other keys must be, for tables with keys of the author's choice.
    pub(crate) fn other_values(self) -> Option<Self> {
        self.here
            .get("additionalProperties")
            .filter(|of| of.is_object())
            .map(|here| self.at(here))
    }

    /// Whether unknown keys are errors.
    pub(crate) fn is_closed(self) -> bool {
        self.here.get("additionalProperties") == Some(&Value::Bool(false))
    }

    /// The known keys.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'s str> {
        self.properties()
            .into_iter()
            .flat_map(|properties| properties.keys().map(String::as_str))
    }

    /// Whether this is a key of the file as a whole.
    pub(crate) fn is_key_of_top(self, key: &str) -> bool {
        Self::top(self.top).property(key).is_some()
    }

    /// The keys that may not be missing.
    pub(crate) fn required(self) -> impl Iterator<Item = &'s str> {
        self.here
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
    }

    /// Whether a key may not be missing.
    pub(crate) fn requires(self, key: &str) -> bool {
        self.required().any(|required| required == key)
    }

    /// A value of the right shape, to read on with after a wrong one was found.
    pub(crate) fn stand_in(self) -> Value {
        let options = self.options();
        if let Some(word) = Self::words(&options).and_then(|words| words.first().copied()) {
            return Value::String(word.to_owned());
        }
        let Some(option) = options.first() else {
            return Value::Null;
        };
        match option.kind() {
            Some("string") => Value::String(String::new()),
            Some("integer") => {
                let lowest = option.bounds().0.unwrap_or_default().max(0.0);
                // Bounds are small whole numbers.
                Value::from(lowest as i64)
            }
            Some("number") => Value::from(option.bounds().0.unwrap_or_default()),
            Some("boolean") => Value::Bool(false),
            Some("array") => {
                let (least, _) = option.lengths("minItems", "maxItems");
                let entry = option.entries().map_or(Value::Null, Self::stand_in);
                Value::Array(
                    (0..least.min(MAX_STAND_INS))
                        .map(|_| entry.clone())
                        .collect(),
                )
            }
            Some("object") => Value::Object(
                option
                    .required()
                    .filter_map(|key| Some((key.to_owned(), option.property(key)?.stand_in())))
                    .collect(),
            ),
            _ => Value::Null,
        }
    }
}
