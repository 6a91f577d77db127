//! The combatants of a case: stat blocks with changes, and how they begin.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{
    Document, KeyPath, Report,
    suggestion::{self, quote},
};
use shieldwall_grid::Grid;

use crate::content::{
    blocks::{ItemStart, StartingInjury, StartingState, StartingVitality, StatBlock},
    stat_block::{self, Items},
    unit_table::{
        CarriedEntry, CharacteristicsEntry, DetailedEntry, NaturalWeaponEntry, Rating,
        StatBlockEntry,
    },
};

/// A combatant of a case: a stat block with the keys of a unit file, as far as it is not its unit's, and
/// how it begins.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CombatantEntry {
    /// Characteristics; 10 each if left out and no unit says otherwise.
    pub(crate) characteristics: Option<CaseCharacteristics>,
    /// Hit points when unhurt; worked out of CON and SIZ if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) hp: Option<i32>,
    /// Damage bonus dice, such as `1d4`; worked out of STR and SIZ if left out.
    pub(crate) db: Option<String>,
    /// Number of hands.
    #[schemars(range(min = 0, max = 8))]
    pub(crate) hands: Option<u8>,
    /// Ratings in percent by skill; others are as the unit has them.
    pub(crate) skills: BTreeMap<String, Rating>,
    /// Ids of armour worn.
    #[schemars(length(max = 2))]
    pub(crate) armour: Option<Vec<String>>,
    /// Things carried.
    #[schemars(length(max = 24))]
    pub(crate) items: Option<Vec<CaseItemEntry>>,
    /// Bites, claws, horns.
    #[schemars(length(max = 6))]
    pub(crate) natural_weapons: Option<Vec<NaturalWeaponEntry>>,
    /// Armour points of hide or shell.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) natural_armour: Option<i32>,
    /// Further skills that body armour weighs on.
    #[schemars(length(max = 40))]
    pub(crate) extra_physical_skills: Option<Vec<String>>,
    /// Further skills that helmets weigh on.
    #[schemars(length(max = 40))]
    pub(crate) extra_perception_skills: Option<Vec<String>>,

    /// Injuries it begins with, oldest first: hit points lost, or a table that says more.
    #[schemars(length(max = 40))]
    pub(crate) injuries: Vec<InjuryEntry>,
    /// Its state; worked out of its hit points if left out.
    pub(crate) state: Option<StartingVitality>,
    /// Round at whose end it wakes by itself, if it sleeps.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) wakes_after: Option<u32>,
    /// Direction in which it kneels behind a held large shield, or the id of the planted shield
    /// that it kneels behind.
    pub(crate) kneeling: Option<String>,
    /// Whether its enemies have not noticed it.
    pub(crate) hidden: bool,
    /// Whether it is taken by surprise in round 1.
    pub(crate) surprised: bool,
    /// Weeks of rest between its injuries and the battle.
    #[schemars(range(min = 0, max = 520))]
    pub(crate) weeks_of_rest: u32,
    /// Whether it spent them in hospital.
    pub(crate) hospital: bool,
}

/// Characteristics, as far as they matter.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseCharacteristics {
    /// Strength.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) str: Option<i32>,
    /// Constitution.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) con: Option<i32>,
    /// Size.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) siz: Option<i32>,
    /// Dexterity.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) dex: Option<i32>,
}

/// A thing carried: its id alone, or a table that says more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum CaseItemEntry {
    /// The item's id.
    Id(String),
    /// The item with how it begins.
    Detailed(CaseItemDetails),
}

/// A thing carried, in detail.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseItemDetails {
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
    /// Hit points left.
    #[schemars(range(min = -100, max = 1000))]
    pub(crate) hp: Option<i32>,
    /// Shots loaded.
    #[schemars(range(min = 0, max = 999))]
    pub(crate) loaded: Option<u16>,
    /// The side of the combatant's cell on which it is planted, for shields.
    pub(crate) planted: Option<String>,
}

/// An injury: hit points lost, or a table that says more.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum InjuryEntry {
    /// Hit points lost.
    Lost(#[schemars(range(min = 1, max = 1000))] i32),
    /// The injury in detail.
    Detailed(InjuryDetails),
}

/// An injury in detail.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InjuryDetails {
    /// Hit points it costs.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) lost: i32,
    /// Whether its one First Aid has been tried.
    #[serde(default)]
    pub(crate) treated: bool,
}

/// What a characteristic is if neither the case nor a unit says so.
const AVERAGE: i32 = 10;

