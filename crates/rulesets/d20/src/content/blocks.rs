//! What units and items are, read and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_battle::ItemId;
use std::collections::BTreeMap;

use shieldwall_content::{LevelPart, level::SideName, reading::quantity::PlainDamage};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Direction;

use crate::content::{parley::Proposal, prop::Prop};

/// Id of the ruleset.
pub const ID: &str = "d20";

/// Parts of levels that mean something here: broken troops leave by the exits (D20-R56), and devices are used like
/// props without a test (D20-029).
#[must_use]
pub const fn uses(part: LevelPart) -> bool {
    matches!(part, LevelPart::Exits | LevelPart::Devices)
}

/// How big somebody is, in steps from a human (D20-R88).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// A cat.
    Tiny,
    /// A goblin.
    Small,
    /// A human.
    #[default]
    Medium,
    /// A horse.
    Large,
    /// A giant.
    Huge,
    /// A wyrm.
    Gargantuan,
}

/// What sort of creature somebody is (D20-R43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// People.
    #[default]
    Humanoid,
    /// Animals.
    Beast,
    /// The dead that walk.
    Undead,
    /// Dragons.
    Dragon,
    /// Insects and spiders.
    Insect,
    /// Plants.
    Plant,
    /// Slimes.
    Ooze,
    /// Things that were made.
    Construct,
    /// Giants.
    Giant,
    /// Anything else.
    Other,
}

impl Kind {
    /// Whether most of its kind can be beaten down (D20-147).
    #[must_use]
    pub const fn is_subduable(self) -> bool {
        matches!(self, Self::Humanoid | Self::Dragon)
    }

    /// Whether most of its kind have vital spots (D20-040).
    #[must_use]
    pub const fn has_vitals(self) -> bool {
        !matches!(
            self,
            Self::Undead | Self::Plant | Self::Ooze | Self::Construct
        )
    }

    /// Whether broken ones of it give themselves up where there is no way out (D20-R56).
    #[must_use]
    pub const fn surrenders(self) -> bool {
        matches!(self, Self::Humanoid | Self::Giant)
    }
}

/// Weapons that hurt some creatures: of silver, or of so great a magic plus or more (D20-R92).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Requirement {
    /// Of silver.
    #[serde(rename = "silver")]
    Silver,
    /// Of a plus of 1.
    #[serde(rename = "magic+1")]
    Magic1,
    /// Of a plus of 2.
    #[serde(rename = "magic+2")]
    Magic2,
    /// Of a plus of 3.
    #[serde(rename = "magic+3")]
    Magic3,
    /// Of a plus of 4.
    #[serde(rename = "magic+4")]
    Magic4,
    /// Of a plus of 5.
    #[serde(rename = "magic+5")]
    Magic5,
}

impl Requirement {
    /// True if a weapon is such a one.
    #[must_use]
    pub const fn is_met(self, silver: bool, magic: i32) -> bool {
        match self {
            Self::Silver => silver,
            _ => magic >= self as i32,
        }
    }
}

/// How a combatant begins, where that is not fresh and upright.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Hit points left.
    #[schemars(range(min = -20, max = 1000))]
    pub hit_points: Option<i32>,
    /// The way it faces: one of the directions of the map, such as `east`.
    pub facing: Option<String>,
    /// The edge of its cell on which it stands, shoulder to shoulder with those in the cells beside it: one of the
    /// directions of the map.
    pub astride: Option<String>,
    /// Whether it has locked shields with its neighbours.
    pub locked: bool,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// Whether it still fights at 0 hit points or less, with -2 on its attacks.
    pub weakened: bool,
    /// Segments of surprise that it loses.
    #[schemars(range(min = 0, max = 10))]
    pub surprised: u32,
    /// Whether it is invisible, until it attacks or casts.
    pub invisible: bool,
    /// Whether it lies in hiding, until it comes out or is found.
    pub hidden: bool,
    /// Damage that only wears it down.
    #[schemars(range(min = 0, max = 1000))]
    pub subdual: i32,
    /// Hours of rest since then: each takes a point of it off.
    #[schemars(range(min = 0, max = 10_000))]
    pub hours_of_rest: u32,
    /// CON left, if some is lost.
    #[schemars(range(min = 1, max = 40))]
    pub con: Option<i32>,
    /// Rounds for which it is stunned, the first one counted.
    #[schemars(range(min = 0, max = 100))]
    pub stunned: u32,
    /// Whether it has a flesh wound, with -2 on its attacks and saving throws.
    pub flesh_wound: bool,
    /// Whether it has strained a muscle, with -1 on its damage.
    pub strained: bool,
    /// Full rounds that it must spend on the helmet over its eyes.
    #[schemars(range(min = 0, max = 10))]
    pub helmet_askew: u8,
    /// The damage dice of missiles that stick in it.
    #[schemars(with = "Vec<PlainDamage>", length(max = 10))]
    pub lodged: Vec<DiceExpr>,
}

