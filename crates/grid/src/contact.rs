//! Melee contact.

use crate::cell::Cell;
use crate::lattice::Spot;
use crate::map::Map;
use crate::metres::Metres;
use crate::segment::{Segment, Way};

/// Fighters this close can strike each other even if smaller cells lie between them.
const ARM_AND_WEAPON: Metres = Metres::from_milli(1500);

impl Map {
    /// Whether fighters on two cells can strike each other (PCT-R73).
    ///
    /// They can on the same cell and on neighbouring cells (6 on hexes, 8 on squares), if the
    /// elevations differ by at most one step, no wall or closed door lies between, and not just one
    /// of them is in a pit (PCT-R87); a diagonal
    /// of squares must be open at the corner, as for a step. Where cells measure less than 1.5 m
    /// they also can if their centres are at most 1.5 m apart and the segment between them meets
    /// no wall or closed door.
    #[must_use]
    pub fn in_contact(&self, a: Cell, b: Cell) -> bool {
        let grid = self.grid();
        let Some(ahead) = grid.vector(a, b) else {
            return false;
        };
        if a == b {
            return true;
        }
        if self.climb(a, b).abs() > 1 || self.ground(a).sunk != self.ground(b).sunk {
            return false;
        }
        let Some(direction) = grid.direction_between(a, b) else {
            return self.within_arms_length(ahead) && self.unwalled(a, b);
        };
        grid.side_towards(direction).map_or_else(
            || self.corner_is_open(a, grid.spot(a), direction),
            |side| self.sides_of(a).shut >> side.0 & 1 == 0,
        )
    }

    /// Whether fighters on two cells are close enough to strike each other, whatever the heights and
    /// walls between them.
    #[must_use]
    pub fn is_close(&self, a: Cell, b: Cell) -> bool {
        let grid = self.grid();
        grid.vector(a, b).is_some_and(|ahead| {
            a == b || grid.direction_between(a, b).is_some() || self.within_arms_length(ahead)
        })
    }

    /// Whether centres this far apart are close enough to strike across cells.
    fn within_arms_length(&self, ahead: Spot) -> bool {
        let size = i64::from(self.grid().cell_size().milli());
        let reach = i64::from(ARM_AND_WEAPON.milli());
        let twice_square = i64::from(self.grid().layout().dot(ahead, ahead));
        size < reach && twice_square * size * size <= 2 * reach * reach
    }

    /// True if two cells are neighbours, or one, with no wall and no closed door between them, whatever
    /// their heights. Round a corner of squares both ways must be walled to part them.
    #[must_use]
    pub fn is_beside(&self, a: Cell, b: Cell) -> bool {
        let grid = self.grid();
        let Some(direction) = grid.direction_between(a, b) else {
            return a == b && grid.contains(a);
        };
        grid.side_towards(direction).map_or_else(
            || self.unwalled(a, b),
            |side| self.sides_of(a).shut >> side.0 & 1 == 0,
        )
    }

