//! Where a mover can get within a budget.

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::spread::{Label, Passage, ReachScratch, trace};
use crate::step::{DoorUse, Step};

/// The cells a mover can get to within a budget, with the cheapest cost and path to each.
///
/// Of equally cheap paths the one with the fewest steps is taken, then the one whose last cells
/// have the lowest numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    origin: Cell,
    budget: Metres,
    /// In the order of the cells.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    cell: Cell,
    /// Best arrival from which the mover can go on.
    onward: Label,
    /// Best arrival at which it can stop.
    stop: Label,
}

impl Entry {
    /// The arrival to report: one to stop at if there is one.
    fn arrival(&self) -> Label {
        if self.stop.exists() {
            self.stop
        } else {
            self.onward
        }
    }
}

impl Reach {
    /// Where the mover starts.
    #[must_use]
    pub const fn origin(&self) -> Cell {
        self.origin
    }

    /// What it may spend.
    #[must_use]
    pub const fn budget(&self) -> Metres {
        self.budget
    }

    /// The cheapest cost to stop in a cell, or to cross it if the mover cannot stop there; `None`
    /// if it cannot get there. The origin costs nothing.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<Metres> {
        Some(self.entry(cell)?.arrival().length())
    }

    /// Whether the mover can end its path in a cell; true for the origin.
    #[must_use]
    pub fn can_stop(&self, cell: Cell) -> bool {
        self.entry(cell).is_some_and(|entry| entry.stop.exists())
    }

    /// The cheapest path to a cell, without the origin, with the cell itself; empty for the
    /// origin, `None` if the mover cannot get there.
    #[must_use]
    pub fn path(&self, cell: Cell) -> Option<Vec<Cell>> {
        let arrival = self.entry(cell)?.arrival();
        let onward = |cell| self.entry(cell).map_or(Label::NONE, |entry| entry.onward);
        Some(trace(cell, arrival, onward))
    }

    /// The first step of the cheapest path to each cell in which the mover can end it, the origin left out, in the order
    /// of the cells.
    #[must_use]
    pub fn first_steps(&self) -> Vec<(Cell, Cell)> {
        let place = |cell: Cell| self.entries.binary_search_by_key(&cell, |entry| entry.cell);
        // Of the cheapest way on through each cell, where it is known.
        let mut known: Vec<Option<Cell>> = vec![None; self.entries.len()];
        let mut passed = Vec::new();
        let mut first_of = |cell: Cell, arrival: Label| {
            let (mut first, mut label) = (cell, arrival);
            while label.cell() != self.origin
                && let Ok(at) = place(label.cell())
            {
                if let Some(kept) = known[at] {
                    first = kept;
                    break;
                }
                passed.push(at);
                (first, label) = (label.cell(), self.entries[at].onward);
            }
            for at in passed.drain(..) {
                known[at] = Some(first);
            }
            first
        };
        let stops = self.entries.iter();
        stops
            .filter(|entry| entry.stop.exists() && entry.cell != self.origin)
            .map(|entry| (entry.cell, first_of(entry.cell, entry.stop)))
            .collect()
    }

    /// All cells the mover can get to, the origin among them, with their costs, in the order of
    /// the cells. [`Reach::stops`] leaves out those where it cannot stop.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Metres)> {
        self.entries
            .iter()
            .map(|entry| (entry.cell, entry.arrival().length()))
    }

    /// All cells in which the mover can end its path, the origin among them, with their costs, in
    /// the order of the cells.
    pub fn stops(&self) -> impl Iterator<Item = (Cell, Metres)> {
        self.entries
            .iter()
            .filter(|entry| entry.stop.exists())
            .map(|entry| (entry.cell, entry.stop.length()))
    }

    fn entry(&self, cell: Cell) -> Option<&Entry> {
        let at = self.entries.binary_search_by_key(&cell, |entry| entry.cell);
        at.ok().map(|at| &self.entries[at])
    }
}

