//! Fields: what a choice says besides its action and target, as amounts, one of several, or a second target.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer, ser::SerializeMap};
use shieldwall_grid::Direction;
use std::borrow::Cow;

use crate::target::Target;

/// Something that a choice says besides its action and target: how far one may go, how a bonus is divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Hash)]
pub struct Field {
    /// Its name in files: "pace".
    pub key: &'static str,
    /// In plain words, before what is chosen: "Pace".
    pub label: &'static str,
    /// What may be chosen.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// What may be chosen in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number.
    Amount {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
        /// What it is unless somebody says otherwise.
        default: i32,
    },
    /// One of several; the first unless somebody says otherwise.
    OneOf(Vec<FieldOption>),
    /// A second target, or none: a cell to stand in, a helper.
    At {
        /// The targets that may be chosen.
        targets: Vec<Target>,
        /// The words for what holds if none is chosen: "the nearest cell".
        otherwise: &'static str,
    },
}

/// One of several that may be chosen in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Hash)]
pub struct FieldOption {
    /// Name in files: "half".
    pub key: &'static str,
    /// In plain words: "up to 15 m".
    pub label: String,
    /// Whether it offers the target something else in place of harm first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bargains: bool,
    /// The highest movement band it allows ([`crate::CellOption::band`]); `None` if it allows no movement,
    /// or has nothing to do with it.
    pub band: Option<u8>,
    /// The direction in which it turns the actor, if it does: the board shows it, and the wheel of the mouse chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// True if the log does not mention it: it is what happens unless something else is said.
    #[serde(skip)]
    pub unsaid: bool,
    /// True if no later draft opens with it: done once more it is undone, or not possible.
    #[serde(skip)]
    pub once: bool,
    /// True if it costs more than an option with a narrower band, so that it is taken only where it is needed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub costs: bool,
    /// The fields after its own that it shuts: they have their defaults.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shuts: Vec<&'static str>,
}

impl FieldOption {
    /// An option that has nothing to do with movement.
    #[must_use]
    pub fn new(key: &'static str, label: impl Into<String>) -> Self {
        Self {
            key,
            label: label.into(),
            bargains: false,
            band: None,
            facing: None,
            costs: false,
            unsaid: false,
            once: false,
            shuts: Vec::new(),
        }
    }
}

/// What is chosen in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FieldValue {
    /// A whole number.
    Amount(i32),
    /// The name of an option.
    Option(&'static str),
    /// A second target.
    Target(Target),
}

impl Field {
    /// A field with a whole number.
    #[must_use]
    pub const fn amount(
        key: &'static str,
        label: &'static str,
        [min, max]: [i32; 2],
        default: i32,
    ) -> Self {
        let kind = FieldKind::Amount { min, max, default };
        Self { key, label, kind }
    }

    /// A field with one of several.
    #[must_use]
    pub const fn one_of(key: &'static str, label: &'static str, options: Vec<FieldOption>) -> Self {
        let kind = FieldKind::OneOf(options);
        Self { key, label, kind }
    }

    /// A field with a second target, or none; `otherwise` says what holds without one.
    #[must_use]
    pub const fn at(
        key: &'static str,
        label: &'static str,
        targets: Vec<Target>,
        otherwise: &'static str,
    ) -> Self {
        let kind = FieldKind::At { targets, otherwise };
        Self { key, label, kind }
    }

    /// Its default; `None` if nothing is chosen then.
    #[must_use]
    pub fn default(&self) -> Option<FieldValue> {
        match &self.kind {
            FieldKind::Amount { default, .. } => Some(FieldValue::Amount(*default)),
            FieldKind::OneOf(_) => self.value(0),
            FieldKind::At { .. } => None,
        }
    }

    /// The same where no more than so much is left for an amount; `None` for no limit.
    #[must_use]
    pub fn default_within(&self, left: Option<i32>) -> Option<FieldValue> {
        match (&self.kind, left) {
            (FieldKind::Amount { min, default, .. }, Some(left)) => {
                Some(FieldValue::Amount((*default).min(left).max(*min)))
            }
            _ => self.default(),
        }
    }