/// Settings of a level or a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Rounds after which the battle is over, where the level has no limit; 0 for none (D20-R90).
    #[schemars(range(min = 0, max = 10_000))]
    pub last_round: u32,
    /// Everybody rolls a ten-sided die for initiative, whatever their DEX (D20-R08).
    pub initiative_d10: bool,
    /// Whether troops may lose heart (D20-111).
    pub morale: bool,
    /// Whether chance says who is struck at, of several within reach of a weapon (D20-104).
    pub random_melee_target: bool,
    /// How it is settled who is surprised, side by side; where a side is left out it rolls if it sees no enemy
    /// (D20-R14).
    pub surprise: BTreeMap<SideName, SurpriseSetting>,
    /// Whether sides of which the level says nothing may be surprised.
    pub surprise_rolls: bool,
    /// Whether a natural 1 may bring a mishap besides free attacks (D20-077).
    pub fumble_mishaps: bool,
    /// Who suffers Mighty Blows (D20-R21).
    pub mighty_blows: MightyBlows,
    /// What one can do feats with.
    #[schemars(length(max = 40))]
    pub prop: Vec<Prop>,
    /// Offers that sides may make each other.
    #[schemars(length(max = 10))]
    pub parley: Vec<Proposal>,
    /// The sides whose first reaction is rolled.
    #[schemars(length(max = 4))]
    pub reactions: Vec<SideName>,
}

/// How it is settled whether a side is surprised (D20-011, D20-R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SurpriseSetting {
    /// In which way.
    pub mode: SurpriseMode,
    /// Segments that everybody loses, where it is automatic.
    #[schemars(range(min = 1, max = 10))]
    pub segments: u32,
    /// The chance that all are surprised, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub chance: i32,
}

impl Default for SurpriseSetting {
    fn default() -> Self {
        Self {
            mode: SurpriseMode::Roll,
            segments: 1,
            chance: 50,
        }
    }
}

/// In which way it is settled who is surprised (D20-011 to D20-013).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SurpriseMode {
    /// Nobody is.
    None,
    /// Everybody is.
    Automatic,
    /// All of them, with a chance.
    Chance,
    /// By a die for each.
    #[default]
    Roll,
}

/// Who suffers Mighty Blows (D20-054, D20-R21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MightyBlows {
    /// Heroes alone.
    #[default]
    Heroes,
    /// Everybody.
    All,
    /// Nobody.
    None,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            last_round: 60,
            initiative_d10: false,
            morale: true,
            random_melee_target: true,
            surprise: BTreeMap::new(),
            surprise_rolls: true,
            fumble_mishaps: true,
            mighty_blows: MightyBlows::Heroes,
            prop: Vec::new(),
            parley: Vec::new(),
            reactions: Vec::new(),
        }
    }
}

/// The direction with a name in files, if the map has it.
#[must_use]
pub fn direction(grid: &shieldwall_grid::Grid, name: &str) -> Option<Direction> {
    grid.direction_named(name)
}

/// A weapon by which somebody may attack: an item, a natural weapon by its number, or bare hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weapon {
    /// Something in hand.
    Item(ItemId),
    /// A natural weapon, by its place in the stat block.
    Natural(usize),
    /// A fist or a foot (D20-162).
    Fist,
    /// The pommel of something in hand (D20-165).
    Pommel(ItemId),
}
