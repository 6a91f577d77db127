//! Files of levels, one each: `levels/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shieldwall_grid::{Border, Cell, Cover, Door, Layout};

use crate::levels::level::{DeviceTime, SideName, Victory};

/// One level.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Level", extend("rulesetTables" = "level"))]
pub(crate) struct LevelFile {
    /// Identifier, unique among levels: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    pub(crate) id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    pub(crate) name: String,
    /// What makes it play differently, in a sentence or two.
    #[schemars(length(min = 1, max = 1000))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) description: String,
    /// Shape of the cells.
    pub(crate) grid: GridName,
    /// Size of a cell in metres, at most 10: a fighter must get from one to the next in a round.
    #[serde(default = "cell_m")]
    #[schemars(range(min = 0.1, max = 10))]
    pub(crate) cell_m: f64,
    /// Height of one step of elevation in metres; the size of a cell if left out.
    #[schemars(range(min = 0.1, max = 100))]
    pub(crate) elevation_step_m: Option<f64>,
    /// Rounds after which the battle ends; the ruleset's own limit if left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) turn_limit: Option<u32>,
    /// Side that wins if the turn limit is reached; a draw if left out.
    pub(crate) winner_at_limit: Option<SideName>,
    /// The map, one character a cell.
    #[schemars(extend("format" = "lines"))]
    pub(crate) map: String,
    /// Terrain id of every character of the map.
    #[schemars(extend("propertyNames" = { "minLength": 1, "maxLength": 1 }))]
    pub(crate) legend: BTreeMap<String, String>,
    /// Elevation in steps, in the shape of the map: digits, `.` for 0.
    #[schemars(regex(pattern = r"^[0-9.\r\n]*$"))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) elevation: Option<String>,
    /// Light, in the shape of the map: `.` bright, `d` dim, `D` dark.
    #[schemars(regex(pattern = r"^[.dD\r\n]*$"))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) light: Option<String>,
    /// Where the sides deploy, in the shape of the map: `r` red, `b` blue, `g` green, `y` yellow,
    /// `.` none.
    #[schemars(regex(pattern = r"^[rbgy.\r\n]*$"))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) deployment: String,
    /// Cells to hold or to escape by, in the shape of the map: `x`, `.` otherwise.
    #[schemars(regex(pattern = r"^[x.\r\n]*$"))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) objective: Option<String>,
    /// Cells by which one can leave the map, in the shape of the map: `x`, `.` otherwise. All cells
    /// on the rim if left out.
    #[schemars(regex(pattern = r"^[x.\r\n]*$"))]
    #[schemars(extend("format" = "lines"))]
    pub(crate) exits: Option<String>,
    /// Zones, in the shape of the map: a letter for each zone, `+` for borders between the zones
    /// around them, `.` for none. A regular lattice if left out.
    #[schemars(extend("format" = "lines"))]
    pub(crate) zone_map: Option<String>,
    /// What stands between cells.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub(crate) border: Vec<BorderEntry>,
    /// Levers, winches and the like.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) device: Vec<DeviceEntry>,
    /// Things that lie about when the battle begins.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) thing: Vec<ThingEntry>,
    /// Shields that stand planted on sides of cells when the battle begins.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) planted: Vec<PlantedEntry>,
    /// How one wins; by being the last side standing if left out.
    #[serde(default)]
    pub(crate) victory: VictoryEntry,
    /// The sides.
    pub(crate) side: SidesEntry,
    /// Settings of the rulesets, by their ids.
    #[serde(flatten)]
    #[schemars(skip)]
    pub(crate) tables: BTreeMap<String, Value>,
}

fn cell_m() -> f64 {
    1.5
}

/// Shape of the cells.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GridName {
    /// Hexes with a corner on top.
    HexPointy,
    /// Hexes with a side on top.
    HexFlat,
    /// Squares.
    Square,
}

impl From<GridName> for Layout {
    fn from(name: GridName) -> Self {
        match name {
            GridName::HexPointy => Self::HexPointy,
            GridName::HexFlat => Self::HexFlat,
            GridName::Square => Self::Square,
        }
    }
}

/// Something that can be operated.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceEntry {
    /// What it is called: `Rusty lever`.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: String,
    /// Column and row of its cell, from 0 at the top left.
    pub(crate) at: [i32; 2],
    /// What one does with it: `Pull the lever`.
    #[schemars(length(min = 1, max = 60))]
    pub(crate) action: String,
    /// How long that takes.
    #[serde(default)]
    pub(crate) takes: DeviceTime,
    /// Whether it works only once.
    #[serde(default)]
    pub(crate) once: bool,
    /// Doors that it opens and shuts.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) doors: Vec<DeviceDoorEntry>,
    /// Cells whose terrain it changes, and changes back when it is used again.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(crate) ground: Vec<DeviceGroundEntry>,
}

