//! How far each cell is from the nearest goal, for movers that may start anywhere.

use std::cmp::Reverse;

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::spread::{Label, Passage, ReachScratch};
use crate::step::{DoorUse, Step};

/// What it costs to get from each cell to the nearest goal at which the mover can stop, by the
/// number of the cell; `None` where there is no way. Goals cost nothing. Closed doors stop the
/// mover.
///
/// This is [`distance_field`](crate::distance_field) read backwards: steps are priced in the
/// direction in which they are walked, so a mover that always goes where the remaining cost falls
/// follows a cheapest path.
pub fn approach_field(
    map: &Map,
    goals: &[Cell],
    cost: impl FnMut(Cell, &Step) -> Passage,
) -> Vec<Option<Metres>> {
    ReachScratch::new().approach_field(map, goals, DoorUse::Leave, cost)
}

impl ReachScratch {
    /// As [`approach_field`], with a choice about closed doors.
    pub fn approach_field(
        &mut self,
        map: &Map,
        goals: &[Cell],
        doors: DoorUse,
        mut cost: impl FnMut(Cell, &Step) -> Passage,
    ) -> Vec<Option<Metres>> {
        self.clear(map.grid().len());
        // The last step ends the path at a goal; every other must allow going on.
        for goal in goals {
            self.back_up(map, *goal, Label::new(0, 0, *goal), doors, true, &mut cost);
        }
        while let Some(Reverse(here)) = self.open.pop() {
            let cell = here.cell();
            if !self.onward[cell.index()].shorter_than(here) {
                self.back_up(map, cell, here, doors, false, &mut cost);
            }
        }
        let mut field: Vec<Option<Metres>> = self.onward[..map.grid().len()]
            .iter()
            .map(|label| label.exists().then(|| label.length()))
            .collect();
        for goal in goals {
            if let Some(remaining) = field.get_mut(goal.index()) {
                *remaining = Some(Metres::ZERO);
            }
        }
        field
    }

    /// Offers the way by `cell`, from which `remaining` is left to go, to the cells before it.
    fn back_up(
        &mut self,
        map: &Map,
        cell: Cell,
        remaining: Label,
        doors: DoorUse,
        ends: bool,
        cost: &mut impl FnMut(Cell, &Step) -> Passage,
    ) {
        let grid = map.grid();
        for (direction, before) in grid.neighbours(cell) {
            let forth = grid.opposite(direction);
            let Some(step) = map.step_with(before, forth, doors) else {
                continue;
            };
            let Some((price, on, stop)) = cost(before, &step).parts() else {
                continue;
            };
            let total = remaining.cost().saturating_add(price);
            if (if ends { stop } else { on }) && total <= Metres::MAX.milli().unsigned_abs() {
                let steps = remaining.steps() + 1;
                if self.improve_onward(before, Label::new(total, steps, cell)) {
                    self.open.push(Reverse(Label::new(total, steps, before)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Grid, Ground, Layout, base_cost, shortest_path};

    #[test]
    fn agrees_with_the_shortest_path_from_every_cell() {
        for layout in Layout::ALL {
            let mut map = Map::open(Grid::new(layout, 8, 7, Metres::from_milli(1500)).unwrap());
            let cells: Vec<Cell> = map.grid().cells().collect();
            for cell in &cells {
                let number = cell.0 * 7 % 11;
                *map.ground_mut(*cell).unwrap() = match number {
                    0 => Ground::WALL,
                    1 | 2 => Ground {
                        cost: 3,
                        ..Ground::FLOOR
                    },
                    _ => Ground::FLOOR,
                };
            }
            let cost = |from: Cell, step: &Step| {
                let price = base_cost(&map, step);
                match (from.0 + 3 * step.to.0) % 13 {
                    0 => Passage::Stop(price),
                    1 => Passage::CrossOnly(price),
                    2 => Passage::Blocked,
                    _ => Passage::Through(price),
                }
            };
            let goals = [Cell(10), Cell(41)];
            let field = approach_field(&map, &goals, cost);
            for cell in cells {
                let slow = shortest_path(&map, cell, |to| goals.contains(&to), cost);
                assert_eq!(field[cell.index()], slow.map(|(_, total)| total), "{cell}");
            }
        }
    }
}
