//! The map of the battle, with what changes on it.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::Arc,
};

use bevy_ecs::prelude::Resource;
use shieldwall_content::{Level, Terrain};
use shieldwall_grid::{Cell, Map};

use crate::ids::{SideId, SideSet};

/// The level being fought over, and its map with doors as they stand now.
#[derive(Resource, Clone)]
pub struct Board {
    /// The level as read.
    pub level: Arc<Level>,
    /// Its map in its present state.
    pub map: Arc<Map>,
    /// Cells whose terrain is no longer that of the level.
    changed: Arc<BTreeMap<Cell, Arc<Terrain>>>,
    /// Devices that work only once and have been worked, by their places in the level.
    pub(crate) worn_out: Vec<usize>,
}

impl PartialEq for Board {
    /// Boards of one battle: of another level they are never the same.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.level, &other.level)
            && (Arc::ptr_eq(&self.map, &other.map) || self.map == other.map)
            && (Arc::ptr_eq(&self.changed, &other.changed) || self.changed == other.changed)
            && self.worn_out == other.worn_out
    }
}

impl Hash for Board {
    /// Hashes all that can differ between boards of one level.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.map.hash_against(&self.level.map, state);
        for (cell, terrain) in &*self.changed {
            (cell, &terrain.id).hash(state);
        }
        self.worn_out.hash(state);
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board")
            .field("level", &self.level.id)
            .field("map", &self.map)
            .field("changed", &self.changed)
            .field("worn_out", &self.worn_out)
            .finish()
    }
}

impl Board {
    /// A fresh board of a level.
    #[must_use]
    pub fn new(level: &Arc<Level>) -> Self {
        Self {
            level: Arc::clone(level),
            map: Arc::new(level.map.clone()),
            changed: Arc::default(),
            worn_out: Vec::new(),
        }
    }

    /// The terrain of a cell as it is now.
    ///
    /// # Panics
    /// If the cell is off the map.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> &Arc<Terrain> {
        self.changed
            .get(&cell)
            .unwrap_or(&self.level.terrain[cell.index()])
    }

    /// The map, to change.
    pub fn map_mut(&mut self) -> &mut Map {
        Arc::make_mut(&mut self.map)
    }

    /// Changes the terrain of a cell; elevation and light stay.
    pub fn set_terrain(&mut self, cell: Cell, terrain: Arc<Terrain>) {
        if let Some(ground) = self.map_mut().ground_mut(cell) {
            *ground = terrain.ground(ground.elevation, ground.light);
            Arc::make_mut(&mut self.changed).insert(cell, terrain);
        }
    }

    /// The sides allied with a side, itself among them.
    #[must_use]
    pub fn alliance(&self, side: SideId) -> SideSet {
        alliance(&self.level, side)
    }

    /// Whether two sides are enemies.
    #[must_use]
    pub fn hostile(&self, a: SideId, b: SideId) -> bool {
        hostile(&self.level, a, b)
    }
}

/// The sides that a level declares allied with a side, itself among them.
#[must_use]
pub fn alliance(level: &Level, side: SideId) -> SideSet {
    SideId::first(level.sides.len())
        .filter(|other| !hostile(level, side, *other))
        .chain([side])
        .collect()
}

/// Whether two sides of a level are enemies.
#[must_use]
pub fn hostile(level: &Level, a: SideId, b: SideId) -> bool {
    let alliance = |side: SideId| {
        let found = level.sides.get(side.index());
        found.map_or(side.index(), |found| found.alliance)
    };
    alliance(a) != alliance(b)
}