    /// Whether no wall or closed door lies on the segment between two centres. As with sight, both
    /// ways round a corner must be walled.
    fn unwalled(&self, a: Cell, b: Cell) -> bool {
        let grid = self.grid();
        let shut = |cell: Cell, side: u8| self.sides_of(cell).shut >> side & 1 == 1;
        let mut here = a;
        for crossing in Segment::new(grid, a, b) {
            let open = |way: Way| {
                !shut(here, way.out)
                    && way.by.is_none_or(|(spot, on)| {
                        grid.cell_of(spot).is_some_and(|between| {
                            !self.ground(between).is_wall() && !shut(between, on)
                        })
                    })
            };
            if !open(crossing.way) && !crossing.other.is_some_and(open) {
                return false;
            }
            let Some(next) = grid.cell_of(crossing.to) else {
                return false;
            };
            if next != b && self.ground(next).is_wall() {
                return false;
            }
            here = next;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Border, Door, Grid, Ground, Layout};

    fn map(layout: Layout, milli: i32) -> Map {
        Map::open(Grid::new(layout, 9, 9, Metres::from_milli(milli)).unwrap())
    }

    fn touching(map: &Map, a: Cell) -> Vec<Cell> {
        map.grid()
            .cells()
            .filter(|b| {
                let contact = map.in_contact(a, *b);
                assert_eq!(map.in_contact(*b, a), contact, "{a} {b}");
                contact
            })
            .collect()
    }

    #[test]
    fn neighbours_and_the_own_cell() {
        for layout in Layout::ALL {
            for milli in [1500, 3000] {
                let map = map(layout, milli);
                let middle = map.grid().cell(4, 4).unwrap();
                assert_eq!(touching(&map, middle), map.grid().disc(middle, 1));
            }
        }
    }

    #[test]
    fn two_walls_at_a_corner_part_neighbours_and_heights_do_not() {
        let mut map = map(Layout::Square, 1500);
        let cell = |column, row| map.grid().cell(column, row).unwrap();
        let (a, b, left, right) = (cell(3, 3), cell(4, 4), cell(3, 4), cell(4, 3));
        map.ground_mut(b).unwrap().elevation = 2;
        *map.ground_mut(left).unwrap() = Ground::WALL;
        assert!(map.is_beside(a, b) && map.is_beside(b, a) && !map.in_contact(a, b));
        *map.ground_mut(right).unwrap() = Ground::WALL;
        assert!(!map.is_beside(a, b) && !map.is_beside(b, a));
        assert!(map.is_beside(a, a) && !map.is_beside(a, map.grid().cell(5, 3).unwrap()));
    }

    #[test]
    fn small_cells_reach_farther() {
        // 0.75 m: two straight cells; on squares one and a half diagonals are too far.
        let squares = map(Layout::Square, 750);
        let middle = squares.grid().cell(4, 4).unwrap();
        assert_eq!(touching(&squares, middle).len(), 9 + 4);
        let hexes = map(Layout::HexPointy, 750);
        assert_eq!(touching(&hexes, middle).len(), 1 + 6 + 12);
        let hexes = map(Layout::HexFlat, 860);
        assert_eq!(touching(&hexes, middle).len(), 1 + 6 + 6);
    }

    #[test]
    fn small_cells_do_not_reach_through_walls() {
        let mut map = map(Layout::Square, 750);
        let (a, b) = (
            map.grid().cell(3, 4).unwrap(),
            map.grid().cell(5, 4).unwrap(),
        );
        let between = map.grid().cell(4, 4).unwrap();
        assert!(map.in_contact(a, b));
        map.set_border(between, crate::Side(0), Border::with_door(Door::Closed));
        assert!(!map.in_contact(a, b) && !map.in_contact(b, a));
        map.set_door(between, crate::Side(0), Door::Open);
        assert!(map.in_contact(a, b));
        *map.ground_mut(between).unwrap() = Ground::WALL;
        assert!(!map.in_contact(a, b) && !map.in_contact(b, a));
    }

    #[test]
    fn height_and_walls_part_fighters() {
        for layout in Layout::ALL {
            let mut map = map(layout, 1500);
            let grid = *map.grid();
            let middle = grid.cell(4, 4).unwrap();
            map.ground_mut(middle).unwrap().elevation = 1;
            assert_eq!(touching(&map, middle).len(), grid.disc(middle, 1).len());
            map.ground_mut(middle).unwrap().elevation = 2;
            assert_eq!(touching(&map, middle), [middle]);
            map.ground_mut(middle).unwrap().elevation = 0;
            for side in grid.sides() {
                map.set_border(middle, side, Border::WALL);
            }
            assert_eq!(touching(&map, middle), [middle]);
        }
    }

    #[test]
    fn the_edge_of_a_pit_parts_fighters() {
        for layout in Layout::ALL {
            let mut map = map(layout, 1500);
            let middle = map.grid().cell(4, 4).unwrap();
            map.ground_mut(middle).unwrap().sunk = true;
            assert_eq!(touching(&map, middle), [middle]);
            for cell in map.grid().disc(middle, 1) {
                map.ground_mut(cell).unwrap().sunk = true;
            }
            assert_eq!(touching(&map, middle), map.grid().disc(middle, 1));
        }
    }

    #[test]
    fn a_wall_at_the_corner_parts_fighters_on_the_diagonal() {
        let mut map = map(Layout::Square, 1500);
        let grid = *map.grid();
        let (a, b) = (grid.cell(4, 4).unwrap(), grid.cell(5, 5).unwrap());
        assert!(map.in_contact(a, b));
        *map.ground_mut(grid.cell(5, 4).unwrap()).unwrap() = Ground::WALL;
        assert!(!map.in_contact(a, b) && !map.in_contact(b, a));
    }
}
