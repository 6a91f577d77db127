//! Ways over the map: what may be entered, what it costs, what must be rolled for (PCT-R08, PCT-R77).

use std::sync::Arc;

use bevy_ecs::prelude::Resource;
use shieldwall_battle::{Board, CellOption, MoveCost, SideId, goals};
use shieldwall_content::terrain::{Hazard, Obstacle};
use shieldwall_grid::{
    Cell, Direction, DoorUse, Grid, Leap, Metres, Passage, Reach, ReachScratch, Step, StepCosts,
    base_cost,
};

use crate::{
    context::read::{FighterView, ReadContext},
    movement::bands::Band,
};

/// What a step of elevation up, or an opened door, adds to a step.
const SURCHARGE: Metres = Metres::from_milli(1500);
/// Depth of a pit.
const PIT_DEPTH: Metres = Metres::from_whole(3);
/// The widest gap that can be jumped.
const WIDEST_GAP: Metres = Metres::from_whole(3);
/// Steps of elevation that make a cliff.
const CLIFF: i32 = 2;

/// What movers find on a board no matter who stands where, worked out once for as long as doors stay as
/// they are.
#[derive(Clone, Debug)]
pub struct TerrainCosts {
    /// There are cliffs, gaps, pits or deep water.
    pub rugged: bool,
    /// What the steps cost that cannot fail and do not burn.
    safe: StepCosts,
    /// What all steps cost; `None` if all are safe.
    bold: Option<StepCosts>,
}

impl TerrainCosts {
    /// The country of a board.
    #[must_use]
    pub fn of(board: &Board) -> Arc<Self> {
        board.map.cached(|_| Self::survey(board))
    }

    fn survey(board: &Board) -> Self {
        let grid = board.map.grid();
        let cliffs = grid.cells().any(|cell| {
            grid.neighbours(cell)
                .any(|(_, other)| board.map.climb(cell, other).abs() >= CLIFF)
        });
        let rugged = cliffs
            || grid
                .cells()
                .any(|cell| board.terrain(cell).obstacle.is_some());
        let burning = grid.cells().any(|cell| burns(board, cell));
        let step_costs = |risk_limit: RiskLimit| {
            let leaps = match risk_limit {
                RiskLimit::Safe => Vec::new(),
                RiskLimit::Bold => jumps(board),
            };
            let cost = |from, step: &Step| clear_passage(board, risk_limit, from, step);
            StepCosts::with_leaps(&board.map, DoorUse::Open, cost, leaps)
        };
        Self {
            rugged,
            safe: step_costs(RiskLimit::Safe),
            bold: (rugged || burning).then(|| step_costs(RiskLimit::Bold)),
        }
    }
}

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

fn is_pit(board: &Board, cell: Cell) -> bool {
    board.terrain(cell).obstacle == Some(Obstacle::Pit)
}

fn is_gap(board: &Board, cell: Cell) -> bool {
    board.terrain(cell).obstacle == Some(Obstacle::Jump)
}

/// The D6 that a round in a cell costs, and what burns there; `None` where nothing does. These rules
/// know no traps.
#[must_use]
pub fn flames(board: &Board, cell: Cell) -> Option<(u16, &'static str)> {
    match board.terrain(cell).hazard? {
        Hazard::Fire => Some((1, "fire")),
        Hazard::Lava => Some((2, "lava")),
        Hazard::Trap => None,
    }
}

fn burns(board: &Board, cell: Cell) -> bool {
    flames(board, cell).is_some()
}

fn hurdle(board: &Board, from: Cell, to: Cell) -> Option<Hurdle> {
    let leaves_pit = is_pit(board, from) && !is_pit(board, to);
    if leaves_pit || board.map.climb(from, to).abs() >= CLIFF {
        return Some(Hurdle::Climb);
    }
    match board.terrain(to).obstacle {
        Some(Obstacle::Swim) => Some(Hurdle::Swim),
        Some(Obstacle::Jump) => Some(Hurdle::Jump),
        Some(Obstacle::Pit) | None => None,
    }
}

