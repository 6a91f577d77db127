//! Where somebody can be pushed (ZON-090, ZON-091, ZON-145, ZON-R45), and being put there.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{CombatantId, Event, RuleId, SideId, Writer, terms::Placement};
use shieldwall_grid::{Cell, Direction};

use crate::{
    attack::size_effects::shove_steps,
    character::{holds, stealth},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    movement::{cells::Cells, dangers::Climb, hazards, riding, steps::Steps},
    terms::rules::{R091, RR45, RR53, RR77, RR98},
};

impl ReadContext<'_, '_> {
    /// The cells into which a shove can lead, with the ways there (ZON-090, ZON-145).
    #[must_use]
    pub fn shove_ways(&self, by: CombatantId, on: CombatantId) -> BTreeMap<Cell, Vec<Cell>> {
        let (by, on) = (self.fighter(by), self.fighter(on));
        let Some(steps) = shove_steps(by.build.size(), on.build.size()) else {
            return BTreeMap::new();
        };
        self.pushes(&by, &on, steps)
    }

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
        let taken = self.taken_by_others(target, pusher.side());
        let facts = self.steps();
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
            for (direction, to) in grid.neighbours(cell) {
                let spent = cost + self.board.level.zone_distances.step(cell, to);
                let climb = facts.facts(cell, direction).climb;
                if spent > steps
                    || matches!(climb, Climb::Never)
                    || best.get(&to).is_some_and(|known| *known <= spent)
                    || !self.can_step(target, &facts, (cell, direction), to, &taken)
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
                // Anyone who falls goes no farther.
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

    /// The cells in which others stand of whom a side knows, and who are reckoned with (ZON-R53).
    fn taken_by_others(&self, fighter: &FighterView<'_, '_>, knowing: SideId) -> Vec<Cell> {
        let bearer = fighter.bearer();
        self.all()
            .filter(|other| {
                other.is_standing()
                    && other.bearer() != bearer
                    && self.is_known_to(other, knowing)
                    && self.is_reckoned_with(other)
            })
            .flat_map(|other| self.cells(&other).iter().copied().collect::<Vec<_>>())
            .collect()
    }

    /// Whether a character could be moved by one step: no barrier between, and all cells passable and none
    /// of them taken.
    fn can_step(
        &self,
        fighter: &FighterView<'_, '_>,
        steps: &Steps,
        (from, direction): (Cell, Direction),
        to: Cell,
        taken: &[Cell],
    ) -> bool {
        self.footprint(fighter, to).is_some_and(|cells| {
            !cells.iter().any(|cell| taken.contains(cell))
                && self.crosses(fighter, steps, (from, direction), to)
        })
    }

    /// The cell nearest to another in which a character has room as far as its side knows: on the same side of
    /// walls if there is any there (ZON-R53, ZON-R83).
    #[must_use]
    pub fn nearest_room(&self, fighter: &FighterView<'_, '_>, to: Cell) -> Option<Cell> {
        let grid = self.board.map.grid();
        let has_room = |cell: &Cell| {
            self.footprint(fighter, *cell).is_some_and(|cells| {
                let free = |cell: &Cell| self.seems_free(*cell, *fighter.id, fighter.side());
                cells.iter().all(free)
            })
        };
        let mut seen = BTreeSet::from([to]);
        let mut ring = vec![to];
        while !ring.is_empty() {
            ring.sort_unstable();
            if let Some(cell) = ring.iter().copied().find(has_room) {
                return Some(cell);
            }
            let mut next = Vec::new();
            for from in ring {
                for (_, cell) in grid.neighbours(from) {
                    if self.may_cross(fighter, from, cell) && seen.insert(cell) {
                        next.push(cell);
                    }
                }
            }
            ring = next;
        }
        let mut cells: Vec<Cell> = grid.cells().collect();
        cells.sort_by_key(|cell| (grid.steps(to, *cell), *cell));
        cells.into_iter().find(has_room)
    }
}

/// Puts somebody into a cell without walking.
pub fn place(ctx: &mut WriteContext, who: CombatantId, to: Cell, how: Placement, rules: &[RuleId]) {
    let from = ctx.read().fighter(who).cell();
    if from == to {
        return;
    }
    riding::set_position(ctx, who, to);
    ctx.write(Event::Placed { who, from, to, how }, rules);
}

/// The nearest cell to another into which somebody can be put. Anyone who turns out to stand there unknown to its
/// side is found, and the next one is looked for (ZON-R53, ZON-R83).
pub fn room_for(ctx: &mut WriteContext, who: CombatantId, to: Cell) -> Option<Cell> {
    loop {
        let (cell, cells, side) = {
            let read = ctx.read();
            let fighter = read.fighter(who);
            let cell = read.nearest_room(&fighter, to)?;
            (cell, read.footprint(&fighter, cell)?, fighter.side())
        };
        if !stealth::bump(ctx, &cells, side) {
            return Some(cell);
        }
    }
}

/// Puts somebody who stands where somebody else does into the nearest free cell: a cell holds one
/// (ZON-R83).
pub fn find_room(ctx: &mut WriteContext, who: CombatantId, how: Placement, rules: &[RuleId]) {
    let (here, concealed) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let cells = read.cells(&fighter);
        if cells.iter().all(|cell| !read.is_taken(*cell, who)) {
            return;
        }
        let others = read.standing_in(cells).filter(|other| {
            other.bearer() != fighter.bearer() && other.is_concealed() && !fighter.is_concealed()
        });
        let concealed: Vec<CombatantId> = others.map(|other| *other.id).collect();
        (fighter.cell(), concealed)
    };
    for other in concealed {
        stealth::reveal(ctx, other, &[RR98]);
    }
    if let Some(cell) = room_for(ctx, who, here) {
        place(ctx, who, cell, how, rules);
        holds::break_distant(ctx);
    }
}

/// Leads somebody who is shoved by a side along a way, and lets it suffer what it meets (ZON-091,
/// ZON-R45).
pub fn push(
    ctx: &mut WriteContext,
    (who, by): (CombatantId, SideId),
    way: &[Cell],
    how: Placement,
) {
    let mut before = ctx.read().fighter(who).cell();
    let start = before;
    for &cell in way {
        let taken = {
            let read = ctx.read();
            let cells = read.footprint(&read.fighter(who), cell);
            cells.and_then(|cells| read.unknown_in(&cells, by).find(|unknown| *unknown != who))
        };
        if let Some(taken) = taken {
            // Nobody is pushed onto somebody; who was in the way is found.
            if before != start {
                ctx.placed(who, (start, before), how, &[RR45]);
            }
            stealth::reveal(ctx, taken, &[RR53]);
            break;
        }
        riding::set_position(ctx, who, cell);
        let (climb, danger) = {
            let read = ctx.read();
            (read.climb(before, cell), read.hazard(cell))
        };
        if climb == Climb::Fall || danger.is_some() || way.last() == Some(&cell) {
            ctx.placed(who, (start, cell), how, &[RR45]);
            if climb == Climb::Fall {
                hazards::fall_from(ctx, who, before, cell);
            }
            if danger.is_some() {
                hazards::enter(ctx, who, cell, &[R091, RR77]);
            }
            break;
        }
        before = cell;
    }
    holds::break_distant(ctx);
    if stealth::anybody_concealed(ctx) {
        stealth::test_all(ctx);
    }
}
