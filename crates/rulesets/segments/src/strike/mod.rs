//! Strikes: an entity each, from the moment when its target stands to its effect. Those of one segment read the battle
//! as it is before any of them, and take effect together (SEG-R09).

pub mod chance;
pub mod defence;
pub mod effects;
pub mod into_melee;
pub mod limits;
pub mod missiles;
pub mod rolls;
pub mod sensing;
pub mod surprise;

use std::ops::Deref;

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, RegisterState};

use crate::combatant::plan::Weapon;

/// Factor of the damage of critical hits (SEG-028).
pub const CRITICAL_FACTOR: i32 = 2;

/// A strike.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Its place among those that are rolled together, from 0.
    pub place: u16,
    /// The attacker.
    pub who: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// The weapon.
    pub weapon: Weapon,
    /// True for a free attack (SEG-110).
    pub free: bool,
    /// True once it is known at which combatant it goes (SEG-149).
    pub settled: bool,
    /// Its result; `None` before the roll.
    pub result: Option<StrikeResult>,
}

/// The result of a strike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StrikeResult {
    /// Hit points that it costs.
    pub lost: i32,
    /// True if it is a hit.
    pub hits: bool,
    /// True for a critical hit (SEG-143).
    pub critical: bool,
    /// True if it spoils armour (SEG-030).
    pub grievous: bool,
}

/// Hit points that a hit costs: double damage ignores PROT (SEG-028, SEG-031, SEG-R24).
#[must_use]
pub fn loss(damage: i32, doubled: bool, prot: i32) -> i32 {
    let damage = damage.max(0);
    if doubled {
        CRITICAL_FACTOR * damage
    } else {
        (damage - prot).max(0)
    }
}

/// Registers what changes.
pub fn plugin(app: &mut App) {
    app.pooled_state::<Strike>()
        .resource_state::<effects::SpellHits>();
}

/// The next strike that is still to be rolled.
pub fn next_open<S: Deref<Target = Strike>>(strikes: impl Iterator<Item = S>) -> Option<S> {
    let open = strikes.filter(|strike| strike.result.is_none());
    open.min_by_key(|strike| strike.place)
}

/// True while strikes wait for their roll or their effect. A condition for systems.
pub fn are_under_way(strikes: Query<&Strike>) -> bool {
    !strikes.is_empty()
}

/// True once all strikes are rolled. A condition for systems.
pub fn are_rolled(strikes: Query<&Strike>) -> bool {
    !strikes.is_empty() && strikes.iter().all(|strike| strike.result.is_some())
}
