//! Files of cases, one each: `tests/cases/<ruleset>/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    case_expectation::{AfterEntry, ExpectEntry, OneOrMore},
    case_odds::OddsEntry,
    level::SideName,
    level_file::{BorderEntry, DeviceEntry, PlantedEntry, ThingEntry, VictoryEntry},
    percentile::{Settings, StartingVitality},
    unit_file::{NaturalWeaponEntry, Rating},
    zones::{self, Breaking, StartingCondition},
    zones_stat_block::ZonesEntry,
};

/// One case: a small battle with loaded dice and what must come of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Case")]
pub(crate) struct CaseFile {
    /// What the case shows, in a sentence.
    #[schemars(length(min = 1, max = 200))]
    pub(crate) title: String,
    /// The ruleset it is fought under.
    pub(crate) ruleset: RulesetName,
    /// Ids of the rules it proves: breaking one of them must break the case.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) proves: Vec<String>,
    /// Anything worth saying about it.
    #[schemars(extend("format" = "lines"))]
    pub(crate) note: Option<String>,

    /// Shape of the cells of the map; squares if left out.
    #[serde(default)]
    pub(crate) grid: CaseGrid,
    /// The map, one character a cell: letters of combatants, `.` for plain floor, and the
    /// characters of the legend.
    #[schemars(extend("format" = "lines"))]
    pub(crate) map: Option<String>,
    /// Columns and rows of an open field, instead of a map.
    pub(crate) size: Option<[i32; 2]>,
    /// A level to fight on, instead of a map.
    pub(crate) level: Option<String>,
    /// Terrain id of characters of the map.
    #[serde(default)]
    pub(crate) legend: BTreeMap<String, String>,
    /// Terrain of `.` and of the cells in which combatants stand.
    #[serde(default = "floor")]
    pub(crate) floor: String,
    /// Size of a cell in metres.
    #[serde(default = "cell_m")]
    #[schemars(range(min = 0.1, max = 100))]
    pub(crate) cell_m: f64,
    /// Height of one step of elevation in metres; the size of a cell if left out.
    #[schemars(range(min = 0.1, max = 100))]
    pub(crate) elevation_step_m: Option<f64>,
    /// Elevation in steps, in the shape of the map: digits, `.` for 0.
    #[schemars(extend("format" = "lines"))]
    pub(crate) elevation: Option<String>,
    /// Light, in the shape of the map: `.` bright, `d` dim, `D` dark.
    #[schemars(extend("format" = "lines"))]
    pub(crate) light: Option<String>,
    /// Cells to hold or to escape by, in the shape of the map: `x`, `.` otherwise.
    #[schemars(extend("format" = "lines"))]
    pub(crate) objective: Option<String>,
    /// Zones, in the shape of the map, as in levels.
    #[schemars(extend("format" = "lines"))]
    pub(crate) zone_map: Option<String>,
    /// Cells by which one can leave the map, as in levels.
    #[schemars(extend("format" = "lines"))]
    pub(crate) exits: Option<String>,
    /// Levers, winches and the like, as in levels.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) device: Vec<DeviceEntry>,
    /// Things that lie about, as in levels.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) thing: Vec<ThingEntry>,
    /// Shields that stand planted, as in levels.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) planted: Vec<PlantedEntry>,
    /// Which sides are allied with one before them: `ally = { green = "blue" }`.
    #[serde(default)]
    pub(crate) ally: AllyEntry,
    /// What stands between cells.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub(crate) border: Vec<BorderEntry>,
    /// How one wins; by being the last side standing if left out.
    #[serde(default)]
    pub(crate) victory: VictoryEntry,
    /// Rounds after which the battle ends; the ruleset's own limit if left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) turn_limit: Option<u32>,
    /// Side that wins if the turn limit is reached; a draw if left out.
    pub(crate) winner_at_limit: Option<SideName>,
    /// Settings of the percentile ruleset.
    pub(crate) settings: Option<Settings>,
    /// Settings of the zones ruleset.
    pub(crate) zones: Option<zones::Settings>,

