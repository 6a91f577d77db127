//! Rule options that players may set over what the level says.

use serde_json::Value;

/// A rule option that players may set before a battle: "Statements of intent: spoken or skipped". It stands for the
/// setting of a level that has its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// Key in files and on the command line.
    pub key: &'static str,
    /// Label.
    pub label: &'static str,
    /// Its effect, in a sentence.
    pub detail: &'static str,
    /// Its values, the default first.
    pub values: Vec<OptionValue>,
    /// The greatest whole number that is a value too, if others are than those listed.
    pub most: Option<u32>,
}

/// One value of a rule option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// Key in files and on the command line.
    pub key: &'static str,
    /// Label.
    pub label: &'static str,
    /// The setting.
    pub setting: Value,
}

impl OptionValue {
    /// A value by key and label: `on` and `off` stand for true and false, numbers for themselves, all else for a word.
    #[must_use]
    pub fn new(key: &'static str, label: &'static str) -> Self {
        let setting = match (key, key.parse::<u32>()) {
            ("on", _) => true.into(),
            ("off", _) => false.into(),
            (_, Ok(number)) => number.into(),
            (word, _) => word.into(),
        };
        Self {
            key,
            label,
            setting,
        }
    }

    /// The same for another setting.
    #[must_use]
    pub fn of(mut self, setting: Value) -> Self {
        self.setting = setting;
        self
    }
}

impl RuleOption {
    /// An option with these values, the default first.
    #[must_use]
    pub const fn new(
        key: &'static str,
        label: &'static str,
        detail: &'static str,
        values: Vec<OptionValue>,
    ) -> Self {
        Self {
            key,
            label,
            detail,
            values,
            most: None,
        }
    }

    /// An option that is on or off, the default first.
    #[must_use]
    pub fn switch(
        key: &'static str,
        label: &'static str,
        detail: &'static str,
        default: bool,
    ) -> Self {
        let mut values = vec![OptionValue::new("on", "on"), OptionValue::new("off", "off")];
        if !default {
            values.reverse();
        }
        Self::new(key, label, detail, values)
    }

    /// The same, with any other whole number up to this one as a value too.
    #[must_use]
    pub const fn with_numbers(mut self, most: u32) -> Self {
        self.most = Some(most);
        self
    }

    /// The label of a value; of a number that is none of its values, the number.
    #[must_use]
    pub fn label_of<'a>(&self, value: &'a str) -> &'a str {
        let known = self.values.iter().find(|known| known.key == value);
        known.map_or(value, |known| known.label)
    }

    /// The key of the value that a setting has.
    #[must_use]
    pub fn value_of(&self, setting: &Value) -> String {
        let mut known = self.values.iter();
        let known = known.find(|known| known.setting == *setting);
        match (known, setting) {
            (Some(known), _) => known.key.to_owned(),
            (None, Value::Number(number)) => number.to_string(),
            (None, _) => self.values.first().map_or("", |first| first.key).to_owned(),
        }
    }

    /// The setting for a value; `None` if there is no such value.
    #[must_use]
    pub fn setting(&self, value: &str) -> Option<Value> {
        let known = self.values.iter().find(|known| known.key == value);
        let number = || {
            let number: u32 = value.parse().ok()?;
            Some(number.min(self.most?).into())
        };
        known.map(|known| known.setting.clone()).or_else(number)
    }
}
