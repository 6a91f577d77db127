//! Items: weapons, armour and shields as they lie in the world, with one block per ruleset.

use serde::Serialize;

use crate::units::block::Blocks;

/// One kind of object that a unit can carry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Identifier, unique among items.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// One sentence for tooltips.
    #[serde(skip)]
    pub description: String,
    /// What it is under the rulesets in which it exists.
    #[serde(flatten)]
    pub blocks: Blocks,
}