fn step_cost(board: &Board, from: Cell, step: &Step) -> Metres {
    let map = &board.map;
    let mut cost = base_cost(map, step) + SURCHARGE * map.climb(from, step.to).max(0);
    if is_pit(board, from) && !is_pit(board, step.to) {
        cost += PIT_DEPTH;
    }
    if step.opens_door {
        cost += SURCHARGE;
    }
    cost
}

/// What a step means to a mover with nobody about.
fn clear_passage(board: &Board, risk_limit: RiskLimit, from: Cell, step: &Step) -> Passage {
    let to = step.to;
    // Pits are entered by dropping into them, see `drops`.
    if is_pit(board, to) && !is_pit(board, from) {
        return Passage::Blocked;
    }
    if risk_limit == RiskLimit::Safe && hurdle(board, from, to).is_some() {
        return Passage::Blocked;
    }
    let cost = step_cost(board, from, step);
    // Gaps are crossed with a jump from edge to edge, see `jumps`.
    if is_gap(board, to) {
        return Passage::Blocked;
    }
    if risk_limit == RiskLimit::Safe && burns(board, to) && !burns(board, from) {
        return Passage::Stop(cost);
    }
    Passage::Through(cost)
}

/// All jumps of a board: over each gap of up to 3 m, straight from one edge to the other (PCT-R84).
fn jumps(board: &Board) -> Vec<Leap> {
    let grid = board.map.grid();
    let mut jumps = Vec::new();
    for from in grid.cells().filter(|from| !is_pit(board, *from)) {
        jumps.extend(grid.directions().filter_map(|way| jump(board, from, way)));
    }
    jumps
}

/// The jump from a cell in a direction, if a gap begins there that is not too wide.
fn jump(board: &Board, from: Cell, way: Direction) -> Option<Leap> {
    let (mut here, mut over) = (from, Vec::new());
    let (mut flight, mut cost) = (Flight::default(), Metres::ZERO);
    loop {
        // Nobody opens doors in the air.
        let step = board.map.step(here, way)?;
        flight.go_on(board, here, &step).ok()?;
        if !is_gap(board, step.to) {
            let landing = clear_passage(board, RiskLimit::Bold, here, &step);
            let passage = match landing {
                Passage::Blocked => return None,
                Passage::Through(last) => Passage::Through(cost + last),
                Passage::Stop(last) => Passage::Stop(cost + last),
                Passage::CrossOnly(last) => Passage::CrossOnly(cost + last),
            };
            let to = step.to;
            return (!over.is_empty()).then_some(Leap {
                from,
                over,
                to,
                passage,
            });
        }
        cost += step_cost(board, here, &step);
        over.push(step.to);
        here = step.to;
    }
}

/// A jump under way: which way it goes, and how much of a gap is behind it.
#[derive(Clone, Copy, Debug, Default)]
struct Flight(Option<(Direction, Metres)>);

impl Flight {
    /// Makes a step of a path, be it part of a jump or not.
    fn go_on(&mut self, board: &Board, from: Cell, step: &Step) -> Result<(), &'static str> {
        if self.0.is_some_and(|(way, _)| way != step.direction) {
            return Err("a jump goes straight");
        }
        if !is_gap(board, step.to) {
            self.0 = None;
            return Ok(());
        }
        if is_pit(board, from) {
            return Err("nobody jumps out of a pit");
        }
        if step.opens_door {
            return Err("nobody opens a door in a jump");
        }
        let width = self.0.map_or(Metres::ZERO, |(_, width)| width) + step.length;
        self.0 = Some((step.direction, width));
        if width > WIDEST_GAP {
            return Err("the gap is wider than 3 m");
        }
        Ok(())
    }
}

/// What must be overcome to make a step (PCT-R77).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hurdle {
    /// Deep water.
    Swim,
    /// A cliff, up or down, or the wall of a pit.
    Climb,
    /// A gap.
    Jump,
}

