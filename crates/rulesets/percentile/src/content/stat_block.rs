//! Percentile stat blocks: worked-out values, and whether what is worn and carried can be.

use std::collections::BTreeSet;

use shieldwall_content::{
    Item,
    reading::{
        Catalogue, Document, KeyPath, Report, quantity,
        suggestion::{self, list, quote},
    },
};
use shieldwall_dice::DiceExpr;

use crate::content::{
    blocks::{
        CarriedItem, Characteristics, ID, ItemBlock, ItemStart, NaturalWeapon, StatBlock, Supply,
        WeaponClass,
    },
    unit_table::{CarriedEntry, StatBlockEntry},
};

/// Missiles carried for a weapon unless the file says otherwise (PCT-R54).
const DEFAULT_MISSILES: u16 = 20;
/// Spare magazines carried unless the file says otherwise (PCT-R53).
const DEFAULT_SPARES: u16 = 2;

/// Most skills a unit may have ratings in.
const MAX_SKILLS: usize = 100;

/// Skills of the rulebook that no item names (PCT-R26, PCT-104, PCT-105).
const SKILLS: [&str; 15] = [
    "Agility",
    "Brawl",
    "Climb",
    "Dodge",
    "Fine Manipulation",
    "First Aid",
    "Hide",
    "Jump",
    "Listen",
    "Shield",
    "Sleight of Hand",
    "Spot",
    "Stealth",
    "Swim",
    "Throw",
];

/// The items a unit can refer to, and the skills they are used with.
pub(crate) struct Items<'c> {
    pub(crate) catalogue: &'c Catalogue<Item>,
    skills: BTreeSet<String>,
    /// Whether a skill that nothing uses is an error: where all that could use it is known.
    strict: bool,
}

impl<'c> Items<'c> {
    pub(crate) fn new(catalogue: &'c Catalogue<Item>) -> Self {
        let blocks = || {
            catalogue
                .values()
                .filter_map(|item| item.blocks.get::<ItemBlock>())
        };
        let melee = blocks().filter_map(|block| block.melee.as_ref().map(|row| &row.skill));
        let missile = blocks().filter_map(|block| block.missile.as_ref().map(|row| &row.skill));
        let skills = SKILLS
            .iter()
            .map(|skill| (*skill).to_owned())
            .chain(melee.cloned())
            .chain(missile.cloned())
            .collect();
        Self {
            catalogue,
            skills,
            strict: false,
        }
    }

    /// The same for stat blocks of cases, which nobody fights with elsewhere.
    pub(crate) fn of_case(catalogue: &'c Catalogue<Item>) -> Self {
        Self {
            strict: true,
            ..Self::new(catalogue)
        }
    }

    /// Reports a skill that nothing uses.
    fn report_skill(
        &self,
        skill: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) {
        let message = format!("nothing uses the skill {}", quote(skill));
        let known = || self.skills.iter().map(String::as_str);
        let help =
            suggestion::nearest(skill, known()).map(|skill| format!("did you mean `{skill}`?"));
        if self.strict {
            let help = help.unwrap_or_else(|| format!("skills: {}", list(known())));
            report.key_error(document, path, message).help(help);
        } else {
            report.key_warning(document, path, message).help(help);
        }
    }

    /// The percentile block of an item; reports an unknown item, or one that has none.
    fn block(
        &self,
        id: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<&'c ItemBlock> {
        self.catalogue.block(id, ID, document, path, report)
    }
}