/// The stat block of a combatant, and how it begins.
pub(crate) fn read(
    entry: CombatantEntry,
    base: Option<&StatBlock>,
    items: &Items<'_>,
    grid: &Grid,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> (StatBlock, StartingState) {
    let details: Option<Vec<CaseItemDetails>> = entry
        .items
        .clone()
        .map(|items| items.into_iter().map(CaseItemEntry::into_details).collect());
    let start = start(&entry, details.as_deref(), grid, document, path, report);
    let mut stats = stats(entry, base, items, document, path, report);
    for (index, detail) in details.iter().flatten().enumerate() {
        let at = path.join("items").join(index);
        let planted = detail.planted.as_ref().and_then(|name| {
            let side = grid.layout().side_named(name);
            if side.is_none() {
                let known = grid.layout().side_names().iter().copied();
                report
                    .error(
                        document,
                        &at.join("planted"),
                        format!("cells have no side {}", quote(name)),
                    )
                    .help(suggestion::help(name, known, "sides of these cells"));
            }
            side
        });
        if let Some(item) = stats.items.get_mut(index) {
            item.start = ItemStart {
                hit_points: detail.hp,
                loaded: detail.loaded,
                planted,
            };
        }
    }
    (stats, start)
}

impl CaseItemEntry {
    fn into_details(self) -> CaseItemDetails {
        match self {
            Self::Id(id) => CaseItemDetails {
                id,
                missiles: None,
                spares: None,
                readied: None,
                hp: None,
                loaded: None,
                planted: None,
            },
            Self::Detailed(details) => details,
        }
    }

    /// What a unit file would say of it. A planted shield is not in hand.
    fn as_carried(&self) -> CarriedEntry {
        match self {
            Self::Id(id) => CarriedEntry::Id(id.clone()),
            Self::Detailed(details) => CarriedEntry::Detailed(DetailedEntry {
                id: details.id.clone(),
                missiles: details.missiles,
                spares: details.spares,
                readied: if details.planted.is_some() {
                    Some(false)
                } else {
                    details.readied
                },
            }),
        }
    }
}

/// The stat block: the base, with everything replaced that the case gives.
fn stats(
    entry: CombatantEntry,
    base: Option<&StatBlock>,
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> StatBlock {
    let given = entry.characteristics.unwrap_or_default();
    let of_base = base.map(|base| base.characteristics);
    let characteristics = CharacteristicsEntry {
        str: given
            .str
            .or(of_base.map(|base| base.strength))
            .unwrap_or(AVERAGE),
        con: given
            .con
            .or(of_base.map(|base| base.constitution))
            .unwrap_or(AVERAGE),
        siz: given
            .siz
            .or(of_base.map(|base| base.size))
            .unwrap_or(AVERAGE),
        dex: given
            .dex
            .or(of_base.map(|base| base.dexterity))
            .unwrap_or(AVERAGE),
    };
    let keeps = Kept {
        hit_points: entry.hp.is_none() && given.con.is_none() && given.siz.is_none(),
        damage_bonus: entry.db.is_none() && given.str.is_none() && given.siz.is_none(),
        armour: entry.armour.is_none(),
        items: entry.items.is_none(),
        natural_weapons: entry.natural_weapons.is_none(),
        natural_armour: entry.natural_armour.is_none(),
        physical: entry.extra_physical_skills.is_none(),
        perception: entry.extra_perception_skills.is_none(),
    };
    let as_unit = StatBlockEntry {
        characteristics,
        hp: entry.hp,
        db: entry.db,
        hands: entry.hands.or(base.map(|base| base.hands)).unwrap_or(2),
        skills: entry.skills,
        armour: entry.armour.unwrap_or_default(),
        items: entry
            .items
            .unwrap_or_default()
            .iter()
            .map(CaseItemEntry::as_carried)
            .collect(),
        natural_weapons: entry.natural_weapons.unwrap_or_default(),
        natural_armour: entry.natural_armour.unwrap_or_default(),
        extra_physical_skills: entry.extra_physical_skills.unwrap_or_default(),
        extra_perception_skills: entry.extra_perception_skills.unwrap_or_default(),
    };
    let mut stats = stat_block::validate(as_unit, items, document, path, report);
    if let Some(base) = base {
        keeps.fill(&mut stats, base);
    }
    stats
}

/// What a combatant has from the unit it is based on.
struct Kept {
    hit_points: bool,
    damage_bonus: bool,
    armour: bool,
    items: bool,
    natural_weapons: bool,
    natural_armour: bool,
    physical: bool,
    perception: bool,
}

impl Kept {
    fn fill(&self, stats: &mut StatBlock, base: &StatBlock) {
        if self.hit_points {
            stats.hit_points = base.hit_points;
        }
        if self.damage_bonus {
            stats.damage_bonus.clone_from(&base.damage_bonus);
        }
        if self.armour {
            stats.armour.clone_from(&base.armour);
        }
        if self.items {
            stats.items.clone_from(&base.items);
        }
        if self.natural_weapons {
            stats.natural_weapons.clone_from(&base.natural_weapons);
        }
        if self.natural_armour {
            stats.natural_armour = base.natural_armour;
        }
        if self.physical {
            stats
                .extra_physical_skills
                .clone_from(&base.extra_physical_skills);
        }
        if self.perception {
            stats
                .extra_perception_skills
                .clone_from(&base.extra_perception_skills);
        }
        for (skill, rating) in &base.skills {
            stats.skills.entry(skill.clone()).or_insert(*rating);
        }
    }
}

/// How a combatant begins.
fn start(
    entry: &CombatantEntry,
    items: Option<&[CaseItemDetails]>,
    grid: &Grid,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> StartingState {
    let injuries = entry
        .injuries
        .iter()
        .map(|injury| match injury {
            InjuryEntry::Lost(lost) => StartingInjury {
                lost: *lost,
                treated: false,
            },
            InjuryEntry::Detailed(details) => StartingInjury {
                lost: details.lost,
                treated: details.treated,
            },
        })
        .collect();
    let mut kneeling = None;
    let mut kneeling_behind = None;
    if let Some(name) = &entry.kneeling {
        kneeling = grid.layout().direction_named(name);
        kneeling_behind = items
            .into_iter()
            .flatten()
            .position(|item| item.id == *name && item.planted.is_some());
        if kneeling.is_none() && kneeling_behind.is_none() {
            report
                .error(
                    document,
                    &path.join("kneeling"),
                    format!(
                        "{} is neither a direction nor a planted shield of this combatant",
                        quote(name)
                    ),
                )
                .help(suggestion::help(
                    name,
                    grid.layout().direction_names().iter().copied(),
                    "directions here",
                ));
        }
    }
    StartingState {
        injuries,
        state: entry.state,
        wakes_after: entry.wakes_after,
        kneeling,
        kneeling_behind,
        hidden: entry.hidden,
        surprised: entry.surprised,
        weeks_of_rest: entry.weeks_of_rest,
        hospital: entry.hospital,
    }
}
