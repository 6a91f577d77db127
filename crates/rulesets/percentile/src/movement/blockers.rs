//! Who is in the way of a mover.

use shieldwall_battle::{SideId, goals};
use shieldwall_grid::{Cell, Passage};

use crate::context::read::{FighterView, ReadContext};

/// Who is in the way of a mover, by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blockers {
    /// What is to be minded in each cell, a bit for each kind.
    marks: Vec<u8>,
}

impl Blockers {
    const FRIEND: u8 = 1;
    const ENEMY: u8 = 2;
    const LURKING: u8 = 4;
    const EXIT: u8 = 8;

    fn of(cells: usize) -> Self {
        Self {
            marks: vec![0; cells],
        }
    }

    fn mark(&mut self, cell: Cell, mark: u8) {
        if let Some(marks) = self.marks.get_mut(cell.index()) {
            *marks |= mark;
        }
    }

    fn has(&self, cell: Cell, mark: u8) -> bool {
        self.marks
            .get(cell.index())
            .is_some_and(|marks| marks & mark != 0)
    }

    /// Whether a conscious friend stands there.
    #[must_use]
    pub fn friend(&self, cell: Cell) -> bool {
        self.has(cell, Self::FRIEND)
    }

    /// Whether an enemy that the mover sees holds the cell.
    #[must_use]
    pub fn enemy(&self, cell: Cell) -> bool {
        self.has(cell, Self::ENEMY)
    }

    /// Whether an enemy that the mover does not see holds the cell.
    #[must_use]
    pub fn lurks(&self, cell: Cell) -> bool {
        self.has(cell, Self::LURKING)
    }

    /// What a step into a cell means to a mover that knows who is where.
    pub(super) fn traffic(&self, to: Cell, clear: Passage) -> Passage {
        let marks = self.marks.get(to.index()).copied().unwrap_or(0);
        if marks & (Self::FRIEND | Self::ENEMY | Self::EXIT) == 0 {
            return clear;
        }
        match clear {
            _ if marks & Self::ENEMY != 0 => Passage::Blocked,
            Passage::Through(cost) | Passage::Stop(cost) if marks & Self::FRIEND != 0 => {
                Passage::CrossOnly(cost)
            }
            Passage::Through(cost) if marks & Self::EXIT != 0 => Passage::Stop(cost),
            _ => clear,
        }
    }
}

impl ReadContext<'_, '_> {
    /// Who is in the way of a mover.
    #[must_use]
    pub fn blockers(&self, mover: &FighterView<'_, '_>) -> Blockers {
        self.crowd_known_to(mover, None)
    }

    /// Who is in the way of a mover as far as a side knows; `None` knows all.
    #[must_use]
    pub fn crowd_known_to(&self, mover: &FighterView<'_, '_>, asking: Option<SideId>) -> Blockers {
        let mut blockers = Blockers::of(self.board.map.grid().len());
        for other in self.all() {
            let unknown =
                other.is_unseen() && asking.is_some_and(|asking| self.is_enemy(asking, &other));
            if !other.is_active() || other.id == mover.id || unknown {
                continue;
            }
            let mark = if !self.is_enemy(mover.side(), &other) {
                Blockers::FRIEND
            } else if other.is_hidden() {
                Blockers::LURKING
            } else {
                Blockers::ENEMY
            };
            blockers.mark(other.cell(), mark);
        }
        for &exit in goals::exits(&self.board.level, mover.side()) {
            blockers.mark(exit, Blockers::EXIT);
        }
        blockers
    }
}
