//! What content files say to the zones ruleset: item blocks, stat blocks and settings.
//!
//! The rule ids in the comments are those of the zones rulebook.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::level::SideName;
use shieldwall_dice::DiceExpr;

/// Identifier of the ruleset in files and on the command line.
pub const ID: &str = "zones";

/// The sizes of creatures, smallest first (ZON-R65).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// A rat.
    Tiny,
    /// A goblin.
    Small,
    /// A human.
    #[default]
    Medium,
    /// A horse.
    Large,
    /// A giant.
    Massive,
}

impl Size {
    /// How many cells it is across.
    #[must_use]
    pub const fn across(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Massive => 3,
        }
    }

    /// By how many sizes it is larger than another; negative if it is smaller.
    #[must_use]
    pub const fn above(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}

/// What an item is under the zones ruleset.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct ItemBlock {
    /// Hands it fills: 1 or 2; 0 for armour, remedies and powers (ZON-R82).
    pub hands: u8,
    /// The attack made with it.
    pub attack: Option<AttackRow>,
    /// Armour value that it gives while it is held (ZON-061).
    pub shield: Option<u8>,
    /// Armour value that it gives while it is worn (ZON-061).
    pub armour: Option<u8>,
    /// What using it up does (ZON-R39).
    pub remedy: Option<Remedy>,
    /// What invoking it does (ZON-R22).
    pub power: Option<Power>,
    /// Makeshift: damaged from the start (ZON-130).
    pub improvised: bool,
    /// Carries a light, so that its bearer is seen in the dark (ZON-R18).
    pub light: bool,
}

impl ItemBlock {
    /// Whether it is held in hands.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.hands > 0
    }
}

/// An attack: of a weapon, a natural one, or of a power.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct AttackRow {
    /// Damage dice.
    pub damage: DiceExpr,
    /// Range in zones; `None` for melee.
    pub range: Option<u16>,
    /// Whether it strikes a zone with its borders (ZON-072).
    pub blast: bool,
    /// Whether it cuts, so that it can maim (ZON-R40).
    pub edged: bool,
    /// Whether it uses ammunition, which the durability roll covers (ZON-125).
    pub ammunition: bool,
    /// Whether each attack uses one up (ZON-R85).
    pub consumable: bool,
    /// Whether the one who suffers from it is poisoned (ZON-R39).
    pub poisonous: bool,
}

/// What using up an item does (ZON-R39).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Remedy {
    /// Restores this much health and ends incapacitation from damage.
    Medicine(DiceExpr),
    /// Ends poisoning.
    Antidote,
}

/// What invoking a power does (ZON-R22).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Power {
    /// How often it can be invoked in a battle.
    pub uses: u16,
    /// What it does.
    pub effect: PowerEffect,
}

/// What a power does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PowerEffect {
    /// An attack, of one target or a zone.
    Attack(AttackRow),
    /// Its user is concealed until it is revealed.
    Veil,
    /// A visible ally up to so many zones away regains health.
    Mend {
        /// How much.
        health: DiceExpr,
        /// Range in zones.
        range: u16,
    },
}

/// The zones stat block of a unit (ZON-R02).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatBlock {
    /// Strength, 1 to 20.
    pub strength: i32,
    /// Agility, 1 to 20.
    pub agility: i32,
    /// Wit, 1 to 20.
    pub wit: i32,
    /// Health when unhurt.
    pub health: i32,
    /// Ids of armour worn: at most one.
    pub armour: Vec<String>,
    /// Armour value of hide or shell.
    pub natural_armour: u8,
    /// Size.
    pub size: Size,
    /// Half-zone steps of a whole turn of movement: twice the speed (ZON-R11).
    pub steps: u16,
    /// Sprints in a battle (ZON-R11).
    pub sprints: u16,
    /// Number of hands.
    pub hands: u8,
    /// Further limbs fit for holding somebody (ZON-146).
    pub limbs: u8,
    /// Reactions in a round (ZON-048).
    pub reactions: u8,
    /// Things carried, in file order.
    pub items: Vec<CarriedItem>,
    /// Natural attacks.
    pub natural_attacks: Vec<NaturalAttack>,
    /// Ids of powers.
    pub powers: Vec<String>,
    /// Immune to morale and intimidation (ZON-116, ZON-R84).
    pub fearless: bool,
    /// Sees in the dark (ZON-R18).
    pub dark_sight: bool,
    /// Can be ridden (ZON-148).
    pub mount: bool,
    /// Is a vehicle (ZON-148).
    pub vehicle: bool,
    /// How many can ride in or on it.
    pub seats: u8,
    /// The unit on which it begins, if one of its side has a free seat.
    pub rides: Option<String>,
    /// May dodge or counter as part of its guard (ZON-R30).
    pub guard_counters: bool,
    /// Least chance of being killed at which the computer accepts to be taken out (ZON-R43).
    pub accept_stunt_out: Fraction,
    /// Least chance of being killed or incapacitated at which it accepts another stunt (ZON-R43).
    pub accept_stunt_other: Fraction,
}

/// A share of a whole, such as 2/3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fraction(pub u32, pub u32);

impl Fraction {
    /// As a number from 0 to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(self.1.max(1))
    }
}

/// A thing carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarriedItem {
    /// Item id.
    pub item: String,
    /// In hand when the battle begins.
    pub readied: bool,
    /// How many of it, for what is used up.
    pub count: u16,
    /// How it is when the battle begins.
    pub condition: GearState,
}

/// How a weapon, a shield or armour is (ZON-R60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearState {
    /// As good as new.
    #[default]
    Sound,
    /// It may break.
    Damaged,
    /// Gone.
    Destroyed,
}

