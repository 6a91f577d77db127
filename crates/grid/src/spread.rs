//! The search under all path questions: cheapest first, over flat arrays.
//!
//! Cells are small integers, so flat arrays and packed keys take the place of the hash maps of a
//! general search such as the pathfinding crate's. That is faster (the benchmark compares them),
//! leaves no order to chance, and allows two arrivals per cell, one to go on from and one to stop
//! at. Ties are always broken the same way: lowest cost, then fewest steps, then lowest cell.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::Map;
use crate::metres::Metres;
use crate::step::{DoorUse, Step};

/// What a step means to a mover, with its cost. Negative costs count as zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage<C = Metres> {
    /// The mover may not make the step.
    Blocked,
    /// It may, and may stop there or go on.
    Through(C),
    /// It may, but the path ends there.
    Stop(C),
    /// It may, but must go on.
    CrossOnly(C),
}

impl<C> Passage<C> {
    /// The same with another cost, such as one made of several that are compared one after the other.
    pub fn map<D>(self, cost: impl FnOnce(C) -> D) -> Passage<D> {
        match self {
            Self::Blocked => Passage::Blocked,
            Self::Through(own) => Passage::Through(cost(own)),
            Self::Stop(own) => Passage::Stop(cost(own)),
            Self::CrossOnly(own) => Passage::CrossOnly(cost(own)),
        }
    }
}

impl Passage {
    /// Cost, whether the mover may go on and whether it may stop.
    pub(crate) fn parts(self) -> Option<(u32, bool, bool)> {
        let (cost, on, stop) = match self {
            Self::Blocked => return None,
            Self::Through(cost) => (cost, true, true),
            Self::Stop(cost) => (cost, false, true),
            Self::CrossOnly(cost) => (cost, true, false),
        };
        Some((cost.milli().max(0).unsigned_abs(), on, stop))
    }
}

/// Cost in millimetres, number of steps and a cell, packed so that the order of the numbers is the
/// order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label(u64);

impl Label {
    /// Worse than every real label.
    pub(crate) const NONE: Self = Self(u64::MAX);

    /// Steps stay below the number of cells, since no cheapest path enters a cell twice.
    pub(crate) const fn new(cost: u32, steps: u16, cell: Cell) -> Self {
        Self((cost as u64) << 32 | (steps as u64) << 16 | cell.0 as u64)
    }

    pub(crate) const fn cost(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) const fn length(self) -> Metres {
        // Budgets are lengths, so no label costs more than the longest length.
        Metres::from_milli(self.cost() as i32)
    }

    pub(crate) const fn steps(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(crate) const fn cell(self) -> Cell {
        Cell(self.0 as u16)
    }

    /// Whether cost or steps are smaller; the cell does not count.
    pub(crate) const fn shorter_than(self, other: Self) -> bool {
        self.0 >> 16 < other.0 >> 16
    }

    pub(crate) fn exists(self) -> bool {
        self != Self::NONE
    }
}

/// Buffers of a search, to be used again by callers that search often.
///
/// One serves maps of all sizes; it grows to the largest.
#[derive(Debug, Clone, Default)]
pub struct ReachScratch {
    /// Best arrival of each cell from which the mover can go on, with the cell it came from.
    pub(crate) onward: Vec<Label>,
    /// Best arrival of each cell at which the mover can stop.
    pub(crate) stop: Vec<Label>,
    /// Cells that have any of the two, in the order they were found.
    pub(crate) found: Vec<Cell>,
    pub(crate) open: BinaryHeap<Reverse<Label>>,
    /// Labels of cells still to be left, by their cost, for searches by fares; empty between them.
    pub(crate) buckets: Vec<Vec<Label>>,
}

impl ReachScratch {
    /// Empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn clear(&mut self, cells: usize) {
        for cell in self.found.drain(..) {
            self.onward[cell.index()] = Label::NONE;
            self.stop[cell.index()] = Label::NONE;
        }
        self.open.clear();
        if self.onward.len() < cells {
            self.onward.resize(cells, Label::NONE);
            self.stop.resize(cells, Label::NONE);
        }
    }

