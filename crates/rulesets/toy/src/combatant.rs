//! Components of a combatant, one idea each. What all combatants have ([`Combatants`]) is the engine's.

use bevy_ecs::prelude::*;
use shieldwall_battle::Combatants;
use shieldwall_grid::{Arc, Cell, Direction, Grid};

use crate::tables::StatBlock;

/// Breaths of the rested (TOY-008).
pub const BREATHS: i32 = 3;

/// The stat block; never changes in a battle.
#[derive(Component, Clone, Copy, Debug)]
pub struct Build(pub StatBlock);

/// Breaths left (TOY-008).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breath(pub i32);

/// True if a combatant may still guard in this round (TOY-005).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard(pub bool);

/// True if a combatant loses the next turn (TOY-007).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stun(pub bool);

/// The direction that a combatant faces (TOY-009).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facing(pub Direction);

impl Facing {
    /// True if a cell lies behind a combatant that stands in another (TOY-005, TOY-006).
    #[must_use]
    pub fn is_behind(self, grid: &Grid, here: Cell, cell: Cell) -> bool {
        grid.arc(self.0, here, cell) == Arc::Rear
    }
}

/// All combatants, and what they are able to do.
pub type Able<'w, 's> = Combatants<'w, 's, (&'static Build, &'static Breath)>;
