//! Ratings, what modifies them, and the chances that come of it.

use std::borrow::Cow;

use crate::{
    content::blocks::{
        ArmourRow, ItemBlock, MeleeRow, MissileRow, Settings, ShieldKind, ShieldRow, SkillFamily,
        SkillGroup, StatBlock, Supply,
    },
    terms::rules::{
        R029, R048, R058, R064, R065, R104, R105, R122, R123, R124, R125, R126, RR28, RR35, RR49,
        RR50, RR75, RR76,
    },
};
use shieldwall_battle::{Against, Check, Modifier, RuleId, check::Effect};
use shieldwall_content::Item;
use shieldwall_grid::Metres;

/// Specialties of one skill that are close enough to stand in for each other (PCT-R24).
pub const RELATED: [(SkillFamily, &[&str]); 6] = [
    (SkillFamily::MeleeWeapon, &["Axe", "Sword", "Dagger"]),
    (SkillFamily::MeleeWeapon, &["Club", "Hammer", "Mace"]),
    (SkillFamily::MeleeWeapon, &["Polearm", "Spear", "Staff"]),
    (
        SkillFamily::MissileWeapon,
        &["Throwing Axe", "Throwing Dagger"],
    ),
    (SkillFamily::Firearm, &["Pistol", "Rifle"]),
    (SkillFamily::EnergyWeapon, &["Laser Pistol", "Laser Rifle"]),
];

/// Skills that body armour weighs on, the Agility roll included (PCT-104).
pub const PHYSICAL: [&str; 10] = [
    "Agility",
    "Climb",
    "Dodge",
    "Fine Manipulation",
    "Hide",
    "Jump",
    "Sleight of Hand",
    "Stealth",
    "Swim",
    "Throw",
];

/// Skills that helmets weigh on (PCT-105).
pub const PERCEPTION: [&str; 2] = ["Listen", "Spot"];

/// Base chance of Brawl in percent (PCT-070).
pub const BRAWL_BASE: i32 = 25;

/// Base chance of clubs in percent, for parries with a missile weapon (PCT-071, PCT-R28).
const CLUB_BASE: i32 = 25;

/// Half of the chance for standing in with a related specialty (PCT-029).
pub const RELATED_SPECIALTY: Modifier = times("related specialty", 2, R029);
/// Half of the chance from one to two ranges away (PCT-064).
pub const LONG_RANGE: Modifier = times("long range", 2, R064);
/// A quarter of the chance from two to three ranges away (PCT-065).
pub const EXTREME_RANGE: Modifier = times("extreme range", 4, R065);
/// Half of the chance to dodge a low-velocity missile (PCT-048).
pub const DODGING_A_MISSILE: Modifier = times("dodging a missile", 2, R048);
/// Half of the chance for attacks of somebody who kneels behind a large shield (PCT-R35).
pub const KNEELING: Modifier = times("kneeling", 2, RR35);
/// Half of the chance for missile attacks on somebody behind half cover (PCT-R75).
pub const HALF_COVER: Modifier = times("half cover", 2, RR75);
/// A quarter of the chance for missile attacks on somebody behind heavy cover (PCT-R75).
pub const HEAVY_COVER: Modifier = times("heavy cover", 4, RR75);
/// Half of the chance against a target in the dark out of contact (PCT-R76).
pub const TARGET_IN_DARKNESS: Modifier = times("target in darkness", 2, RR76);
/// Half of the club rating for a parry with a missile weapon (PCT-R28).
pub const MISSILE_WEAPON_AS_CLUB: Modifier = times("missile weapon used as a club", 2, RR28);

/// The modifier that divides a chance by `by`.
const fn times(name: &'static str, by: u8, rule: RuleId) -> Modifier {
    Modifier {
        name: Cow::Borrowed(name),
        effect: Effect::Times(1, by),
        rule,
    }
}

/// The rating somebody has with a weapon or shield, before all modifiers but its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The skill or specialty used: "Sword", or "Dagger" in place of it.
    pub skill: Cow<'static, str>,
    /// The rating in that skill, in percent.
    pub full: i32,
    /// What it is worth here, in percent: the rating itself or half of it, rounded up. Ties are
    /// broken by it (PCT-010, PCT-R24).
    pub value: i32,
    /// The fraction it is used at, if it is not used in full.
    pub substitute: Option<Modifier>,
    /// The rule that gives the rating.
    pub rule: RuleId,
}

