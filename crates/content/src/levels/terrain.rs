//! Terrain: what a cell of a map is made of.

use shieldwall_grid::{Cover, Ground};

/// What it takes to get into a cell, beyond walking (PCT-R77).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// Deep water: swim.
    Swim,
    /// A gap: jump over it.
    Jump,
    /// A pit: entered on purpose it is a fall.
    Pit,
}

/// What injures those who stand in a cell (PCT-R77).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    /// Fire.
    Fire,
    /// Lava.
    Lava,
    /// A trap that goes off once (ZON-R77).
    Trap,
}

/// One kind of terrain.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Terrain {
    /// Identifier, unique among terrains.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// One sentence for tooltips.
    #[serde(skip)]
    pub description: String,
    /// Whether anyone can enter.
    pub passable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// Factor of movement cost: 1 floor, 2 rough or shallow water.
    pub cost: u8,
    /// Cover it gives to who stands in it.
    pub cover: Cover,
    /// True if its cover stops missiles (SEG-134).
    pub hard: bool,
    /// What it takes to enter.
    pub obstacle: Option<Obstacle>,
    /// What it does to who stands in it.
    pub hazard: Option<Hazard>,
    /// Whether one can climb here: stairs or a ladder (ZON-R78).
    pub stairs: bool,
    /// True if one slips on it: ice, and water that one wades in (D20-R61).
    pub slippery: bool,
    /// Fill colour, sRGB.
    #[serde(skip)]
    pub colour: [u8; 3],
    /// Pattern drawn over the fill, by name (see `Pattern`).
    #[serde(skip)]
    pub pattern: Pattern,
}

/// How terrain is drawn over its colour, so that colour is never the only difference.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Nothing.
    #[default]
    Plain,
    /// Tufts of grass.
    Grass,
    /// Reeds.
    Reeds,
    /// Tree crowns.
    Trees,
    /// Stones.
    Rocks,
    /// Waves.
    Waves,
    /// Deep waves.
    DeepWaves,
    /// Paving.
    Cobbles,
    /// Boards.
    Planks,
    /// Brick or masonry: walls.
    Masonry,
    /// Ploughed or broken ground.
    Furrows,
    /// Flames.
    Flames,
    /// A dark hole.
    Hole,
}

impl Terrain {
    /// The grid's view of this terrain at an elevation and in a light.
    #[must_use]
    pub fn ground(&self, elevation: i8, light: shieldwall_grid::Light) -> Ground {
        Ground {
            passable: self.passable,
            opaque: self.opaque,
            cost: self.cost,
            elevation,
            cover: self.cover,
            hard: self.hard,
            light,
            sunk: self.obstacle == Some(Obstacle::Pit),
        }
    }
}
