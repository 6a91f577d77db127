//! Rule options that players may set over what the level says.

use std::collections::BTreeMap;

use shieldwall_content::{BlockValue, Level};

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

impl OptionInfo {
    /// The label of a value; of a number that is none of its values, the number.
    #[must_use]
    pub fn label_of<'a>(&self, value: &'a str) -> &'a str {
        let known = self.values.iter().find(|known| known.key == value);
        known.map_or(value, |known| known.label)
    }
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

/// An option together with the setting of a level that it stands for.
#[derive(Debug)]
pub struct LevelOption<S> {
    /// The option.
    pub info: OptionInfo,
    /// Its value in the settings of a level.
    pub read: fn(&S) -> String,
    /// Sets it.
    pub write: fn(&mut S, Chosen<'_>),
}

/// The value of an option that is on or off.
#[must_use]
pub fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

/// The settings of a level; the default where it has none.
fn settings_of<S: BlockValue + Clone + Default>(level: &Level) -> S {
    level.settings.get::<S>().cloned().unwrap_or_default()
}

/// The values of all options that a level has, by key.
#[must_use]
pub fn of_level<S: BlockValue + Clone + Default>(
    all: &[LevelOption<S>],
    level: &Level,
) -> BTreeMap<&'static str, String> {
    let settings = settings_of(level);
    let values = all.iter();
    values
        .map(|option| (option.info.key, (option.read)(&settings)))
        .collect()
}

/// The settings of a level with options set over them.
///
/// # Errors
/// If there is no such option, or no such value of it.
pub fn settings<S: BlockValue + Clone + Default>(
    all: &[LevelOption<S>],
    level: &Level,
    options: &BTreeMap<String, String>,
) -> Result<S, SetupError> {
    let mut settings = settings_of(level);
    apply(all, &mut settings, options)?;
    Ok(settings)
}

/// Sets options over settings.
///
/// # Errors
/// If there is no such option, or no such value of it.
pub fn apply<S>(
    all: &[LevelOption<S>],
    settings: &mut S,
    options: &BTreeMap<String, String>,
) -> Result<(), SetupError> {
    for (key, value) in options {
        let unknown = |help: String| SetupError::UnknownOption {
            key: key.clone(),
            value: value.clone(),
            help,
        };
        let Some(option) = all.iter().find(|option| option.info.key == key) else {
            let keys: Vec<_> = all.iter().map(|option| option.info.key).collect();
            return Err(unknown(format!("there are: {}", keys.join(", "))));
        };
        let info = &option.info;
        let is_number = info.takes_numbers && value.parse::<u32>().is_ok();
        let keys: Vec<_> = info.values.iter().map(|value| value.key).collect();
        if !is_number && !keys.contains(&value.as_str()) {
            return Err(unknown(format!("its values are: {}", keys.join(", "))));
        }
        (option.write)(settings, Chosen { value });
    }
    Ok(())
}
