//! How far it is on foot: round walls, through doors, over rough ground.

use std::sync::Arc;

use shieldwall_battle::Battle;
use shieldwall_content::{Level, terrain::Obstacle};
use shieldwall_grid::{Cell, DoorUse, Map, Metres, Passage, ReachScratch, Step, base_cost};

/// Fields kept before all are forgotten.
const KEPT: usize = 48;

/// What an obstacle that may not be overcome counts for on top of its length, in metres.
const OBSTACLE: Metres = Metres::from_whole(12);

/// What walking through fire counts for, in metres.
const HAZARD: Metres = Metres::from_whole(40);

/// The length of a way where there is none: longer than any, short enough to be added up.
const NO_WAY: f64 = 10_000.0;

/// The way on foot from some cells to every other, in metres.
#[derive(Clone, Debug)]
pub(super) struct Field(Arc<[Option<Metres>]>);

impl Field {
    /// Metres to a cell; very many where there is no way.
    pub(super) fn metres(&self, cell: Cell) -> f64 {
        self.0
            .get(cell.index())
            .copied()
            .flatten()
            .map_or(NO_WAY, |way| f64::from(way.milli()) / 1000.0)
    }
}

/// Fields, each worked out once while the doors stay as they are.
#[derive(Debug, Default)]
pub(super) struct Ways {
    scratch: ReachScratch,
    stamp: u32,
    kept: Vec<(Vec<Cell>, Field)>,
}

impl Ways {
    /// The ways from the nearest of some cells. `stamp` changes when doors may have.
    pub(super) fn from(&mut self, battle: &Battle, stamp: u32, sources: &[Cell]) -> Field {
        if self.stamp != stamp || self.kept.len() >= KEPT {
            self.stamp = stamp;
            self.kept.clear();
        }
        if let Some((_, field)) = self.kept.iter().find(|(cells, _)| cells == sources) {
            return field.clone();
        }
        let (map, level) = (battle.map(), &*battle.setup().level);
        let lengths = self
            .scratch
            .distance_field(map, sources, DoorUse::Open, |from, step| {
                passage(map, level, from, step)
            });
        let field = Field(lengths.into());
        self.kept.push((sources.to_vec(), field.clone()));
        field
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }
}

/// What a step counts for; near enough to any ruleset's own price to compare ways.
fn passage(map: &Map, level: &Level, from: Cell, step: &Step) -> Passage {
    let mut cost = base_cost(map, step);
    let climb = map.climb(from, step.to);
    if climb.abs() > 1 {
        cost += OBSTACLE;
    } else if climb > 0 {
        cost += map.elevation_step();
    }
    if step.opens_door {
        cost += step.length;
    }
    if let Some(terrain) = level.terrain.get(step.to.index()) {
        match terrain.obstacle {
            Some(Obstacle::Pit) => return Passage::Blocked,
            Some(Obstacle::Swim | Obstacle::Jump) => cost += OBSTACLE,
            None => {}
        }
        if terrain.hazard.is_some() {
            cost += HAZARD;
        }
    }
    Passage::Through(cost)
}