    /// Notes the label if it is the best so far and says whether it is shorter than the last.
    pub(crate) fn improve_onward(&mut self, cell: Cell, label: Label) -> bool {
        let best = self.onward[cell.index()];
        if label >= best {
            return false;
        }
        self.note(cell);
        self.onward[cell.index()] = label;
        label.shorter_than(best)
    }

    pub(crate) fn improve_stop(&mut self, cell: Cell, label: Label) -> bool {
        if label >= self.stop[cell.index()] {
            return false;
        }
        self.note(cell);
        self.stop[cell.index()] = label;
        true
    }

    /// Whether no step from a cell reached with this label can improve the arrivals at another.
    pub(crate) fn settled(&self, cell: Cell, from: Label) -> bool {
        let worse = self.onward[cell.index()].max(self.stop[cell.index()]);
        !from.shorter_than(worse)
    }

    fn note(&mut self, cell: Cell) {
        let index = cell.index();
        if !self.onward[index].exists() && !self.stop[index].exists() {
            self.found.push(cell);
        }
    }

    /// Fills `onward` and `stop` with the best arrivals from the sources within the budget, and
    /// returns the best goal: cost, steps and cell. Once a goal is known, dearer cells are left
    /// out.
    pub(crate) fn spread(
        &mut self,
        map: &Map,
        sources: &[Cell],
        budget: Metres,
        doors: DoorUse,
        mut cost: impl FnMut(Cell, &Step) -> Passage,
        mut goal: impl FnMut(Cell) -> bool,
    ) -> Option<Label> {
        let grid = map.grid();
        self.clear(grid.len());
        let budget = u32::try_from(budget.milli()).ok()?;
        let mut best = Label::NONE;
        for source in sources.iter().filter(|cell| grid.contains(**cell)) {
            let start = Label::new(0, 0, *source);
            if self.improve_onward(*source, start) {
                self.stop[source.index()] = start;
                self.open.push(Reverse(start));
                if goal(*source) {
                    best = best.min(start);
                }
            }
        }
        while let Some(Reverse(here)) = self.open.pop() {
            let cell = here.cell();
            if self.onward[cell.index()].shorter_than(here) {
                continue;
            }
            if !here.shorter_than(best) {
                break;
            }
            let spot = grid.spot(cell);
            let steps = here.steps() + 1;
            for (number, way) in (0..).zip(grid.layout().steps()) {
                let Some(to) = grid
                    .cell_of(spot + *way)
                    .filter(|to| !self.settled(*to, here))
                else {
                    continue;
                };
                let direction = Direction(number);
                let Some(step) = map.step_between(cell, spot, direction, to, doors) else {
                    continue;
                };
                let Some((price, on, stop)) = cost(cell, &step).parts() else {
                    continue;
                };
                let total = here.cost().saturating_add(price);
                if total > budget {
                    continue;
                }
                let arrival = Label::new(total, steps, cell);
                if stop && self.improve_stop(step.to, arrival) && goal(step.to) {
                    best = best.min(Label::new(total, steps, step.to));
                }
                if on && self.improve_onward(step.to, arrival) {
                    self.open.push(Reverse(Label::new(total, steps, step.to)));
                }
            }
        }
        best.exists().then_some(best)
    }

    /// The path that ends with a label, destination included, source left out.
    pub(crate) fn trace(&self, destination: Cell) -> Vec<Cell> {
        trace(destination, self.stop[destination.index()], |cell| {
            self.onward[cell.index()]
        })
    }
}

/// Follows labels back from the arrival at a destination.
pub(crate) fn trace(
    destination: Cell,
    arrival: Label,
    onward: impl Fn(Cell) -> Label,
) -> Vec<Cell> {
    let mut path = Vec::with_capacity(usize::from(arrival.steps()));
    let (mut cell, mut label) = (destination, arrival);
    while label.exists() && label.steps() > 0 {
        path.push(cell);
        cell = label.cell();
        label = onward(cell);
    }
    path.reverse();
    path
}
