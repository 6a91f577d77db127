//! Ways over the map: where a mover gets, by which path, and what that costs (PCT-R08, PCT-R77).

use std::sync::Arc;

use bevy_ecs::prelude::Resource;
use shieldwall_battle::{CellOption, MoveCost};
use shieldwall_grid::{Cell, DoorUse, Grid, Metres, Passage, Reach, ReachScratch, Step, StepCosts};

use crate::{
    context::read::{FighterView, ReadContext},
    movement::{
        bands::Band,
        blockers::Blockers,
        ground::{self, Flight, Hurdle, TerrainCosts},
    },
};

/// Searches that are kept: as many as there are movers in most battles, so that what was found for a statement serves
/// the move, and what enemies have asked serves the one they asked about.
const KEPT: usize = 24;

/// Buffers for searching the map, and what the latest searches have found.
#[derive(Resource, Default)]
pub struct Pathfinder {
    scratch: ReachScratch,
    /// The oldest is replaced next.
    kept: Vec<Search>,
    next: usize,
}

impl Pathfinder {
    fn keep(&mut self, search: Search) {
        if self.kept.len() < KEPT {
            self.kept.push(search);
        } else {
            self.kept[self.next] = search;
            self.next = (self.next + 1) % KEPT;
        }
    }
}

/// A search for ways with all that its result depends on.
struct Search {
    terrain_costs: Arc<TerrainCosts>,
    from: Cell,
    budget: Metres,
    blockers: Blockers,
    found: Arc<Found>,
}

/// A cell of a way as an option of an offer. `risky` says that the way may fail or hurt.
#[must_use]
pub fn cell_option(cell: Cell, cost: Metres, risky: bool) -> CellOption {
    CellOption {
        cell,
        cost: cost.into(),
        band: Band::of(cost).unwrap_or(Band::Run).index(),
        risky,
        hurts: false,
        strikes: 0,
        noticed: false,
    }
}

/// The ways of one mover within a budget.
pub struct Ways {
    found: Arc<Found>,
    budget: Metres,
}

/// What a search has found.
struct Found {
    safe: Reach,
    bold: Option<Reach>,
    /// The cells that it leads to, its own left out, in the order of their numbers.
    cells: Vec<CellOption>,
}

impl Found {
    fn new(safe: Reach, bold: Option<Reach>) -> Self {
        let origin = safe.origin();
        let mut cells: Vec<_> = safe
            .stops()
            .filter(|&(cell, _)| cell != origin)
            .map(|(cell, cost)| cell_option(cell, cost, false))
            .collect();
        if let Some(bold) = &bold {
            cells.extend(
                bold.stops()
                    .filter(|&(cell, _)| cell != origin && !safe.can_stop(cell))
                    .map(|(cell, cost)| cell_option(cell, cost, true)),
            );
            cells.sort_unstable_by_key(|option| option.cell);
        }
        Self { safe, bold, cells }
    }
}

impl Ways {
    /// The cells it can end its move in, its own left out, in the order of their numbers.
    #[must_use]
    pub fn cells(&self) -> Vec<CellOption> {
        if self.budget == self.found.safe.budget() {
            return self.found.cells.clone();
        }
        let limit = MoveCost::from(self.budget);
        let cells = self.found.cells.iter();
        cells
            .filter(|option| option.cost <= limit)
            .copied()
            .collect()
    }

    /// The way to a cell, without the first cell; `None` if there is none.
    #[must_use]
    pub fn path(&self, grid: &Grid, cell: Cell) -> Option<Vec<Cell>> {
        let leads = |reach: &&Reach| {
            reach.can_stop(cell) && reach.cost(cell).is_some_and(|cost| cost <= self.budget)
        };
        if let Some(safe) = Some(&self.found.safe).filter(leads) {
            return safe.path(cell);
        }
        let bold = self.found.bold.as_ref().filter(leads)?;
        Some(grid.filled_in(bold.origin(), &bold.path(cell)?))
    }

    /// The cells in which a safe way can end, with what it costs.
    fn safe_stops(&self) -> impl Iterator<Item = (Cell, Metres)> {
        let stops = self.found.safe.stops();
        stops.filter(|(_, cost)| *cost <= self.budget)
    }
}

impl ReadContext<'_, '_> {
    /// What must be rolled to make a step, if anything.
    #[must_use]
    pub fn hurdle(&self, from: Cell, to: Cell) -> Option<Hurdle> {
        ground::hurdle(self.board, from, to)
    }

    /// How far one falls who makes this step without climbing; `None` if it is no drop.
    #[must_use]
    pub fn drop_height(&self, from: Cell, to: Cell) -> Option<Metres> {
        ground::drop_height(self.board, from, to)
    }

    /// What a step costs: its length times the terrain factor, with surcharges for height and
    /// doors. Nothing is paid for going down (PCT-R77).
    #[must_use]
    pub fn step_cost(&self, from: Cell, step: &Step) -> Metres {
        ground::step_cost(self.board, from, step)
    }

    /// Where a mover can get within a budget, doors opened on the way.
    #[must_use]
    pub fn ways(
        &self,
        mover: &FighterView<'_, '_>,
        budget: Metres,
        pathfinder: &mut Pathfinder,
    ) -> Ways {
        self.ways_through(mover, budget, self.blockers(mover), pathfinder)
    }

