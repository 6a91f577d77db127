//! Single steps between neighbouring cells.

use crate::border::Border;
use crate::cell::Cell;
use crate::direction::{Direction, Side};
use crate::lattice::Spot;
use crate::map::Map;
use crate::metres::Metres;

/// What a mover does about closed doors that are not locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DoorUse {
    /// Closed doors stop the mover.
    Leave,
    /// The mover opens them; such steps say so in [`Step::opens_door`].
    Open,
}

/// A step that the map allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The cell entered.
    pub to: Cell,
    /// Which way the step goes.
    pub direction: Direction,
    /// The side of the cell left that is crossed; `None` for the diagonals of squares.
    pub side: Option<Side>,
    /// What stands on that side, such as a hedge or an open door; nothing for diagonals.
    pub border: Border,
    /// Whether a closed door must be opened on the way; only with [`DoorUse::Open`].
    pub opens_door: bool,
    /// The length of the step, terrain not counted.
    pub length: Metres,
}

/// The length of a step times the factor of the cell entered. Surcharges for climbing, doors and
/// the like belong to the rulesets.
#[must_use]
pub fn base_cost(map: &Map, step: &Step) -> Metres {
    step.length * i32::from(map.ground(step.to).cost)
}

impl Map {
    /// The step in a direction, or `None` if that leads off the map or into an impassable cell, a
    /// wall or closed door lies between, or a diagonal of squares is closed (see
    /// [`Map::step_with`]).
    #[must_use]
    pub fn step(&self, from: Cell, direction: Direction) -> Option<Step> {
        self.step_with(from, direction, DoorUse::Leave)
    }

    /// As [`Map::step`], with a choice about closed doors.
    ///
    /// A diagonal of squares is closed if either of the two cells it cuts between is a wall, if a
    /// wall or closed door stands on any of the four borders that meet in the corner, or if
    /// neither of the two cells is passable. Doors are not opened on a diagonal.
    #[must_use]
    pub fn step_with(&self, from: Cell, direction: Direction, doors: DoorUse) -> Option<Step> {
        if !self.grid().contains(from) {
            return None;
        }
        let direction = Direction(direction.0 % self.grid().direction_count());
        let spot = self.grid().spot(from);
        let to = self.grid().cell_of(spot + self.grid().step_of(direction))?;
        self.step_between(from, spot, direction, to, doors)
    }

    /// As [`Map::step_with`] for a cell of the map whose spot is known, a direction in range and
    /// the cell to which it leads.
    pub(crate) fn step_between(
        &self,
        from: Cell,
        spot: Spot,
        direction: Direction,
        to: Cell,
        doors: DoorUse,
    ) -> Option<Step> {
        let grid = self.grid();
        if !self.ground(to).passable {
            return None;
        }
        let mut step = Step {
            to,
            direction,
            side: grid.side_towards(direction),
            border: Border::OPEN,
            opens_door: false,
            length: grid.step_length(direction),
        };
        let Some(side) = step.side else {
            return self.corner_is_open(from, spot, direction).then_some(step);
        };
        let sides = self.sides_of(from);
        if sides.marked >> side.0 & 1 == 1 {
            step.border = self.border(from, side);
            if step.border.blocks_movement() {
                if doors == DoorUse::Leave || !step.border.can_be_opened() {
                    return None;
                }
                step.opens_door = true;
            }
        }
        Some(step)
    }

    /// Whether a diagonal of squares between two cells of the map is open at the corner.
    pub(crate) fn corner_is_open(&self, from: Cell, spot: Spot, direction: Direction) -> bool {
        let grid = self.grid();
        let (before, after) = (grid.rotated(direction, -1), grid.rotated(direction, 1));
        let (Some(side), Some(next)) = (grid.side_towards(before), grid.side_towards(after)) else {
            return true;
        };
        let (Some(left), Some(right)) = (
            grid.cell_of(spot + grid.step_of(before)),
            grid.cell_of(spot + grid.step_of(after)),
        ) else {
            return false;
        };
        // Each cut cell touches the diagonal with the border to `from` and the one to the cell
        // entered, which lies on its other cut cell's side.
        let shut = |cell: Cell, side: u8| self.sides_of(cell).shut >> side & 1 == 1;
        let (ground, other) = (self.ground(left), self.ground(right));
        (ground.passable || other.passable)
            && !ground.is_wall()
            && !other.is_wall()
            && !shut(from, side.0)
            && !shut(from, next.0)
            && !shut(left, next.0)
            && !shut(right, side.0)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Door, Grid, Ground, Layout};

    const PIT: Ground = Ground {
        passable: false,
        ..Ground::FLOOR
    };

