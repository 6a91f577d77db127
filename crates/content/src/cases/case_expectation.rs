//! What a case expects of the journal and of the combatants in the end.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An entry of the journal, by as many of its keys as matter.
///
/// Combatants are their letters, cells are `[column, row]`, items are ids (`sword_broad`, or
/// `A.sword_broad` where two combatants have one), distances are metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectEntry {
    /// What happened: `rolled`, `hit_points`, `moved`.
    #[schemars(length(min = 1, max = 40))]
    pub event: String,
    /// The round it happened in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000))]
    pub round: Option<u32>,
    /// Rules it rests on; it may rest on others too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub rules: Vec<String>,
    /// The only sides that may see it: `red`, or a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_for: Option<OneOrMore>,
    /// Who it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Whom an attack or damage is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who carries the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The stage that begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// The kind of the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The action that was chosen, or what is done with a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The choice, or a note, in plain words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What a roll was for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// The dice as they fell: `["d100=34"]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40))]
    pub dice: Option<Vec<String>>,
    /// The chance rolled against, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<i32>,
    /// The rating behind the chance, before modifiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The skill that the chance is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// The total of a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
    /// The outcome of a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The cells of a move, first and last included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub path: Option<Vec<[u16; 2]>>,
    /// The last cell of a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<[u16; 2]>,
    /// Movement spent: metres, or the number of what the ruleset counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What stopped a move short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// A place in the order of the round; `"none"` for no action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<NumberOrWord>,
    /// Who acts, step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub steps: Option<Vec<Vec<String>>>,
    /// The number of an action among those of its combatant in a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub nth: Option<u8>,
    /// The action that has a place on the timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// A moment of the timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i32>,
    /// The moment at which an action of the timeline ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i32>,
    /// The chance, in percent, with which a hit breaks an action off until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken_by_hit: Option<i32>,
    /// The unit that a timeline counts: "segment".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// A cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<[u16; 2]>,
    /// Whether a door is open now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
    /// "kneeling" or "standing".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<String>,
    /// The direction faced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// An item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The name of what strikes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// Whether something flies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missile: Option<bool>,
    /// The attacker's level of success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// The defence used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence: Option<String>,
    /// The defender's level of success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence_level: Option<String>,
    /// What came of an attack: `none`, `normal` or `special` damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// The fixed part of damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<i32>,
    /// Damage before armour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<i32>,
    /// Armour subtracted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<i32>,
    /// Damage that got through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<i32>,
    /// Hit points or state before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NumberOrWord>,
    /// Hit points or state after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<NumberOrWord>,
    /// Hit points when unhurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// Hit points of somebody who enters the battle or is noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_points: Option<i32>,
    /// The unit of somebody who enters the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The name of an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Why hit points changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// A condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Whether a condition began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    /// What became of an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Shots or missiles left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u16>,
    /// Whether ammunition was reloaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reloaded: Option<bool>,
    /// Rounds that an objective has been held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The side an event is about: `red`, `blue`, `green` or `yellow`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The side that won: `red`, `blue`, `green`, `yellow` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// How many cells somebody is across.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub across: Option<u8>,
    /// Who is held or covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// What links two combatants: `holds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What somebody has besides hit points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
    /// The edge on which somebody stands, or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// What somebody rides, or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount: Option<String>,
    /// What has become of a turn or an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The zone that a blast hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// The zone that a blast was aimed at, or the cell in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aimed: Option<CellOrWord>,
    /// The cells that a blast hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub struck: Option<Vec<[u16; 2]>>,
    /// For how many rounds in a row an objective has to be held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
    /// Whether it came of something that its side could not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unforeseen: Option<bool>,
    /// Whether a side had no choice but to pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced: Option<bool>,
    /// How many sides have passed in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_a_row: Option<u32>,
    /// The terrain of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<String>,
    /// Why the battle ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A number, or a word for something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum NumberOrWord {
    /// A number.
    Number(i32),
    /// A word: `dying`, `none`.
    Word(String),
}

/// A cell, or a word for something larger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CellOrWord {
    /// Column and row of a cell.
    Cell([u16; 2]),
    /// A word: the name of a zone.
    Word(String),
}

/// A word, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl OneOrMore {
    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Several(several) => several,
        }
    }

    pub(crate) fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::Several(several) => several,
        }
    }
}

/// How a combatant must be in the end, by as much as matters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AfterEntry {
    /// Hit points left.
    #[schemars(range(min = -1000, max = 1000))]
    pub hp: Option<i32>,
    /// `active`, `unconscious`, `dying`, `dead`, `surrendered` or `left`.
    pub state: Option<String>,
    /// Column and row of its cell.
    pub at: Option<[u16; 2]>,
    /// Whether its enemies have not noticed it.
    pub hidden: Option<bool>,
    /// The direction it faces.
    pub facing: Option<String>,
    /// Conditions it must have; it may have others too.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub conditions: Vec<String>,
    /// Conditions it must not have.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub not_conditions: Vec<String>,
    /// Items by id, wherever they have come to.
    #[serde(default)]
    pub items: BTreeMap<String, AfterItem>,
}

/// How an item must be in the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AfterItem {
    /// Hit points left.
    #[schemars(range(min = -1000, max = 1000))]
    pub hp: Option<i32>,
    /// Whether it is in hand.
    pub readied: Option<bool>,
    /// Whether it is with its first owner, in hand or stowed.
    pub carried: Option<bool>,
    /// Shots loaded, or missiles left for bows and slings.
    pub loaded: Option<u16>,
    /// Missiles or magazines left besides.
    pub spares: Option<u16>,
    /// Column and row of the cell it lies or is planted in.
    pub at: Option<[u16; 2]>,
}
