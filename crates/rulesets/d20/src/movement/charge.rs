//! Charges: the whole speed in a straight line, and one attack at the end (D20-044 to D20-047, D20-R47).

use shieldwall_grid::{Cell, DoorUse, Passage, Toll};

use crate::figure::battlefield::{Battlefield, Figure};

/// Cells that a charge covers at least (D20-R47).
const LEAST: u32 = 2;

/// A charge that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Where it ends.
    pub cell: Cell,
    /// What the way takes.
    pub toll: Toll,
    /// The way, without the first cell.
    pub path: Vec<Cell>,
}

impl Battlefield<'_, '_> {
    /// True if a combatant may declare a charge: upright, no member of a wall, in no enemy's control, and fast enough to
    /// make one (D20-047, D20-R47, D20-R64).
    #[must_use]
    pub fn may_declare_charge(&self, who: &Figure<'_, '_>) -> bool {
        let far_enough = u32::from(self.speed(who)) >= LEAST;
        far_enough && !who.prone.0 && !who.locked.0 && self.controllers(who, who.cell()).is_empty()
    }

    /// The charges of somebody within its speed, by the cell where they end. `step` says what a step means to it.
    #[must_use]
    pub fn charges(
        &self,
        who: &Figure<'_, '_>,
        speed: u16,
        step: impl Fn(Cell, &shieldwall_grid::Step) -> Passage<Toll>,
    ) -> Vec<Charge> {
        let (grid, map, here) = (self.grid(), &self.board.map, who.cell());
        if !self.controllers(who, here).is_empty() {
            return Vec::new();
        }
        let toll = |from: Cell, to: Cell, last: bool| {
            let way = grid.direction_between(from, to)?;
            // Nobody opens doors at a run.
            let made = map.step_with(from, way, DoorUse::Leave)?;
            match step(from, &made) {
                Passage::Through(toll) => Some(toll),
                Passage::Stop(toll) if last => Some(toll),
                // Friends are not run through in a charge (D20-045).
                Passage::Blocked | Passage::Stop(_) | Passage::CrossOnly(_) => None,
            }
        };
        let radius = u32::from(speed);
        let within = grid.disc(here, radius).into_iter();
        let far = within.filter(|cell| grid.steps(here, *cell) >= LEAST);
        let charge = |cell: Cell| {
            let path =
                grid.straight_path(here, cell, |from, to| toll(from, to, to == cell).is_some())?;
            let mut sum = Toll::default();
            let mut from = here;
            for &to in &path {
                let step = toll(from, to, to == cell)?;
                sum.cost += step.cost;
                sum.strikes += step.strikes;
                sum.risky |= step.risky;
                from = to;
            }
            (sum.cost <= speed).then_some(Charge {
                cell,
                toll: sum,
                path,
            })
        };
        far.filter_map(charge).collect()
    }
}
