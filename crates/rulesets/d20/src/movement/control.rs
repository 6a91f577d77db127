//! Controlled cells, and what passing through them means (D20-114, D20-115, D20-118, D20-R58).

use shieldwall_battle::{CombatantId, Footing};
use shieldwall_grid::Cell;

use crate::{
    content::blocks::Size,
    figure::battlefield::{Battlefield, Figure},
};

impl Battlefield<'_, '_> {
    /// Whether somebody controls a cell: its own, and unless it is tiny those beside it (D20-114).
    #[must_use]
    pub fn controls(&self, who: &Figure<'_, '_>, cell: Cell) -> bool {
        if !who.is_ready() {
            return false;
        }
        if who.stats().size == Size::Tiny {
            return who.footing().covers(self.grid(), cell);
        }
        self.adjacent(who.footing(), Footing::in_cell(cell))
    }

    /// The enemies of a mover that control a cell, in the order of equals.
    #[must_use]
    pub fn controllers(&self, mover: &Figure<'_, '_>, cell: Cell) -> Vec<CombatantId> {
        let enemies = self.enemies(mover.side());
        let controllers = enemies.filter(|enemy| self.controls(enemy, cell));
        self.in_order(controllers.map(|enemy| *enemy.id))
    }

    /// Those who have a free attack on a mover as it makes a step: it passes if it leaves a controlled cell that it
    /// has entered in this move, or goes from one cell to another that the same enemy controls (D20-115). Everybody
    /// once a round on the same mover.
    #[must_use]
    pub fn strikers_on_step(
        &self,
        mover: &Figure<'_, '_>,
        from: Cell,
        to: Cell,
        has_entered: bool,
    ) -> Vec<CombatantId> {
        let id = *mover.id;
        let mut strikers = self.controllers(mover, from);
        strikers.retain(|striker| {
            let striker = self.figure(*striker);
            self.has_free_attack(&striker, mover)
                && !striker.round.checked.0.contains(&id)
                && (has_entered || self.controls(&striker, to))
        });
        strikers
    }

    /// The enemies that a mover retreats from by its first step: they control the cell that it leaves, and not the one
    /// it enters (D20-121 to D20-124, D20-R58).
    #[must_use]
    pub fn left_behind(&self, mover: &Figure<'_, '_>, from: Cell, to: Cell) -> Vec<CombatantId> {
        let mut left = self.controllers(mover, from);
        left.retain(|enemy| !self.controls(&self.figure(*enemy), to));
        left
    }
}
