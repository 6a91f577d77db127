//! Zones stat blocks: `[zones]` in files of units, and whether what is worn and carried can be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{
    Item,
    reading::{Catalogue, Document, KeyPath, Report, suggestion::quote},
};

use crate::content::{
    blocks::{CarriedItem, Fraction, GearState, ID, ItemBlock, NaturalAttack, Size, StatBlock},
    item_table::AttackEntry,
};

/// A stat block for the zones ruleset. What is left out is as for an ordinary person.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StatBlockEntry {
    /// Strength.
    #[schemars(range(min = 1, max = 20))]
    pub(crate) str: Option<i32>,
    /// Agility.
    #[schemars(range(min = 1, max = 20))]
    pub(crate) agi: Option<i32>,
    /// Wit.
    #[schemars(range(min = 1, max = 20))]
    pub(crate) wit: Option<i32>,
    /// Health when unhurt.
    #[schemars(range(min = 1, max = 500))]
    pub(crate) health: Option<i32>,
    /// Ids of armour worn: at most one.
    #[schemars(length(max = 1))]
    pub(crate) armour: Option<Vec<String>>,
    /// Armour value of hide or shell.
    #[schemars(range(min = 0, max = 3))]
    pub(crate) natural_armour: Option<u8>,
    /// Size.
    pub(crate) size: Option<Size>,
    /// Speed in zones; halves are possible.
    #[schemars(range(min = 0.5, max = 20))]
    pub(crate) speed: Option<f64>,
    /// Sprints in a battle.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) sprints: Option<u16>,
    /// Number of hands.
    #[schemars(range(min = 0, max = 8))]
    pub(crate) hands: Option<u8>,
    /// Further limbs fit for holding somebody.
    #[schemars(range(min = 0, max = 8))]
    pub(crate) limbs: Option<u8>,
    /// Reactions in a round.
    #[schemars(range(min = 1, max = 9))]
    pub(crate) reactions: Option<u8>,
    /// Things carried.
    #[schemars(length(max = 24))]
    pub(crate) items: Option<Vec<CarriedEntry>>,
    /// Bites, claws, breaths of fire.
    #[schemars(length(max = 6))]
    pub(crate) natural_attacks: Option<Vec<NaturalAttackEntry>>,
    /// Ids of powers.
    #[schemars(length(max = 12))]
    pub(crate) powers: Option<Vec<String>>,
    /// Immune to morale and intimidation.
    pub(crate) fearless: Option<bool>,
    /// Sees in the dark.
    pub(crate) dark_sight: Option<bool>,
    /// Can be ridden.
    pub(crate) mount: Option<bool>,
    /// Is a vehicle.
    pub(crate) vehicle: Option<bool>,
    /// How many can ride in or on it; 1 for mounts, 4 for vehicles if left out.
    #[schemars(range(min = 0, max = 12))]
    pub(crate) seats: Option<u8>,
    /// Id of the unit on which it begins, if one of its side has a free seat.
    pub(crate) rides: Option<String>,
    /// May dodge or counter as part of its guard.
    pub(crate) guard_counters: Option<bool>,
    /// Least chance of being killed at which the computer lets itself be taken out: `1/2`.
    #[schemars(regex(pattern = r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$"))]
    pub(crate) accept_stunt_out: Option<String>,
    /// Least chance of being killed or incapacitated at which it accepts another stunt: `2/3`.
    #[schemars(regex(pattern = r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$"))]
    pub(crate) accept_stunt_other: Option<String>,
}

/// A thing carried: its id alone, or a table that says more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum CarriedEntry {
    /// The item's id.
    Id(String),
    /// The item in detail.
    Detailed(CarriedDetails),
}

/// A thing carried, in detail.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CarriedDetails {
    /// The item's id.
    id: String,
    /// How many of it, for what is used up.
    #[schemars(range(min = 0, max = 99))]
    count: Option<u16>,
    /// In hand when the battle begins; if left out, it is if the hands are free.
    readied: Option<bool>,
    /// How it is when the battle begins.
    #[serde(default)]
    state: GearState,
}

/// A natural attack.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NaturalAttackEntry {
    /// Name shown to players.
    #[schemars(length(min = 1, max = 40))]
    name: String,
    /// What it does.
    attack: AttackEntry,
}

