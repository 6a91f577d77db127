//! Rule options that players may set, over what the level says.

use std::collections::BTreeMap;

use crate::content::blocks::Settings;
use shieldwall_battle::{OptionInfo, SetupError, options::chosen};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<OptionInfo> {
    vec![
        OptionInfo::new(
            "stunts",
            "Stunts",
            "Attackers may offer another outcome instead of damage (ZON-079).",
            &[("on", "on"), ("off", "off")],
        ),
        OptionInfo::new(
            "save_equal_passes",
            "Equal rolls pass",
            "A save passes on a roll equal to the score, not only below it (ZON-R01).",
            &[("off", "off"), ("on", "on")],
        ),
        OptionInfo::new(
            "round_limit",
            "Round limit",
            "Rounds after which the larger share still in the fight wins, where the level sets no \
             limit of its own (ZON-R79).",
            &[
                ("30", "30 rounds"),
                ("20", "20 rounds"),
                ("12", "12 rounds"),
                ("0", "none"),
            ],
        )
        .with_numbers(),
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
    for set in chosen(&all(), options)? {
        match set.key {
            "round_limit" => settings.round_limit = set.number(10_000),
            "stunts" if set.is_on() => {}
            "stunts" => settings.stunts = Some(Vec::new()),
            _ => settings.save_equal_passes = set.is_on(),
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
