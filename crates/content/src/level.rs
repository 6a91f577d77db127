//! Levels: a map with what stands on it, where the sides deploy, and how one wins.

use std::{path::PathBuf, sync::Arc};

use serde::Serialize;
use shieldwall_grid::{Cell, Map, Zones};

use crate::{Terrain, percentile};

/// One battlefield.
#[derive(Clone, Debug)]
pub struct Level {
    /// Identifier, unique among levels.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// What makes it play differently, in a sentence or two.
    pub description: String,
    /// File it was read from.
    pub file: PathBuf,
    /// Geometry, ground, walls and doors.
    pub map: Map,
    /// Terrain of each cell, by cell index.
    pub terrain: Vec<Arc<Terrain>>,
    /// Zones, drawn in the file or the default lattice.
    pub zones: Zones,
    /// The two sides, red first.
    pub sides: [LevelSide; 2],
    /// How one wins.
    pub victory: Victory,
    /// Rounds after which the battle ends; 0 for the ruleset's own limit.
    pub turn_limit: u32,
    /// Index of the side that wins if the turn limit is reached; `None` for a draw.
    pub winner_at_limit: Option<usize>,
    /// Settings of the percentile ruleset in this level.
    pub percentile: percentile::Settings,
}

/// What a level says about one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelSide {
    /// Name shown to players, "Red" unless the level says better.
    pub name: String,
    /// Cells in which it deploys, best first.
    pub deployment: Vec<Cell>,
    /// Default warband: unit ids.
    pub warband: Vec<String>,
    /// Surprised in round 1 (PCT-R17).
    pub surprised: bool,
    /// Begins hidden (PCT-R30).
    pub hidden: bool,
}

/// How a battle is won, besides felling everyone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Victory {
    /// The last side with conscious combatants wins.
    LastStanding,
    /// A side also wins that holds the cells, alone, at the end of so many rounds in a row.
    Hold {
        /// Cells to hold.
        cells: Vec<Cell>,
        /// Consecutive rounds.
        rounds: u32,
    },
    /// A side also wins when more than half of its combatants have left by the cells.
    Escape {
        /// Index of the side that wants to leave.
        side: usize,
        /// Exit cells.
        cells: Vec<Cell>,
    },
}
