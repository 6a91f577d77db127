//! Whether the board of a battle can be looked at.

use bevy::prelude::*;

/// The battle whose board is complete, by its number: ground, figures and icons are drawn. Until then the battle
/// waits behind a cover. Written by the board.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardReady(pub(crate) Option<u64>);

impl BoardReady {
    /// Whether the board of a battle, by its number, is complete.
    pub(crate) fn is(self, battle: u64) -> bool {
        self.0 == Some(battle)
    }
}
