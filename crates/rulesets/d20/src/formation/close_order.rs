//! Close order: three on two cells that lie side by side, the middle one astride the edge between them (D20-127,
//! D20-131, D20-R63).

use shieldwall_battle::{CombatantId, Footing};
use shieldwall_grid::{Cell, Direction, Grid, Side};

use crate::{
    content::blocks::Size,
    figure::battlefield::{Battlefield, Figure},
};

/// Whether two cells lie side by side for somebody who faces a way: beside each other, not one behind the other.
#[must_use]
pub fn side_by_side(grid: &Grid, facing: Direction, a: Cell, b: Cell) -> bool {
    let Some(way) = grid.direction_between(a, b) else {
        return false;
    };
    let count = grid.direction_count();
    let turn = (way.0 + count - facing.0 % count) % count;
    if count == 6 {
        // 60 or 120 degrees to either side.
        turn != 0 && turn != 3
    } else {
        turn == 2 || turn == 6
    }
}

impl Battlefield<'_, '_> {
    /// Whether somebody shares its cell with another one's shoulder, or stands on an edge (D20-R64).
    #[must_use]
    pub fn is_crowded(&self, who: &Figure<'_, '_>) -> bool {
        who.astride.0.is_some() || self.all().any(|other| self.crowds(&other, who))
    }

    /// Whether somebody on an edge takes the room of another one in a cell (D20-R64).
    #[must_use]
    pub fn crowds(&self, other: &Figure<'_, '_>, who: &Figure<'_, '_>) -> bool {
        other.is_able()
            && other.id != who.id
            && other.astride.0.is_some()
            && other.footing().covers(self.grid(), who.cell())
    }

    /// Those who stand shoulder to shoulder with somebody: in the next slots of the row, facing the same way. At most
    /// two (D20-R63).
    #[must_use]
    pub fn shoulders(&self, who: &Figure<'_, '_>) -> Vec<CombatantId> {
        let beside = self.friends(who).filter(|other| {
            other.facing.0 == who.facing.0 && !other.prone.0 && self.are_beside(who, other)
        });
        beside.map(|other| *other.id).collect()
    }

    /// Whether two fill slots one after the other.
    fn are_beside(&self, who: &Figure<'_, '_>, other: &Figure<'_, '_>) -> bool {
        let grid = self.grid();
        let facing = who.facing.0;
        match (who.astride.0, other.astride.0) {
            // The middle one, and those in its two cells.
            (Some(_), None) => {
                self.is_row(facing, who.footing()) && who.footing().covers(grid, other.cell())
            }
            (None, Some(_)) => {
                self.is_row(facing, other.footing()) && other.footing().covers(grid, who.cell())
            }
            (Some(_), Some(_)) => false,
            // The end of one three and the beginning of the next, or one alone on an odd last cell.
            (None, None) => {
                side_by_side(grid, facing, who.cell(), other.cell())
                    && (self.is_crowded(who) || self.is_crowded(other))
                    && !self.middle_of(who.cell(), other.cell())
            }
        }
    }

    /// Whether the two cells of somebody on an edge lie side by side for this facing.
    fn is_row(&self, facing: Direction, footing: Footing) -> bool {
        let beyond = footing
            .astride
            .and_then(|side| self.beyond(footing.cell, side));
        beyond.is_some_and(|beyond| side_by_side(self.grid(), facing, footing.cell, beyond))
    }

    /// Whether somebody stands on the edge between two cells.
    fn middle_of(&self, a: Cell, b: Cell) -> bool {
        self.all().any(|other| {
            let footing = other.footing();
            other.is_able()
                && footing.astride.is_some()
                && footing.covers(self.grid(), a)
                && footing.covers(self.grid(), b)
        })
    }

    /// The edges on which somebody may step to close ranks, each with what that costs it in cells: between two cells
    /// that lie side by side for it, of which a friend fills one and nobody else's shoulder is in either (D20-R63).
    #[must_use]
    pub fn open_slots(&self, who: &Figure<'_, '_>) -> Vec<(Cell, Side, u16)> {
        let small = matches!(who.stats().size, Size::Small | Size::Medium);
        if !small || who.astride.0.is_some() {
            return Vec::new();
        }
        let (grid, map, here) = (self.grid(), &self.board.map, who.cell());
        let fits = |friend: &Figure<'_, '_>| {
            friend.astride.0.is_none()
                && !friend.prone.0
                && matches!(friend.stats().size, Size::Small | Size::Medium)
                && grid.steps(here, friend.cell()) <= 2
        };
        let mut slots = Vec::new();
        for friend in self.friends(who).filter(fits) {
            let cell = friend.cell();
            for side in grid.sides() {
                let Some(other) = grid.across(cell, side) else {
                    continue;
                };
                let open = side_by_side(grid, who.facing.0, cell, other)
                    && map.ground(other).passable
                    && map.in_contact(cell, other)
                    && !self.holds_a_shoulder(cell)
                    && !self.holds_a_shoulder(other)
                    && !self.is_held_by_enemies(who, other);
                let from_beside = (here == other || here == cell).then_some(0).or_else(|| {
                    let beside =
                        |cell: Cell| grid.steps(here, cell) == 1 && map.in_contact(here, cell);
                    (beside(cell) || beside(other)).then_some(1)
                });
                // Both cells must end with at most one who stands in them for good.
                if let Some(cost) = from_beside.filter(|_| open) {
                    // Each edge once, by the cell with the lower number.
                    let back = grid.side_between(other, cell).unwrap_or(side);
                    let first = if cell < other {
                        (cell, side)
                    } else {
                        (other, back)
                    };
                    slots.push((first.0, first.1, cost));
                }
            }
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn holds_a_shoulder(&self, cell: Cell) -> bool {
        self.all().any(|other| {
            other.is_able()
                && other.astride.0.is_some()
                && other.footing().covers(self.grid(), cell)
        })
    }

    fn is_held_by_enemies(&self, who: &Figure<'_, '_>, cell: Cell) -> bool {
        let mut enemies = self.enemies(who.side());
        enemies.any(|enemy| enemy.footing().covers(self.grid(), cell))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use shieldwall_grid::{Arc, Layout, Metres};

    /// D20-041, D20-130 and D20-E76: facing east on hexes.
    #[test]
    fn d20_041_arcs_of_hexes() {
        let grid = Grid::new(Layout::HexPointy, 12, 12, Metres::from_milli(1500)).unwrap();
        let target = grid.cell(6, 6).unwrap();
        let at = |steps: &[u8]| {
            let step = |cell, way: &u8| grid.neighbour(cell, Direction(*way)).unwrap();
            let attacker = steps.iter().fold(target, step);
            grid.arc(Direction(0), target, attacker)
        };
        let arcs = [at(&[0]), at(&[2]), at(&[3]), at(&[3, 2]), at(&[2, 2, 1])];
        let told = [Arc::Front, Arc::Flank, Arc::Rear, Arc::Flank, Arc::Flank];
        assert_eq!(arcs, told);
    }

    #[test]
    fn cells_are_side_by_side_where_neither_is_ahead() {
        let beside = |layout: Layout| {
            let grid = Grid::new(layout, 5, 5, Metres::from_milli(1500)).unwrap();
            let middle = grid.cell(2, 2).unwrap();
            let count = |facing| {
                let near = grid.neighbours(middle);
                near.filter(|(_, cell)| side_by_side(&grid, facing, middle, *cell))
                    .count()
            };
            grid.directions().map(count).collect::<Vec<_>>()
        };
        assert_eq!(beside(Layout::HexPointy), [4; 6]);
        assert_eq!(beside(Layout::Square), [2; 8]);
    }
}
