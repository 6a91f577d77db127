//! Files of cases, one each: `tests/cases/<ruleset>/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    cases::{
        case_expectation::{AfterEntry, ExpectEntry, OneOrMore},
        case_odds::OddsEntry,
    },
    levels::{
        level::SideName,
        level_file::{BorderEntry, DeviceEntry, PlantedEntry, ThingEntry, VictoryEntry},
    },
};

/// One case: a small battle with loaded dice and what must come of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Case", extend("rulesetTables" = "settings"))]
pub(crate) struct CaseFile {
    /// What the case shows, in a sentence.
    #[schemars(length(min = 1, max = 200))]
    pub(crate) title: String,
    /// The ruleset it is fought under.
    #[schemars(extend("rulesetId" = true))]
    pub(crate) ruleset: String,
    /// Ids of the rules it proves, or of their examples, such as `PCT-034/2` for the second one of PCT-034: breaking
    /// one of them must break the case.
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
    /// Settings of rulesets, by their ids.
    #[serde(flatten)]
    #[schemars(skip)]
    pub(crate) tables: BTreeMap<String, Value>,

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
    /// The computer, as well as it plays without looking ahead; older cases call it `standard`.
    #[serde(alias = "standard")]
    Computer,
    /// The brain that takes anything on offer.
    Random,
}

/// A combatant: whose it is, where it stands, and the unit it is. What else is to be said of it stands in
/// the table of the case's ruleset: `[combatant.A.RULESET]`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("rulesetTables" = "combatant"))]
pub(crate) struct CombatantEntry {
    /// Its side.
    pub(crate) side: SideName,
    /// The unit it is, as far as nothing else is said.
    pub(crate) unit: Option<String>,
    /// Column and row of its cell, from 0 at the top left, if its letter is not on the map.
    pub(crate) at: Option<[i32; 2]>,
    /// What rulesets read of it, by their ids.
    #[serde(flatten)]
    #[schemars(skip)]
    pub(crate) tables: BTreeMap<String, Value>,
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
    /// The values of its fields: `{ defence = 2 }`, `{ where = [3, 4] }`.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 12))]
    pub(crate) fields: BTreeMap<String, FieldEntry>,
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
    /// The values of its fields: `{ defence = 2 }`, `{ where = [3, 4] }`.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 12))]
    pub(crate) fields: BTreeMap<String, FieldEntry>,
    /// Cells to walk through, the last one included.
    #[schemars(length(max = 400))]
    pub(crate) path: Option<Vec<[i32; 2]>>,
}

/// The value of a field.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FieldEntry {
    /// A number.
    Number(i32),
    /// An option; or the letter of a combatant, where the field wants a second target.
    Word(String),
    /// Column and row, where the field wants a cell.
    Cell([i32; 2]),
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