    /// The combatants, each by the letter that it has on the map: `[combatant.A]`.
    pub(crate) combatant: BTreeMap<String, CombatantEntry>,
    /// The faces the dice show, in the order in which they are rolled: `["d100=34", "d8=5"]`.
    /// All must be rolled, and no others.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub(crate) dice: Vec<String>,
    /// What combatants decide, each one's in order.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub(crate) choice: Vec<ChoiceEntry>,
    /// Who answers the decisions that no choice answers.
    #[serde(default)]
    pub(crate) default: DefaultName,
    /// Rounds to play in full. If left out, the case ends when all choices have been made and the
    /// attack in progress has been resolved.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) rounds: Option<u32>,
    /// Entries that the journal must have, in this order; there may be others between them.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub(crate) expect: Vec<ExpectEntry>,
    /// Entries that the journal must not have.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub(crate) never: Vec<ExpectEntry>,
    /// How combatants must be in the end, by letter: `[after.A]`.
    #[serde(default)]
    pub(crate) after: BTreeMap<String, AfterEntry>,
    /// What `odds` counts of it.
    pub(crate) odds: Option<OddsEntry>,
}

fn cell_m() -> f64 {
    1.5
}

fn floor() -> String {
    "floor".to_owned()
}

/// The rulesets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RulesetName {
    /// The percentile ruleset.
    Percentile,
    /// The zones ruleset.
    Zones,
}

/// Which sides are allied with one before them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AllyEntry {
    /// The ally of blue.
    pub(crate) blue: Option<SideName>,
    /// The ally of green.
    pub(crate) green: Option<SideName>,
    /// The ally of yellow.
    pub(crate) yellow: Option<SideName>,
}

impl RulesetName {
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Percentile => crate::percentile::ID,
            Self::Zones => zones::ID,
        }
    }
}

/// Shape of the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CaseGrid {
    /// Hexes with a corner on top.
    Hex,
    /// The same.
    HexPointy,
    /// Hexes with a side on top.
    HexFlat,
    /// Squares.
    #[default]
    Square,
}

/// Who answers the decisions that no choice answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefaultName {
    /// Nobody does more than the least one can do.
    #[default]
    Pass,
    /// The brain that plays to win.
    Standard,
    /// The brain that takes anything on offer.
    Random,
}

/// A combatant: a unit, a stat block with the keys of a unit file, or a unit with changes to it,
/// and how it begins.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombatantEntry {
    /// Its side.
    pub(crate) side: SideName,
    /// The unit it is, as far as nothing else is said.
    pub(crate) unit: Option<String>,
    /// Column and row of its cell, from 0 at the top left, if its letter is not on the map.
    pub(crate) at: Option<[i32; 2]>,

    /// Under the zones ruleset: its stat block, as in a unit file, as far as it is not the unit's.
    pub(crate) zones: Option<ZonesEntry>,
    /// Under the zones ruleset: how it begins.
    pub(crate) start: Option<ZonesStartEntry>,

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
    #[serde(default)]
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
    #[serde(default)]
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
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Whether it is taken by surprise in round 1.
    #[serde(default)]
    pub(crate) surprised: bool,
    /// Weeks of rest between its injuries and the battle.
    #[serde(default)]
    #[schemars(range(min = 0, max = 520))]
    pub(crate) weeks_of_rest: u32,
    /// Whether it spent them in hospital.
    #[serde(default)]
    pub(crate) hospital: bool,
}

/// How a combatant begins under the zones ruleset.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ZonesStartEntry {
    /// Health left.
    #[schemars(range(min = 0, max = 500))]
    pub(crate) health: Option<i32>,
    /// Its state.
    pub(crate) state: StartingCondition,
    /// The letter of the mount or vehicle that it is on.
    pub(crate) riding: Option<String>,
    /// The letters of those it holds.
    #[schemars(length(max = 8))]
    pub(crate) holds: Vec<String>,
    /// Concealed from its enemies.
    pub(crate) concealed: bool,
    /// Poisoned.
    pub(crate) poisoned: bool,
    /// It has failed a morale check and means to do this.
    pub(crate) broken: Option<Breaking>,
    /// It has passed a morale check.
    pub(crate) steadied: bool,
    /// Has used up its turn of the first round.
    pub(crate) spent: bool,
    /// Distracted in the first round.
    pub(crate) distracted: bool,
    /// Intimidated until the end of its next turn.
    pub(crate) intimidated: bool,
    /// The letter of who has taunted it.
    pub(crate) taunted: Option<String>,
    /// Sprints left.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) sprints: Option<u16>,
    /// Lamed in the leg.
    pub(crate) lamed: bool,
    /// How its body armour is.
    pub(crate) armour: Option<zones::GearState>,
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