impl Rating {
    /// A rating used in full.
    #[must_use]
    pub fn full(skill: impl Into<Cow<'static, str>>, rating: i32, rule: RuleId) -> Self {
        Self {
            skill: skill.into(),
            full: rating,
            value: rating,
            substitute: None,
            rule,
        }
    }

    /// A rating used at half, by `substitute`.
    fn halved(skill: impl Into<Cow<'static, str>>, rating: i32, substitute: Modifier) -> Self {
        Self {
            skill: skill.into(),
            full: rating,
            value: half(rating),
            rule: substitute.rule,
            substitute: Some(substitute),
        }
    }

    /// Whether another skill or specialty stands in for the proper one.
    #[must_use]
    pub const fn related(&self) -> bool {
        self.substitute.is_some()
    }

    /// The chance to succeed with it under further modifiers (PCT-R22).
    #[must_use]
    pub fn chance(&self, mut modifiers: Vec<Modifier>) -> Check {
        if let Some(substitute) = &self.substitute {
            modifiers.insert(0, substitute.clone());
        }
        chance(self.skill.clone(), self.full, modifiers)
    }
}

/// Half of a whole number, rounded up (PCT-R21).
#[must_use]
pub const fn half(number: i32) -> i32 {
    number.saturating_add(1).div_euclid(2)
}

/// The chance to succeed: the rating plus all percentage points, not below 0, times all fractions
/// together, rounded up once at the end. There is no upper limit (PCT-R22, PCT-R57).
///
/// An [`Effect::Fixed`] replaces the rating and the points before it.
#[must_use]
pub fn chance(skill: impl Into<Cow<'static, str>>, rating: i32, modifiers: Vec<Modifier>) -> Check {
    let mut points = i128::from(rating);
    let (mut numerator, mut denominator) = (1_i128, 1_i128);
    for modifier in &modifiers {
        match modifier.effect {
            Effect::Add(add) => points += i128::from(add),
            Effect::Fixed(fixed) => points = i128::from(fixed),
            Effect::Times(num, den) => {
                numerator = numerator.saturating_mul(i128::from(num));
                denominator = denominator.saturating_mul(i128::from(den.max(1)));
            }
        }
    }
    let product = points.max(0).saturating_mul(numerator);
    let rounded_up = -(-product).div_euclid(denominator);
    Check {
        skill: skill.into(),
        rating,
        modifiers,
        chance: i32::try_from(rounded_up).unwrap_or(i32::MAX),
        against: Against::Percent,
    }
}

/// The rating with a weapon that is used with the specialty `skill` of `family` and has a base
/// chance of `base` percent: the unit's own, or else the base, or half of the best rating in a
/// related specialty if that is better (PCT-029, PCT-058, PCT-R24).
///
/// Only ratings that the stat block names stand in for others: nobody is skilled by mere base.
#[must_use]
pub fn weapon_rating(
    stats: &StatBlock,
    skill: &str,
    family: SkillFamily,
    base: i32,
    settings: &Settings,
) -> Rating {
    let own = stats.skills.get(skill).copied().unwrap_or(base);
    let related = if settings.related_specialties {
        best_related(stats, skill, family)
    } else {
        None
    };
    match related {
        Some((specialty, rating)) if half(rating) > own => {
            Rating::halved(specialty, rating, RELATED_SPECIALTY)
        }
        _ => Rating::full(skill.to_owned(), own, R058),
    }
}

