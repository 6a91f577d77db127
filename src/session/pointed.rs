//! What the player points at, and what the board is asked to show.

use bevy::prelude::*;
use shieldwall_battle::CombatantId;
use shieldwall_grid::Cell;

/// What the player points at; written by the board, read by the HUD.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The cell under the pointer or the keyboard cursor.
    pub(crate) cell: Option<Cell>,
    /// The combatant in it (a conscious one first).
    pub(crate) combatant: Option<CombatantId>,
    /// Whether several who stand share the cell, as riders do with their mount, and nothing says
    /// which of them is meant.
    pub(crate) vague: bool,
}

impl Pointed {
    /// The combatant that is meant, if that is beyond doubt.
    pub(crate) fn meant(&self) -> Option<CombatantId> {
        self.combatant.filter(|_| !self.vague)
    }
}

/// Combatants that something in the HUD refers to right now (a log line, the order strip); the
/// board rings them.
#[derive(Resource, Default, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked(pub(crate) Vec<CombatantId>);

/// The player confirmed a cell: by click, by key or by gamepad. Written by the board.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct CellConfirmed {
    /// The cell.
    pub(crate) cell: Cell,
    /// The combatant in it, if any, and if it is beyond doubt which one.
    pub(crate) combatant: Option<CombatantId>,
}

/// Moves the camera to a cell; written by anyone, read by the board.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct LookAt(pub(crate) Cell);
