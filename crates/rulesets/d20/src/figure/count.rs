//! The place of the count of initiative.

use bevy_ecs::prelude::*;
use shieldwall_battle::CombatantId;

/// The place of the count.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The number that is played; 0 in the held step, and before the first.
    pub number: u16,
    /// True if the held step has begun.
    pub held: bool,
    /// Those who act on it, in the order of equals.
    pub acting: Vec<CombatantId>,
    /// Those of them who are still to say whether they move.
    pub movers: Vec<CombatantId>,
    /// Those of them who are still to say what they do; with several equal numbers, once for each (D20-027).
    pub actors: Vec<CombatantId>,
    /// Those of them who move after their attacks.
    pub late: Vec<CombatantId>,
    /// True if all is over, and spells take effect that were cast in the phase of surprise (D20-151).
    pub after_all: bool,
}