/// A natural attack: a bite, a breath of fire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NaturalAttack {
    /// Name shown to players.
    pub name: String,
    /// What it does.
    pub attack: AttackRow,
}

/// How a combatant begins a battle, where that is not fresh.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StartingState {
    /// Health left.
    pub health: Option<i32>,
    /// Its state.
    pub state: StartingCondition,
    /// The combatant that it rides, by its place in the roster.
    pub riding: Option<u16>,
    /// The combatants that it holds, by their places in the roster.
    pub holds: Vec<u16>,
    /// Concealed from its enemies.
    pub concealed: bool,
    /// Poisoned.
    pub poisoned: bool,
    /// Broken: it has failed a morale check and will retreat or surrender.
    pub broken: Option<Breaking>,
    /// It has passed a morale check.
    pub steadied: bool,
    /// Has used up its turn of the first round.
    pub spent: bool,
    /// Distracted in the first round.
    pub distracted: bool,
    /// Intimidated until the end of its next turn.
    pub intimidated: bool,
    /// Who has taunted it, by its place in the roster.
    pub taunted: Option<u16>,
    /// Sprints left.
    pub sprints: Option<u16>,
    /// Lamed in the leg.
    pub lamed: bool,
    /// Hands lost in battles before.
    pub lost_hands: u8,
    /// The side that held the initiative in the battle which this one follows, by its place in the level;
    /// `None` if it follows none.
    pub initiative: Option<u8>,
    /// What has become of its items in battles before, in the order of its stat block.
    pub gear: Vec<GearStart>,
    /// What has become of its armour in battles before.
    pub armour: Option<GearState>,
}

/// What has become of an item in battles before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GearStart {
    /// How it is.
    pub state: GearState,
    /// Whether its ammunition is used up.
    pub spent: bool,
    /// How many are left, for what is used up.
    pub count: Option<u16>,
}

/// What somebody broken means to do (ZON-114).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Breaking {
    /// Give itself up.
    Surrender,
    /// Leave the map.
    Retreat,
}

/// The state in which a combatant begins a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartingCondition {
    /// In the fight.
    #[default]
    Fighting,
    /// Unconscious.
    Incapacitated,
    /// Dead.
    Dead,
    /// Has given itself up.
    Surrendered,
}

/// The bargains that an attacker may offer (ZON-R40).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stunt {
    /// It drops one held item.
    Disarm,
    /// It is incapacitated until the end of the battle.
    KnockOut,
    /// Both.
    DisarmAndKnockOut,
    /// It loses one hand for the battle.
    MaimHand,
    /// It is lamed for the battle.
    MaimLeg,
    /// It surrenders at once.
    Yield,
    /// It is moved as by a shove.
    Push,
    /// It moves one zone away.
    FallBack,
}

impl Stunt {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Self; 8] = [
        Self::Disarm,
        Self::KnockOut,
        Self::DisarmAndKnockOut,
        Self::MaimHand,
        Self::MaimLeg,
        Self::Yield,
        Self::Push,
        Self::FallBack,
    ];
}

/// Settings of the ruleset that a level may override; defaults as in the rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Who opened hostilities and so holds the initiative; by chance if left out (ZON-010, ZON-011).
    pub starter: Option<SideName>,
    /// Who springs an ambush: its combatants begin concealed (ZON-102).
    #[schemars(length(max = 4))]
    pub ambush: Vec<SideName>,
    /// Ids of units that do not hide with an ambush (ZON-R50).
    #[schemars(length(max = 40))]
    pub not_hidden: Vec<String>,
    /// Sides that are not subject to morale (ZON-R54).
    #[schemars(length(max = 4))]
    pub no_morale: Vec<SideName>,
    /// Groups for morale; each side is one if left out (ZON-R54).
    #[schemars(length(max = 20))]
    pub groups: Vec<Group>,
    /// Stunts that may be offered; all if left out (ZON-R40).
    pub stunts: Option<Vec<Stunt>>,
    /// Whether a roll equal to the score passes a save (ZON-R01).
    pub save_equal_passes: bool,
    /// Damage that goes through cover (ZON-R32); 99 if none does.
    #[schemars(range(min = 1, max = 99))]
    pub cover_penetration: i32,
    /// Damage dice of a pit (ZON-R77).
    #[schemars(length(min = 1, max = 20))]
    pub pit_damage: String,
    /// Damage dice of a trap (ZON-R77).
    #[schemars(length(min = 1, max = 20))]
    pub trap_damage: String,
    /// Damage dice of lava (ZON-R77).
    #[schemars(length(min = 1, max = 20))]
    pub lava_damage: String,
    /// Damage dice of fire.
    #[schemars(length(min = 1, max = 20))]
    pub fire_damage: String,
    /// Rounds after which the battle ends; 0 for no limit (ZON-R79).
    #[schemars(range(min = 0, max = 10_000))]
    pub round_limit: u32,
}

/// A part of a side that checks morale by itself: all units with these ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its side.
    pub side: SideName,
    /// Unit ids.
    #[schemars(length(min = 1, max = 40))]
    pub units: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            starter: None,
            ambush: Vec::new(),
            not_hidden: Vec::new(),
            no_morale: Vec::new(),
            groups: Vec::new(),
            stunts: None,
            save_equal_passes: false,
            cover_penetration: 8,
            pit_damage: "1d6".to_owned(),
            trap_damage: "1d6".to_owned(),
            lava_damage: "2d6".to_owned(),
            fire_damage: "1d6".to_owned(),
            round_limit: 30,
        }
    }
}
