//! Rule options that players may set over what the level says.

use std::collections::BTreeMap;

use crate::setup::SetupError;

/// A rule option that players may set before a battle: "Statements of intent: spoken or skipped".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Key in files and on the command line.
    pub key: &'static str,
    /// Label.
    pub label: &'static str,
    /// What it changes, in a sentence.
    pub detail: &'static str,
    /// Its values, the default first.
    pub values: Vec<OptionValue>,
    /// Whether any other whole number is a value too.
    pub takes_numbers: bool,
}

/// One value of a rule option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// Key in files and on the command line.
    pub key: &'static str,
    /// Label.
    pub label: &'static str,
}

impl OptionInfo {
    /// An option with these values, key and label each, the default first.
    #[must_use]
    pub fn new(
        key: &'static str,
        label: &'static str,
        detail: &'static str,
        values: &[(&'static str, &'static str)],
    ) -> Self {
        let value = |&(key, label): &(&'static str, &'static str)| OptionValue { key, label };
        Self {
            key,
            label,
            detail,
            values: values.iter().map(value).collect(),
            takes_numbers: false,
        }
    }

    /// The same, with any other whole number as a value too.
    #[must_use]
    pub const fn with_numbers(mut self) -> Self {
        self.takes_numbers = true;
        self
    }
}

/// One option as it was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<'a> {
    /// Key of the option.
    pub key: &'static str,
    /// What was set: the key of a value, or a number where the option takes them.
    pub value: &'a str,
}

impl Chosen<'_> {
    /// Whether it was switched on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.value == "on"
    }

    /// The number that was set, if it is one, but no more than `most`.
    #[must_use]
    pub fn number(&self, most: u32) -> u32 {
        self.value
            .parse()
            .map_or(most, |number: u32| number.min(most))
    }
}

/// What was set, option by option.
///
/// # Errors
/// If there is no such option, or no such value of it.
pub fn chosen<'a>(
    known: &[OptionInfo],
    options: &'a BTreeMap<String, String>,
) -> Result<Vec<Chosen<'a>>, SetupError> {
    let one = |(key, value): (&String, &'a String)| {
        let unknown = |help: String| SetupError::UnknownOption {
            key: key.clone(),
            value: value.clone(),
            help,
        };
        let Some(option) = known.iter().find(|option| option.key == key) else {
            let keys: Vec<_> = known.iter().map(|option| option.key).collect();
            return Err(unknown(format!("there are: {}", keys.join(", "))));
        };
        let is_number = option.takes_numbers && value.parse::<u32>().is_ok();
        let keys: Vec<_> = option.values.iter().map(|value| value.key).collect();
        if !is_number && !keys.contains(&value.as_str()) {
            return Err(unknown(format!("its values are: {}", keys.join(", "))));
        }
        Ok(Chosen {
            key: option.key,
            value,
        })
    };
    options
        .iter()
        .map(|(key, value)| one((key, value)))
        .collect()
}
