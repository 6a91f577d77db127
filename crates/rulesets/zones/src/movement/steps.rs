//! What every step and cell of a map means by itself, without those who stand there. It is worked out once and kept
//! while the map stays as it is (ZON-R10, ZON-R77, ZON-R78).

use std::{collections::VecDeque, sync::Arc};

use shieldwall_grid::{Cell, Direction};

use crate::{
    context::read::ReadContext,
    movement::dangers::{Climb, Danger},
};

/// How many cells away of its place somebody is at most when it has been shoved, as brains reckon.
const SHOVED: u8 = 8;

/// What a step means, that of the anchor for those who cover several cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepFacts {
    /// Whether somebody who covers one cell can make it: no barrier is crossed, and the cell entered is passable.
    pub open: bool,
    /// How its height is passed.
    pub climb: Climb,
    /// Half-zone steps, surcharges counted.
    pub cost: u16,
}

/// All steps of a map, and what hurts in its cells.
pub struct Steps {
    directions: usize,
    /// By cell, then by direction.
    facts: Box<[StepFacts]>,
    /// By cell; traps count as if none had gone off.
    dangers: Box<[Option<Danger>]>,
    /// By cell: whether anything that hurts may be within the reach of a shove.
    near_danger: Box<[bool]>,
    /// The cells with a trap.
    traps: Box<[Cell]>,
}

impl Steps {
    fn of(read: &ReadContext<'_, '_>) -> Self {
        let map = &read.board.map;
        let grid = map.grid();
        let directions = usize::from(grid.direction_count());
        let mut facts = Vec::with_capacity(grid.len() * directions);
        for cell in grid.cells() {
            for direction in grid.directions() {
                // Off the map there is nothing to step on.
                let off = StepFacts {
                    open: false,
                    climb: Climb::Never,
                    cost: 0,
                };
                // Large ones may step where their anchor alone could not, so the rest holds for shut steps too.
                let opens = map.step(cell, direction).is_some();
                let to = grid.neighbour(cell, direction);
                facts.push(to.map_or(off, |to| StepFacts {
                    open: opens && map.ground(to).passable,
                    climb: read.climb(cell, to),
                    cost: read.step_cost(cell, to),
                }));
            }
        }
        let dangers: Box<[_]> = grid
            .cells()
            .map(|cell| read.danger_when_fresh(read.board.terrain(cell)))
            .collect();
        let traps = grid.cells().zip(&dangers);
        let traps = traps.filter(|(_, danger)| **danger == Some(Danger::Trap));
        Self {
            traps: traps.map(|(cell, _)| cell).collect(),
            near_danger: near_danger(read, &dangers),
            directions,
            facts: facts.into(),
            dangers,
        }
    }

    /// What a step means.
    #[must_use]
    pub fn facts(&self, from: Cell, direction: Direction) -> StepFacts {
        self.facts[from.index() * self.directions + usize::from(direction.0)]
    }

    /// What hurts in a cell if no trap has gone off.
    #[must_use]
    pub fn danger(&self, cell: Cell) -> Option<Danger> {
        self.dangers[cell.index()]
    }

    /// Whether nothing on the whole map hurts the one who is pushed there.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        !self.near_danger.contains(&true)
    }

    /// The cells with a trap, gone off or not.
    #[must_use]
    pub fn traps(&self) -> &[Cell] {
        &self.traps
    }

    /// Whether anything that hurts the one who is pushed there may be within the reach of a shove.
    #[must_use]
    pub fn is_danger_near(&self, cell: Cell) -> bool {
        self.near_danger[cell.index()]
    }
}

/// The cells within the reach of a shove from what hurts: a danger, or a height to fall from.
fn near_danger(read: &ReadContext<'_, '_>, dangers: &[Option<Danger>]) -> Box<[bool]> {
    let grid = read.board.map.grid();
    let harmful = |cell: &Cell| {
        let mut around = grid.neighbours(*cell);
        dangers[cell.index()].is_some()
            || around.any(|(_, lower)| read.climb(*cell, lower) == Climb::Fall)
    };
    let mut near = vec![false; grid.len()];
    let mut found: VecDeque<(Cell, u8)> =
        grid.cells().filter(harmful).map(|cell| (cell, 0)).collect();
    for (cell, _) in &found {
        near[cell.index()] = true;
    }
    while let Some((cell, steps)) = found.pop_front() {
        if steps == SHOVED {
            continue;
        }
        for (_, next) in grid.neighbours(cell) {
            if !near[next.index()] {
                near[next.index()] = true;
                found.push_back((next, steps + 1));
            }
        }
    }
    near.into()
}

impl ReadContext<'_, '_> {
    /// The steps of the map as it is.
    #[must_use]
    pub fn steps(&self) -> Arc<Steps> {
        self.board.map.cached(|_| Steps::of(self))
    }
}
