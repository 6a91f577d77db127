//! The battle as it is told to a bot before it begins.

use std::collections::BTreeMap;

use serde::Serialize;
use shieldwall_battle::{Battle, SideId};
use shieldwall_content::{Terrain, level::Victory};
use shieldwall_grid::{Border, Cell, Ground, Layout, Side};

use super::messages::PROTOCOL;

/// What a bot is told before a battle.
#[derive(Serialize)]
pub(super) struct SetupMessage<'a> {
    protocol: u32,
    game: &'static str,
    ruleset: &'a str,
    options: &'a BTreeMap<String, String>,
    side: SideId,
    /// For the bot's own luck. The dice cannot be told from it.
    luck: u64,
    sides: Vec<SideMessage<'a>>,
    level: LevelMessage<'a>,
}

#[derive(Serialize)]
struct SideMessage<'a> {
    name: &'a str,
    hostile: bool,
    deployment: &'a [Cell],
}

#[derive(Serialize)]
struct LevelMessage<'a> {
    id: &'a str,
    name: &'a str,
    layout: &'static str,
    columns: u16,
    rows: u16,
    /// Size of a cell in metres.
    cell_size: f64,
    /// Height of a step of elevation in metres.
    elevation_step: f64,
    cells: Vec<CellMessage<'a>>,
    borders: Vec<BorderMessage>,
    terrains: BTreeMap<&'a str, &'a Terrain>,
    victory: VictoryMessage<'a>,
    round_limit: u32,
}

#[derive(Serialize)]
struct CellMessage<'a> {
    /// The centre, in cells.
    at: [f32; 2],
    terrain: &'a str,
    ground: Ground,
}

#[derive(Serialize)]
struct BorderMessage {
    cell: Cell,
    side: Side,
    /// The cell beyond, if the map goes on there.
    beyond: Option<Cell>,
    border: Border,
}

/// How the battle is won, besides defeating everyone.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum VictoryMessage<'a> {
    LastStanding,
    Hold { cells: &'a [Cell], rounds: u32 },
    Escape { side: usize, cells: &'a [Cell] },
}

impl<'a> VictoryMessage<'a> {
    fn of(victory: &'a Victory) -> Self {
        match victory {
            Victory::LastStanding => Self::LastStanding,
            Victory::Hold { cells, rounds } => Self::Hold {
                cells,
                rounds: *rounds,
            },
            Victory::Escape { side, cells } => Self::Escape { side: *side, cells },
        }
    }
}

impl<'a> SetupMessage<'a> {
    /// What is told of a battle that has not begun to one of its sides.
    pub(super) fn of(battle: &'a Battle, side: SideId, luck: u64) -> Self {
        let setup = battle.setup();
        let level = &*setup.level;
        let map = battle.map();
        let grid = map.grid();
        let cells = grid.cells().zip(&level.terrain);
        let sides = SideId::first(level.sides.len()).zip(&level.sides);
        Self {
            protocol: PROTOCOL,
            game: env!("CARGO_PKG_VERSION"),
            ruleset: battle.ruleset().id(),
            options: &setup.options,
            side,
            luck,
            sides: sides
                .map(|(other, of_level)| SideMessage {
                    name: &of_level.name,
                    hostile: battle.hostile(side, other),
                    deployment: if battle.hostile(side, other) {
                        &[]
                    } else {
                        &of_level.deployment
                    },
                })
                .collect(),
            level: LevelMessage {
                id: &level.id,
                name: &level.name,
                layout: match grid.layout() {
                    Layout::HexPointy => "hex_pointy",
                    Layout::HexFlat => "hex_flat",
                    Layout::Square => "square",
                },
                columns: grid.width(),
                rows: grid.height(),
                cell_size: f64::from(grid.cell_size().milli()) / 1000.0,
                elevation_step: f64::from(map.elevation_step().milli()) / 1000.0,
                cells: cells
                    .map(|(cell, terrain)| CellMessage {
                        at: grid.centre(cell),
                        terrain: &terrain.id,
                        ground: map.ground(cell),
                    })
                    .collect(),
                borders: map
                    .borders()
                    .map(|(cell, side, border)| BorderMessage {
                        cell,
                        side,
                        beyond: grid.across(cell, side),
                        border,
                    })
                    .collect(),
                terrains: level
                    .terrain
                    .iter()
                    .map(|terrain| (terrain.id.as_str(), &**terrain))
                    .collect(),
                victory: VictoryMessage::of(&level.victory),
                round_limit: level.turn_limit,
            },
        }
    }
}