impl Hurdle {
    /// The skill rolled.
    #[must_use]
    pub const fn skill(self) -> &'static str {
        match self {
            Self::Swim => "Swim",
            Self::Climb => "Climb",
            Self::Jump => "Jump",
        }
    }

    /// What it is, in plain words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swim => "deep water",
            Self::Climb => "a cliff",
            Self::Jump => "a gap",
        }
    }
}

/// How much a mover dares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RiskLimit {
    /// Only what cannot fail and does not burn.
    Safe,
    /// Everything that is allowed.
    Bold,
}

/// Who is in the way of a mover, by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blockers {
    /// What is to be minded in each cell, a bit for each kind.
    marks: Vec<u8>,
}

impl Blockers {
    const FRIEND: u8 = 1;
    const ENEMY: u8 = 2;
    const LURKING: u8 = 4;
    const EXIT: u8 = 8;

    fn of(cells: usize) -> Self {
        Self {
            marks: vec![0; cells],
        }
    }

    fn mark(&mut self, cell: Cell, mark: u8) {
        if let Some(marks) = self.marks.get_mut(cell.index()) {
            *marks |= mark;
        }
    }

    fn has(&self, cell: Cell, mark: u8) -> bool {
        self.marks
            .get(cell.index())
            .is_some_and(|marks| marks & mark != 0)
    }

    /// Whether a conscious friend stands there.
    #[must_use]
    pub fn friend(&self, cell: Cell) -> bool {
        self.has(cell, Self::FRIEND)
    }

    /// Whether an enemy that the mover sees holds the cell.
    #[must_use]
    pub fn enemy(&self, cell: Cell) -> bool {
        self.has(cell, Self::ENEMY)
    }

    /// Whether an enemy that the mover does not see holds the cell.
    #[must_use]
    pub fn lurks(&self, cell: Cell) -> bool {
        self.has(cell, Self::LURKING)
    }