/// The stat block written at a path.
pub(crate) fn validate(
    entry: StatBlockEntry,
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> StatBlock {
    let characteristics = Characteristics {
        strength: entry.characteristics.str,
        constitution: entry.characteristics.con,
        size: entry.characteristics.siz,
        dexterity: entry.characteristics.dex,
    };
    let extra: Vec<&String> = entry
        .extra_physical_skills
        .iter()
        .chain(&entry.extra_perception_skills)
        .collect();
    if entry.skills.len() > MAX_SKILLS {
        let message = format!(
            "{} skills are given, expected at most {MAX_SKILLS}",
            entry.skills.len()
        );
        report
            .key_error(document, &path.join("skills"), message)
            .help(None);
    }
    // Items with errors may use any skill.
    let items_sound = items.catalogue.is_sound();
    let to_check = entry.skills.keys().take(MAX_SKILLS);
    let to_check = to_check.filter(|_| items_sound);
    for skill in to_check {
        if items.skills.contains(skill) || extra.contains(&skill) {
            continue;
        }
        let at = path.join("skills").join(skill.as_str());
        items.report_skill(skill, document, &at, report);
    }
    let extras = [
        ("extra_physical_skills", &entry.extra_physical_skills),
        ("extra_perception_skills", &entry.extra_perception_skills),
    ];
    for (key, skills) in extras.into_iter().filter(|_| items_sound) {
        for (index, skill) in skills.iter().enumerate() {
            let natural = || entry.natural_weapons.iter().any(|one| one.name == *skill);
            let rated = entry.skills.contains_key(skill);
            if !(rated || items.skills.contains(skill) || natural()) {
                items.report_skill(skill, document, &path.join(key).join(index), report);
            }
        }
    }
    check_armour(&entry.armour, items, document, &path.join("armour"), report);
    let carried = carry(
        entry.items,
        entry.hands,
        items,
        document,
        &path.join("items"),
        report,
    );
    let weapons = path.join("natural_weapons");
    let natural_weapons = entry
        .natural_weapons
        .into_iter()
        .enumerate()
        .map(|(index, weapon)| {
            let at = weapons.join(index);
            if matches!(weapon.class, WeaponClass::Missile | WeaponClass::Other) {
                report
                    .error(
                        document,
                        &at.join("class"),
                        "a natural weapon cannot act in this class",
                    )
                    .help("expected `long`, `medium` or `short`".to_owned());
            }
            NaturalWeapon {
                damage: quantity::damage(&weapon.damage, document, &at.join("damage"), report),
                name: weapon.name,
                rating: weapon.rating,
                class: weapon.class,
            }
        })
        .collect();
    StatBlock {
        hit_points: entry.hp.unwrap_or_else(|| hit_points(characteristics)),
        damage_bonus: match entry.db {
            Some(text) => bonus(&text, document, &path.join("db"), report),
            None => damage_bonus(characteristics.strength + characteristics.size),
        },
        characteristics,
        skills: entry
            .skills
            .into_iter()
            .map(|(skill, rating)| (skill, rating.0))
            .collect(),
        armour: entry.armour,
        items: carried,
        natural_weapons,
        natural_armour: entry.natural_armour,
        hands: entry.hands,
        extra_physical_skills: entry.extra_physical_skills,
        extra_perception_skills: entry.extra_perception_skills,
    }
}

/// Hit points: the average of CON and SIZ, rounded up (PCT-R66).
fn hit_points(characteristics: Characteristics) -> i32 {
    (characteristics.constitution + characteristics.size + 1) / 2
}

/// Damage bonus for a sum of STR and SIZ (PCT-R44).
fn damage_bonus(sum: i32) -> DiceExpr {
    let dice = match sum {
        ..=12 => "-1d6".to_owned(),
        13..=16 => "-1d4".to_owned(),
        17..=24 => "0".to_owned(),
        25..=32 => "1d4".to_owned(),
        33..=40 => "1d6".to_owned(),
        // 41 to 56 is 2d6, and each further 16 points begun one die more.
        _ => format!("{}d6", 2 + (sum - 41) / 16),
    };
    dice.parse()
        .expect("the damage bonuses of the table are dice expressions")
}

/// A damage bonus written in the file, which cannot itself contain one.
fn bonus(text: &str, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> DiceExpr {
    let dice = quantity::dice(text, document, path, report);
    if dice.uses_bonus() {
        report
            .error(
                document,
                path,
                "the damage bonus cannot contain the damage bonus",
            )
            .help("such as `1d4`, `-1d4` or `0`".to_owned());
    }
    dice
}

/// Reports what cannot be worn: at most one body armour and one helmet (PCT-R55).
fn check_armour(
    worn: &[String],
    items: &Items<'_>,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) {
    let mut taken: [Option<&str>; 2] = [None, None];
    for (index, id) in worn.iter().enumerate() {
        let at = path.join(index);
        let Some(block) = items.block(id, document, &at, report) else {
            continue;
        };
        let Some(armour) = &block.armour else {
            report
                .error(document, &at, format!("{} is no armour", quote(id)))
                .help("things that are carried belong in `items`".to_owned());
            continue;
        };
        let (place, limit) = if armour.helmet {
            (0, "one helmet")
        } else {
            (1, "one body armour")
        };
        match taken[place] {
            Some(first) => report
                .error(
                    document,
                    &at,
                    format!("{} cannot be worn over {}", quote(id), quote(first)),
                )
                .help(format!("at most {limit}")),
            None => taken[place] = Some(id),
        }
    }
}

/// What is carried, and what of it is in hand when the battle begins.
///
/// What the file wants readied takes its hands first; after it come, in file order, the things that
/// it says nothing of and that still fit.
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
        let id_at = match &entry {
            CarriedEntry::Id(_) => at.clone(),
            CarriedEntry::Detailed(_) => at.join("id"),
        };
        let entry = entry.into_detailed();
        let block = items.block(&entry.id, document, &id_at, report);
        let block = block.filter(|block| {
            let worn = block.armour.is_some();
            if worn {
                report
                    .error(document, &id_at, format!("{} is armour", quote(&entry.id)))
                    .help("armour is worn: move it to `armour`".to_owned());
            }
            !worn
        });
        if let Some(block) = block {
            check_supply(entry.missiles, entry.spares, block, document, &at, report);
        }
        let needed = block.map(|block| block.hands);
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
            readied: entry.readied == Some(true),
            missiles: entry.missiles.unwrap_or(DEFAULT_MISSILES),
            spares: entry.spares.unwrap_or(DEFAULT_SPARES),
            start: ItemStart::default(),
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

/// Reports missiles or spares for what takes none.
fn check_supply(
    missiles: Option<u16>,
    spares: Option<u16>,
    block: &ItemBlock,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) {
    let supply = block.missile.as_ref().map(|row| row.supply);
    let takes_missiles = matches!(
        supply,
        Some(Supply::ThrownAndLost | Supply::Missiles | Supply::Crossbow)
    );
    let takes_spares = matches!(supply, Some(Supply::Magazine(_)));
    if missiles.is_some() && !takes_missiles {
        report
            .key_error(
                document,
                &path.join("missiles"),
                "this item takes no `missiles`",
            )
            .help(if takes_spares {
                "it is loaded from spare magazines: `spares`".to_owned()
            } else {
                "to carry several, list the item several times".to_owned()
            });
    }
    if spares.is_some() && !takes_spares {
        report
            .key_error(
                document,
                &path.join("spares"),
                "this item takes no `spares`",
            )
            .help(takes_missiles.then(|| "its missiles are counted: `missiles`".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_points_are_the_average_rounded_up() {
        let of = |constitution, size| {
            hit_points(Characteristics {
                strength: 1,
                constitution,
                size,
                dexterity: 1,
            })
        };
        assert_eq!(of(11, 11), 11);
        assert_eq!(of(11, 12), 12);
        assert_eq!(of(1, 1), 1);
    }

    /// PCT-E51: STR 14, SIZ 13 and CON 12 give +1D4 and 13 hit points.
    #[test]
    fn pct_e51_bonus_and_hit_points_follow_from_characteristics() {
        let characteristics = Characteristics {
            strength: 14,
            constitution: 12,
            size: 13,
            dexterity: 10,
        };
        assert_eq!(hit_points(characteristics), 13);
        let bonus = damage_bonus(characteristics.strength + characteristics.size);
        assert_eq!(bonus.to_string(), "1d4");
    }

    #[test]
    fn damage_bonus_follows_the_table_and_goes_on_beyond_it() {
        for (sum, dice) in [
            (2, "-1d6"),
            (12, "-1d6"),
            (13, "-1d4"),
            (16, "-1d4"),
            (17, "0"),
            (24, "0"),
            (25, "1d4"),
            (32, "1d4"),
            (33, "1d6"),
            (40, "1d6"),
            (41, "2d6"),
            (56, "2d6"),
            (57, "3d6"),
            (72, "3d6"),
            (73, "4d6"),
            (200, "11d6"),
        ] {
            let expected: DiceExpr = dice.parse().expect("a dice expression");
            assert_eq!(damage_bonus(sum), expected, "{sum}");
        }
    }
}
