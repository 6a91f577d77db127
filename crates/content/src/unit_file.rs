//! Files of units, one each: `assets/units/*.toml`.

use std::{collections::BTreeMap, collections::BTreeSet, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Unit,
    art::ArtFolders,
    document::Document,
    identifier,
    key_path::KeyPath,
    percentile::WeaponClass,
    report::Report,
    stat_block::{self, Items},
    steeds::Steeds,
    suggestion::quote,
    zones_stat_block::{self, ZonesEntry, ZonesItems},
};

/// Tags that do something; any others are fine too, but not ones that look like these.
const TAGS: [&str; 4] = ["melee", "missile", "healer", "beast"];

/// One unit.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Unit")]
pub(crate) struct UnitFile {
    /// Identifier, unique among units: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    pub(crate) id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// What it is good at, in a sentence or two.
    #[schemars(length(min = 1, max = 1000))]
    #[schemars(extend("format" = "lines"))]
    description: String,
    /// SVG file of its token, relative to this file.
    #[schemars(length(min = 1, max = 200))]
    art: String,
    /// Free words for filters: "melee", "missile", "healer", "beast".
    #[serde(default)]
    #[schemars(length(max = 16), inner(regex(pattern = r"^[a-z][a-z0-9_-]*$")))]
    tags: Vec<String>,
    /// Stat block for the percentile ruleset.
    percentile: Option<PercentileEntry>,
    /// Stat block for the zones ruleset.
    zones: Option<ZonesEntry>,
}

/// A stat block for the percentile ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PercentileEntry {
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

/// The unit of a file.
pub(crate) fn validate(
    file: UnitFile,
    items: &Items<'_>,
    steeds: &Steeds,
    art: &ArtFolders,
    document: &Document<'_>,
    report: &mut Report,
) -> Unit {
    identifier::check(&file.id, document, &KeyPath::from(["id"]), report);
    let tags = KeyPath::from(["tags"]);
    let mut seen = BTreeSet::new();
    for (index, tag) in file.tags.iter().enumerate() {
        let path = tags.join(index);
        identifier::check(tag, document, &path, report);
        let mut known = TAGS.iter();
        if let Some(meant) = known.find(|known| strsim::damerau_levenshtein(tag, known) == 1) {
            report
                .warning(
                    document,
                    &path,
                    format!("the game knows no tag {}", quote(tag)),
                )
                .help(format!("did you mean `{meant}`?"));
        }
        if !seen.insert(tag) {
            report
                .error(document, &path, format!("the tag `{tag}` is given twice"))
                .help(None);
        }
    }
    let art = art
        .find(&file.art, document, &KeyPath::from(["art"]), report)
        .unwrap_or_else(|| PathBuf::from(&file.art));
    let block = KeyPath::from(["percentile"]);
    let zones_block = KeyPath::from(["zones"]);
    let spoilt = report.is_spoilt(&block) || report.is_spoilt(&zones_block);
    if file.percentile.is_none() && file.zones.is_none() && !spoilt {
        report
            .error(document, &block, "the unit has no stat block")
            .help("add one for a ruleset: `[percentile]` or `[zones]`".to_owned());
    }
    let percentile = file
        .percentile
        .map(|entry| stat_block::validate(entry, items, document, &block, report));
    let rides = file.zones.as_ref().and_then(|entry| entry.rides.as_ref());
    if let Some(rides) = rides {
        let at = zones_block.join("rides");
        if *rides == file.id {
            report
                .error(document, &at, "no unit rides one like itself")
                .help("name a mount or a vehicle".to_owned());
        } else {
            steeds.check(rides, document, &at, report);
        }
    }
    let zones = file.zones.map(|entry| {
        let items = ZonesItems(items.catalogue);
        zones_stat_block::validate(entry, None, &items, document, &zones_block, report)
    });
    Unit {
        id: file.id,
        name: file.name,
        description: file.description,
        art,
        tags: file.tags,
        percentile,
        zones,
    }
}