/// The best rating in a specialty related to `skill`; the first named if several are equal.
fn best_related(
    stats: &StatBlock,
    skill: &str,
    family: SkillFamily,
) -> Option<(&'static str, i32)> {
    let mut best: Option<(&'static str, i32)> = None;
    for (group_family, group) in RELATED {
        if group_family != family || !group.contains(&skill) {
            continue;
        }
        for &specialty in group.iter().filter(|&&specialty| specialty != skill) {
            if let Some(&rating) = stats.skills.get(specialty)
                && best.is_none_or(|(_, other)| rating > other)
            {
                best = Some((specialty, rating));
            }
        }
    }
    best
}

/// The rating with a melee weapon. See [`weapon_rating`].
#[must_use]
pub fn melee_rating(stats: &StatBlock, row: &MeleeRow, settings: &Settings) -> Rating {
    weapon_rating(stats, &row.skill, row.family, row.base, settings)
}

/// The rating with a missile weapon. See [`weapon_rating`]; where the table names no base, the
/// rating is that of the skill itself (PCT-R49).
#[must_use]
pub fn missile_rating(stats: &StatBlock, row: &MissileRow, settings: &Settings) -> Rating {
    match row.base {
        Some(base) => weapon_rating(stats, &row.skill, row.family, base, settings),
        None => Rating::full(row.skill.clone(), skill_rating(stats, &row.skill), RR49),
    }
}

/// The rating with a shield, to parry in melee and to strike (PCT-126).
#[must_use]
pub fn shield_rating(stats: &StatBlock, row: &ShieldRow) -> Rating {
    let rating = stats.skills.get("Shield").copied().unwrap_or(row.base);
    Rating::full("Shield", rating, R126)
}

/// The rating with bare hands (PCT-070, PCT-R50).
#[must_use]
pub fn brawl_rating(stats: &StatBlock) -> Rating {
    Rating::full("Brawl", skill_rating(stats, "Brawl"), RR50)
}

/// The rating at which a readied item parries melee attacks; `None` if it cannot (PCT-R28).
///
/// Shields parry with the Shield skill and melee weapons with their own. Bows, crossbows, slings,
/// firearms and laser weapons parry at half of the rating with clubs; rocks and things that are
/// only thrown do not parry at all.
#[must_use]
pub fn parry_rating(stats: &StatBlock, item: &ItemBlock, settings: &Settings) -> Option<Rating> {
    if let Some(shield) = &item.shield {
        return Some(shield_rating(stats, shield));
    }
    if let Some(melee) = &item.melee {
        return Some(melee_rating(stats, melee, settings));
    }
    let missile = item.missile.as_ref()?;
    if item.hit_points.is_none() || matches!(missile.supply, Supply::Thrown | Supply::ThrownAndLost)
    {
        return None;
    }
    let club = stats.skills.get("Club").copied().unwrap_or(CLUB_BASE);
    Some(Rating::halved("Club", club, MISSILE_WEAPON_AS_CLUB))
}

/// The rating in a skill that is no weapon specialty: the unit's own, or its base (PCT-R26). A
/// skill that nobody has heard of is worth 0.
#[must_use]
pub fn skill_rating(stats: &StatBlock, skill: &str) -> i32 {
    if let Some(&rating) = stats.skills.get(skill) {
        return rating;
    }
    let dexterity = stats.characteristics.dexterity;
    match skill {
        "Dodge" | "Throw" => dexterity.saturating_mul(2),
        "Agility" => dexterity.saturating_mul(5),
        "First Aid" => 30,
        "Spot" | "Listen" | "Jump" | "Swim" => 25,
        "Hide" | "Stealth" => 10,
        "Climb" => 40,
        "Fine Manipulation" | "Sleight of Hand" => 5,
        "Brawl" => BRAWL_BASE,
        "Shield" => 15,
        _ => 0,
    }
}

/// The chance of a skill under the armour worn: `chance` of [`skill_rating`] with
/// [`armour_penalty`] and further modifiers.
#[must_use]
pub fn skill_chance(
    stats: &StatBlock,
    worn: &[Worn<'_>],
    settings: &Settings,
    skill: &'static str,
    further: impl IntoIterator<Item = Modifier>,
) -> Check {
    let mut modifiers = armour_penalty(stats, worn, settings, skill);
    modifiers.extend(further);
    chance(skill, skill_rating(stats, skill), modifiers)
}

/// The chance to notice a hidden attacker: the better of Spot and Listen after helmets (PCT-R30).
#[must_use]
pub fn awareness_chance(stats: &StatBlock, worn: &[Worn<'_>], settings: &Settings) -> Check {
    let spot = skill_chance(stats, worn, settings, "Spot", []);
    let listen = skill_chance(stats, worn, settings, "Listen", []);
    if listen.chance > spot.chance {
        listen
    } else {
        spot
    }
}

/// A piece of armour that somebody wears.
#[derive(Clone, Copy, Debug)]
pub struct Worn<'a> {
    /// Its name, for the modifier.
    pub name: &'a str,
    /// Its row.
    pub row: &'a ArmourRow,
}

impl<'a> Worn<'a> {
    /// An item as armour; `None` if it is none under this ruleset.
    #[must_use]
    pub fn of(item: &'a Item) -> Option<Self> {
        let row = item.blocks.get::<ItemBlock>()?.armour.as_ref()?;
        Some(Self {
            name: &item.name,
            row,
        })
    }
}

/// What the armour worn takes from a skill, in percentage points (PCT-104 to PCT-106, PCT-R57,
/// PCT-R58).
#[must_use]
pub fn armour_penalty(
    stats: &StatBlock,
    worn: &[Worn<'_>],
    settings: &Settings,
    skill: &str,
) -> Vec<Modifier> {
    let among = |lists: [&Vec<String>; 2]| lists.into_iter().flatten().any(|name| name == skill);
    let physical = PHYSICAL.contains(&skill)
        || among([
            &settings.extra_physical_skills,
            &stats.extra_physical_skills,
        ]);
    let perception = PERCEPTION.contains(&skill)
        || among([
            &settings.extra_perception_skills,
            &stats.extra_perception_skills,
        ]);
    let mut modifiers = Vec::new();
    for piece in worn {
        let Some((group, points)) = piece.row.penalty else {
            continue;
        };
        let (weighs, rule) = match group {
            SkillGroup::Physical => (physical, R104),
            SkillGroup::Perception => (perception, R105),
        };
        if weighs && points != 0 {
            modifiers.push(Modifier {
                name: Cow::Owned(piece.name.to_owned()),
                effect: Effect::Add(points),
                rule,
            });
        }
    }
    modifiers
}

/// The armour points against an attack or another injury: body armour, or natural armour if that
/// is better, plus the helmet (PCT-R55, PCT-R83). `high_velocity` picks the second value of armour
/// that has two (PCT-R56).
#[must_use]
pub fn armour_points(worn: &[Worn<'_>], natural: i32, high_velocity: bool) -> i32 {
    let best = |helmet: bool, least: i32| {
        worn.iter()
            .filter(|piece| piece.row.helmet == helmet)
            .map(|piece| match piece.row.points_high_velocity {
                Some(points) if high_velocity => points,
                _ => piece.row.points,
            })
            .fold(least, i32::max)
    };
    best(false, natural).saturating_add(best(true, 0))
}

/// How far away a target is, in terms of the listed range (PCT-063 to PCT-066).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RangeBandKind {
    /// Below the range: full chance.
    Near,
    /// From the range to twice the range, both included: half.
    Long,
    /// Beyond that up to three times the range: a quarter.
    Extreme,
}

impl RangeBandKind {
    /// What it does to the chance.
    #[must_use]
    pub const fn modifier(self) -> Option<Modifier> {
        match self {
            Self::Near => None,
            Self::Long => Some(LONG_RANGE),
            Self::Extreme => Some(EXTREME_RANGE),
        }
    }
}

/// The range band of an exact distance; `None` if it is too far to be hit (PCT-R51).
#[must_use]
pub fn range_band(distance: Metres, range: Metres) -> Option<RangeBandKind> {
    if distance < range {
        Some(RangeBandKind::Near)
    } else if distance <= range * 2 {
        Some(RangeBandKind::Long)
    } else if distance <= range * 3 {
        Some(RangeBandKind::Extreme)
    } else {
        None
    }
}

/// The percentage of a shield: its fixed chance to parry low-velocity missiles, and the share of a
/// bearer that it covers when planted (PCT-122 to PCT-125, PCT-R59). Only kneeling behind a large
/// one makes a difference.
#[must_use]
pub const fn shield_cover(kind: ShieldKind, kneeling: bool) -> (i32, RuleId) {
    match (kind, kneeling) {
        (ShieldKind::Target, _) => (15, R122),
        (ShieldKind::Full, _) => (30, R123),
        (ShieldKind::Large, false) => (60, R124),
        (ShieldKind::Large, true) => (90, R125),
    }
}

/// The chance to parry a low-velocity missile with a shield. Nothing else changes it (PCT-121,
/// PCT-R33). `covered_kneeling`: the bearer kneels and the missile comes from the front (PCT-R35).
#[must_use]
pub fn shield_against_missile(kind: ShieldKind, covered_kneeling: bool) -> Check {
    let (fixed, rule) = shield_cover(kind, covered_kneeling);
    let name = match (kind, covered_kneeling) {
        (ShieldKind::Target, _) => "target shield",
        (ShieldKind::Full, _) => "full shield",
        (ShieldKind::Large, false) => "large shield",
        (ShieldKind::Large, true) => "kneeling behind a large shield",
    };
    let modifier = Modifier {
        name: Cow::Borrowed(name),
        effect: Effect::Fixed(fixed),
        rule,
    };
    chance("Shield against missiles", fixed, vec![modifier])
}
