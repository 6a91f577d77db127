//! Pits, traps, lava, fire and drops, as they are known before a walk (ZON-R77, ZON-R78).

use shieldwall_content::terrain::{Hazard, Obstacle, Terrain};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Cell, Metres};

use crate::context::read::ReadContext;

/// Height of a fall for each die (ZON-R77).
const FALL_PER_DIE: Metres = Metres::from_whole(3);
/// The greatest difference in height that can be walked (ZON-R78).
const WALKABLE: Metres = Metres::from_milli(1500);

/// Danger to a combatant that enters a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// A pit; leaving it costs two half-zone steps.
    Pit,
    /// A trap that has not gone off.
    Trap,
    /// Lava, which also hurts at the end of each round.
    Lava,
    /// Fire, which does so too.
    Fire,
}

impl Danger {
    /// In plain words, with its article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pit => "the pit",
            Self::Trap => "the trap",
            Self::Lava => "the lava",
            Self::Fire => "the fire",
        }
    }
}

/// Way to pass a difference in height between touching cells (ZON-R78).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climb {
    /// On foot.
    Level,
    /// By stairs or a ladder, for one half-zone step more.
    Stairs,
    /// By falling.
    Fall,
    /// Not at all.
    Never,
}

impl ReadContext<'_, '_> {
    /// The danger of a cell, if there is one.
    #[must_use]
    pub fn hazard(&self, cell: Cell) -> Option<Danger> {
        self.danger_of(self.board.terrain(cell), cell)
    }

    /// The danger of a cell with this terrain.
    #[must_use]
    pub fn danger_of(&self, terrain: &Terrain, cell: Cell) -> Option<Danger> {
        let danger = self.danger_when_fresh(terrain)?;
        let is_over = danger == Danger::Trap && self.plan.sprung.contains(&cell);
        (!is_over).then_some(danger)
    }

    /// The same if no trap has gone off.
    #[must_use]
    pub fn danger_when_fresh(&self, terrain: &Terrain) -> Option<Danger> {
        match (terrain.hazard, terrain.obstacle) {
            (Some(Hazard::Trap), _) => Some(Danger::Trap),
            (Some(Hazard::Lava), _) => Some(Danger::Lava),
            (Some(Hazard::Fire), _) => Some(Danger::Fire),
            (None, Some(Obstacle::Pit)) => Some(Danger::Pit),
            (None, Some(Obstacle::Swim | Obstacle::Jump) | None) => None,
        }
    }

    /// The dice of a danger.
    #[must_use]
    pub fn danger_dice(&self, danger: Danger) -> &DiceExpr {
        match danger {
            Danger::Pit => &self.rules.pit,
            Danger::Trap => &self.rules.trap,
            Danger::Lava => &self.rules.lava,
            Danger::Fire => &self.rules.fire,
        }
    }

    /// The drop from one cell to another; zero if it goes up.
    #[must_use]
    pub fn drop_between(&self, from: Cell, to: Cell) -> Metres {
        let map = &self.board.map;
        map.elevation_step() * (-map.climb(from, to)).max(0)
    }

    /// The way to pass the difference in height between two touching cells (ZON-R78).
    #[must_use]
    pub fn climb(&self, from: Cell, to: Cell) -> Climb {
        let map = &self.board.map;
        let height = map.elevation_step() * map.climb(from, to).abs();
        let stairs = self.board.terrain(from).stairs || self.board.terrain(to).stairs;
        match (height > WALKABLE, stairs, map.climb(from, to) < 0) {
            (false, ..) => Climb::Level,
            (true, true, _) => Climb::Stairs,
            (true, false, true) => Climb::Fall,
            (true, false, false) => Climb::Never,
        }
    }

    /// The dice of a fall from one cell to another: one for each full 3 m, at least one.
    #[must_use]
    pub fn fall_dice(&self, from: Cell, to: Cell) -> DiceExpr {
        let height = self.drop_between(from, to).milli();
        let dice = (height / FALL_PER_DIE.milli()).max(1);
        DiceExpr::dice(u16::try_from(dice).unwrap_or(1), 6)
    }
}
