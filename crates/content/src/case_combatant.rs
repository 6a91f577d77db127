//! The combatants of a case: stat blocks with changes, and how they begin.

use shieldwall_grid::Grid;

use crate::{
    Unit,
    case_file::{CaseItemDetails, CaseItemEntry, CombatantEntry, InjuryEntry},
    case_keys::OwnKeys,
    document::Document,
    key_path::KeyPath,
    percentile::{self, ItemStart, StartingInjury, StartingState, StatBlock},
    report::Report,
    stat_block::{self, Items},
    suggestion::{self, quote},
    unit_file::{CarriedEntry, CharacteristicsEntry, DetailedEntry, PercentileEntry},
};

/// The keys of cases that this ruleset alone reads.
pub(crate) static KEYS: OwnKeys = OwnKeys {
    ruleset: percentile::ID,
    settings: "settings",
    file: &["planted"],
    combatant: &[
        "characteristics",
        "hp",
        "db",
        "hands",
        "skills",
        "armour",
        "items",
        "natural_weapons",
        "natural_armour",
        "extra_physical_skills",
        "extra_perception_skills",
        "injuries",
        "state",
        "wakes_after",
        "kneeling",
        "hidden",
        "surprised",
        "weeks_of_rest",
        "hospital",
    ],
    combatants_are: "under percentile, hit points and items are keys of the combatant itself: \
                     `hp = 13`, `items = [\"sword_broad\"]`",
};

/// What a characteristic is if neither the case nor a unit says so.
const AVERAGE: i32 = 10;

/// The stat block of a combatant, and how it begins.
pub(crate) fn read(
    entry: CombatantEntry,
    base: Option<&Unit>,
    items: &Items<'_>,
    grid: &Grid,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> (StatBlock, StartingState) {
    let base = base.and_then(|base| base.percentile.as_ref());
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
    let as_unit = PercentileEntry {
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
