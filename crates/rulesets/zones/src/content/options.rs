//! Rule options that players may set, over what the level says.

use std::collections::BTreeMap;

use shieldwall_battle::{OptionInfo, OptionValue, SetupError};
use shieldwall_content::zones::Settings;

fn values(keys: &[(&'static str, &'static str)]) -> Vec<OptionValue> {
    keys.iter()
        .map(|&(key, label)| OptionValue { key, label })
        .collect()
}

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<OptionInfo> {
    vec![
        OptionInfo {
            key: "stunts",
            label: "Stunts",
            detail: "Attackers may offer another outcome instead of damage (ZON-079).",
            values: values(&[("on", "on"), ("off", "off")]),
        },
        OptionInfo {
            key: "save_equal_passes",
            label: "Equal rolls pass",
            detail: "A save passes on a roll equal to the score, not only below it (ZON-R01).",
            values: values(&[("off", "off"), ("on", "on")]),
        },
        OptionInfo {
            key: "round_limit",
            label: "Round limit",
            detail: "Rounds after which the larger share still in the fight wins, where the level \
                     sets no limit of its own (ZON-R79).",
            values: values(&[
                ("30", "30 rounds"),
                ("20", "20 rounds"),
                ("12", "12 rounds"),
                ("0", "none"),
            ]),
        },
    ]
}

/// The settings of a level with options set over them.
///
/// # Errors
/// If there is no such option, or no such value of it.
pub fn apply(
    settings: &mut Settings,
    options: &BTreeMap<String, String>,
) -> Result<(), SetupError> {
    let known = all();
    for (key, value) in options {
        let unknown = |help: String| SetupError::UnknownOption {
            key: key.clone(),
            value: value.clone(),
            help,
        };
        let Some(option) = known.iter().find(|option| option.key == key) else {
            let keys: Vec<_> = known.iter().map(|option| option.key).collect();
            return Err(unknown(format!("there are: {}", keys.join(", "))));
        };
        let keys: Vec<_> = option.values.iter().map(|value| value.key).collect();
        let help = || format!("its values are: {}", keys.join(", "));
        match option.key {
            "round_limit" => {
                let rounds: u32 = value.parse().map_err(|_| unknown(help()))?;
                settings.round_limit = rounds.min(10_000);
            }
            _ if !keys.contains(&value.as_str()) => return Err(unknown(help())),
            "stunts" => {
                if value == "off" {
                    settings.stunts = Some(Vec::new());
                }
            }
            _ => settings.save_equal_passes = value == "on",
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(key: &str, value: &str) -> Result<Settings, SetupError> {
        let mut settings = Settings::default();
        let options = BTreeMap::from([(key.to_owned(), value.to_owned())]);
        apply(&mut settings, &options).map(|()| settings)
    }

    #[test]
    fn every_value_of_every_option_is_understood() {
        for option in all() {
            for value in &option.values {
                assert!(with(option.key, value.key).is_ok(), "{}", option.key);
            }
            let first = option.values[0].key;
            assert_eq!(with(option.key, first), Ok(Settings::default()));
        }
    }

    #[test]
    fn what_does_not_exist_is_refused_with_what_does() {
        for (key, value) in [
            ("stunt", "on"),
            ("stunts", "maybe"),
            ("round_limit", "many"),
        ] {
            assert!(matches!(
                with(key, value),
                Err(SetupError::UnknownOption { .. })
            ));
        }
    }
}
