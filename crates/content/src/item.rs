//! Items: weapons, armour and shields as they lie in the world, with one block per ruleset.

use serde::Serialize;

use crate::{percentile, zones};

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
    /// What it does under the percentile ruleset, if it exists there.
    pub percentile: Option<percentile::ItemBlock>,
    /// What it does under the zones ruleset, if it exists there.
    pub zones: Option<zones::ItemBlock>,
}
