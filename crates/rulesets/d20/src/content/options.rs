//! Rule options that players may set, over what the level says.

use std::collections::BTreeMap;

use shieldwall_battle::{OptionInfo, SetupError, options::chosen};

use crate::content::blocks::{MightyBlows, Settings};

const OFF_ON: [(&str, &str); 2] = [("off", "off"), ("on", "on")];
const ON_OFF: [(&str, &str); 2] = [("on", "on"), ("off", "off")];

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<OptionInfo> {
    vec![
        OptionInfo::new(
            "morale",
            "Morale",
            "Troops who are not heroes may lose heart and run when their side fares badly (D20-111).",
            &ON_OFF,
        ),
        OptionInfo::new(
            "initiative_d10",
            "Ten-sided initiative",
            "Everybody rolls a d10 for initiative, whatever their DEX (D20-R08).",
            &OFF_ON,
        ),
        OptionInfo::new(
            "random_melee_target",
            "Chance picks the target",
            "Of several enemies within reach, a die says who is struck at; to single one out opens you to the others (D20-104, D20-105).",
            &ON_OFF,
        ),
        OptionInfo::new(
            "surprise_rolls",
            "Surprise",
            "Sides of which the level says nothing roll for surprise if they see no enemy (D20-010, D20-R14).",
            &ON_OFF,
        ),
        OptionInfo::new(
            "fumble_mishaps",
            "Mishaps",
            "A natural 1 may also drop the weapon, strike a friend, strain a muscle or turn the helmet (D20-077).",
            &ON_OFF,
        ),
        OptionInfo::new(
            "mighty_blows",
            "Mighty Blows",
            "Who suffers them when a natural 20 hits (D20-054, D20-R21).",
            &[("heroes", "heroes"), ("all", "everybody"), ("none", "nobody")],
        ),
        OptionInfo::new(
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
            "morale" => settings.morale = set.is_on(),
            "initiative_d10" => settings.initiative_d10 = set.is_on(),
            "random_melee_target" => settings.random_melee_target = set.is_on(),
            "surprise_rolls" => settings.surprise_rolls = set.is_on(),
            "fumble_mishaps" => settings.fumble_mishaps = set.is_on(),
            "mighty_blows" => {
                settings.mighty_blows = match set.value {
                    "all" => MightyBlows::All,
                    "none" => MightyBlows::None,
                    _ => MightyBlows::Heroes,
                }
            }
            _ => settings.last_round = set.number(10_000),
        }
    }
    Ok(())
}
