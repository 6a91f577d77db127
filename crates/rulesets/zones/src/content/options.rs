//! Rule options that players may set, over what the level says.

use crate::content::blocks::Settings;
use shieldwall_battle::{
    OptionInfo,
    options::{LevelOption, on_off},
};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<LevelOption<Settings>> {
    vec![
        LevelOption {
            info: OptionInfo::new(
                "stunts",
                "Stunts",
                "Attackers may offer another outcome instead of damage (ZON-079).",
                &[("on", "on"), ("off", "off")],
            ),
            read: |settings| on_off(settings.stunts.as_ref().is_none_or(|stunts| !stunts.is_empty())),
            write: |settings, set| {
                if !set.is_on() {
                    settings.stunts = Some(Vec::new());
                }
            },
        },
        LevelOption {
            info: OptionInfo::new(
                "save_equal_passes",
                "Equal rolls pass",
                "A save passes on a roll equal to the score, not only below it (ZON-R01).",
                &[("off", "off"), ("on", "on")],
            ),
            read: |settings| on_off(settings.save_equal_passes),
            write: |settings, set| settings.save_equal_passes = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
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
            read: |settings| settings.round_limit.to_string(),
            write: |settings, set| settings.round_limit = set.number(10_000),
        },
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shieldwall_battle::{SetupError, options::apply};

    use super::*;

    fn with(key: &str, value: &str) -> Result<Settings, SetupError> {
        let mut settings = Settings::default();
        let options = BTreeMap::from([(key.to_owned(), value.to_owned())]);
        apply(&all(), &mut settings, &options).map(|()| settings)
    }

    #[test]
    fn every_value_of_every_option_is_understood() {
        for option in all() {
            let info = &option.info;
            for value in &info.values {
                let settings = with(info.key, value.key);
                let read = settings.as_ref().map(option.read);
                assert_eq!(read.as_deref(), Ok(value.key), "{}", info.key);
            }
            let first = info.values[0].key;
            assert_eq!(with(info.key, first), Ok(Settings::default()));
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
