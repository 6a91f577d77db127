//! The prices of all steps of a map, worked out once for many searches.

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::reach::Reach;
use crate::spread::{Label, Passage, ReachScratch};
use crate::step::{DoorUse, Step};

/// Most buckets of a search. More would cost more to go through than they save.
const MOST_BUCKETS: u32 = 512;

/// What a step means to a mover whatever stands in its way.
#[derive(Debug, Clone, Copy)]
struct StepCost {
    to: Cell,
    passage: Passage,
}

/// A way in a straight line over cells in which nobody can stop or turn, such as a jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leap {
    /// Where it begins.
    pub from: Cell,
    /// The cells on the way, in order.
    pub over: Vec<Cell>,
    /// Where it ends.
    pub to: Cell,
    /// What all of it means to the mover.
    pub passage: Passage,
}

/// What every step of a map costs, as long as the map stays as it is.
///
/// Searches by fares give the very results of searches that ask for the price of each step.
#[derive(Debug, Clone)]
pub struct StepCosts {
    /// Where the steps of each cell begin; one more at the end.
    starts: Box<[u32]>,
    steps: Box<[StepCost]>,
    /// By the cell where they begin.
    leaps: Box<[Leap]>,
    /// Range of costs that share a bucket.
    width: u32,
    /// Buckets that can be in use at a time.
    buckets: usize,
}

impl StepCosts {
    /// Asks for the price of every step that the map allows.
    #[must_use]
    pub fn of(map: &Map, doors: DoorUse, cost: impl FnMut(Cell, &Step) -> Passage) -> Self {
        Self::with_leaps(map, doors, cost, Vec::new())
    }

    /// As [`StepCosts::of`], with leaps besides the steps. Paths that go by a leap name only where it
    /// ends; [`Grid::filled_in`](crate::Grid::filled_in) adds the cells on the way.
    #[must_use]
    pub fn with_leaps(
        map: &Map,
        doors: DoorUse,
        mut cost: impl FnMut(Cell, &Step) -> Passage,
        mut leaps: Vec<Leap>,
    ) -> Self {
        let grid = map.grid();
        let mut starts = Vec::with_capacity(grid.len() + 1);
        let mut steps = Vec::with_capacity(grid.len() * usize::from(grid.direction_count()));
        let (mut least, mut most) = (u32::MAX, 1);
        for cell in grid.cells() {
            starts.push(steps.len() as u32);
            for direction in grid.directions() {
                let Some(step) = map.step_with(cell, direction, doors) else {
                    continue;
                };
                let passage = cost(cell, &step);
                let Some((price, _, _)) = passage.parts() else {
                    continue;
                };
                least = least.min(price.max(1));
                most = most.max(price);
                steps.push(StepCost {
                    to: step.to,
                    passage,
                });
            }
        }
        starts.push(steps.len() as u32);
        for (price, ..) in leaps.iter().filter_map(|leap| leap.passage.parts()) {
            least = least.min(price.max(1));
            most = most.max(price);
        }
        leaps.sort_by_key(|leap| leap.from);
        let width = least.max(most / MOST_BUCKETS).min(most);
        Self {
            starts: starts.into(),
            steps: steps.into(),
            leaps: leaps.into(),
            width,
            // From anywhere in the first bucket to the end of the dearest step.
            buckets: (most / width + 2) as usize,
        }
    }

    /// The same where traffic may add up to so much to the price of a step.
    #[must_use]
    pub(crate) fn with_surcharges(mut self, most: u32) -> Self {
        self.buckets += (most / self.width + 1) as usize;
        self
    }

    fn from(&self, cell: Cell) -> &[StepCost] {
        let (start, end) = (self.starts[cell.index()], self.starts[cell.index() + 1]);
        &self.steps[start as usize..end as usize]
    }

    /// The leaps that begin in a cell.
    fn leaps_from(&self, cell: Cell) -> &[Leap] {
        let start = self.leaps.partition_point(|leap| leap.from < cell);
        let count = self.leaps[start..].partition_point(|leap| leap.from == cell);
        &self.leaps[start..start + count]
    }

    /// Number of cells.
    fn cells(&self) -> usize {
        self.starts.len() - 1
    }
}

impl ReachScratch {
    /// As [`ReachScratch::reach`], by fares. `traffic` says what a step into a cell means with
    /// the one who stands in the way; it may block it or forbid to stop or to go on, but not change
    /// its price.
    pub fn reach_by(
        &mut self,
        step_costs: &StepCosts,
        from: Cell,
        budget: Metres,
        mut traffic: impl FnMut(Cell, Passage) -> Passage,
    ) -> Reach {
        self.reach_by_steps(step_costs, from, budget, |_, to, passage| {
            traffic(to, passage)
        })
    }

