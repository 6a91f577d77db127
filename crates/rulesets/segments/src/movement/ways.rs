//! Ways of a combatant: one search says what is offered, what is legal and which way is taken (SEG-R11, SEG-R12).

use shieldwall_battle::{Board, CellOption, MoveCost};
use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::{self as grid, Cell, DoorUse, Passage, Step, StepTolls, Toll, TollReach};

use crate::{
    combatant::{
        allowance::{self, CELL},
        field::{Combatant, Field},
    },
    harm::hazards,
};

/// The unit in which movement is told.
pub const CELLS: &str = "cells";
/// Levels that a step goes up or down at most.
const MOST_CLIMB: i32 = 1;
/// Half cells of the longest way on any map.
pub const ANY: u16 = 4000;

/// The ground that ways lead over.
pub(super) struct MovesThrough<'a> {
    /// True without ground that hurts.
    pub(super) safe: bool,
    /// Cells that enemies watch: steps out of them draw a free attack each.
    pub(super) watched: &'a [Vec<Cell>],
    /// Tells if a step from one cell into another is open.
    pub(super) open: &'a dyn Fn(Cell, Cell) -> bool,
}

impl MovesThrough<'_> {
    /// All ground that can be walked on.
    pub(super) const ALL: Self = Self {
        safe: false,
        watched: &[],
        open: &|_, _| true,
    };
}

impl Field<'_, '_> {
    /// The ways of a mover within so many half cells. Enemies block them, and friends can be passed.
    #[must_use]
    pub fn ways(&self, mover: &Combatant<'_, '_>, budget: u16) -> TollReach {
        self.search(mover, budget, &MovesThrough::ALL)
    }

    /// The same without steps onto ground that hurts.
    #[must_use]
    pub fn safe_ways(&self, mover: &Combatant<'_, '_>, budget: u16) -> TollReach {
        self.search(
            mover,
            budget,
            &MovesThrough {
                safe: true,
                ..MovesThrough::ALL
            },
        )
    }

    /// The cells that each enemy has in its reach that may strike a combatant which withdraws.
    pub(super) fn watched(&self, mover: &Combatant<'_, '_>) -> Vec<Vec<Cell>> {
        let enemies = self.located_enemies(mover.side());
        let enemies = enemies.filter(Combatant::can_act);
        let cells = |enemy: Combatant<'_, '_>| {
            let (at, reach) = (enemy.cell(), self.longest_reach(&enemy));
            let near = self.grid().disc(at, reach).into_iter();
            near.filter(|cell| self.reaches(at, *cell, reach)).collect()
        };
        enemies.map(cells).collect()
    }

    /// Looks for ways. Steps out of watched cells draw a free attack each.
    pub(super) fn search(
        &self,
        mover: &Combatant<'_, '_>,
        budget: u16,
        through: &MovesThrough<'_>,
    ) -> TollReach {
        let MovesThrough {
            safe,
            watched,
            open,
        } = *through;
        let map = self.map();
        let mut taken = vec![None; map.grid().len()];
        for other in self.active() {
            let hostile = self.combatants.board.hostile(mover.side(), other.side());
            // Nothing is known of those that are hidden: a mover stops before them.
            let lurks = hostile && other.concealment.is_unseen();
            let is_itself = other.id() == mover.id() || self.ride_together(&other, mover);
            if !is_itself && !lurks {
                taken[other.cell().index()] = Some(hostile);
            }
        }
        let board = &self.combatants.board;
        let ground = map.cached(|map| {
            Ground(StepTolls::of(map, DoorUse::Open, |from, step| {
                toll(board, from, step).map_or(Passage::Blocked, Passage::Through)
            }))
        });
        let strikes = |from: Cell, to: Cell| {
            let leaves = |cells: &&Vec<Cell>| cells.contains(&from) && !cells.contains(&to);
            u16::try_from(watched.iter().filter(leaves).count()).unwrap_or(u16::MAX)
        };
        grid::reach_by_step_tolls(&ground.0, mover.cell(), budget, |from, to, passage| {
            let passage = passage.map(|toll| Toll {
                strikes: strikes(from, to),
                ..toll
            });
            match (passage, taken[to.index()]) {
                (_, Some(true)) => Passage::Blocked,
                _ if !open(from, to) => Passage::Blocked,
                (Passage::Through(toll), _) if safe && toll.risky => Passage::Blocked,
                (Passage::Through(toll), Some(false)) => Passage::CrossOnly(toll),
                (passage, _) => passage,
            }
        })
    }