/// Where a mover can get from a cell within a budget. `cost` is asked about steps that the map
/// allows and must always give the same answer for the same step; closed doors stop the mover.
///
/// Costs that are compared one after the other (first metres, then blows on the way) are packed into one length, the
/// first in the highest digits.
pub fn reach(
    map: &Map,
    from: Cell,
    budget: Metres,
    cost: impl FnMut(Cell, &Step) -> Passage,
) -> Reach {
    with_scratch(|scratch| scratch.reach(map, from, budget, DoorUse::Leave, cost))
}

/// As [`reach`], for a mover that opens closed doors that are not locked; `cost` adds what that
/// takes to the steps with [`Step::opens_door`].
pub fn reach_opening_doors(
    map: &Map,
    from: Cell,
    budget: Metres,
    cost: impl FnMut(Cell, &Step) -> Passage,
) -> Reach {
    with_scratch(|scratch| scratch.reach(map, from, budget, DoorUse::Open, cost))
}

thread_local! {
    /// Buffers that all searches of a thread share.
    static SCRATCH: std::cell::Cell<ReachScratch> = std::cell::Cell::default();
}

/// Lends the buffers of the thread; a search inside a search gets fresh ones.
pub(crate) fn with_scratch<T>(search: impl FnOnce(&mut ReachScratch) -> T) -> T {
    let mut scratch = SCRATCH.take();
    let found = search(&mut scratch);
    SCRATCH.set(scratch);
    found
}

impl ReachScratch {
    /// As [`reach`] or [`reach_opening_doors`], without allocating but for the result.
    ///
    /// A budget below zero or an origin off the map gives a reach of no cells.
    pub fn reach(
        &mut self,
        map: &Map,
        from: Cell,
        budget: Metres,
        doors: DoorUse,
        cost: impl FnMut(Cell, &Step) -> Passage,
    ) -> Reach {
        self.spread(map, &[from], budget, doors, cost, |_| false);
        self.reached(from, budget, map.grid().len())
    }

    /// What the last search has found.
    pub(crate) fn reached(&mut self, from: Cell, budget: Metres, cells: usize) -> Reach {
        let entry = |cell: Cell| Entry {
            cell,
            onward: self.onward[cell.index()],
            stop: self.stop[cell.index()],
        };
        // In the order of their numbers: by sorting, or by looking at all if they are many.
        let entries = if self.found.len() * 8 < cells {
            self.found.sort_unstable();
            self.found.iter().copied().map(entry).collect()
        } else {
            let mut entries = Vec::with_capacity(self.found.len());
            let all = (0..=u16::MAX).map(Cell).take(cells).map(entry);
            entries.extend(all.filter(|entry| entry.onward.exists() || entry.stop.exists()));
            entries
        };
        Reach {
            origin: from,
            budget,
            entries,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Border, Door, Grid, Layout, Side, base_cost};

    fn map(layout: Layout) -> Map {
        Map::open(Grid::new(layout, 11, 11, Metres::from_milli(1500)).unwrap())
    }

    fn plain(map: &Map) -> impl FnMut(Cell, &Step) -> Passage + '_ {
        |_, step| Passage::Through(base_cost(map, step))
    }

    #[test]
    fn in_the_open_the_cost_is_the_distance() {
        for layout in Layout::ALL {
            let map = map(layout);
            let grid = map.grid();
            let from = grid.cell(5, 4).unwrap();
            let budget = Metres::from_milli(6000);
            let reach = reach(&map, from, budget, plain(&map));
            let cells: Vec<Cell> = reach.iter().map(|(cell, _)| cell).collect();
            assert_eq!(cells, grid.cells_within(from, budget));
            for (cell, cost) in reach.iter() {
                assert_eq!(cost, grid.distance(from, cell));
                let path = reach.path(cell).unwrap();
                assert_eq!(path.len(), grid.steps(from, cell) as usize);
            }
            let first = |(cell, _)| Some((cell, *reach.path(cell)?.first()?));
            let firsts: Vec<_> = reach.stops().filter_map(first).collect();
            assert_eq!(reach.first_steps(), firsts);
            assert_eq!(reach.path(from), Some(Vec::new()));
            assert_eq!((reach.origin(), reach.budget()), (from, budget));
        }
    }

