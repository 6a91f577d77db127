//! Everything that was read from the content folders.

use std::{collections::BTreeMap, sync::Arc};

use crate::{Item, Level, Rulebook, Terrain, Unit};

/// All content, by id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Items.
    pub items: BTreeMap<String, Arc<Item>>,
    /// Terrains.
    pub terrains: BTreeMap<String, Arc<Terrain>>,
    /// Units.
    pub units: BTreeMap<String, Arc<Unit>>,
    /// Levels.
    pub levels: BTreeMap<String, Arc<Level>>,
    /// Rulebooks, by ruleset id.
    pub rulebooks: BTreeMap<String, Arc<Rulebook>>,
}
