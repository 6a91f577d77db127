//! Levels: a map with what stands on it, where the sides deploy, and how one wins.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_grid::{Cell, Map, Side, ZoneDistances, Zones};

use crate::{Item, LevelPart, Terrain, levels::level_goals::OwnGoals, units::block::Blocks};

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
    /// How far cells are from each other in half zones.
    pub zone_distances: Arc<ZoneDistances>,
    /// The sides, red first: 2 to 4.
    pub sides: Vec<LevelSide>,
    /// Cells by which one can leave the map, where the level says so; in cell order.
    pub exits: Vec<Cell>,
    /// Levers, winches and the like.
    pub devices: Vec<Device>,
    /// Things that lie about when the battle begins.
    pub things: Vec<(Cell, Arc<Item>)>,
    /// Shields that stand planted when the battle begins, nobody's.
    pub planted: Vec<PlantedShield>,
    /// How one wins.
    pub victory: Victory,
    /// Rounds after which the battle ends; 0 for the ruleset's own limit.
    pub turn_limit: u32,
    /// Index of the side that wins if the turn limit is reached; `None` for a draw.
    pub winner_at_limit: Option<usize>,
    /// Settings of the rulesets in this level.
    pub settings: Blocks,
    /// What is otherwise under a ruleset, by its id; [`Level::under`] puts it in place.
    pub own_goals: BTreeMap<&'static str, OwnGoals>,
}

impl Level {
    /// The parts that it has and that some rulesets have no rules for, in words; zones, which every level has and
    /// nobody misses, are left out.
    pub fn parts(&self) -> impl Iterator<Item = (LevelPart, String)> {
        let devices = self.devices.iter().map(|device| device.name.as_str());
        let devices = devices.collect::<BTreeSet<_>>();
        let devices = devices.into_iter().collect::<Vec<_>>().join(", ");
        let parts = [
            (
                LevelPart::Exits,
                !self.exits.is_empty(),
                "the exits".to_owned(),
            ),
            (
                LevelPart::Devices,
                !self.devices.is_empty(),
                format!("the devices ({devices})"),
            ),
            (
                LevelPart::Things,
                !self.things.is_empty(),
                "the things that lie about".to_owned(),
            ),
            (
                LevelPart::PlantedShields,
                !self.planted.is_empty(),
                "the planted shields".to_owned(),
            ),
        ];
        let there = parts.into_iter().filter(|(_, there, _)| *there);
        there.map(|(part, _, words)| (part, words))
    }
}

/// A shield that a level has planted on a side of a cell.
#[derive(Clone, Debug)]
pub struct PlantedShield {
    /// The cell that it shelters.
    pub cell: Cell,
    /// The side of that cell.
    pub side: Side,
    /// The shield.
    pub item: Arc<Item>,
}

/// A side, by its name in files.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SideName {
    /// The first side.
    Red,
    /// The second side.
    Blue,
    /// The third side.
    Green,
    /// The fourth side.
    Yellow,
}

impl SideName {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Green, Self::Yellow];

    /// Index of the side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// As it is written in files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Yellow => "yellow",
        }
    }

    /// What players call it unless the level says better.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Blue => "Blue",
            Self::Green => "Green",
            Self::Yellow => "Yellow",
        }
    }
}

/// Something on the map that can be operated: a lever, a winch.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// What it is called: "Rusty lever".
    pub name: String,
    /// Where it is.
    pub cell: Cell,
    /// What one does with it: "Pull the lever".
    pub action: String,
    /// How long that takes.
    pub takes: DeviceTime,
    /// Whether it works only once.
    pub once: bool,
    /// Doors that open if they are shut, and shut if they are open; locked ones too.
    pub doors: Vec<(Cell, Side)>,
    /// Cells that change their terrain, and back again.
    pub ground: Vec<(Cell, Arc<Terrain>)>,
}

/// How long operating something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceTime {
    /// A second or two.
    #[default]
    Moment,
    /// A whole round.
    Round,
}

/// What a level says about one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelSide {
    /// Name shown to players, "Red" unless the level says better.
    pub name: String,
    /// Index of the first of the sides that it is allied with; its own if it has no ally.
    pub alliance: usize,
    /// Cells in which it deploys, best first.
    pub deployment: Vec<Cell>,
    /// Default warband: unit ids.
    pub warband: Vec<String>,
    /// Surprised in round 1.
    pub surprised: bool,
    /// Begins hidden.
    pub hidden: bool,
}

/// How a battle is won, besides defeating everyone.
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

impl Victory {
    /// The cells that it is about, if it is about any.
    #[must_use]
    pub fn cells(&self) -> Option<&[Cell]> {
        match self {
            Self::LastStanding => None,
            Self::Hold { cells, .. } | Self::Escape { cells, .. } => Some(cells),
        }
    }
}
