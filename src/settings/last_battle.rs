//! The last battle that was set up, so that the next one begins from there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shieldwall_battle::SideId;
use shieldwall_lab::record::RecordedCommander;

/// What was picked on the new-battle screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LastBattle {
    /// Level id; empty before the first battle.
    pub(crate) level: String,
    /// Ruleset id; empty before the first battle.
    pub(crate) ruleset: String,
    /// Rule options by key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
    /// Red.
    pub(crate) red: LastSide,
    /// Blue.
    pub(crate) blue: LastSide,
    /// Green, where a level had it.
    #[serde(skip_serializing_if = "super::is_default")]
    pub(crate) green: LastSide,
    /// Yellow, where a level had it.
    #[serde(skip_serializing_if = "super::is_default")]
    pub(crate) yellow: LastSide,
}

impl LastBattle {
    /// What was picked for a side.
    pub(crate) const fn side(&self, side: SideId) -> &LastSide {
        match side.0 {
            0 => &self.red,
            1 => &self.blue,
            2 => &self.green,
            _ => &self.yellow,
        }
    }

    /// The same, to change.
    pub(crate) const fn side_mut(&mut self, side: SideId) -> &mut LastSide {
        match side.0 {
            0 => &mut self.red,
            1 => &mut self.blue,
            2 => &mut self.green,
            _ => &mut self.yellow,
        }
    }
}

/// What was picked for one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LastSide {
    /// Who decides.
    pub(crate) commander: Option<RecordedCommander>,
    /// Number of the colour in the palette; `None` for the side's own.
    pub(crate) colour: Option<usize>,
    /// Unit ids; empty for the level's own warband.
    pub(crate) warband: Vec<String>,
}