    /// The toll of a step on empty ground; `None` where no combatant goes.
    #[must_use]
    pub fn toll(&self, from: Cell, step: &Step) -> Option<Toll> {
        toll(&self.combatants.board, from, step)
    }

    /// The cost of a drawn way in half cells; `None` if it cannot be gone.
    #[must_use]
    pub fn cost_along(&self, mover: &Combatant<'_, '_>, path: &[Cell]) -> Option<u16> {
        let mut from = mover.cell();
        let mut cost = 0_u16;
        for &to in path {
            let direction = self.grid().direction_between(from, to)?;
            let step = self.map().step_with(from, direction, DoorUse::Open)?;
            cost = cost.saturating_add(self.toll(from, &step)?.cost);
            from = to;
        }
        Some(cost)
    }

    /// True if no combatant in action but the mover stands in a cell.
    #[must_use]
    pub fn is_free(&self, mover: &Combatant<'_, '_>, cell: Cell) -> bool {
        let mut all = self.active();
        all.all(|other| {
            other.id() == mover.id() || self.ride_together(&other, mover) || other.cell() != cell
        })
    }

    /// The cells to which a combatant gets within so many half cells.
    #[must_use]
    pub fn cells_within(&self, mover: &Combatant<'_, '_>, budget: u16) -> Vec<CellOption> {
        let option = |(cell, toll): (Cell, Toll)| CellOption {
            risky: toll.risky,
            hurts: toll.risky,
            ..CellOption::plain(cell, told(toll.cost))
        };
        self.ways(mover, budget).iter().map(option).collect()
    }

    /// The cells to which a combatant gets in a round, in bands: by the free step, with half a move, at a walk, at a run
    /// (SEG-R40).
    #[must_use]
    pub fn cell_options(&self, mover: &Combatant<'_, '_>) -> Vec<CellOption> {
        // A rider goes where its mount goes (SEG-R75).
        if self.mount_of(mover).is_some() {
            return Vec::new();
        }
        let grid = self.grid();
        let bands = [1, 2].map(|halves| allowance::whole(halves * mover.tmr(), grid));
        let whole = allowance::whole(4 * mover.tmr(), grid);
        let through = MovesThrough {
            watched: &self.watched(mover),
            ..MovesThrough::ALL
        };
        let ways = self.search(mover, whole, &through);
        let option = |(cell, toll): (Cell, Toll)| CellOption {
            band: if grid.direction_between(mover.cell(), cell).is_some() {
                FREE_STEP
            } else {
                let beyond = bands.iter().map(|most| u8::from(toll.cost > *most));
                HALF_MOVE + beyond.sum::<u8>()
            },
            risky: toll.risky || toll.strikes > 0,
            hurts: toll.risky,
            strikes: toll.strikes,
            ..CellOption::plain(cell, told(toll.cost))
        };
        ways.iter().map(option).collect()
    }
}

/// The band of cells that the free step reaches.
pub const FREE_STEP: u8 = 0;
/// The band of cells that half a move reaches.
pub const HALF_MOVE: u8 = 1;
/// The band of cells that a walk reaches, or a run before an attack.
pub const WALK: u8 = 2;

/// The tolls of all steps of a map while no combatant stands on it.
struct Ground(StepTolls);

fn toll(board: &Board, from: Cell, step: &Step) -> Option<Toll> {
    let climb = board.map.climb(from, step.to);
    let terrain = board.terrain(step.to);
    let is_gap = matches!(terrain.obstacle, Some(Obstacle::Jump));
    let falls = board.map.ground(step.to).sunk && !board.map.ground(from).sunk;
    if climb.abs() > MOST_CLIMB || is_gap || falls {
        return None;
    }
    let ground = u16::from(terrain.cost).max(1);
    // A diagonal of squares costs half as much again.
    let halves = if step.side.is_none() {
        ground * (CELL + CELL / 2)
    } else {
        ground * CELL
    };
    Some(Toll {
        cost: halves + if climb > 0 { CELL } else { 0 },
        strikes: 0,
        risky: hazards::hurts(board, step.to),
    })
}

/// A cost in words: whole cells, rounded up.
#[must_use]
pub const fn told(halves: u16) -> MoveCost {
    MoveCost::count(halves.div_ceil(CELL), CELLS)
}