    /// What a step into a cell means to a mover that knows who is where.
    fn traffic(&self, to: Cell, clear: Passage) -> Passage {
        let marks = self.marks.get(to.index()).copied().unwrap_or(0);
        if marks & (Self::FRIEND | Self::ENEMY | Self::EXIT) == 0 {
            return clear;
        }
        match clear {
            _ if marks & Self::ENEMY != 0 => Passage::Blocked,
            Passage::Through(cost) | Passage::Stop(cost) if marks & Self::FRIEND != 0 => {
                Passage::CrossOnly(cost)
            }
            Passage::Through(cost) if marks & Self::EXIT != 0 => Passage::Stop(cost),
            _ => clear,
        }
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
        let option = |(cell, cost): (Cell, Metres), risky: bool| CellOption {
            cell,
            cost: cost.into(),
            band: Band::of(cost).unwrap_or(Band::Run).index(),
            risky,
            hurts: false,
            strikes: 0,
            noticed: false,
        };
        let mut cells: Vec<_> = safe
            .stops()
            .filter(|&(cell, _)| cell != origin)
            .map(|way| option(way, false))
            .collect();
        if let Some(bold) = &bold {
            cells.extend(
                bold.stops()
                    .filter(|&(cell, _)| cell != origin && !safe.can_stop(cell))
                    .map(|way| option(way, true)),
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
    /// Who is in the way of a mover.
    #[must_use]
    pub fn blockers(&self, mover: &FighterView<'_, '_>) -> Blockers {
        self.crowd_known_to(mover, None)
    }

    /// Who is in the way of a mover as far as a side knows; `None` knows all.
    #[must_use]
    pub fn crowd_known_to(&self, mover: &FighterView<'_, '_>, asking: Option<SideId>) -> Blockers {
        let mut blockers = Blockers::of(self.board.map.grid().len());
        for other in self.all() {
            let unknown =
                other.is_unseen() && asking.is_some_and(|asking| self.is_enemy(asking, &other));
            if !other.is_active() || other.id == mover.id || unknown {
                continue;
            }
            let mark = if !self.is_enemy(mover.side(), &other) {
                Blockers::FRIEND
            } else if other.is_hidden() {
                Blockers::LURKING
            } else {
                Blockers::ENEMY
            };
            blockers.mark(other.cell(), mark);
        }
        for &exit in goals::exits(&self.board.level, mover.side()) {
            blockers.mark(exit, Blockers::EXIT);
        }
        blockers
    }

    /// What must be rolled to make a step, if anything.
    #[must_use]
    pub fn hurdle(&self, from: Cell, to: Cell) -> Option<Hurdle> {
        hurdle(self.board, from, to)
    }

    /// How far one falls who makes this step without climbing; `None` if it is no drop.
    #[must_use]
    pub fn drop_height(&self, from: Cell, to: Cell) -> Option<Metres> {
        let down = -self.board.map.climb(from, to);
        let cliff = (down >= CLIFF).then(|| self.board.map.elevation_step() * down);
        let pit = (self.is_pit(to) && !self.is_pit(from)).then_some(PIT_DEPTH);
        match (cliff, pit) {
            (None, None) => None,
            (cliff, pit) => Some(cliff.unwrap_or_default() + pit.unwrap_or_default()),
        }
    }

    /// What a step costs: its length times the terrain factor, with surcharges for height and
    /// doors. Nothing is paid for going down (PCT-R77).
    #[must_use]
    pub fn step_cost(&self, from: Cell, step: &Step) -> Metres {
        step_cost(self.board, from, step)
    }

    fn is_pit(&self, cell: Cell) -> bool {
        is_pit(self.board, cell)
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
        if !TerrainCosts::of(self.board).rugged {
            return Vec::new();
        }
        let blockers = self.blockers(mover);
        let map = &self.board.map;
        let mut drops: Vec<(CellOption, Cell)> = Vec::new();
        for (edge, walked) in ways.safe_stops() {
            for direction in map.grid().directions() {
                let Some(step) = map.step(edge, direction) else {
                    continue;
                };
                let taken = blockers.enemy(step.to) || blockers.friend(step.to);
                if taken || is_gap(self.board, step.to) || self.drop_height(edge, step.to).is_none()
                {
                    continue;
                }
                let cost = walked + self.step_cost(edge, &step);
                let Some(band) = Band::of(cost).filter(|_| cost <= budget) else {
                    continue;
                };
                let option = CellOption {
                    cell: step.to,
                    cost: cost.into(),
                    band: band.index(),
                    risky: true,
                    hurts: false,
                    strikes: 0,
                    noticed: false,
                };
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

    /// The cost of a path that a player has drawn, and whether it ends in a drop.
    ///
    /// # Errors
    /// What is wrong with it, in plain words.
    pub fn price(
        &self,
        mover: &FighterView<'_, '_>,
        path: &[Cell],
        dropping: bool,
    ) -> Result<Metres, &'static str> {
        let blockers = self.blockers(mover);
        let map = &self.board.map;
        let mut here = mover.cell();
        let mut cost = Metres::ZERO;
        let mut at_end = None;
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
                .ok_or("the path leads where nobody can step")?;
            let passage = if last && dropping {
                if flight.0.is_some() {
                    return Err("a jump ends on firm ground");
                }
                if blockers.enemy(next) || blockers.friend(next) {
                    return Err("somebody stands where the path ends");
                }
                if self.drop_height(here, next).is_none() {
                    return Err("there is no drop at the end of the path");
                }
                Passage::Stop(self.step_cost(here, &step))
            } else {
                flight.go_on(self.board, here, &step)?;
                let clear = if is_gap(self.board, next) {
                    Passage::CrossOnly(step_cost(self.board, here, &step))
                } else {
                    clear_passage(self.board, RiskLimit::Bold, here, &step)
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
            return Err("nobody can stop where the path ends");
        }
        Ok(cost)
    }
}
