//! Who stands in the way of a mover, and what that means for its steps (ZON-012 to ZON-016, ZON-065, ZON-R31).

use shieldwall_battle::SideId;
use shieldwall_grid::{Cell, DoorUse, Map, Passage, Step, StepTolls, Toll};

use crate::{
    context::{read::ReadContext, views::FighterView},
    movement::{
        cells::Cells,
        dangers::{Climb, Danger},
        steps::Steps,
    },
};

/// What the steps of a map cost those who cover one cell, on empty ground. Traps count as plain ground.
pub(super) struct FootTolls(pub(super) StepTolls);

impl FootTolls {
    pub(super) fn of(map: &Map, steps: &Steps) -> Self {
        Self(StepTolls::of(map, DoorUse::Leave, |from, step: &Step| {
            let facts = steps.facts(from, step.direction);
            if !facts.open || facts.climb == Climb::Never {
                return Passage::Blocked;
            }
            let danger = steps.danger(step.to);
            let ends = facts.climb == Climb::Fall || danger.is_some_and(|one| one != Danger::Trap);
            let toll = Toll {
                cost: facts.cost,
                strikes: 0,
                risky: ends,
            };
            if ends {
                Passage::Stop(toll)
            } else {
                Passage::Through(toll)
            }
        }))
    }
}

/// Who stands where, as far as the mover's side knows, worked out once for a search.
pub(super) struct Obstacles {
    /// Cells of enemies that block the way.
    enemies: Vec<Cell>,
    /// Cells of everybody else in which one cannot stop.
    friends: Vec<Cell>,
    /// Those who could strike, with their cells.
    strikers: Vec<Cells>,
}

impl Obstacles {
    pub(super) fn of(
        read: &ReadContext<'_, '_>,
        mover: &FighterView<'_, '_>,
        knowing: Option<SideId>,
    ) -> Self {
        let mut obstacles = Self {
            enemies: Vec::new(),
            friends: Vec::new(),
            strikers: Vec::new(),
        };
        let side = knowing.unwrap_or(mover.side());
        let bearer = mover.bearer();
        for other in read.all() {
            if !other.is_standing() || other.bearer() == bearer {
                continue;
            }
            if !read.is_known_to(&other, side) {
                continue;
            }
            // A captive is taken along.
            if mover.grip.holds.contains(other.id) {
                continue;
            }
            let cells = read.cells(&other);
            if read.hostile(other.side(), mover.side()) {
                obstacles.enemies.extend(cells.iter());
                if read.could_strike(&other, mover) {
                    obstacles.strikers.push(cells);
                }
            } else {
                obstacles.friends.extend(cells.iter());
            }
        }
        obstacles
    }

    pub(super) fn blocked(
        &self,
        read: &ReadContext<'_, '_>,
        mover: &FighterView<'_, '_>,
        to: Cell,
    ) -> bool {
        if self.enemies.is_empty() {
            return false;
        }
        read.footprint(mover, to)
            .is_none_or(|cells| cells.iter().any(|cell| self.enemies.contains(cell)))
    }

    pub(super) fn occupied(
        &self,
        read: &ReadContext<'_, '_>,
        mover: &FighterView<'_, '_>,
        to: Cell,
    ) -> bool {
        read.footprint(mover, to).is_none_or(|cells| {
            cells
                .iter()
                .any(|cell| self.friends.contains(cell) || self.enemies.contains(cell))
        })
    }

    pub(super) fn dangers(
        &self,
        read: &ReadContext<'_, '_>,
        steps: &Steps,
        mover: &FighterView<'_, '_>,
        to: Cell,
    ) -> bool {
        let hurts = |cell: &Cell| match steps.danger(*cell) {
            None => false,
            Some(Danger::Trap) => !read.plan.sprung.contains(cell),
            Some(_) => true,
        };
        read.footprint(mover, to)
            .is_some_and(|cells| cells.iter().any(hurts))
    }

    pub(super) fn left_by(
        &self,
        read: &ReadContext<'_, '_>,
        mover: &FighterView<'_, '_>,
        from: Cell,
        to: Cell,
    ) -> u16 {
        if self.strikers.is_empty() {
            return 0;
        }
        let (Some(old), Some(new)) = (read.footprint(mover, from), read.footprint(mover, to))
        else {
            return 0;
        };
        let left = self
            .strikers
            .iter()
            .filter(|at| read.near(at, &old) && !read.near(at, &new));
        u16::try_from(left.count()).unwrap_or(u16::MAX)
    }
}

/// What the steps of one search mean to a mover that covers one cell.
pub(super) struct Traffic {
    /// Enemies and others, by cell.
    marks: Vec<Mark>,
    /// By cell, a bit for each striker: whether it is nearby.
    near: Vec<u64>,
    /// Words for each cell of those.
    words: usize,
}

/// What is known of a cell.
#[derive(Clone, Copy, Default)]
struct Mark {
    enemy: bool,
    occupied: bool,
    /// Whether it lies under a trap that has not gone off.
    trap: bool,
}

impl Traffic {
    pub(super) fn of(read: &ReadContext<'_, '_>, steps: &Steps, obstacles: &Obstacles) -> Self {
        let cells = read.board.map.grid().len();
        let words = obstacles.strikers.len().div_ceil(u64::BITS as usize);
        let mut marks = vec![Mark::default(); cells];
        for cell in &obstacles.enemies {
            marks[cell.index()].enemy = true;
        }
        for cell in obstacles.enemies.iter().chain(&obstacles.friends) {
            marks[cell.index()].occupied = true;
        }
        for cell in steps.traps() {
            marks[cell.index()].trap = !read.plan.sprung.contains(cell);
        }
        let mut near = vec![0; words * cells];
        for (number, at) in obstacles.strikers.iter().enumerate() {
            let (word, bit) = (number / u64::BITS as usize, number % u64::BITS as usize);
            for stand in at.iter() {
                read.each_nearby(*stand, |cell| {
                    near[cell.index() * words + word] |= 1 << bit;
                });
            }
        }
        Self { marks, near, words }
    }

    /// What a step means, by what it takes on empty ground.
    pub(super) fn on(&self, (from, to): (Cell, Cell), ground: Passage<Toll>) -> Passage<Toll> {
        let (Passage::Through(toll) | Passage::Stop(toll) | Passage::CrossOnly(toll)) = ground
        else {
            return ground;
        };
        let mark = self.marks[to.index()];
        if mark.enemy {
            return Passage::Blocked;
        }
        let ends = toll.risky || mark.trap;
        let toll = Toll {
            strikes: self.left_by(from, to),
            risky: ends,
            ..toll
        };
        match (ends, mark.occupied) {
            (true, true) => Passage::Blocked,
            (true, false) => Passage::Stop(toll),
            (false, true) => Passage::CrossOnly(toll),
            (false, false) => Passage::Through(toll),
        }
    }

    /// How many strikers a step leaves.
    fn left_by(&self, from: Cell, to: Cell) -> u16 {
        let of = |cell: Cell| &self.near[cell.index() * self.words..][..self.words];
        let left = of(from).iter().zip(of(to));
        let left: u32 = left.map(|(old, new)| (old & !new).count_ones()).sum();
        u16::try_from(left).unwrap_or(u16::MAX)
    }
}
