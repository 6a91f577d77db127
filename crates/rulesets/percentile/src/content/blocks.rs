//! What content files say to the percentile ruleset: item blocks, stat blocks and settings.
//!
//! The rule ids in the comments are those of the percentile rulebook.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Direction, Metres, Side};

/// Identifier of the ruleset in files and on the command line.
pub const ID: &str = "percentile";

/// A skill, or the specialty of a skill, in which a unit has a rating: "Sword", "Dodge", "First Aid".
///
/// Weapon skills are named by their specialty ("Sword", "Bow", "Rifle"), the others by the skill
/// ("Brawl", "Shield", "Throw", "Dodge", "Spot").
pub type SkillName = String;

/// The family of skills a specialty belongs to; decides velocity and related specialties
/// (PCT-R24, PCT-R31).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SkillFamily {
    /// Close combat with a weapon.
    MeleeWeapon,
    /// Bows, crossbows, slings and thrown weapons.
    MissileWeapon,
    /// Pistols and rifles.
    Firearm,
    /// Laser pistols and laser rifles.
    EnergyWeapon,
    /// Weapons served from a mount.
    HeavyWeapon,
    /// Bare hands and natural weapons.
    Brawl,
    /// Shields, to parry and to strike with.
    Shield,
    /// Throwing things that are not weapons.
    Throw,
}

/// Class that orders attacks on one DEX rank (PCT-020 to PCT-023), earliest first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Bows, guns, thrown weapons.
    Missile,
    /// Spears, pikes, lances.
    Long,
    /// Swords, axes, maces.
    Medium,
    /// Daggers, shields, bare hands.
    Short,
    /// Everything that is not an attack (PCT-R12).
    Other,
}

/// What an item is under the percentile ruleset. A dagger has a melee and a missile row.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct ItemBlock {
    /// Use as a weapon in close combat.
    pub melee: Option<MeleeRow>,
    /// Use as a missile weapon, thrown or shot.
    pub missile: Option<MissileRow>,
    /// Use as a shield.
    pub shield: Option<ShieldRow>,
    /// Worn as armour or helmet.
    pub armour: Option<ArmourRow>,
    /// Hit points when used to parry; `None` for n/a (PCT-062).
    pub hit_points: Option<i32>,
    /// Hands it fills: 1 or 2 (PCT-061); 0 for armour.
    pub hands: u8,
}

/// A row of the melee weapon table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeleeRow {
    /// Family of the skill.
    pub family: SkillFamily,
    /// Specialty that holds the rating.
    pub skill: SkillName,
    /// Base chance in percent (PCT-058).
    pub base: i32,
    /// Damage dice, with `db` where the damage bonus is added (PCT-059).
    pub damage: DiceExpr,
    /// Classes the wielder may act in, earliest first (PCT-024).
    pub classes: Vec<WeaponClass>,
}

/// How fast a missile flies (PCT-R31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Velocity {
    /// Arrows, bolts, stones, thrown weapons: parried by shields, dodged at half chance.
    Low,
    /// Firearms and energy weapons: neither parried nor dodged.
    High,
}

/// How a missile weapon is supplied (PCT-098 to PCT-100, PCT-R52 to PCT-R54).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Supply {
    /// The object itself is thrown and lies in the target's cell afterwards.
    Thrown,
    /// Thrown and used up, like rocks; counted.
    ThrownAndLost,
    /// Counted missiles, no reload: bows and slings.
    Missiles,
    /// Counted missiles, one shot for each full-round reload: crossbows.
    Crossbow,
    /// A magazine or charge of this many shots, refilled by a full-round reload from a spare.
    Magazine(u16),
}

/// A row of the missile weapon table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MissileRow {
    /// Family of the skill.
    pub family: SkillFamily,
    /// Specialty that holds the rating.
    pub skill: SkillName,
    /// Base chance in percent; `None` if the printed base is the skill's own (rocks, PCT-R49).
    pub base: Option<i32>,
    /// Damage dice, with `½db` where half the damage bonus is added (PCT-060).
    pub damage: DiceExpr,
    /// Listed range R (PCT-063).
    pub range: Metres,
    /// How fast it flies.
    pub velocity: Velocity,
    /// How it is supplied.
    pub supply: Supply,
}

/// Kind of shield, which fixes its chance against missiles (PCT-122 to PCT-124, PCT-R34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShieldKind {
    /// 15 %.
    Target,
    /// 30 %: heater, kite, round.
    Full,
    /// 60 %, 90 % for who kneels behind it: hoplite, riot.
    Large,
}

/// A row of the shield table; its points are [`ItemBlock::hit_points`] (PCT-128).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShieldRow {
    /// Base chance in percent to parry and to strike (PCT-126).
    pub base: i32,
    /// Damage of a blow with it (PCT-127).
    pub damage: DiceExpr,
    /// Kind, for missiles.
    pub kind: ShieldKind,
}

/// Skills that an armour weighs on (PCT-104, PCT-105).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillGroup {
    /// Dodge, Throw, Hide, Stealth, Climb, Jump, Swim, Fine Manipulation, Sleight of Hand, Agility.
    Physical,
    /// Listen and Spot.
    Perception,
}

/// A row of the armour table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmourRow {
    /// Armour points against low-velocity attacks and other injuries.
    pub points: i32,
    /// Armour points against high-velocity attacks, where they differ (PCT-R56).
    pub points_high_velocity: Option<i32>,
    /// Worn on the head, in addition to body armour (PCT-R55).
    pub helmet: bool,
    /// Skills it weighs on and by how many percentage points (0 or negative).
    pub penalty: Option<(SkillGroup, i32)>,
}

