//! What a part of a flat schema expects, in plain words.

use serde_json::{Map, Value};

use crate::{diagnostics::suggestion::list, source::quantity::DiceUse};

/// Most entries of a list that stands in for a wrong one; fixed lengths are smaller.
const MAX_STAND_INS: u64 = 16;
/// Bounds beyond this are those of a type of numbers and nothing that an author should know.
const FARTHEST_BOUND: f64 = 1e15;

/// A part of a flat schema.
#[derive(Clone, Copy)]
pub(crate) struct Schema<'s>(pub(crate) &'s Value);

impl<'s> Schema<'s> {
    fn list(self, key: &str) -> impl Iterator<Item = &'s Value> {
        self.0
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    }

    /// The shapes to choose from; itself if there is only one.
    fn options(self) -> Vec<Self> {
        let shapes = self.list("allOf").filter_map(|case| case.get("then"));
        let options: Vec<Self> = shapes.map(Self).collect();
        if options.is_empty() {
            vec![self]
        } else {
            options
        }
    }

    /// The words to choose from, if only words are allowed.
    pub(crate) fn words(self) -> Option<Vec<&'s str>> {
        let words: Vec<&str> = self.list("enum").filter_map(Value::as_str).collect();
        (!words.is_empty()).then_some(words)
    }

    /// True if it allows texts of dice alone.
    fn is_dice(self) -> bool {
        let format = self.0["format"].as_str();
        format.is_some_and(|format| DiceUse::of_format(format).is_some())
    }

    /// Whether it allows a kind of values.
    pub(crate) fn allows(self, kind: &str) -> bool {
        self.0.get("type").is_some_and(|of| of == kind) || self.list("type").any(|of| of == kind)
    }

    /// What it expects, in plain words.
    pub(crate) fn expected(self) -> String {
        let expected = |option: Self| match (option.words(), option.0["type"].as_str()) {
            (Some(words), _) => format!("one of {}", list(words)),
            (None, Some("string")) => "a string".to_owned(),
            (None, Some("integer")) => format!("a whole number{}", option.range()),
            (None, Some("number")) => format!("a number{}", option.range()),
            (None, Some("boolean")) => "`true` or `false`".to_owned(),
            (None, Some("array")) => "a list".to_owned(),
            (None, Some("object")) => "a table".to_owned(),
            _ => "something else".to_owned(),
        };
        let mut all: Vec<String> = self.options().into_iter().map(expected).collect();
        all.dedup();
        all.join(" or ")
    }

    fn range(self) -> String {
        let bound = |key| {
            let bound = self.0.get(key).and_then(Value::as_f64);
            bound.filter(|bound| bound.abs() < FARTHEST_BOUND)
        };
        match (bound("minimum"), bound("maximum")) {
            (Some(low), Some(high)) => format!(" from {low} to {high}"),
            (Some(low), None) => format!(" of at least {low}"),
            (None, Some(high)) => format!(" of at most {high}"),
            (None, None) => String::new(),
        }
    }

    /// Least and greatest size, by the names of the two limits.
    pub(crate) fn limits(self, least: &str, most: &str) -> (u64, u64) {
        let limit = |key| self.0.get(key).and_then(Value::as_u64);
        (
            limit(least).unwrap_or_default(),
            limit(most).unwrap_or(u64::MAX),
        )
    }

    /// What the entries of a list must be.
    pub(crate) fn entries(self) -> Option<Self> {
        self.0.get("items").map(Self)
    }

    fn properties(self) -> Option<&'s Map<String, Value>> {
        self.0.get("properties").and_then(Value::as_object)
    }

    /// What the value of a known key must be.
    pub(crate) fn property(self, key: &str) -> Option<Self> {
        self.properties()?.get(key).map(Self)
    }

    /// The known keys.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'s str> {
        let keys = self.properties().into_iter().flat_map(Map::keys);
        keys.map(String::as_str)
    }

    /// A value of the right shape, to read on with after a wrong one was found.
    pub(crate) fn stand_in(self) -> Value {
        if let Some(word) = self.words().and_then(|words| words.first().copied()) {
            return word.into();
        }
        let option = self.options().first().copied().unwrap_or(self);
        let lowest = || option.0.get("minimum").cloned();
        match option.0["type"].as_str() {
            Some("string") if option.is_dice() => "1".into(),
            Some("string") => {
                let (least, _) = option.limits("minLength", "maxLength");
                let characters = (0..least.min(MAX_STAND_INS)).map(|_| '?');
                Value::String(characters.collect())
            }
            // None of them allows only negative numbers.
            Some("integer") => match lowest() {
                Some(lowest) if lowest.is_u64() => lowest,
                _ => 0.into(),
            },
            Some("number") => lowest().unwrap_or_else(|| 0.into()),
            Some("boolean") => false.into(),
            Some("array") => {
                let (least, _) = option.limits("minItems", "maxItems");
                let entry = option.entries().map_or(Value::Null, Self::stand_in);
                let entries = (0..least.min(MAX_STAND_INS)).map(|_| entry.clone());
                entries.collect()
            }
            Some("object") => option
                .list("required")
                .filter_map(|key| {
                    let key = key.as_str()?;
                    Some((key.to_owned(), option.property(key)?.stand_in()))
                })
                .collect(),
            _ => Value::Null,
        }
    }
}
