//! What every combatant has under every ruleset.

use std::sync::Arc;

use bevy_ecs::prelude::{Component, Entity, Resource};
use serde::{Deserialize, Serialize};
use shieldwall_content::Unit;
use shieldwall_grid::Cell;

use crate::ids::{CombatantId, ItemId, SideId};

/// The side a combatant fights for.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allegiance(pub SideId);

/// The unit a combatant was recruited as, and its name in this battle.
#[derive(Component, Clone, Debug)]
pub struct Recruited {
    /// Its unit.
    pub unit: Arc<Unit>,
    /// Its name, unique in the battle: "Spearman 2".
    pub name: String,
}

/// The cell a combatant stands or lies in.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(pub Cell);

/// Hit points, which may go below zero.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitPoints {
    /// Hit points left.
    pub current: i32,
    /// Hit points when unhurt.
    pub max: i32,
}

/// Whether a combatant is still in the fight.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Vitality {
    /// Conscious.
    Active,
    /// Out of the fight, alive.
    Unconscious,
    /// Will die unless helped.
    Dying,
    /// Dead.
    Dead,
    /// Has left the map alive.
    Left,
}

/// A combatant that its enemies have not noticed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden;

/// All combatants and items of the battle by their stable ids.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster {
    /// Combatant entities by [`CombatantId`].
    pub combatants: Vec<Entity>,
    /// Item entities by [`ItemId`].
    pub items: Vec<Entity>,
}

impl Roster {
    /// The entity of a combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Entity {
        self.combatants[id.index()]
    }

    /// The entity of an item.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Entity {
        self.items[id.index()]
    }

    /// All combatant ids in order.
    pub fn combatant_ids(&self) -> impl Iterator<Item = CombatantId> + use<> {
        (0..u16::try_from(self.combatants.len()).unwrap_or(u16::MAX)).map(CombatantId)
    }

    /// All item ids in order.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..u16::try_from(self.items.len()).unwrap_or(u16::MAX)).map(ItemId)
    }
}