/// A door that a device moves.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceDoorEntry {
    /// Column and row of a cell beside it.
    pub(crate) at: [i32; 2],
    /// The side of that cell it is on.
    pub(crate) side: String,
}

/// Ground that a device changes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceGroundEntry {
    /// Columns and rows of the cells.
    #[schemars(length(min = 1, max = 400))]
    pub(crate) cells: Vec<[i32; 2]>,
    /// Terrain id that they change to.
    pub(crate) to: String,
}

/// A thing that lies about.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingEntry {
    /// Column and row of its cell.
    pub(crate) at: [i32; 2],
    /// Item id.
    pub(crate) item: String,
}

/// A shield that stands planted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlantedEntry {
    /// Column and row of the cell that it shelters.
    pub(crate) at: [i32; 2],
    /// The side of that cell it stands on.
    pub(crate) side: String,
    /// Item id of a shield.
    pub(crate) item: String,
}

/// Something that stands on sides of a cell.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BorderEntry {
    /// Column and row of the cell, from 0 at the top left.
    pub(crate) at: [i32; 2],
    /// Sides of the cell: `east`, `south-east`…
    #[schemars(
        length(min = 1, max = 8),
        inner(regex(pattern = r"^(north|south|(north|south)-(east|west)|east|west)$"))
    )]
    pub(crate) sides: Vec<String>,
    /// What stands there.
    pub(crate) is: BorderName,
}

/// What can stand between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BorderName {
    /// A wall.
    Wall,
    /// A closed door.
    Door,
    /// An open door.
    OpenDoor,
    /// A door that cannot be opened by hand.
    LockedDoor,
    /// A wall to the hip: half cover, can be crossed.
    LowWall,
    /// A hedge: heavy cover, can be crossed.
    Hedge,
    /// A wall with a slit to shoot through: heavy cover, cannot be crossed.
    ArrowSlit,
    /// A fence: light cover, can be crossed.
    Fence,
}

impl From<BorderName> for Border {
    fn from(name: BorderName) -> Self {
        match name {
            BorderName::Wall => Self::WALL,
            BorderName::Door => Self::with_door(Door::Closed),
            BorderName::OpenDoor => Self::with_door(Door::Open),
            BorderName::LockedDoor => Self::with_door(Door::Locked),
            BorderName::LowWall => Self::parapet(Cover::Half),
            BorderName::Hedge => Self::with_cover(Cover::Heavy),
            BorderName::Fence => Self::with_cover(Cover::Light),
            BorderName::ArrowSlit => Self::ARROW_SLIT,
        }
    }
}

/// How one wins, besides defeating everyone.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum VictoryEntry {
    /// The last side standing wins.
    #[default]
    LastStanding,
    /// The side that holds the objective alone wins.
    Hold {
        /// At the end of so many rounds in a row.
        #[schemars(range(min = 1, max = 100))]
        rounds: u32,
    },
    /// A side wins that brings more than half of its combatants out by the objective.
    Escape {
        /// The side that wants to leave.
        side: SideName,
    },
}

impl VictoryEntry {
    /// True if it is about the cells of an objective.
    pub(crate) const fn needs_objective(&self) -> bool {
        matches!(self, Self::Hold { .. } | Self::Escape { .. })
    }

    /// The same with the cells of the objective.
    pub(crate) fn with(self, cells: Vec<Cell>) -> Victory {
        match self {
            Self::LastStanding => Victory::LastStanding,
            Self::Hold { rounds } => Victory::Hold { cells, rounds },
            Self::Escape { side } => Victory::Escape {
                side: side.index(),
                cells,
            },
        }
    }
}

/// The sides: two, three or four.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SidesEntry {
    /// The first side.
    pub(crate) red: SideEntry,
    /// The second side.
    pub(crate) blue: SideEntry,
    /// The third side, if there is one.
    #[serde(default)]
    pub(crate) green: Option<SideEntry>,
    /// The fourth side, if there is one; not without a third.
    #[serde(default)]
    pub(crate) yellow: Option<SideEntry>,
}

impl SidesEntry {
    /// Those there are, in order.
    pub(crate) fn all(&self) -> Vec<(SideName, &SideEntry)> {
        let further = [&self.green, &self.yellow].into_iter().flatten();
        let entries = [&self.red, &self.blue].into_iter().chain(further);
        SideName::ALL.into_iter().zip(entries).collect()
    }
}

/// What a level says about one side.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideEntry {
    /// Name shown to players.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) name: Option<String>,
    /// Ids of the units it fights with unless the player picks others.
    #[schemars(length(min = 1, max = 250))]
    pub(crate) warband: Vec<String>,
    /// A side named before it with which it is allied.
    pub(crate) ally: Option<SideName>,
    /// Surprised in the first round.
    #[serde(default)]
    pub(crate) surprised: bool,
    /// Begins hidden.
    #[serde(default)]
    pub(crate) hidden: bool,
}
