//! The order of turns in a round (TOY-001 to TOY-003).

use bevy_ecs::prelude::*;
use shieldwall_battle::CombatantId;

/// The place in the round.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Round {
    /// Combatants that act together, first ones first, with their number.
    pub order: Vec<(i32, Vec<CombatantId>)>,
    /// The combatants that act now: a place in `order`.
    pub place: usize,
    /// Number of them that have moved.
    pub moved: usize,
    /// Combatants of them that lose this turn, and catch their breath (TOY-007).
    pub resting: Vec<CombatantId>,
}

impl Round {
    /// The combatants that act now.
    #[must_use]
    pub fn together(&self) -> &[CombatantId] {
        self.order.get(self.place).map_or(&[], |(_, who)| who)
    }

    /// The next of them that moves.
    #[must_use]
    pub fn next_mover(&self) -> Option<CombatantId> {
        self.together().get(self.moved).copied()
    }
}
