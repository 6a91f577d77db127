//! Who stands in the way of a mover, looked at once for a search of its ways (D20-114, D20-115, D20-135, D20-R11).

use shieldwall_battle::{Footing, goals};
use shieldwall_grid::{Cell, Passage, Toll};

use crate::figure::battlefield::{Battlefield, Figure};

/// What the others mean to a mover in one cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Spot {
    /// Whether it may not enter it: an enemy stands there, or keeps it off.
    shut: bool,
    /// Whether a friend fills it.
    friend: bool,
    /// Whether it lies beside an enemy.
    beside: bool,
    /// Whether it lies beside an enemy that the mover does not stand beside now.
    beside_another: bool,
    /// Whether its side leaves the map there.
    exit: bool,
    /// Enemies that control it and could strike.
    controllers: u16,
}

/// Who stands in the way of a mover.
#[derive(PartialEq, Eq)]
pub(super) struct Crowd {
    /// By cell.
    spots: Vec<Spot>,
    /// Of the enemies that could strike, the cells that each controls, in their order.
    controlled: Vec<Vec<Cell>>,
}

impl Crowd {
    pub(super) fn of(field: &Battlefield<'_, '_>, mover: &Figure<'_, '_>) -> Self {
        let grid = field.grid();
        let mut crowd = Self {
            spots: vec![Spot::default(); grid.len()],
            controlled: Vec::new(),
        };
        for friend in field.friends(mover) {
            if friend.astride.0.is_none() {
                crowd.mark(friend.cell(), |spot| spot.friend = true);
            }
        }
        for cell in goals::exits(&field.board.level, mover.side()) {
            crowd.mark(*cell, |spot| spot.exit = true);
        }
        for enemy in field.enemies_known_to(mover) {
            let footing = enemy.footing();
            let is_near = field.adjacent(footing, mover.footing());
            let strikes = enemy.strikes_freely()
                && enemy.knows_of(mover)
                && !enemy.round.checked.0.contains(mover.id)
                && !field.is_barred(&enemy, *mover.id);
            let mut controlled = Vec::new();
            for cell in cells_about(field, footing) {
                if field.adjacent(footing, Footing::in_cell(cell)) {
                    crowd.mark(cell, |spot| {
                        spot.beside = true;
                        spot.beside_another |= !is_near;
                    });
                }
                if strikes && field.controls(&enemy, cell) {
                    crowd.mark(cell, |spot| spot.controllers += 1);
                    controlled.push(cell);
                }
            }
            if !controlled.is_empty() {
                crowd.controlled.push(controlled);
            }
            for cell in footing.cells(grid) {
                crowd.mark(cell, |spot| spot.shut = true);
            }
        }
        for keeper in mover.round.kept_off.0.iter().map(|id| field.figure(*id)) {
            for cell in cells_about(field, keeper.footing()) {
                if field.is_kept_from(mover, cell) {
                    crowd.mark(cell, |spot| spot.shut = true);
                }
            }
        }
        crowd
    }

    fn mark(&mut self, cell: Cell, how: impl FnOnce(&mut Spot)) {
        if let Some(spot) = self.spots.get_mut(cell.index()) {
            how(spot);
        }
    }

    /// Whether a cell lies beside an enemy that the mover does not stand beside now.
    pub(super) fn is_beside_another(&self, cell: Cell) -> bool {
        self.spots[cell.index()].beside_another
    }

    /// Number of enemies that could strike at a mover on a path which begins at `origin`; each does so once (D20-R58).
    pub(super) fn strikers_along(&self, origin: Cell, path: &[Cell]) -> u16 {
        let strikes = |cells: &&Vec<Cell>| {
            let sets_out = path.first().is_some_and(|first| holds(cells, *first));
            let goes_on = path
                .iter()
                .rev()
                .skip(1)
                .any(|passed| holds(cells, *passed));
            holds(cells, origin) && sets_out || goes_on
        };
        let strikers = self.controlled.iter().filter(strikes).count();
        u16::try_from(strikers).unwrap_or(u16::MAX)
    }

    /// What a step means to the mover which begins its move at `origin`. One that closes stops beside the first enemy.
    pub(super) fn traffic(
        &self,
        origin: Cell,
        closes: bool,
        (from, to): (Cell, Cell),
        ground: Passage<Toll>,
    ) -> Passage<Toll> {
        let Passage::Through(toll) = ground else {
            return ground;
        };
        let spot = self.spots[to.index()];
        if spot.shut {
            return Passage::Blocked;
        }
        // As it sets out, it passes those alone that control the next cell too.
        let strikes = if from == origin {
            let passed = self.controlled.iter();
            let passed = passed
                .filter(|cells| holds(cells, from) && holds(cells, to))
                .count();
            u16::try_from(passed).unwrap_or(u16::MAX)
        } else {
            self.spots[from.index()].controllers
        };
        let toll = Toll { strikes, ..toll };
        match (closes && spot.beside || spot.exit, spot.friend) {
            (true, true) => Passage::Blocked,
            (true, false) => Passage::Stop(toll),
            (false, true) => Passage::CrossOnly(toll),
            (false, false) => Passage::Through(toll),
        }
    }
}

/// True if a cell is among those that an enemy controls.
fn holds(cells: &[Cell], cell: Cell) -> bool {
    cells.binary_search(&cell).is_ok()
}

/// The cells that somebody stands in, and those around them, each once.
fn cells_about(field: &Battlefield<'_, '_>, footing: Footing) -> Vec<Cell> {
    let grid = field.grid();
    let own = footing.cells(grid);
    let around = own
        .iter()
        .flat_map(|cell| grid.neighbours(*cell).map(|(_, near)| near));
    let mut all: Vec<Cell> = own.iter().copied().chain(around).collect();
    all.sort_unstable();
    all.dedup();
    all
}