/// The items that a unit can refer to.
pub(crate) struct Items<'c>(pub(crate) &'c Catalogue<Item>);

impl Items<'_> {
    /// The zones block of an item; reports an unknown item, or one that has none.
    fn block(
        &self,
        id: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<&ItemBlock> {
        self.0.block(id, ID, document, path, report)
    }
}

/// The stat block written at a path; what it leaves out is as in `base`.
pub(crate) fn validate(
    entry: StatBlockEntry,
    base: Option<&StatBlock>,
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> StatBlock {
    let ordinary = ordinary();
    let base = base.unwrap_or(&ordinary);
    let armour = entry.armour;
    if let Some(worn) = &armour {
        check_armour(worn, items, document, &path.join("armour"), report);
    }
    let hands = entry.hands.unwrap_or(base.hands);
    let carried = entry
        .items
        .map(|carried| carry(carried, hands, items, document, &path.join("items"), report));
    let powers = entry.powers;
    for (index, id) in powers.iter().flatten().enumerate() {
        let at = path.join("powers").join(index);
        let block = items.block(id, document, &at, report);
        if block.is_some_and(|block| block.power.is_none()) {
            report
                .error(document, &at, format!("{} is no power", quote(id)))
                .help("things that are carried belong in `items`".to_owned());
        }
    }
    let natural = entry.natural_attacks.map(|attacks| {
        let list = path.join("natural_attacks");
        let read = |(index, entry): (usize, NaturalAttackEntry)| NaturalAttack {
            name: entry.name,
            attack: entry
                .attack
                .validate(document, &list.join(index).join("attack"), report),
        };
        attacks.into_iter().enumerate().map(read).collect()
    });
    let mount = entry.mount.unwrap_or(base.mount);
    let vehicle = entry.vehicle.unwrap_or(base.vehicle);
    if mount && vehicle {
        report
            .key_error(
                document,
                &path.join("vehicle"),
                "nothing is a mount and a vehicle",
            )
            .help("keep one of them".to_owned());
    }
    let seats = entry.seats.unwrap_or(match (mount, vehicle) {
        _ if base.seats > 0 => base.seats,
        (true, _) => 1,
        (_, true) => 4,
        _ => 0,
    });
    if seats > 0 && !mount && !vehicle {
        report
            .key_error(
                document,
                &path.join("seats"),
                "only mounts and vehicles have seats",
            )
            .help("mount = true, or vehicle = true".to_owned());
    }
    StatBlock {
        strength: entry.str.unwrap_or(base.strength),
        agility: entry.agi.unwrap_or(base.agility),
        wit: entry.wit.unwrap_or(base.wit),
        health: entry.health.unwrap_or(base.health),
        armour: armour.unwrap_or_else(|| base.armour.clone()),
        natural_armour: entry.natural_armour.unwrap_or(base.natural_armour),
        size: entry.size.unwrap_or(base.size),
        steps: entry.speed.map_or(base.steps, |speed| {
            half_zones(speed, document, &path.join("speed"), report)
        }),
        sprints: entry.sprints.unwrap_or(base.sprints),
        hands,
        limbs: entry.limbs.unwrap_or(base.limbs),
        reactions: entry.reactions.unwrap_or(base.reactions),
        items: carried.unwrap_or_else(|| base.items.clone()),
        natural_attacks: natural.unwrap_or_else(|| base.natural_attacks.clone()),
        powers: powers.unwrap_or_else(|| base.powers.clone()),
        fearless: entry.fearless.unwrap_or(base.fearless),
        dark_sight: entry.dark_sight.unwrap_or(base.dark_sight),
        mount,
        vehicle,
        seats,
        rides: entry.rides.or_else(|| base.rides.clone()),
        guard_counters: entry.guard_counters.unwrap_or(base.guard_counters),
        accept_stunt_out: entry
            .accept_stunt_out
            .map_or(base.accept_stunt_out, |text| fraction(&text)),
        accept_stunt_other: entry
            .accept_stunt_other
            .map_or(base.accept_stunt_other, |text| fraction(&text)),
    }
}

/// An ordinary person with nothing (ZON-R02).
fn ordinary() -> StatBlock {
    StatBlock {
        strength: 10,
        agility: 10,
        wit: 10,
        health: 8,
        armour: Vec::new(),
        natural_armour: 0,
        size: Size::Medium,
        steps: 4,
        sprints: 3,
        hands: 2,
        limbs: 0,
        reactions: 1,
        items: Vec::new(),
        natural_attacks: Vec::new(),
        powers: Vec::new(),
        fearless: false,
        dark_sight: false,
        mount: false,
        vehicle: false,
        seats: 0,
        rides: None,
        guard_counters: false,
        accept_stunt_out: Fraction(1, 2),
        accept_stunt_other: Fraction(2, 3),
    }
}

/// Half-zone steps of a turn: twice the speed, which must be whole.
fn half_zones(speed: f64, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> u16 {
    let steps = speed * 2.0;
    if steps.fract() != 0.0 {
        report
            .error(
                document,
                path,
                format!("the speed is {speed}, expected whole or half zones"),
            )
            .help("such as 2 or 1.5".to_owned());
    }
    // At most 40.
    steps as u16
}

/// A fraction whose shape has been checked: `1/2`, or a whole number.
fn fraction(text: &str) -> Fraction {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Fraction(above.parse().unwrap_or(0), below.parse().unwrap_or(1))
}

fn check_armour(
    worn: &[String],
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) {
    for (index, id) in worn.iter().enumerate() {
        let at = path.join(index);
        let block = items.block(id, document, &at, report);
        if block.is_some_and(|block| block.armour.is_none()) {
            report
                .error(document, &at, format!("{} is no armour", quote(id)))
                .help("things that are carried belong in `items`".to_owned());
        }
    }
}

/// What is carried, and what of it is in hand when the battle begins: first what the file wants in
/// hand, then what it says nothing of and that still fits, in file order.
fn carry(
    entries: Vec<CarriedEntry>,
    hands: u8,
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> Vec<CarriedItem> {
    let mut carried = Vec::with_capacity(entries.len());
    let mut wishes = Vec::with_capacity(entries.len());
    let mut free = hands;
    for (index, entry) in entries.into_iter().enumerate() {
        let at = path.join(index);
        let (id_at, entry) = match entry {
            CarriedEntry::Id(id) => (
                at.clone(),
                CarriedDetails {
                    id,
                    count: None,
                    readied: None,
                    state: GearState::Sound,
                },
            ),
            CarriedEntry::Detailed(entry) => (at.join("id"), entry),
        };
        let block = items.block(&entry.id, document, &id_at, report);
        if let Some(block) = block {
            let wrong = if block.armour.is_some() {
                Some(("armour", "armour is worn: move it to `armour`"))
            } else if block.power.is_some() {
                Some((
                    "a power",
                    "powers are known, not carried: move it to `powers`",
                ))
            } else {
                None
            };
            if let Some((what, help)) = wrong {
                report
                    .error(document, &id_at, format!("{} is {what}", quote(&entry.id)))
                    .help(help.to_owned());
            }
            let used_up =
                block.remedy.is_some() || block.attack.as_ref().is_some_and(|row| row.consumable);
            if entry.count.is_some() && !used_up {
                report
                    .key_error(document, &at.join("count"), "this item is not used up")
                    .help("to carry several, list the item several times".to_owned());
            }
        }
        let needed = block.map(|block| block.hands).filter(|hands| *hands > 0);
        if let (Some(true), Some(needed)) = (entry.readied, needed) {
            match free.checked_sub(needed) {
                Some(left) => free = left,
                None => report
                    .error(
                        document,
                        &at.join("readied"),
                        format!(
                            "{} needs {needed} of {hands} hands, and only {free} are free",
                            quote(&entry.id)
                        ),
                    )
                    .help("ready fewer things".to_owned()),
            }
        }
        wishes.push((entry.readied, needed));
        carried.push(CarriedItem {
            item: entry.id,
            readied: entry.readied == Some(true) && needed.is_some(),
            count: entry.count.unwrap_or(1),
            condition: entry.state,
        });
    }
    for (item, wish) in carried.iter_mut().zip(wishes) {
        if let (None, Some(needed)) = wish
            && let Some(left) = free.checked_sub(needed)
        {
            free = left;
            item.readied = true;
        }
    }
    carried
}
