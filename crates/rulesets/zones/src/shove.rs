//! Where somebody can be pushed (ZON-090, ZON-091, ZON-145, ZON-R45), and being put there.

use std::collections::BTreeMap;

use shieldwall_battle::{CombatantId, Event, RuleId};
use shieldwall_grid::Cell;

use crate::{
    cells::Cells,
    field::{Field, FighterView, Fray},
    hazards::{self, Climb},
    holds, riding,
    rules::{R091, RR45, RR77},
    stealth,
};

impl Field<'_, '_> {
    /// The cells into which somebody can be led away from somebody else in so many half-zone steps,
    /// each with the way there: every cell free or a hazard and no nearer to the pusher than the one
    /// before, the last farther away than the first (ZON-R45).
    #[must_use]
    pub fn pushes(
        &self,
        pusher: &FighterView<'_, '_>,
        target: &FighterView<'_, '_>,
        steps: u16,
    ) -> BTreeMap<Cell, Vec<Cell>> {
        let from = self.cells(pusher);
        let start = target.cell();
        let grid = self.board.map.grid();
        let away = |anchor: Cell| self.cells_between(&from, target, anchor);
        let Some(first) = away(start) else {
            return BTreeMap::new();
        };
        let mut found: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        // Cheapest ways first, so that a cell is found with the most steps left.
        let mut open: Vec<(u16, Cell, Vec<Cell>)> = vec![(0, start, Vec::new())];
        let mut best: BTreeMap<Cell, u16> = BTreeMap::from([(start, 0)]);
        let mut next = 0;
        while next < open.len() {
            open[next..].sort_by_key(|(cost, cell, path)| (*cost, path.len(), *cell));
            let (cost, cell, path) = open[next].clone();
            next += 1;
            if self.hazard(cell).is_some() && cell != start {
                continue;
            }
            let Some(here) = away(cell) else { continue };
            for (_, to) in grid.neighbours(cell) {
                let spent = cost + self.board.level.zone_distances.step(cell, to);
                let climb = self.climb(cell, to);
                if spent > steps
                    || matches!(climb, Climb::Never)
                    || best.get(&to).is_some_and(|known| *known <= spent)
                    || !self.can_step(target, cell, to)
                {
                    continue;
                }
                let Some(there) = away(to).filter(|there| *there >= here) else {
                    continue;
                };
                best.insert(to, spent);
                let mut way = path.clone();
                way.push(to);
                if there > first {
                    found.insert(to, way.clone());
                }
                // Whoever falls goes no farther.
                if climb != Climb::Fall {
                    open.push((spent, to, way));
                }
            }
        }
        found
    }

    /// How many cells a character would be from some cells if its anchor were in another one;
    /// `None` if it would not be on the map.
    #[must_use]
    pub fn cells_between(
        &self,
        from: &Cells,
        fighter: &FighterView<'_, '_>,
        anchor: Cell,
    ) -> Option<u32> {
        let grid = self.board.map.grid();
        let cells = self.footprint(fighter, anchor)?;
        let pairs = cells
            .iter()
            .flat_map(|cell| from.iter().map(move |own| grid.steps(*own, *cell)));
        pairs.min()
    }

    /// The cells of a character if its anchor were in a cell; `None` if they are not all on the map.
    #[must_use]
    pub fn footprint(&self, fighter: &FighterView<'_, '_>, anchor: Cell) -> Option<Cells> {
        Cells::of(self.board.map.grid(), anchor, fighter.across.0)
    }

    /// Whether a character could be moved by one step: no barrier between, all cells passable and
    /// nobody in them.
    #[must_use]
    pub fn can_step(&self, fighter: &FighterView<'_, '_>, from: Cell, to: Cell) -> bool {
        let Some(cells) = self.footprint(fighter, to) else {
            return false;
        };
        self.may_cross(fighter, from, to)
            && cells.iter().all(|cell| !self.is_taken(*cell, *fighter.id))
    }
}

/// Puts somebody into a cell without walking.
pub fn place(fray: &mut Fray, who: CombatantId, to: Cell, how: &'static str, rules: &[RuleId]) {
    let from = fray.field().fighter(who).cell();
    if from == to {
        return;
    }
    riding::set_position(fray, who, to);
    fray.write_about(who, Event::Placed { who, from, to, how }, rules);
}

/// Leads somebody who is shoved along a way, and lets it suffer what it meets (ZON-091, ZON-R45).
pub fn push(fray: &mut Fray, who: CombatantId, way: &[Cell], how: &'static str) {
    let mut before = fray.field().fighter(who).cell();
    let start = before;
    for &cell in way {
        riding::set_position(fray, who, cell);
        let (climb, danger) = {
            let field = fray.field();
            (field.climb(before, cell), field.hazard(cell))
        };
        if climb == Climb::Fall || danger.is_some() || way.last() == Some(&cell) {
            let event = Event::Placed {
                who,
                from: start,
                to: cell,
                how,
            };
            fray.write_about(who, event, &[RR45]);
            if climb == Climb::Fall {
                hazards::fall_from(fray, who, before, cell);
            }
            if danger.is_some() {
                hazards::enter(fray, who, cell, &[R091, RR77]);
            }
            break;
        }
        before = cell;
    }
    holds::break_distant(fray, who);
    if stealth::anybody_concealed(fray) {
        stealth::test_all(fray);
    }
}