    fn map(layout: Layout) -> Map {
        Map::open(Grid::new(layout, 5, 5, Metres::from_milli(1500)).unwrap())
    }

    /// The cells around the corner south-east of the middle: middle, east, south, south-east.
    fn corner(map: &Map) -> [Cell; 4] {
        [(2, 2), (3, 2), (2, 3), (3, 3)].map(|(x, y)| map.grid().cell(x, y).unwrap())
    }

    #[test]
    fn lengths_and_costs() {
        let mut map = map(Layout::Square);
        let [middle, east, _, _] = corner(&map);
        map.ground_mut(east).unwrap().cost = 2;
        let step = map.step(middle, Direction(0)).unwrap();
        assert_eq!(step.to, east);
        assert_eq!(step.length, Metres::from_milli(1500));
        assert_eq!(base_cost(&map, &step), Metres::from_whole(3));
        let diagonal = map.step(middle, Direction(1)).unwrap();
        assert_eq!(diagonal.side, None);
        assert_eq!(base_cost(&map, &diagonal), Metres::from_milli(2250));
    }

    #[test]
    fn walls_and_doors_stop_steps_both_ways() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let grid = *map.grid();
            let middle = corner(&map)[0];
            for side in grid.sides() {
                let way = grid.direction_through(side);
                let to = grid.neighbour(middle, way).unwrap();
                let back = grid.opposite(way);
                let passes = |map: &Map, doors: DoorUse| {
                    let there = map.step_with(middle, way, doors).is_some();
                    assert_eq!(map.step_with(to, back, doors).is_some(), there);
                    there
                };
                for (border, leaving, opening) in [
                    (Border::OPEN, true, true),
                    (Border::WALL, false, false),
                    (Border::with_door(Door::Open), true, true),
                    (Border::with_door(Door::Closed), false, true),
                    (Border::with_door(Door::Locked), false, false),
                ] {
                    map.set_border(middle, side, border);
                    assert_eq!(passes(&map, DoorUse::Leave), leaving);
                    assert_eq!(passes(&map, DoorUse::Open), opening);
                }
                map.set_border(middle, side, Border::with_door(Door::Closed));
                let step = map.step_with(middle, way, DoorUse::Open).unwrap();
                assert!(step.opens_door);
                map.set_border(middle, side, Border::OPEN);
            }
        }
    }

    #[test]
    fn a_diagonal_needs_one_open_cell_and_no_wall() {
        let open = |change: &dyn Fn(&mut Map)| {
            let mut map = map(Layout::Square);
            change(&mut map);
            let [middle, _, _, far] = corner(&map);
            let there = map.step(middle, Direction(1)).is_some();
            assert_eq!(map.step(far, Direction(5)).is_some(), there);
            there
        };
        let [_, east, south, _] = corner(&map(Layout::Square));
        let set = |map: &mut Map, cell: Cell, ground: Ground| {
            *map.ground_mut(cell).unwrap() = ground;
        };
        assert!(open(&|_| ()));
        assert!(!open(&|map| set(map, east, Ground::WALL)));
        assert!(!open(&|map| set(map, south, Ground::WALL)));
        assert!(open(&|map| set(map, east, PIT)));
        assert!(!open(&|map| {
            set(map, east, PIT);
            set(map, south, PIT);
        }));
    }

    #[test]
    fn any_wall_at_the_corner_closes_a_diagonal() {
        let [middle, _, _, far] = corner(&map(Layout::Square));
        for (cell, side) in [(middle, 0), (middle, 1), (far, 2), (far, 3)] {
            let mut map = map(Layout::Square);
            map.set_border(cell, Side(side), Border::WALL);
            assert_eq!(map.step(middle, Direction(1)), None);
            assert_eq!(map.step(far, Direction(5)), None);
            map.set_border(cell, Side(side), Border::with_door(Door::Closed));
            assert_eq!(map.step_with(middle, Direction(1), DoorUse::Open), None);
            map.set_border(cell, Side(side), Border::with_door(Door::Open));
            assert!(map.step(middle, Direction(1)).is_some());
        }
    }

    #[test]
    fn the_rim_and_impassable_cells_stop_steps() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let grid = *map.grid();
            for direction in grid.directions() {
                let corner = Cell(0);
                let expected = grid.neighbour(corner, direction);
                assert_eq!(map.step(corner, direction).map(|s| s.to), expected);
            }
            *map.ground_mut(Cell(1)).unwrap() = PIT;
            let east = grid.direction_between(Cell(0), Cell(1)).unwrap();
            assert_eq!(map.step(Cell(0), east), None);
            assert_eq!(map.step(Cell(25), east), None);
        }
    }
}
