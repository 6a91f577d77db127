//! Rule options set over the settings of a level.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;
use shieldwall_content::{BlockValue, Level};

use crate::{setup::SetupError, terms::RuleOption};

/// The values that a level has for the options of the ruleset with this id, by key.
#[must_use]
pub fn of_level(
    all: &[RuleOption],
    ruleset: &str,
    level: &Level,
) -> BTreeMap<&'static str, String> {
    let settings = level.settings.to_json(ruleset).unwrap_or_default();
    let value = |option: &RuleOption| (option.key, option.value_of(&settings[option.key]));
    all.iter().map(value).collect()
}

/// The settings of a level with options set over them; the default settings where it has none.
///
/// # Errors
/// If there is no such option, or no such value of it.
pub fn settings<S: BlockValue + Clone + Default + DeserializeOwned>(
    all: &[RuleOption],
    level: &Level,
    options: &BTreeMap<String, String>,
) -> Result<S, SetupError> {
    let settings = level.settings.get::<S>().cloned().unwrap_or_default();
    apply(all, settings, options)
}

/// Settings with options set over them.
///
/// # Errors
/// If there is no such option, or no such value of it.
///
/// # Panics
/// If the value of an option is none that its setting may have: a fault of the ruleset.
pub fn apply<S: BlockValue + DeserializeOwned>(
    all: &[RuleOption],
    settings: S,
    options: &BTreeMap<String, String>,
) -> Result<S, SetupError> {
    if options.is_empty() {
        return Ok(settings);
    }
    // A value of a file holds nothing that JSON cannot.
    let mut json = serde_json::to_value(settings).unwrap_or_default();
    for (key, value) in options {
        let unknown = |help: String| SetupError::UnknownOption {
            key: key.clone(),
            value: value.clone(),
            help,
        };
        let Some(option) = all.iter().find(|option| option.key == key) else {
            let keys: Vec<_> = all.iter().map(|option| option.key).collect();
            return Err(unknown(format!("there are: {}", keys.join(", "))));
        };
        let Some(setting) = option.setting(value) else {
            let keys: Vec<_> = option.values.iter().map(|value| value.key).collect();
            return Err(unknown(format!("its values are: {}", keys.join(", "))));
        };
        json[key] = setting;
    }
    let read = serde_json::from_value::<S>(Value::clone(&json));
    Ok(read.expect("the settings of a ruleset have the keys and values of its options"))
}
