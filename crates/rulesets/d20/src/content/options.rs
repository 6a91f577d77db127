//! Rule options that players may set, over what the level says.

use std::collections::BTreeMap;

use shieldwall_battle::{OptionInfo, SetupError, options::chosen};

use crate::content::blocks::Settings;

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
            _ => settings.last_round = set.number(10_000),
        }
    }
    Ok(())
}
