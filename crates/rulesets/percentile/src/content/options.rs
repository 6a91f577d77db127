//! Rule options that players may set, over what the level says.

use std::collections::BTreeMap;

use shieldwall_battle::{OptionInfo, OptionValue, SetupError};
use shieldwall_content::percentile::{Settings, Statements};

const OFF: OptionValue = OptionValue {
    key: "off",
    label: "off",
};
const ON: OptionValue = OptionValue {
    key: "on",
    label: "on",
};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<OptionInfo> {
    let values = |keys: &[(&'static str, &'static str)]| {
        keys.iter()
            .map(|&(key, label)| OptionValue { key, label })
            .collect()
    };
    vec![
        OptionInfo {
            key: "statement",
            label: "Statements of intent",
            detail: "Spoken: everyone announces a movement limit, an action and a target before \
                     anybody moves. Skipped: everyone decides when its moment comes (PCT-012).",
            values: values(&[("spoken", "spoken"), ("skipped", "skipped")]),
        },
        OptionInfo {
            key: "related_specialties",
            label: "Related specialties",
            detail: "A weapon may be used at half the rating in a similar weapon (PCT-029).",
            values: vec![ON, OFF],
        },
        OptionInfo {
            key: "dodge_low_velocity_missiles",
            label: "Dodging arrows",
            detail: "Arrows, bolts, stones and thrown weapons can be dodged at half chance \
                     (PCT-048).",
            values: vec![ON, OFF],
        },
        OptionInfo {
            key: "missile_after_breaking_off",
            label: "Shooting after breaking off",
            detail: "Whoever breaks off from an enemy may still shoot in the same round \
                     (PCT-R08).",
            values: vec![OFF, ON],
        },
        OptionInfo {
            key: "successive_defence_penalty",
            label: "Tiring defences",
            detail: "Percentage points that each further parry or dodge of a round loses \
                     (PCT-R27).",
            values: values(&[
                ("0", "none"),
                ("10", "10 points"),
                ("20", "20 points"),
                ("30", "30 points"),
            ]),
        },
        OptionInfo {
            key: "round_limit",
            label: "Round limit",
            detail: "Rounds after which the battle is a draw, where the level sets no limit of \
                     its own (PCT-R72).",
            values: values(&[
                ("100", "100 rounds"),
                ("50", "50 rounds"),
                ("25", "25 rounds"),
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
        let number = || value.parse::<u32>().map_err(|_| unknown(help()));
        if !matches!(option.key, "successive_defence_penalty" | "round_limit")
            && !keys.contains(&value.as_str())
        {
            return Err(unknown(help()));
        }
        let on = value == "on";
        match option.key {
            "statement" => {
                settings.statement = if value == "skipped" {
                    Statements::Skipped
                } else {
                    Statements::Spoken
                };
            }
            "related_specialties" => settings.related_specialties = on,
            "dodge_low_velocity_missiles" => settings.dodge_low_velocity_missiles = on,
            "missile_after_breaking_off" => settings.missile_after_breaking_off = on,
            "successive_defence_penalty" => {
                let points = number()?;
                settings.successive_defence_penalty = i32::try_from(points.min(100)).unwrap_or(100);
            }
            _ => settings.round_limit = number()?.min(10_000),
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
        for (key, value) in [("statment", "spoken"), ("statement", "sung")] {
            assert!(matches!(
                with(key, value),
                Err(SetupError::UnknownOption { .. })
            ));
        }
    }
}
