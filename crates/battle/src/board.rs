//! The map of the battle, with what changes on it.

use bevy_ecs::prelude::Resource;
use shieldwall_content::Level;
use shieldwall_grid::{Cell, Map};
use std::sync::Arc;

/// The level being fought over, and its map with doors as they stand now.
#[derive(Resource, Clone, Debug)]
pub struct Board {
    /// The level as read.
    pub level: Arc<Level>,
    /// Its map in its present state.
    pub map: Map,
}

impl Board {
    /// A fresh board of a level.
    #[must_use]
    pub fn new(level: &Arc<Level>) -> Self {
        Self {
            level: Arc::clone(level),
            map: level.map.clone(),
        }
    }

    /// The terrain of a cell.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> &shieldwall_content::Terrain {
        &self.level.terrain[usize::from(cell.0)]
    }
}