    /// The same through a given crowd.
    #[must_use]
    pub fn ways_through(
        &self,
        mover: &FighterView<'_, '_>,
        budget: Metres,
        blockers: Blockers,
        pathfinder: &mut Pathfinder,
    ) -> Ways {
        let (terrain_costs, from) = (TerrainCosts::of(self.board), mover.cell());
        // Who may go far is often asked how much farther it might have gone: one search for all of that. Where some ways
        // can fail, which of them serve depends on the budget.
        let farthest = if budget > Band::Half.ceiling() && terrain_costs.bold.is_none() {
            Band::Run.ceiling().max(budget)
        } else {
            budget
        };
        let known = pathfinder.kept.iter().find(|search| {
            (search.from, search.budget) == (from, farthest)
                && Arc::ptr_eq(&search.terrain_costs, &terrain_costs)
                && search.blockers == blockers
        });
        if let Some(known) = known {
            let found = Arc::clone(&known.found);
            return Ways { found, budget };
        }
        let scratch = &mut pathfinder.scratch;
        let mut reach = |step_costs: &StepCosts| {
            scratch.reach_by(step_costs, from, farthest, |to, clear| {
                blockers.traffic(to, clear)
            })
        };
        let safe = reach(&terrain_costs.safe);
        let bold = terrain_costs.bold.as_ref().map(reach);
        let found = Arc::new(Found::new(safe, bold));
        pathfinder.keep(Search {
            terrain_costs,
            from,
            budget: farthest,
            blockers,
            found: Arc::clone(&found),
        });
        Ways { found, budget }
    }

    /// The cells a mover can drop into on purpose at the end of a safe way, with the cell it drops
    /// from and the cost of all of it (PCT-R77).
    #[must_use]
    pub fn drops(
        &self,
        mover: &FighterView<'_, '_>,
        ways: &Ways,
        budget: Metres,
    ) -> Vec<(CellOption, Cell)> {
        let terrain_costs = TerrainCosts::of(self.board);
        if !terrain_costs.rugged {
            return Vec::new();
        }
        let blockers = self.blockers(mover);
        let map = &self.board.map;
        let mut drops: Vec<(CellOption, Cell)> = Vec::new();
        let stops = ways.safe_stops();
        for (edge, walked) in stops.filter(|(cell, _)| terrain_costs.edges[cell.index()]) {
            for direction in map.grid().directions() {
                let Some(step) = map.step(edge, direction) else {
                    continue;
                };
                let taken = blockers.enemy(step.to) || blockers.friend(step.to);
                if taken
                    || ground::is_gap(self.board, step.to)
                    || self.drop_height(edge, step.to).is_none()
                {
                    continue;
                }
                let cost = walked + self.step_cost(edge, &step);
                if Band::of(cost).is_none() || cost > budget {
                    continue;
                }
                let option = cell_option(step.to, cost, true);
                match drops.iter_mut().find(|(known, _)| known.cell == step.to) {
                    Some(known) if known.0.cost <= option.cost => {}
                    Some(known) => *known = (option, edge),
                    None => drops.push((option, edge)),
                }
            }
        }
        drops.sort_unstable_by_key(|(option, _)| option.cell);
        drops
    }

    /// The cost of a path that a player has drawn, and whether it may fail or hurt. `dropping` says that it ends in a
    /// drop.
    ///
    /// # Errors
    /// What is wrong with it, in plain words.
    pub fn price(
        &self,
        mover: &FighterView<'_, '_>,
        path: &[Cell],
        dropping: bool,
    ) -> Result<(Metres, bool), &'static str> {
        let blockers = self.blockers(mover);
        let map = &self.board.map;
        let mut here = mover.cell();
        let mut cost = Metres::ZERO;
        let mut at_end = None;
        let mut risky = dropping;
        let mut flight = Flight::default();
        for (index, &next) in path.iter().enumerate() {
            if matches!(at_end, Some(Passage::Stop(_))) {
                return Err("the path goes on where it must end");
            }
            let last = index + 1 == path.len();
            let step = map
                .grid()
                .direction_between(here, next)
                .and_then(|way| map.step_with(here, way, DoorUse::Open))
                .ok_or("the path leads through a cell that cannot be entered")?;
            let passage = if last && dropping {
                if flight.0.is_some() {
                    return Err("a jump ends on firm ground");
                }
                if blockers.enemy(next) || blockers.friend(next) {
                    return Err("the last cell of the path is taken");
                }
                if self.drop_height(here, next).is_none() {
                    return Err("there is no drop at the end of the path");
                }
                Passage::Stop(self.step_cost(here, &step))
            } else {
                flight.go_on(self.board, here, &step)?;
                let safe = ground::clear_passage(self.board, ground::RiskLimit::Safe, here, &step);
                risky |= !matches!(safe, Passage::Through(_));
                let clear = if ground::is_gap(self.board, next) {
                    Passage::CrossOnly(ground::step_cost(self.board, here, &step))
                } else {
                    ground::clear_passage(self.board, ground::RiskLimit::Bold, here, &step)
                };
                blockers.traffic(next, clear)
            };
            cost += match passage {
                Passage::Blocked => return Err("the path is blocked"),
                Passage::Through(cost) | Passage::Stop(cost) | Passage::CrossOnly(cost) => cost,
            };
            at_end = Some(passage);
            here = next;
        }
        if matches!(at_end, Some(Passage::CrossOnly(_))) {
            return Err("the path ends in a cell where no one can stay");
        }
        Ok((cost, risky))
    }
}
