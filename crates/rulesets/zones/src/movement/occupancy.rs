//! Who stands in which cells, and which are free (ZON-104, ZON-R53, ZON-R83).

use shieldwall_battle::{CombatantId, SideId};
use shieldwall_grid::Cell;

use crate::{
    context::{read::ReadContext, views::FighterView},
    movement::cells::Cells,
};

impl<'s> ReadContext<'_, 's> {
    /// All on their feet who stand in one of some cells, riders where their mounts are, in roster order.
    pub fn standing_in(&self, cells: Cells) -> impl Iterator<Item = FighterView<'_, 's>> {
        self.all()
            .filter(FighterView::is_standing)
            .filter(move |other| self.cells(other).iter().any(|cell| cells.contains(cell)))
    }

    /// Those who stand in some cells without a side knowing it, in roster order (ZON-R53).
    pub fn unknown_in(&self, cells: &Cells, side: SideId) -> impl Iterator<Item = CombatantId> {
        self.standing_in(*cells)
            .filter(move |other| !self.is_known_to(other, side))
            .map(|other| *other.id)
    }

    /// Those on their feet, friend or foe, upon whom somebody would stand in a cell: a cell holds one, with
    /// its riders, and captives are taken along (ZON-R83).
    pub fn in_the_way(&self, who: CombatantId, cell: Cell) -> impl Iterator<Item = CombatantId> {
        let mover = self.fighter(who);
        let captives = mover.grip.holds.clone();
        let cells = self.footprint(&mover, cell);
        cells
            .into_iter()
            .flat_map(|cells| self.standing_in(cells))
            .filter(move |other| {
                other.riding.0.is_none() && *other.id != who && !captives.contains(other.id)
            })
            .map(|other| *other.id)
    }

    /// The enemy on its feet into whom somebody would bump that stepped into a cell (ZON-R53,
    /// ZON-R83).
    #[must_use]
    pub fn bumps_into(&self, who: CombatantId, cell: Cell) -> Option<CombatantId> {
        let side = self.fighter(who).side();
        self.in_the_way(who, cell)
            .find(|other| self.hostile(self.fighter(*other).side(), side))
    }

    /// Whether somebody else than `who` and its team stands in a cell.
    #[must_use]
    pub fn is_taken(&self, cell: Cell, who: CombatantId) -> bool {
        let bearer = self.fighter(who).bearer();
        let mut there = self.standing_in(Cells::one(cell));
        there.any(|other| other.bearer() != bearer)
    }

    /// Whether anybody else of whom a side knows stands in a cell, the own team included.
    #[must_use]
    pub fn is_taken_by_others(&self, cell: Cell, who: CombatantId, knowing: SideId) -> bool {
        self.standing_in(Cells::one(cell)).any(|other| {
            let apart = *other.id != who && other.riding.0.is_none();
            apart && self.is_known_to(&other, knowing)
        })
    }

    /// Whether a cell is passable and no hazard.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.board.map.ground(cell).passable && self.hazard(cell).is_none()
    }

    /// Whether a cell is free: passable, no hazard, and nobody but bodies in it (the grid's free
    /// cell). `who` does not stand in its own way.
    #[must_use]
    pub fn is_free(&self, cell: Cell, who: CombatantId) -> bool {
        self.is_open(cell) && !self.is_taken(cell, who)
    }

    /// Whether a cell is free as far as a side knows, for the one who might be put into it: it is not told by
    /// what it is offered where its concealed enemies are (ZON-104, ZON-R53).
    #[must_use]
    pub fn seems_free(&self, cell: Cell, who: CombatantId, knowing: SideId) -> bool {
        let bearer = self.fighter(who).bearer();
        let mut there = self.standing_in(Cells::one(cell));
        self.is_open(cell)
            && !there.any(|other| other.bearer() != bearer && self.is_known_to(&other, knowing))
    }
}
