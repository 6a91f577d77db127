//! Settings of a level, and the state in which a combatant begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{level::SideName, reading::Table};

/// Id of the ruleset.
pub const ID: &str = "segments";

/// Settings of a level or a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Decisions within a round that are asked for (SEG-R84).
    pub asks: Asks,
    /// The most that several attackers add to SC; 0 for no limit (SEG-R49).
    #[schemars(range(min = 0, max = 100))]
    pub outnumber_cap: i32,
    /// The places where combatants sprint, if they do (SEG-R40).
    pub sprint: Sprint,
    /// The light that dim cells have (SEG-091).
    pub dim: Lighting,
    /// The light that dark cells have.
    pub dark: Lighting,
    /// The sides that spring an ambush in round 1 (SEG-R32).
    #[schemars(length(max = 4))]
    pub ambush: Vec<SideName>,
    /// The sides whose combatants are not alert when the battle begins (SEG-R30).
    #[schemars(length(max = 4))]
    pub not_alert: Vec<SideName>,
    /// Rounds after which the battle is over, where the level has no limit; 0 for none (SEG-R76).
    #[schemars(range(min = 0, max = 10_000))]
    pub round_limit: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            asks: Asks::Essential,
            outnumber_cap: 0,
            sprint: Sprint::Breath,
            dim: Lighting::StarryNight,
            dark: Lighting::Cave,
            ambush: Vec::new(),
            not_alert: Vec::new(),
            round_limit: 60,
        }
    }
}

impl Settings {
    /// Reports sides that the level does not have.
    pub(crate) fn check(&self, sides: usize, table: &mut Table<'_, '_>) {
        for (key, named) in [("ambush", &self.ambush), ("not_alert", &self.not_alert)] {
            for (index, side) in named.iter().enumerate() {
                if side.index() >= sides {
                    let at = table.path.join(key).join(index);
                    let message = format!("there is no {} side here", side.key());
                    let problem = table.report.error(table.document, &at, message);
                    problem.help(None);
                }
            }
        }
    }
}

/// The rule for sprints (SEG-R40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sprint {
    /// Over open ground, and not two rounds running.
    #[default]
    Breath,
    /// Everywhere.
    Free,
    /// Never.
    Off,
}

/// Poor light (SEG-091, SEG-R53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lighting {
    /// A starry night, or a shadowy interior: SC -10.
    StarryNight,
    /// A cloudy night: SC -20.
    CloudyNight,
    /// A cave, or an unlit interior: SC -40.
    Cave,
    /// Pitch black: SC -60.
    PitchBlack,
}

impl Lighting {
    /// SC in it.
    #[must_use]
    pub const fn modifier(self) -> i32 {
        match self {
            Self::StarryNight => -10,
            Self::CloudyNight => -20,
            Self::Cave => -40,
            Self::PitchBlack => -60,
        }
    }
}

/// Decisions within a round that are asked for (SEG-R84).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// Those in which a plan shows; the rest take their defaults.
    #[default]
    Essential,
    /// All of them.
    All,
}

/// The state in which a combatant begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Hit points left; all of them if left out.
    #[schemars(range(min = -100, max = 1000))]
    pub hit_points: Option<i32>,
    /// Energy left for spells; all of it if left out.
    #[schemars(range(min = 0, max = 200))]
    pub energy: Option<i32>,
    /// PROT of its armour that is spoilt (SEG-030).
    #[schemars(range(min = 0, max = 20))]
    pub spoilt_armour: i32,
    /// True if it is stunned in the first round (SEG-033).
    pub stunned: bool,
    /// True if it lies on the ground (SEG-R17).
    pub fallen: bool,
    /// True if it begins hidden; as its side does if left out (SEG-R83).
    pub hidden: Option<bool>,
    /// False if it is not alert; as its side is if left out (SEG-R30).
    pub alert: Option<bool>,
}
