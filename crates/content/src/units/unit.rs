//! Units: who can be put into a warband, with one stat block per ruleset.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Serialize;

use crate::units::block::Blocks;

/// One kind of combatant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unit {
    /// Identifier, unique among units.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// What it is good at, in a sentence or two.
    #[serde(skip)]
    pub description: String,
    /// SVG file of its token, as an absolute or working-directory path.
    #[serde(skip)]
    pub art: PathBuf,
    /// Free words for filters: "melee", "missile", "healer", "beast".
    pub tags: Vec<String>,
    /// Points that it counts in a warband, by ruleset: of two warbands the one with the larger sum is likely to win, and
    /// 100 is the average.
    #[serde(skip)]
    pub points: BTreeMap<String, u32>,
    /// Its stat blocks, by ruleset.
    #[serde(flatten)]
    pub blocks: Blocks,
}

impl Unit {
    /// Whether it has a stat block for the ruleset with this id.
    #[must_use]
    pub fn supports(&self, ruleset: &str) -> bool {
        self.blocks.has(ruleset)
    }
}