/// The percentile stat block of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatBlock {
    /// Characteristics by name: STR, CON, SIZ, INT, POW, DEX, CHA.
    pub characteristics: Characteristics,
    /// Maximum hit points (PCT-137), worked out if the file does not give them.
    pub hit_points: i32,
    /// Damage bonus (PCT-R44), worked out if the file does not give it.
    pub damage_bonus: DiceExpr,
    /// Ratings with base chances included; what is not here has its base (PCT-R26).
    pub skills: BTreeMap<SkillName, i32>,
    /// Ids of armour worn: at most one body armour and one helmet.
    pub armour: Vec<String>,
    /// Things carried, in file order.
    pub items: Vec<CarriedItem>,
    /// Natural weapons (PCT-R83).
    pub natural_weapons: Vec<NaturalWeapon>,
    /// Points of hide or shell, body armour without penalty (PCT-R83).
    pub natural_armour: i32,
    /// Number of hands, normally 2 (PCT-R46).
    pub hands: u8,
    /// Further skills that body armour weighs on (PCT-R58).
    pub extra_physical_skills: Vec<SkillName>,
    /// Further skills that helmets weigh on (PCT-R58).
    pub extra_perception_skills: Vec<SkillName>,
}

/// Characteristics; 3 to 18 for people, beasts may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Characteristics {
    /// Strength.
    pub strength: i32,
    /// Constitution.
    pub constitution: i32,
    /// Size.
    pub size: i32,
    /// Dexterity: the DEX rank (PCT-004).
    pub dexterity: i32,
}

/// An item in a stat block.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarriedItem {
    /// Item id.
    pub item: String,
    /// In hand when the battle begins.
    pub readied: bool,
    /// Missiles carried for it (PCT-R54), default 20; for rocks, how many.
    pub missiles: u16,
    /// Spare magazines or cells (PCT-R53), default 2.
    pub spares: u16,
    /// What is not whole and full about it when the battle begins.
    pub start: ItemStart,
}

/// How an item begins a battle, where that is not whole, full and with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ItemStart {
    /// Hit points left.
    pub hit_points: Option<i32>,
    /// Shots loaded.
    pub loaded: Option<u16>,
    /// The side of its owner's cell on which it is planted, for shields (PCT-R59).
    pub planted: Option<Side>,
}

/// How a combatant begins a battle, where that is not fresh and upright.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StartingState {
    /// Injuries it has already, oldest first (PCT-154).
    pub injuries: Vec<StartingInjury>,
    /// Its state; worked out of its hit points if it is not given (PCT-140, PCT-143).
    pub state: Option<StartingVitality>,
    /// The round at whose end it wakes by itself, if it sleeps (PCT-R70).
    pub wakes_after: Option<u32>,
    /// Kneeling behind a held large shield, facing this way (PCT-R35).
    pub kneeling: Option<Direction>,
    /// Kneeling behind its planted shield, by the shield's place among its items (PCT-R35).
    pub kneeling_behind: Option<usize>,
    /// Its enemies have not noticed it (PCT-R30).
    pub hidden: bool,
    /// Taken by surprise in round 1 (PCT-R17).
    pub surprised: bool,
    /// Weeks of rest since it was injured (PCT-150, PCT-R69).
    pub weeks_of_rest: u32,
    /// Whether it spent them in hospital (PCT-152).
    pub hospital: bool,
}

/// An injury that is there when a battle begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingInjury {
    /// Hit points it costs.
    pub lost: i32,
    /// Whether its one First Aid has been tried (PCT-156).
    pub treated: bool,
}

/// The state in which a combatant begins a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartingVitality {
    /// Conscious.
    Active,
    /// Out of the fight, alive.
    Unconscious,
    /// Will die unless helped.
    Dying,
    /// Dead.
    Dead,
}

/// A natural weapon: a bite, claws, horns. It counts as Brawl (PCT-R83).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NaturalWeapon {
    /// Name shown to players.
    pub name: String,
    /// Rating in percent.
    pub rating: i32,
    /// Damage dice.
    pub damage: DiceExpr,
    /// Class, short unless the file says otherwise.
    pub class: WeaponClass,
}

/// Whether intentions are announced (PCT-012).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Statements {
    /// The Statement of Intent phase asks everyone.
    #[default]
    Spoken,
    /// It is skipped; everyone chooses when its moment comes (PCT-R03).
    Skipped,
}

/// Settings of the ruleset that a level may override; defaults as in the rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Spoken or skipped statements.
    pub statement: Statements,
    /// Half chance with related specialties (PCT-029).
    pub related_specialties: bool,
    /// Dodging arrows and thrown weapons (PCT-R32).
    pub dodge_low_velocity_missiles: bool,
    /// Percentage points lost for each earlier defence of the round (PCT-R27).
    #[schemars(range(min = 0, max = 100))]
    pub successive_defence_penalty: i32,
    /// Missile attacks in the round in which one broke off contact (PCT-R08).
    pub missile_after_breaking_off: bool,
    /// Rounds after which the battle is a draw; 0 for no limit (PCT-R72).
    #[schemars(range(min = 0, max = 10_000))]
    pub round_limit: u32,
    /// Further skills that body armour weighs on (PCT-106).
    #[schemars(length(max = 40))]
    pub extra_physical_skills: Vec<SkillName>,
    /// Further skills that helmets weigh on (PCT-106).
    #[schemars(length(max = 40))]
    pub extra_perception_skills: Vec<SkillName>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            statement: Statements::Spoken,
            related_specialties: true,
            dodge_low_velocity_missiles: true,
            successive_defence_penalty: 0,
            missile_after_breaking_off: false,
            round_limit: 100,
            extra_physical_skills: Vec::new(),
            extra_perception_skills: Vec::new(),
        }
    }
}
