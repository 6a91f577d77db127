//! Stat blocks of units: `[percentile]` in `assets/units/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::blocks::WeaponClass;

/// A stat block.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatBlockEntry {
    /// Strength, constitution, size and dexterity; 3 to 18 for people.
    pub(crate) characteristics: CharacteristicsEntry,
    /// Hit points; worked out of CON and SIZ if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) hp: Option<i32>,
    /// Damage bonus dice, such as `1d4`; worked out of STR and SIZ if left out.
    pub(crate) db: Option<String>,
    /// Number of hands.
    #[serde(default = "two_hands")]
    #[schemars(range(min = 0, max = 8))]
    pub(crate) hands: u8,
    /// Ratings in percent by skill.
    #[serde(default)]
    pub(crate) skills: BTreeMap<String, Rating>,
    /// Ids of armour worn: at most one for the body and one helmet.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub(crate) armour: Vec<String>,
    /// Things carried.
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub(crate) items: Vec<CarriedEntry>,
    /// Bites, claws, horns.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub(crate) natural_weapons: Vec<NaturalWeaponEntry>,
    /// Armour points of hide or shell.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub(crate) natural_armour: i32,
    /// Further skills that body armour weighs on.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) extra_physical_skills: Vec<String>,
    /// Further skills that helmets weigh on.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) extra_perception_skills: Vec<String>,
}

fn two_hands() -> u8 {
    2
}

/// A rating in percent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Rating(#[schemars(range(min = 0, max = 500))] pub(crate) i32);

/// Characteristics.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CharacteristicsEntry {
    /// Strength.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) str: i32,
    /// Constitution.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) con: i32,
    /// Size.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) siz: i32,
    /// Dexterity.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) dex: i32,
}

/// A thing carried: its id alone, or a table that says more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum CarriedEntry {
    /// The item's id.
    Id(String),
    /// The item with its missiles or spares.
    Detailed(DetailedEntry),
}

/// A thing carried, in detail.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailedEntry {
    /// The item's id.
    pub(crate) id: String,
    /// Missiles carried for it, or how many of it if they are thrown and lost.
    #[schemars(range(min = 0, max = 999))]
    pub(crate) missiles: Option<u16>,
    /// Spare magazines.
    #[schemars(range(min = 0, max = 999))]
    pub(crate) spares: Option<u16>,
    /// In hand when the battle begins; if left out, it is if the hands are free.
    pub(crate) readied: Option<bool>,
}

impl CarriedEntry {
    pub(crate) fn into_detailed(self) -> DetailedEntry {
        match self {
            Self::Id(id) => DetailedEntry {
                id,
                missiles: None,
                spares: None,
                readied: None,
            },
            Self::Detailed(entry) => entry,
        }
    }
}

/// A natural weapon.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NaturalWeaponEntry {
    /// Name shown to players.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: String,
    /// Rating in percent.
    #[schemars(range(min = 0, max = 500))]
    pub(crate) rating: i32,
    /// Damage dice.
    pub(crate) damage: String,
    /// Class it acts in.
    #[serde(default = "short")]
    pub(crate) class: WeaponClass,
}

fn short() -> WeaponClass {
    WeaponClass::Short
}
