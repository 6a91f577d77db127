//! Paths and distances without a budget.

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::spread::{Passage, ReachScratch};
use crate::step::{DoorUse, Step};

/// The cheapest path from a cell to the nearest goal at which the mover can stop, without the
/// start, with the goal, and its cost. Closed doors stop the mover.
///
/// Ties go to the path with the fewest steps, then to the goal with the lowest number. A start
/// that is a goal gives the empty path.
pub fn shortest_path(
    map: &Map,
    from: Cell,
    goal: impl FnMut(Cell) -> bool,
    cost: impl FnMut(Cell, &Step) -> Passage,
) -> Option<(Vec<Cell>, Metres)> {
    ReachScratch::new().shortest_path(map, from, DoorUse::Leave, goal, cost)
}

/// What it costs to get to each cell from the nearest of the sources, by the number of the cell;
/// `None` where nobody gets. Cells that can only be crossed, or only be stopped in, count as any
/// other. Closed doors stop the mover.
pub fn distance_field(
    map: &Map,
    sources: &[Cell],
    cost: impl FnMut(Cell, &Step) -> Passage,
) -> Vec<Option<Metres>> {
    ReachScratch::new().distance_field(map, sources, DoorUse::Leave, cost)
}

impl ReachScratch {
    /// As [`shortest_path`], with a choice about closed doors.
    pub fn shortest_path(
        &mut self,
        map: &Map,
        from: Cell,
        doors: DoorUse,
        goal: impl FnMut(Cell) -> bool,
        cost: impl FnMut(Cell, &Step) -> Passage,
    ) -> Option<(Vec<Cell>, Metres)> {
        let best = self.spread(map, &[from], Metres::MAX, doors, cost, goal)?;
        Some((self.trace(best.cell()), best.length()))
    }

    /// As [`distance_field`], with a choice about closed doors.
    pub fn distance_field(
        &mut self,
        map: &Map,
        sources: &[Cell],
        doors: DoorUse,
        cost: impl FnMut(Cell, &Step) -> Passage,
    ) -> Vec<Option<Metres>> {
        self.spread(map, sources, Metres::MAX, doors, cost, |_| false);
        self.lengths(map.grid().len())
    }

    /// The lengths that the last search has found, by cell.
    pub(crate) fn lengths(&self, cells: usize) -> Vec<Option<Metres>> {
        self.onward[..cells]
            .iter()
            .zip(&self.stop)
            .map(|(onward, stop)| {
                let arrival = (*onward).min(*stop);
                arrival.exists().then(|| arrival.length())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Grid, Ground, Layout, base_cost};

    /// Open ground with a wall across, open at the bottom.
    fn walled(layout: Layout) -> Map {
        let mut map = Map::open(Grid::new(layout, 9, 7, Metres::from_milli(1500)).unwrap());
        for row in 0..6 {
            let cell = map.grid().cell(4, row).unwrap();
            *map.ground_mut(cell).unwrap() = Ground::WALL;
        }
        map
    }

    #[test]
    fn a_path_round_a_wall_is_connected_and_costs_what_it_says() {
        for layout in Layout::ALL {
            let map = walled(layout);
            let grid = map.grid();
            let (from, to) = (grid.cell(0, 0).unwrap(), grid.cell(8, 0).unwrap());
            let cost = |_: Cell, step: &Step| Passage::Through(base_cost(&map, step));
            let (path, total) = shortest_path(&map, from, |cell| cell == to, cost).unwrap();
            assert_eq!(path.last(), Some(&to));
            assert!(path.contains(&grid.cell(4, 6).unwrap()));
            let mut here = from;
            let mut sum = Metres::ZERO;
            for cell in path {
                let direction = grid.direction_between(here, cell).unwrap();
                sum += map.step(here, direction).unwrap().length;
                here = cell;
            }
            assert_eq!(sum, total);
            let field = distance_field(&map, &[from], cost);
            assert_eq!(field[to.index()], Some(total));
            assert_eq!(field[4], None);
        }
    }

    #[test]
    fn the_nearest_goal_is_taken_and_ties_go_to_the_lowest_cell() {
        let map = Map::open(Grid::new(Layout::Square, 9, 9, Metres::from_milli(1500)).unwrap());
        let cost = |_: Cell, step: &Step| Passage::Through(base_cost(&map, step));
        let from = map.grid().cell(4, 4).unwrap();
        let goals = [(8, 4), (4, 0), (4, 8), (0, 0)].map(|(x, y)| map.grid().cell(x, y).unwrap());
        let (path, total) = shortest_path(&map, from, |cell| goals.contains(&cell), cost).unwrap();
        assert_eq!(path.last(), Some(&goals[1]));
        assert_eq!(total, Metres::from_whole(6));
        let (path, total) = shortest_path(&map, from, |cell| cell == from, cost).unwrap();
        assert!(path.is_empty() && total == Metres::ZERO);
        assert_eq!(shortest_path(&map, from, |_| false, cost), None);
        assert_eq!(shortest_path(&map, Cell(999), |_| true, cost), None);
    }

    #[test]
    fn a_goal_where_one_cannot_stop_is_none() {
        let map = Map::open(Grid::new(Layout::HexFlat, 5, 5, Metres::from_milli(1500)).unwrap());
        let to = Cell(2);
        let cost = |_: Cell, step: &Step| {
            if step.to == to {
                Passage::CrossOnly(step.length)
            } else {
                Passage::Through(step.length)
            }
        };
        assert_eq!(shortest_path(&map, Cell(0), |cell| cell == to, cost), None);
        let field = distance_field(&map, &[Cell(0)], cost);
        assert_eq!(field[2], Some(map.grid().distance(Cell(0), to)));
    }

    #[test]
    fn several_sources() {
        let map = Map::open(Grid::new(Layout::HexPointy, 9, 9, Metres::from_whole(1)).unwrap());
        let sources = [Cell(0), Cell(80), Cell(700)];
        let field = distance_field(&map, &sources, |_, step| Passage::Through(step.length));
        for cell in map.grid().cells() {
            let nearest = map
                .grid()
                .distance(sources[0], cell)
                .min(map.grid().distance(sources[1], cell));
            assert_eq!(field[cell.index()], Some(nearest));
        }
    }
}
