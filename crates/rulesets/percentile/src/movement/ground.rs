//! What the ground asks of movers, no matter who stands where: what a step costs, what burns, what must be rolled for
//! (PCT-R08, PCT-R77, PCT-R84).

use std::sync::Arc;

use shieldwall_battle::Board;
use shieldwall_content::terrain::{Hazard, Obstacle};
use shieldwall_grid::{
    Cell, Direction, DoorUse, Leap, Metres, Passage, Step, StepCosts, base_cost,
};

/// What a step of elevation up, or an opened door, adds to a step.
const SURCHARGE: Metres = Metres::from_milli(1500);
/// Depth of a pit.
pub(super) const PIT_DEPTH: Metres = Metres::from_whole(3);
/// The widest gap that can be jumped.
const WIDEST_GAP: Metres = Metres::from_whole(3);
/// Steps of elevation that make a cliff.
pub(super) const CLIFF: i32 = 2;

/// What movers find on a board no matter who stands where, worked out once for as long as doors stay as
/// they are.
#[derive(Clone, Debug)]
pub struct TerrainCosts {
    /// There are cliffs, gaps, pits or deep water.
    pub rugged: bool,
    /// By cell: whether one may drop from it into another.
    pub(super) edges: Box<[bool]>,
    /// What the steps cost that cannot fail and do not burn.
    pub(super) safe: StepCosts,
    /// What all steps cost; `None` if all are safe.
    pub(super) bold: Option<StepCosts>,
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
        let is_edge = |cell: Cell| {
            let mut steps = grid
                .directions()
                .filter_map(|way| board.map.step(cell, way));
            steps.any(|step| drop_height(board, cell, step.to).is_some())
        };
        Self {
            rugged,
            edges: grid.cells().map(is_edge).collect(),
            safe: step_costs(RiskLimit::Safe),
            bold: (rugged || burning).then(|| step_costs(RiskLimit::Bold)),
        }
    }
}

/// How far one falls who makes this step without climbing; `None` if it is no drop.
pub(super) fn drop_height(board: &Board, from: Cell, to: Cell) -> Option<Metres> {
    let down = -board.map.climb(from, to);
    let cliff = (down >= CLIFF).then(|| board.map.elevation_step() * down);
    let pit = (is_pit(board, to) && !is_pit(board, from)).then_some(PIT_DEPTH);
    match (cliff, pit) {
        (None, None) => None,
        (cliff, pit) => Some(cliff.unwrap_or_default() + pit.unwrap_or_default()),
    }
}

pub(super) fn is_pit(board: &Board, cell: Cell) -> bool {
    board.terrain(cell).obstacle == Some(Obstacle::Pit)
}

pub(super) fn is_gap(board: &Board, cell: Cell) -> bool {
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

pub(super) fn hurdle(board: &Board, from: Cell, to: Cell) -> Option<Hurdle> {
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

pub(super) fn step_cost(board: &Board, from: Cell, step: &Step) -> Metres {
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
pub(super) fn clear_passage(
    board: &Board,
    risk_limit: RiskLimit,
    from: Cell,
    step: &Step,
) -> Passage {
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
pub(super) struct Flight(pub(super) Option<(Direction, Metres)>);

impl Flight {
    /// Makes a step of a path, be it part of a jump or not.
    pub(super) fn go_on(
        &mut self,
        board: &Board,
        from: Cell,
        step: &Step,
    ) -> Result<(), &'static str> {
        if self.0.is_some_and(|(way, _)| way != step.direction) {
            return Err("a jump goes straight");
        }
        if !is_gap(board, step.to) {
            self.0 = None;
            return Ok(());
        }
        if is_pit(board, from) {
            return Err("a jump cannot lead out of a pit");
        }
        if step.opens_door {
            return Err("a jump cannot open a door");
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
pub(super) enum RiskLimit {
    /// Only what cannot fail and does not burn.
    Safe,
    /// Everything that is allowed.
    Bold,
}