/// What one combatant decides.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceEntry {
    /// The letter of the combatant that decides, or the side (`red`) if it decides as a whole: whom to
    /// activate, who pursues, which ally guards somebody of another side.
    pub(crate) by: String,
    /// The action: `attack`, `move`, `parry`. The next decision of the combatant that offers it is
    /// answered. May be left out to look at what is offered and do the least.
    #[serde(rename = "do")]
    pub(crate) action: Option<String>,
    /// The kind of decision that it answers: `statement`, `move`, `action`, `defence`; any that
    /// offers the action if left out.
    pub(crate) when: Option<String>,
    /// The round in which it is made, 0 for the bonus round of an ambush; any if left out.
    #[schemars(range(min = 0, max = 10_000))]
    pub(crate) round: Option<u32>,
    /// The item it is done with: the id of an item of the combatant, or `B.dagger` for another's.
    pub(crate) item: Option<String>,
    /// In which way: `long`, `thrown`, `bite`.
    pub(crate) mode: Option<String>,
    /// What it is aimed at: a letter, a cell as column and row, a direction, a side, an item, a zone
    /// (`zone:A`), or a side of the battle (`blue`).
    pub(crate) target: Option<TargetEntry>,
    /// The number of the target's injury, from 0.
    #[schemars(range(min = 0, max = 1000))]
    pub(crate) injury: Option<u16>,
    /// What goes with it: `hold`, `half`.
    pub(crate) selection: Option<String>,
    /// Cells to walk through, the last one included; the cheapest way if left out.
    #[schemars(length(max = 400))]
    pub(crate) path: Option<Vec<[i32; 2]>>,
    /// What is done instead if that cannot be done, in order: `["dodge"]`, or tables that say more:
    /// `[{ do = "parry", item = "kite" }, "dodge"]`. The first that is on offer is done.
    #[serde(default, rename = "else")]
    #[schemars(length(max = 12))]
    pub(crate) otherwise: Vec<ElseEntry>,
    /// Whether it must be refused; the decision then stays open for the next choice. If the action is
    /// not on offer at all, `when` must say in which kind of decision.
    #[serde(default)]
    pub(crate) refused: bool,
    /// Why it must be refused, one reason or a list: a word such as `range`, the id of a rule, or words
    /// that the reason has in it.
    pub(crate) because: Option<OneOrMore>,
    /// Actions that must be on offer in this decision.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) offered: Vec<String>,
    /// Actions that must not be on offer in this decision.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) not_offered: Vec<String>,
}

/// What is done instead: an action alone, or a table that says more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ElseEntry {
    /// The action.
    Key(String),
    /// The action and what goes with it.
    Action(ActionEntry),
}

/// What is done instead, with what, and to whom; each key as in a choice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionEntry {
    /// The action.
    #[serde(rename = "do")]
    pub(crate) action: String,
    /// The item it is done with.
    pub(crate) item: Option<String>,
    /// In which way.
    pub(crate) mode: Option<String>,
    /// What it is aimed at.
    pub(crate) target: Option<TargetEntry>,
    /// The number of the target's injury, from 0.
    #[schemars(range(min = 0, max = 1000))]
    pub(crate) injury: Option<u16>,
    /// What goes with it.
    pub(crate) selection: Option<String>,
    /// Cells to walk through, the last one included.
    #[schemars(length(max = 400))]
    pub(crate) path: Option<Vec<[i32; 2]>>,
}

/// What a choice is aimed at.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum TargetEntry {
    /// The letter of a combatant, a direction, or an item.
    Name(String),
    /// Column and row.
    Cell([i32; 2]),
}