    #[test]
    fn friends_are_crossed_and_pits_end_the_path() {
        let map = map(Layout::Square);
        let at = |column| map.grid().cell(column, 0).unwrap();
        // A corridor: only the first row may be used.
        let reach = reach(&map, at(0), Metres::from_whole(30), |_, step| {
            let cost = base_cost(&map, step);
            match map.grid().column_row(step.to) {
                (2, 0) => Passage::CrossOnly(cost),
                (5, 0) => Passage::Stop(cost),
                (_, 0) => Passage::Through(cost),
                _ => Passage::Blocked,
            }
        });
        assert_eq!(reach.iter().count(), 6);
        assert!(!reach.can_stop(at(2)));
        assert_eq!(reach.cost(at(2)), Some(Metres::from_whole(3)));
        assert_eq!(reach.cost(at(3)), Some(Metres::from_milli(4500)));
        assert!(reach.can_stop(at(5)));
        assert_eq!(reach.cost(at(6)), None);
        assert_eq!(reach.path(at(6)), None);
        assert_eq!(reach.stops().count(), 5);
    }

    #[test]
    fn a_drop_to_stop_at_is_no_short_cut() {
        // From the first cell one may drop into the second and lie there, or walk round into it.
        let map = map(Layout::HexPointy);
        let grid = *map.grid();
        let at = |column, row| grid.cell(column, row).unwrap();
        let reach = reach(&map, at(0, 0), Metres::from_whole(30), |from, step| {
            let cost = base_cost(&map, step);
            match (from == at(0, 0), step.to == at(1, 0)) {
                (true, true) => Passage::Stop(cost),
                _ => Passage::Through(cost),
            }
        });
        assert_eq!(reach.cost(at(1, 0)), Some(Metres::from_milli(1500)));
        assert_eq!(reach.path(at(1, 0)), Some(vec![at(1, 0)]));
        // Anyone who goes on has to walk round.
        assert_eq!(reach.cost(at(2, 0)), Some(Metres::from_milli(4500)));
        assert_eq!(
            reach.path(at(2, 0)),
            Some(vec![at(0, 1), at(1, 0), at(2, 0)])
        );
    }

    #[test]
    fn doors_are_opened_on_request() {
        let mut map = map(Layout::Square);
        for row in 0..11 {
            let cell = map.grid().cell(0, row).unwrap();
            map.set_border(cell, Side(0), Border::WALL);
        }
        let door = map.grid().cell(0, 2).unwrap();
        map.set_border(door, Side(0), Border::with_door(Door::Closed));
        let beyond = map.grid().cell(1, 2).unwrap();
        let budget = Metres::from_whole(30);
        let cost = |_: Cell, step: &Step| {
            let opening = if step.opens_door { 1500 } else { 0 };
            Passage::Through(base_cost(&map, step) + Metres::from_milli(opening))
        };
        assert_eq!(reach(&map, Cell(0), budget, cost).cost(beyond), None);
        assert_eq!(
            reach_opening_doors(&map, Cell(0), budget, cost).cost(beyond),
            Some(Metres::from_whole(6))
        );
    }

    #[test]
    fn nothing_is_reached_from_nowhere_or_with_less_than_nothing() {
        let map = map(Layout::HexFlat);
        let mut scratch = ReachScratch::new();
        let mut count = |from: Cell, milli: i32| {
            let budget = Metres::from_milli(milli);
            let reach = scratch.reach(&map, from, budget, DoorUse::Leave, plain(&map));
            reach.iter().count()
        };
        assert_eq!(count(Cell(500), 1500), 0);
        assert_eq!(count(Cell(0), -1), 0);
        assert_eq!(count(Cell(0), 0), 1);
        assert_eq!(count(Cell(60), 1500), 7);
        assert_eq!(count(Cell(60), i32::MAX), 121);
    }
}