    /// The same where `traffic` is told from where a step leads as well. It may add to the price what
    /// [`StepCosts::with_surcharges`] was told of.
    pub(crate) fn reach_by_steps(
        &mut self,
        step_costs: &StepCosts,
        from: Cell,
        budget: Metres,
        traffic: impl FnMut(Cell, Cell, Passage) -> Passage,
    ) -> Reach {
        self.spread_by(step_costs, &[from], budget, traffic);
        self.reached(from, budget, step_costs.cells())
    }

    /// As [`ReachScratch::distance_field`], by fares.
    pub fn distance_field_by(
        &mut self,
        step_costs: &StepCosts,
        sources: &[Cell],
    ) -> Vec<Option<Metres>> {
        self.spread_by(step_costs, sources, Metres::MAX, |_, _, passage| passage);
        self.lengths(step_costs.cells())
    }

    /// The same from one cell, for those cells alone that are at most so far away: in no order.
    pub fn distances_within(
        &mut self,
        step_costs: &StepCosts,
        source: Cell,
        limit: Metres,
    ) -> impl Iterator<Item = (Cell, Metres)> {
        self.spread_by(step_costs, &[source], limit, |_, _, passage| passage);
        self.found.iter().map(|cell| {
            let arrival = self.onward[cell.index()].min(self.stop[cell.index()]);
            (*cell, arrival.length())
        })
    }

    /// [`ReachScratch::spread`] without a goal, by fares. Labels improve until none does any more,
    /// so it does not matter in which order those of one bucket are taken.
    fn spread_by(
        &mut self,
        step_costs: &StepCosts,
        sources: &[Cell],
        budget: Metres,
        mut traffic: impl FnMut(Cell, Cell, Passage) -> Passage,
    ) {
        self.clear(step_costs.cells());
        let Ok(budget) = u32::try_from(budget.milli()) else {
            return;
        };
        let mut buckets = std::mem::take(&mut self.buckets);
        if buckets.len() < step_costs.buckets {
            buckets.resize_with(step_costs.buckets, Vec::new);
        }
        let place = |label: Label| (label.cost() / step_costs.width) as usize % step_costs.buckets;
        let mut waiting = 0_usize;
        for source in sources
            .iter()
            .filter(|cell| cell.index() < step_costs.cells())
        {
            let start = Label::new(0, 0, *source);
            if self.improve_onward(*source, start) {
                self.stop[source.index()] = start;
                buckets[0].push(start);
                waiting += 1;
            }
        }
        // In the order in which they were found: where steps cost nothing, few cells are then reached twice.
        let (mut at, mut taken) = (0, 0);
        while waiting > 0 {
            let Some(&here) = buckets[at].get(taken) else {
                buckets[at].clear();
                (at, taken) = ((at + 1) % step_costs.buckets, 0);
                continue;
            };
            taken += 1;
            waiting -= 1;
            let cell = here.cell();
            if self.onward[cell.index()].shorter_than(here) {
                continue;
            }
            let mut arrive = |search: &mut Self, to: Cell, passage: Passage, cells: u16| {
                let Some((price, on, stop)) = passage.parts() else {
                    return;
                };
                let total = here.cost().saturating_add(price);
                if total > budget {
                    return;
                }
                let steps = here.steps().saturating_add(cells);
                let arrival = Label::new(total, steps, cell);
                if stop {
                    search.improve_stop(to, arrival);
                }
                if on && search.improve_onward(to, arrival) {
                    let next = Label::new(total, steps, to);
                    buckets[place(next)].push(next);
                    waiting += 1;
                }
            };
            for step_cost in step_costs.from(cell) {
                if !self.settled(step_cost.to, here) {
                    arrive(
                        self,
                        step_cost.to,
                        traffic(cell, step_cost.to, step_cost.passage),
                        1,
                    );
                }
            }
            for leap in step_costs.leaps_from(cell) {
                let crossing = Passage::CrossOnly(Metres::ZERO);
                let held = |over: &Cell| traffic(cell, *over, crossing) == Passage::Blocked;
                if !self.settled(leap.to, here) && !leap.over.iter().any(held) {
                    let cells = leap.over.len() as u16 + 1;
                    arrive(self, leap.to, traffic(cell, leap.to, leap.passage), cells);
                }
            }
        }
        buckets[at].clear();
        self.buckets = buckets;
    }
}
