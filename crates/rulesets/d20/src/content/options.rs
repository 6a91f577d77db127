//! Rule options that players may set, over what the level says.

use shieldwall_battle::{
    OptionInfo,
    options::{LevelOption, on_off},
};

use crate::content::blocks::{MightyBlows, Settings};

const OFF_ON: [(&str, &str); 2] = [("off", "off"), ("on", "on")];
const ON_OFF: [(&str, &str); 2] = [("on", "on"), ("off", "off")];

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<LevelOption<Settings>> {
    vec![
        LevelOption {
            info: OptionInfo::new(
                "morale",
                "Morale",
                "Troops who are not heroes may lose heart and run when their side fares badly (D20-111).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.morale),
            write: |settings, set| settings.morale = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "initiative_d10",
                "Ten-sided initiative",
                "Everybody rolls a d10 for initiative, whatever their DEX (D20-R08).",
                &OFF_ON,
            ),
            read: |settings| on_off(settings.initiative_d10),
            write: |settings, set| settings.initiative_d10 = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "random_melee_target",
                "Chance picks the target",
                "Of several enemies within reach, a die says who is struck at; to single one out opens you to the others (D20-104, D20-105).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.random_melee_target),
            write: |settings, set| settings.random_melee_target = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "surprise_rolls",
                "Surprise",
                "Sides of which the level says nothing roll for surprise if they see no enemy (D20-010, D20-R14).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.surprise_rolls),
            write: |settings, set| settings.surprise_rolls = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "fumble_mishaps",
                "Mishaps",
                "A natural 1 may also drop the weapon, strike a friend, strain a muscle or turn the helmet (D20-077).",
                &ON_OFF,
            ),
            read: |settings| on_off(settings.fumble_mishaps),
            write: |settings, set| settings.fumble_mishaps = set.is_on(),
        },
        LevelOption {
            info: OptionInfo::new(
                "mighty_blows",
                "Mighty Blows",
                "Who suffers them when a natural 20 hits (D20-054, D20-R21).",
                &[("heroes", "heroes"), ("all", "everybody"), ("none", "nobody")],
            ),
            read: |settings| {
                let value = match settings.mighty_blows {
                    MightyBlows::Heroes => "heroes",
                    MightyBlows::All => "all",
                    MightyBlows::None => "none",
                };
                value.to_owned()
            },
            write: |settings, set| {
                settings.mighty_blows = match set.value {
                    "all" => MightyBlows::All,
                    "none" => MightyBlows::None,
                    _ => MightyBlows::Heroes,
                }
            },
        },
        LevelOption {
            info: OptionInfo::new(
                "last_round",
                "Last round",
                "The round after which the battle is a draw, where the level sets no limit of its own (D20-R90).",
                &[
                    ("60", "60 rounds"),
                    ("30", "30 rounds"),
                    ("15", "15 rounds"),
                    ("0", "none"),
                ],
            )
            .with_numbers(),
            read: |settings| settings.last_round.to_string(),
            write: |settings, set| settings.last_round = set.number(10_000),
        },
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shieldwall_battle::options::apply;

    use super::*;

    #[test]
    fn every_value_of_every_option_is_written_and_read() {
        for option in all() {
            let info = &option.info;
            for value in &info.values {
                let mut settings = Settings::default();
                let options = BTreeMap::from([(info.key.to_owned(), value.key.to_owned())]);
                assert_eq!(apply(&all(), &mut settings, &options), Ok(()));
                assert_eq!((option.read)(&settings), value.key, "{}", info.key);
            }
        }
    }
}
