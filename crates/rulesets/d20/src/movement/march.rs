//! A shield wall that moves as one: every member makes the same steps, and keeps its facing and its slot (D20-R64).

use std::collections::{BTreeMap, VecDeque};

use shieldwall_battle::{CellOption, CombatantId, Footing, MoveCost};
use shieldwall_grid::{Cell, Direction, DoorUse};

use crate::{
    figure::{
        battlefield::{Battlefield, Figure},
        walk::half,
    },
    movement::ways::CELLS,
};

/// Where a wall can march, by the cell where its first member ends.
pub struct March {
    /// What it costs, and the steps.
    ends: BTreeMap<Cell, (u16, Vec<Direction>)>,
    /// Cells that it may spend.
    pub speed: u16,
}

impl March {
    /// The steps to where the first member ends in a cell; none if it cannot.
    #[must_use]
    pub fn steps(&self, end: Cell) -> &[Direction] {
        self.ends.get(&end).map_or(&[], |(_, steps)| steps)
    }

    /// The cells in which the first member may end.
    #[must_use]
    pub fn options(&self) -> Vec<CellOption> {
        let ends = self.ends.iter();
        ends.map(|(cell, (cost, _))| CellOption::plain(*cell, MoveCost::count(*cost, CELLS)))
            .collect()
    }

    /// The way of the first member to a cell.
    #[must_use]
    pub fn path(&self, field: &Battlefield<'_, '_>, from: Cell, end: Cell) -> Vec<Cell> {
        path(field, from, self.steps(end))
    }
}

/// The cells that steps lead through.
#[must_use]
pub fn path(field: &Battlefield<'_, '_>, from: Cell, steps: &[Direction]) -> Vec<Cell> {
    let mut here = from;
    let next = steps.iter().map_while(|way| {
        here = field.grid().neighbour(here, *way)?;
        Some(here)
    });
    next.collect()
}

impl Battlefield<'_, '_> {
    /// Where a wall can march: at most half the speed of its slowest member; a step costs what it costs the member on the hardest ground.
    #[must_use]
    pub fn march(&self, wall: &[CombatantId]) -> March {
        let members: Vec<Figure<'_, '_>> = wall.iter().map(|id| self.figure(*id)).collect();
        let slowest = members.iter().map(|member| self.speed(member)).min();
        let mut march = March {
            ends: BTreeMap::new(),
            speed: half(slowest.unwrap_or(0)),
        };
        let Some(first) = members.first() else {
            return march;
        };
        let footings: Vec<Footing> = members.iter().map(Figure::footing).collect();
        let mut best: BTreeMap<Cell, u16> = BTreeMap::from([(first.cell(), 0)]);
        let mut queue = VecDeque::from([(first.cell(), 0, footings, Vec::new())]);
        while let Some((at, spent, footings, steps)) = queue.pop_front() {
            if best.get(&at).is_some_and(|known| *known < spent) {
                continue;
            }
            if !steps.is_empty() && self.has_room(wall, &members, &footings) {
                march.ends.insert(at, (spent, steps.clone()));
            }
            for way in self.grid().directions() {
                let Some((cost, moved)) = self.step_of_wall(&members, &footings, way) else {
                    continue;
                };
                let (to, spent) = (moved[0].cell, spent + cost);
                let better = best.get(&to).is_none_or(|known| spent < *known);
                if spent <= march.speed && better {
                    best.insert(to, spent);
                    let mut steps = steps.clone();
                    steps.push(way);
                    queue.push_back((to, spent, moved, steps));
                }
            }
        }
        march
    }

    /// One step of all members: what it costs, and where they stand then; `None` if one of them cannot make it.
    fn step_of_wall(
        &self,
        members: &[Figure<'_, '_>],
        footings: &[Footing],
        way: Direction,
    ) -> Option<(u16, Vec<Footing>)> {
        let mut dearest = 0;
        let mut moved = Vec::with_capacity(footings.len());
        for (member, footing) in members.iter().zip(footings) {
            for cell in footing.cells(self.grid()) {
                let step = self.board.map.step_with(cell, way, DoorUse::Leave)?;
                let held = self
                    .enemies_known_to(member)
                    .any(|enemy| enemy.footing().covers(self.grid(), step.to));
                if held || self.is_kept_from(member, step.to) {
                    return None;
                }
                dearest = dearest.max(self.cost_of_step(cell, step.to, false));
            }
            let to = self.grid().neighbour(footing.cell, way)?;
            moved.push(Footing {
                cell: to,
                ..*footing
            });
        }
        Some((dearest, moved))
    }

    /// Whether nobody else stands where the members would.
    fn has_room(
        &self,
        wall: &[CombatantId],
        members: &[Figure<'_, '_>],
        footings: &[Footing],
    ) -> bool {
        let Some(first) = members.first() else {
            return false;
        };
        let mut others = self
            .all()
            .filter(|other| other.is_able() && !wall.contains(other.id) && first.knows_of(other));
        !others.any(|other| {
            let cells = other.footing().cells(self.grid());
            let mut cells = cells.into_iter();
            cells.any(|cell| footings.iter().any(|end| end.covers(self.grid(), cell)))
        })
    }
}
