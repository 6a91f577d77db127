//! Rule options that players may set, over what the level says.

use crate::content::blocks::{Settings, Statements};
use shieldwall_battle::{
    OptionInfo,
    options::{LevelOption, on_off},
};

const OFF_ON: [(&str, &str); 2] = [("off", "off"), ("on", "on")];
const ON_OFF: [(&str, &str); 2] = [("on", "on"), ("off", "off")];

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<LevelOption<Settings>> {
    vec![
        LevelOption {
            info: OptionInfo::new(
                "statement",
                "Statements of intent",
                "Spoken: everyone announces a movement limit, an action and a target before anybody \
                 moves. Skipped: everyone decides when its moment comes (PCT-012).",
                &[("spoken", "spoken"), ("skipped", "skipped")],
            ),
            read: |settings| {
                let value = match settings.statement {
                    Statements::Spoken => "spoken",
                    Statements::Skipped => "skipped",
                };
                value.to_owned()
            },
            write: |settings, set| {
                settings.statement = match set.value {
                    "skipped" => Statements::Skipped,
                    _ => Statements::Spoken,
                };
            },
        },
        LevelOption {
            info: OptionInfo::new(
                "related_specialties",
                "Related specialties",
                "A weapon may be used at half the rating in a similar weapon (PCT-029).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.related_specialties),
            write: |settings, set| settings.related_specialties = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "dodge_low_velocity_missiles",
                "Dodging arrows",
                "Arrows, bolts, stones and thrown weapons can be dodged at half chance (PCT-048).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.dodge_low_velocity_missiles),
            write: |settings, set| settings.dodge_low_velocity_missiles = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "missile_after_breaking_off",
                "Shooting after breaking off",
                "Anyone who breaks off from an enemy may still shoot in the same round (PCT-R08).",
                &OFF_ON,
            ),
            read: |settings| on_off(settings.missile_after_breaking_off),
            write: |settings, set| settings.missile_after_breaking_off = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "successive_defence_penalty",
                "Tiring defences",
                "Percentage points that each further parry or dodge of a round loses (PCT-R27).",
                &[
                    ("0", "none"),
                    ("10", "10 points"),
                    ("20", "20 points"),
                    ("30", "30 points"),
                ],
            )
            .with_numbers(),
            read: |settings| settings.successive_defence_penalty.to_string(),
            write: |settings, set| {
                settings.successive_defence_penalty = i32::try_from(set.number(100)).unwrap_or(100);
            },
        },
        LevelOption {
            info: OptionInfo::new(
                "round_limit",
                "Round limit",
                "Rounds after which the battle is a draw, where the level sets no limit of its own \
                 (PCT-R72).",
                &[
                    ("100", "100 rounds"),
                    ("50", "50 rounds"),
                    ("25", "25 rounds"),
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
        for (key, value) in [("statment", "spoken"), ("statement", "sung")] {
            assert!(matches!(
                with(key, value),
                Err(SetupError::UnknownOption { .. })
            ));
        }
    }
}