    /// The number of values, nothing among them where it may be left open.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.kind {
            FieldKind::Amount { min, max, .. } => usize::try_from(max - min + 1).unwrap_or(0),
            FieldKind::OneOf(options) => options.len(),
            FieldKind::At { targets, .. } => targets.len() + 1,
        }
    }

    /// The value with this number, from 0; `None` if there are not so many, or if it is to leave the field open.
    #[must_use]
    pub fn value(&self, index: usize) -> Option<FieldValue> {
        match &self.kind {
            FieldKind::Amount { min, max, .. } => {
                let value = min.checked_add(i32::try_from(index).ok()?)?;
                (value <= *max).then_some(FieldValue::Amount(value))
            }
            FieldKind::OneOf(options) => {
                let option = options.get(index)?;
                Some(FieldValue::Option(option.key))
            }
            FieldKind::At { targets, .. } => {
                let target = targets.get(index.checked_sub(1)?)?;
                Some(FieldValue::Target(*target))
            }
        }
    }

    /// Whether a value may be chosen.
    #[must_use]
    pub fn takes(&self, value: FieldValue) -> bool {
        match (&self.kind, value) {
            (FieldKind::Amount { min, max, .. }, FieldValue::Amount(value)) => {
                (*min..=*max).contains(&value)
            }
            (FieldKind::OneOf(options), FieldValue::Option(key)) => {
                options.iter().any(|option| option.key == key)
            }
            (FieldKind::At { targets, .. }, FieldValue::Target(target)) => {
                targets.contains(&target)
            }
            _ => false,
        }
    }

    /// The options; none of an amount or a target.
    #[must_use]
    pub fn options(&self) -> &[FieldOption] {
        match &self.kind {
            FieldKind::Amount { .. } | FieldKind::At { .. } => &[],
            FieldKind::OneOf(options) => options,
        }
    }

    /// The second targets; none of all other fields.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        match &self.kind {
            FieldKind::Amount { .. } | FieldKind::OneOf(_) => &[],
            FieldKind::At { targets, .. } => targets,
        }
    }

    /// What may be chosen, in words: "the numbers 0 to 4", "hold, half".
    #[must_use]
    pub fn range(&self) -> String {
        match &self.kind {
            FieldKind::Amount { min, max, .. } => format!("the numbers {min} to {max}"),
            FieldKind::OneOf(options) => {
                let keys: Vec<&str> = options.iter().map(|option| option.key).collect();
                keys.join(", ")
            }
            FieldKind::At { targets, .. } => format!("{} targets, or none", targets.len()),
        }
    }

    /// The option that a value names; `None` for all other values, and for what is no option of this field.
    #[must_use]
    pub fn option_of(&self, value: FieldValue) -> Option<&FieldOption> {
        let FieldValue::Option(key) = value else {
            return None;
        };
        self.options().iter().find(|option| option.key == key)
    }

    /// A value in plain words: "up to 15 m", "defence 2". `name` gives the name of a target.
    #[must_use]
    pub fn told(&self, value: FieldValue, name: impl FnOnce(Target) -> String) -> String {
        match value {
            FieldValue::Target(target) => {
                format!("{} {}", self.label.to_lowercase(), name(target))
            }
            FieldValue::Amount(value) => format!("{} {value}", self.label.to_lowercase()),
            FieldValue::Option(key) => {
                let found = self.option_of(value);
                found.map_or_else(|| key.to_owned(), |option| option.label.clone())
            }
        }
    }
}

/// What is chosen in all fields, by key. Written as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fields(Vec<(&'static str, FieldValue)>);

impl Fields {
    /// Nothing chosen.
    pub const NONE: Self = Self(Vec::new());

    /// Whether nothing is chosen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is chosen in a field; `None` if nothing is.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<FieldValue> {
        let mut all = self.0.iter();
        all.find(|(known, _)| *known == key)
            .map(|(_, value)| *value)
    }

    /// The amount that is chosen in a field; `None` if none is.
    #[must_use]
    pub fn amount(&self, key: &str) -> Option<i32> {
        match self.get(key)? {
            FieldValue::Amount(amount) => Some(amount),
            FieldValue::Option(_) | FieldValue::Target(_) => None,
        }
    }

    /// The option that is chosen in a field; `None` if none is.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&'static str> {
        match self.get(key)? {
            FieldValue::Option(option) => Some(option),
            FieldValue::Amount(_) | FieldValue::Target(_) => None,
        }
    }

    /// The target that is chosen in a field; `None` if none is.
    #[must_use]
    pub fn target(&self, key: &str) -> Option<Target> {
        match self.get(key)? {
            FieldValue::Target(target) => Some(target),
            FieldValue::Amount(_) | FieldValue::Option(_) => None,
        }
    }

    /// Chooses in a field, in place of what was chosen there.
    pub fn set(&mut self, key: &'static str, value: FieldValue) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// All that is chosen, in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, FieldValue)> {
        self.0.iter().copied()
    }
}

impl FromIterator<(&'static str, FieldValue)> for Fields {
    fn from_iter<T: IntoIterator<Item = (&'static str, FieldValue)>>(values: T) -> Self {
        Self(values.into_iter().collect())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl JsonSchema for Fields {
    fn schema_name() -> Cow<'static, str> {
        "Fields".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<FieldValue>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> Field {
        let options = ["hold", "half"].map(|key| FieldOption::new(key, key));
        Field::one_of("pace", "Pace", options.to_vec())
    }

    #[test]
    fn every_value_that_is_counted_may_be_chosen_and_no_other() {
        let share = Field::amount("defence", "Defence", [-1, 3], 0);
        for field in [share.clone(), pace()] {
            let values: Vec<_> = (0..9).map_while(|index| field.value(index)).collect();
            assert_eq!(values.len(), field.count());
            assert!(values.iter().all(|value| field.takes(*value)));
            assert!(field.default().is_some_and(|value| values.contains(&value)));
        }
        assert!(!share.takes(FieldValue::Amount(4)) && !share.takes(FieldValue::Option("hold")));
        assert!(!pace().takes(FieldValue::Option("run")) && !pace().takes(FieldValue::Amount(0)));
        assert_eq!(
            [share.range(), pace().range()],
            ["the numbers -1 to 3", "hold, half"]
        );
    }

    #[test]
    fn what_is_chosen_is_written_as_a_table() {
        let mut fields = Fields::default();
        fields.set("pace", FieldValue::Option("hold"));
        fields.set("defence", FieldValue::Amount(2));
        fields.set("pace", FieldValue::Option("half"));
        let text = serde_json::to_string(&fields).unwrap_or_default();
        assert_eq!(text, r#"{"pace":"half","defence":2}"#);
        assert_eq!(fields.amount("defence"), Some(2));
        assert_eq!(fields.option("pace"), Some("half"));
        assert_eq!(fields.amount("pace"), None);
    }
}
