//! What units and items are, read and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_battle::ItemId;
use std::collections::BTreeMap;

use shieldwall_content::{LevelPart, level::SideName};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Direction;

use crate::content::{
    parley::Proposal,
    prop::Prop,
    spell::{Caster, Spell},
};

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

/// Ability scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Abilities {
    /// Strength.
    pub strength: i32,
    /// Dexterity.
    pub dexterity: i32,
    /// Constitution.
    pub constitution: i32,
    /// Intelligence.
    pub intelligence: i32,
}

/// What a unit is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatBlock {
    /// Its ability scores.
    pub abilities: Abilities,
    /// Added to melee attacks and damage (D20-101).
    pub strength_modifier: i32,
    /// Added to missile attacks and to the Armour Class (D20-106, D20-R02).
    pub dexterity_modifier: i32,
    /// Base Combat Bonus (D20-004, D20-005).
    pub combat_bonus: i32,
    /// What a saving throw must come to (D20-R20).
    pub save: i32,
    /// Added to the throw against death.
    pub death_save_bonus: i32,
    /// Hit points when unhurt.
    pub hit_points: i32,
    /// Attacks a round, each with a number of its own (D20-019).
    pub attacks: u8,
    /// Cells a round on open ground (D20-R85).
    pub speed: u16,
    /// Added to the Armour Class by hide or shell.
    pub natural_armour: i32,
    /// How big it is.
    pub size: Size,
    /// What sort of creature it is.
    pub kind: Kind,
    /// What 2d6 may not exceed when the fight goes badly; `None` for those who never ask (D20-110, D20-111,
    /// D20-113).
    pub morale: Option<i32>,
    /// Whether its group loses heart when it falls (D20-R56).
    pub leader: bool,
    /// Whether no single fall of the dice ends it: a hero (D20-113, D20-R21).
    pub hero: bool,
    /// Whether it has no blind side (D20-043).
    pub all_round_vision: bool,
    /// Added to its die of surprise by wisdom (D20-014).
    pub wisdom_modifier: i32,
    /// The sides of its die of surprise (D20-152).
    pub surprise_die: u16,
    /// The highest result that surprises it (D20-R15).
    pub surprise_limit: i32,
    /// Added to its die of surprise by keen or dull senses (D20-014).
    pub senses: i32,
    /// What the dice of its weapons are multiplied by against the helpless and the unaware (D20-037).
    pub surprise_multiplier: i32,
    /// The kinds of creatures whose vitals it knows, people and its own left out (D20-R43).
    pub anatomy: Vec<Kind>,
    /// Whether it can be beaten down without killing it (D20-147).
    pub subduable: bool,
    /// Whether it may use two swords (D20-161).
    pub two_swords: bool,
    /// Whether it has vital spots, in which missiles stick (D20-040, D20-R34).
    pub vitals: bool,
    /// Whether no long weapon stops it, and no free attack throws it back (D20-138, D20-R69).
    pub undeterred: bool,
    /// What a weapon must be to hurt it, any of these; empty if all do (D20-053, D20-R92).
    pub requires: Vec<Requirement>,
    /// What it adds to the effect of its Mighty Blows (D20-R25).
    pub mighty_mod: i32,
    /// What it adds to the throw when it pulls missiles out (D20-074).
    pub extract_mod: i32,
    /// Its hit dice, or its level (D20-092, D20-R71).
    pub hit_dice: i32,
    /// In what it may cast (D20-R76).
    pub caster: Caster,
    /// The level at which it casts.
    pub caster_level: i32,
    /// Whether it sees in the dark (D20-R72).
    pub darksight: bool,
    /// Whether it sees the invisible (D20-092).
    pub sees_invisible: bool,
    /// Whether nobody sees it who does not see the invisible.
    pub invisible: bool,
    /// Ids of armour worn.
    pub armour: Vec<String>,
    /// What it carries.
    pub items: Vec<Carried>,
    /// Bites, claws, horns.
    pub natural_weapons: Vec<NaturalWeapon>,
}

/// What a weapon must be to hurt some creatures (D20-R92).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Requirement {
    /// Of silver.
    Silver,
    /// Of so great a magic plus, or more.
    Magic(i32),
}

/// A thing carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Carried {
    /// Its id.
    pub id: String,
    /// Whether it is in hand when the battle begins.
    pub readied: bool,
    /// Whether it is a spell that is kept in mind.
    pub memorised: bool,
}

/// A natural weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NaturalWeapon {
    /// What it is called: "bite".
    pub name: String,
    /// Its damage.
    pub damage: DiceExpr,
    /// Cells that it reaches.
    pub reach: u32,
}

/// What an item is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ItemBlock {
    /// Hands that it fills.
    pub hands: u8,
    /// What it adds to the effect of Mighty Blows (D20-R25).
    pub mighty_mod: i32,
    /// Whether it is of silver (D20-R92).
    pub silver: bool,
    /// Whether it is worn on the head (D20-081).
    pub helmet: bool,
    /// Steps by which it lowers the die of surprise (D20-154).
    pub surprise_steps: u8,
    /// What it adds to the throw of somebody who pulls missiles out (D20-074).
    pub extract_mod: i32,
    /// Whether it serves in the other hand (D20-160).
    pub offhand: bool,
    /// Whether it is a sword (D20-161).
    pub sword: bool,
    /// Whether one can strike with its pommel (D20-165).
    pub pommel: bool,
    /// Its magic plus: to hit and damage of weapons, to the Armour Class of armour and shields.
    pub magic: i32,
    /// Use in close combat.
    pub melee: Option<Melee>,
    /// Use from afar.
    pub missile: Option<Missile>,
    /// What it adds to the Armour Class as a shield.
    pub shield: Option<i32>,
    /// What it is as armour.
    pub armour: Option<Armour>,
    /// The spell that it holds.
    pub spell: Option<Spell>,
}

/// A weapon for close combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Melee {
    /// Its damage.
    pub damage: DiceExpr,
    /// Cells from which it strikes, nearest first (D20-R66).
    pub reach: (u32, u32),
}

/// A weapon for shooting or throwing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missile {
    /// Its damage.
    pub damage: DiceExpr,
    /// Cells of one increment of range (D20-R55).
    pub increment: u32,
    /// Shots a round of somebody who stands (D20-033).
    pub shots: u8,
    /// What it takes to load it again (D20-034, D20-035, D20-R84).
    pub reload: Reload,
    /// Whether it is thrown, and is out of hand then.
    pub thrown: bool,
    /// Whether it may stick in its target (D20-070, D20-R34).
    pub lodges: bool,
}

/// What it takes to load a weapon again (D20-034, D20-035, D20-R84).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reload {
    /// Nothing.
    #[default]
    None,
    /// One hand, and no more than half a move.
    OneHand,
    /// Both hands, and no move.
    TwoHands,
    /// Both hands, no move, and a round without shooting.
    WholeRound,
}

/// Armour that is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Armour {
    /// What it adds to the Armour Class.
    pub points: i32,
    /// The most cells a round in it; `None` if it does not hinder.
    pub speed: Option<u16>,
    /// Whether it is rigid, like plate (D20-165).
    pub rigid: bool,
    /// Whether magic-users may cast in it (D20-141).
    pub bracers: bool,
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
    #[schemars(length(max = 10))]
    pub lodged: Vec<String>,
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
